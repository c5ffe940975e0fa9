/// Data that a request leaves for a later one, which may come to another server.
enum Migration0018 {
    static let statements = [
        // In parts, because most parts are asked for one by one. The number of bytes has a column
        // of its own, so that adding the numbers up doesn't read the contents.
        """
        CREATE TABLE handovers (
            id TEXT NOT NULL CHECK (length(id) = 32),
            part BIGINT NOT NULL CHECK (part >= 0),
            account_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
            purpose TEXT NOT NULL CHECK (purpose IN ('share', 'google-consent')),
            content TEXT NOT NULL,
            byte_count BIGINT NOT NULL CHECK (byte_count BETWEEN 0 AND 16777216),
            ends_second BIGINT NOT NULL,
            PRIMARY KEY (id, part)
        )
        """,
        "CREATE INDEX handovers_account ON handovers (account_id, purpose)",
        "CREATE INDEX handovers_end ON handovers (ends_second)",
    ]
}
