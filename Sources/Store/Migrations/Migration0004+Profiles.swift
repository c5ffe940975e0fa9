/// Pictures, working hours, identities at other services and app passwords of an account, and the
/// browser and last use of a session.
enum Migration0004 {
    static let statements = [
        """
        ALTER TABLE users ADD COLUMN email_verified BIGINT NOT NULL DEFAULT 0
            CHECK (email_verified IN (0, 1))
        """,
        "ALTER TABLE users ADD COLUMN zone TEXT NOT NULL DEFAULT '' CHECK (length(zone) <= 64)",
        """
        ALTER TABLE users ADD COLUMN from_minute BIGINT NOT NULL DEFAULT 540
            CHECK (from_minute BETWEEN 0 AND 1439)
        """,
        """
        ALTER TABLE users ADD COLUMN to_minute BIGINT NOT NULL DEFAULT 1020
            CHECK (to_minute BETWEEN 1 AND 1440)
        """,
        // Base64, because the drivers only have text and integer columns.
        """
        CREATE TABLE pictures (
            user_id TEXT NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
            etag TEXT NOT NULL CHECK (length(etag) BETWEEN 1 AND 100),
            type TEXT NOT NULL CHECK (type IN ('image/png', 'image/jpeg')),
            base64 TEXT NOT NULL CHECK (length(base64) BETWEEN 1 AND 400000)
        )
        """,
        """
        CREATE TABLE identities (
            id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 32),
            issuer TEXT NOT NULL CHECK (length(issuer) BETWEEN 1 AND 1000),
            subject TEXT NOT NULL CHECK (length(subject) BETWEEN 1 AND 255),
            user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
            email TEXT NOT NULL CHECK (length(email) <= 254),
            created_second BIGINT NOT NULL,
            UNIQUE (issuer, subject)
        )
        """,
        "CREATE INDEX identities_user ON identities (user_id)",
        """
        CREATE TABLE app_passwords (
            id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 32),
            user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
            name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
            hash TEXT NOT NULL UNIQUE CHECK (length(hash) = 64),
            created_second BIGINT NOT NULL,
            used_second BIGINT
        )
        """,
        "CREATE INDEX app_passwords_user ON app_passwords (user_id)",
        """
        ALTER TABLE sessions ADD COLUMN browser TEXT NOT NULL DEFAULT ''
            CHECK (length(browser) <= 300)
        """,
        // Zero for sessions from before this column.
        "ALTER TABLE sessions ADD COLUMN used_second BIGINT NOT NULL DEFAULT 0",
    ]
}
