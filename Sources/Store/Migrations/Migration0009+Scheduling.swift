/// Scheduling between accounts: inboxes, tags of objects that people are invited to, and invitations
/// by strangers that wait for an answer.
enum Migration0009 {
    static let statements = [
        // The tag that stays the same if only others' answers change (RFC 6638 section 3.2.10);
        // NULL while it's the same as the ETag.
        """
        ALTER TABLE objects ADD COLUMN schedule_tag TEXT
            CHECK (length(schedule_tag) BETWEEN 1 AND 100)
        """,
        // How often an inbox has changed: programs ask for this number before they read the inbox.
        """
        CREATE TABLE inboxes (
            account_id TEXT NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
            version BIGINT NOT NULL CHECK (version > 0)
        )
        """,
        """
        CREATE TABLE inbox_messages (
            id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 32),
            account_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
            version BIGINT NOT NULL CHECK (version > 0),
            ical TEXT NOT NULL CHECK (length(ical) BETWEEN 1 AND 2097152)
        )
        """,
        "CREATE UNIQUE INDEX inbox_messages_order ON inbox_messages (account_id, version)",
        """
        CREATE TABLE strangers_invitations (
            account_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
            sender_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
            uid TEXT NOT NULL CHECK (length(uid) BETWEEN 1 AND 1000),
            PRIMARY KEY (account_id, sender_id, uid)
        )
        """,
        "CREATE INDEX strangers_invitations_sender ON strangers_invitations (sender_id)",
    ]
}
