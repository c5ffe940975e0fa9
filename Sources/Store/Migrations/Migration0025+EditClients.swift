/// The last edit of each client, so that an edit which is sent again isn't stored twice.
enum Migration0025 {
    static let statements = [
        """
        CREATE TABLE edit_clients (
            account_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
            client TEXT NOT NULL CHECK (length(client) = 32),
            last_number BIGINT NOT NULL CHECK (last_number >= 1),
            answer TEXT NOT NULL CHECK (length(answer) <= 100000),
            used_second BIGINT NOT NULL,
            PRIMARY KEY (account_id, client)
        )
        """
    ]
}
