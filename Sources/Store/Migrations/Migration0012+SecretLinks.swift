/// The addresses by which people share a calendar, a set or a group without a sign-in.
enum Migration0012 {
    static let statements = [
        // A set is part of the account's settings, so only its ID can be stored here. `state` is
        // the hash of the address's last answer, and `state_second` the time since when that has
        // been the answer.
        """
        CREATE TABLE secret_links (
            id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 32),
            account_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
            calendar_id TEXT REFERENCES calendars (id) ON DELETE CASCADE,
            group_id TEXT REFERENCES groups (id) ON DELETE CASCADE,
            set_id TEXT CHECK (length(set_id) = 32),
            secret_hash TEXT NOT NULL UNIQUE CHECK (length(secret_hash) = 64),
            name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
            is_busy_only BIGINT NOT NULL CHECK (is_busy_only IN (0, 1)),
            created_second BIGINT NOT NULL,
            used_second BIGINT,
            state TEXT CHECK (length(state) = 64),
            state_second BIGINT,
            CHECK (
                CASE WHEN calendar_id IS NULL THEN 0 ELSE 1 END
                + CASE WHEN group_id IS NULL THEN 0 ELSE 1 END
                + CASE WHEN set_id IS NULL THEN 0 ELSE 1 END = 1
            )
        )
        """,
        "CREATE INDEX secret_links_account ON secret_links (account_id)",
        "CREATE INDEX secret_links_calendar ON secret_links (calendar_id)",
        "CREATE INDEX secret_links_group ON secret_links (group_id)",
    ]
}
