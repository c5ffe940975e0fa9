/// Objects that others put into an account's calendars: texts without history, and invitations that
/// wait for a decision.
enum Migration0011 {
    static let statements = [
        // Whether the present text was delivered by scheduling from somebody else.
        """
        ALTER TABLE objects ADD COLUMN is_delivered BIGINT NOT NULL DEFAULT 0
            CHECK (is_delivered IN (0, 1))
        """,
        // The copies that their owner hasn't written or removed yet. `inviter_id` is NULL if the
        // account is gone.
        """
        CREATE TABLE undecided_invitations (
            object_id TEXT NOT NULL PRIMARY KEY REFERENCES objects (id) ON DELETE CASCADE,
            account_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
            inviter_id TEXT REFERENCES users (id) ON DELETE SET NULL,
            is_strangers BIGINT NOT NULL CHECK (is_strangers IN (0, 1)),
            is_called_off BIGINT NOT NULL DEFAULT 0 CHECK (is_called_off IN (0, 1))
        )
        """,
        """
        CREATE INDEX undecided_invitations_account
        ON undecided_invitations (account_id, is_strangers, inviter_id)
        """,
        "CREATE INDEX undecided_invitations_inviter ON undecided_invitations (inviter_id)",
        """
        INSERT INTO undecided_invitations (object_id, account_id, inviter_id, is_strangers)
        SELECT objects.id, earlier.account_id, min(earlier.sender_id), 1
        FROM strangers_invitations AS earlier
        JOIN calendars ON calendars.owner_id = earlier.account_id AND calendars.group_id IS NULL
        JOIN objects ON objects.calendar_id = calendars.id AND objects.uid = earlier.uid
        GROUP BY objects.id, earlier.account_id
        """,
        "DROP TABLE strangers_invitations",
    ]
}
