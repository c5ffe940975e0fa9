/// WebDAV-Push: the programs that want to hear of changes, and the key that signs their messages.
enum Migration0010 {
    static let statements = [
        // Ends with the app password that it was made with; NULL for the account's own password.
        """
        CREATE TABLE push_registrations (
            id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 32),
            account_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
            app_password_id TEXT REFERENCES app_passwords (id) ON DELETE CASCADE,
            collection TEXT NOT NULL CHECK (length(collection) BETWEEN 1 AND 32),
            resource TEXT NOT NULL CHECK (length(resource) BETWEEN 1 AND 2000),
            public_key TEXT NOT NULL CHECK (length(public_key) = 87),
            auth_secret TEXT NOT NULL CHECK (length(auth_secret) = 22),
            triggers BIGINT NOT NULL CHECK (triggers BETWEEN 1 AND 3),
            expires_second BIGINT NOT NULL
        )
        """,
        // The resource is what identifies a program; it registers once for each collection.
        """
        CREATE UNIQUE INDEX push_registrations_place
        ON push_registrations (account_id, collection, resource)
        """,
        "CREATE INDEX push_registrations_password ON push_registrations (app_password_id)",
        "CREATE INDEX push_registrations_expiry ON push_registrations (expires_second)",
        """
        CREATE TABLE push_keys (
            number BIGINT NOT NULL PRIMARY KEY CHECK (number = 1),
            private_key TEXT NOT NULL CHECK (length(private_key) = 43)
        )
        """,
    ]
}
