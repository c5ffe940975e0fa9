/// Calendars at Google: the consents by which they're read, and what these allow.
enum Migration0015 {
    static let statements = accounts + columns

    /// The Google accounts whose owners let this server read calendars.
    ///
    /// The refresh token is sealed. `subject` is Google's name for the account, which stays the same
    /// when its address changes.
    private static let accounts = [
        """
        CREATE TABLE google_accounts (
            id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 32),
            account_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
            subject TEXT NOT NULL CHECK (length(subject) BETWEEN 1 AND 255),
            email TEXT NOT NULL CHECK (length(email) <= 320),
            refresh_token TEXT NOT NULL CHECK (length(refresh_token) BETWEEN 1 AND 8000),
            can_write BIGINT NOT NULL DEFAULT 0 CHECK (can_write IN (0, 1)),
            UNIQUE (account_id, subject)
        )
        """
    ]

    private static let columns = [
        // It's removed together with its account, because nobody could read the calendar then.
        """
        ALTER TABLE sources ADD COLUMN google_account_id TEXT
            REFERENCES google_accounts (id) ON DELETE CASCADE
        """,
        "CREATE INDEX sources_google_account ON sources (google_account_id)",
        // The calendar's last change when nothing in it waited to be sent; until it changes again,
        // nothing does.
        "ALTER TABLE sources ADD COLUMN settled_token BIGINT",
        // The person's access to the calendar at the service, in that service's word.
        "ALTER TABLE sources ADD COLUMN foreign_role TEXT CHECK (length(foreign_role) <= 40)",
    ]
}
