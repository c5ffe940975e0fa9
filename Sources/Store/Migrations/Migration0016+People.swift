/// An administrator's actions on accounts: disabling them, and links for a new password; and the
/// counts of failed sign-ins, which all servers share.
enum Migration0016 {
    static let statements = [
        "ALTER TABLE users ADD COLUMN disabled_second BIGINT",
        // There is one for each account: a new link replaces the earlier one.
        """
        CREATE TABLE password_links (
            user_id TEXT NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
            token_hash TEXT NOT NULL UNIQUE CHECK (length(token_hash) = 64),
            expires_second BIGINT NOT NULL
        )
        """,
        // The counts belong to no account, because people also try addresses that have none.
        """
        CREATE TABLE sign_in_failures (
            key_hash TEXT NOT NULL PRIMARY KEY CHECK (length(key_hash) = 64),
            account_hash TEXT CHECK (length(account_hash) = 64),
            attempts BIGINT NOT NULL CHECK (attempts > 0),
            attempts_max BIGINT NOT NULL CHECK (attempts_max > 0),
            ends_second BIGINT NOT NULL,
            is_told BIGINT NOT NULL DEFAULT 0 CHECK (is_told IN (0, 1))
        )
        """,
        "CREATE INDEX sign_in_failures_account ON sign_in_failures (account_hash)",
        "CREATE INDEX sign_in_failures_end ON sign_in_failures (ends_second)",
    ]
}
