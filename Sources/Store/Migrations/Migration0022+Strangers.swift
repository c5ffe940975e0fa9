/// Accounts from whom somebody wants no invitations, and invitations that wait in the inbox.
enum Migration0022 {
    static let statements = [
        // The name and the e-mail address are those that whoever blocks the account has seen, because it may be a
        // stranger's. The other address is the account's own, which nobody is shown: when the account is gone,
        // whoever makes one with that address again is still blocked.
        """
        CREATE TABLE blocked_senders (
            account_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
            blocked_id TEXT NOT NULL CHECK (length(blocked_id) = 32),
            blocked_address TEXT NOT NULL CHECK (length(blocked_address) BETWEEN 1 AND 254),
            name TEXT NOT NULL CHECK (length(name) <= 2000),
            email TEXT NOT NULL CHECK (length(email) <= 2000),
            blocked_second BIGINT NOT NULL,
            PRIMARY KEY (account_id, blocked_id),
            CHECK (account_id <> blocked_id)
        )
        """,
        // What the copy in the calendar will be. Who is gone doesn't wait for an answer.
        """
        CREATE TABLE waiting_invitations (
            id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 32),
            account_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
            inviter_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
            position BIGINT NOT NULL CHECK (position > 0),
            uid TEXT NOT NULL CHECK (length(uid) BETWEEN 1 AND 1000),
            bytes BIGINT NOT NULL CHECK (bytes >= 0),
            ical TEXT NOT NULL CHECK (length(ical) BETWEEN 1 AND 1048576)
        )
        """,
        "CREATE UNIQUE INDEX waiting_invitations_uid ON waiting_invitations (account_id, uid)",
        "CREATE INDEX waiting_invitations_inviter ON waiting_invitations (inviter_id)",
    ]
}
