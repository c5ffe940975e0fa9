/// Accounts whose invitations an account refuses, and invitations that wait in the inbox.
enum Migration0022 {
    static let statements = [
        // The name and the e-mail address are those that the blocking account has seen, because the
        // sender may be a stranger. The other address is the sender's real one, which nobody is
        // shown: if the sender's account is removed and made again with that address, it's still
        // blocked.
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
        // The later text of the copy in the calendar. A removed account's invitation goes too.
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
