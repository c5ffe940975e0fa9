/// The networks from which an account has signed in, as hashes.
enum Migration0006 {
    static let statements = [
        """
        CREATE TABLE known_networks (
            user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
            network_hash TEXT NOT NULL CHECK (length(network_hash) = 64),
            used_second BIGINT NOT NULL,
            PRIMARY KEY (user_id, network_hash)
        )
        """
    ]
}
