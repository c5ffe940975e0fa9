/// Each account's settings for the page, as one document.
enum Migration0002 {
    static let statements = [
        """
        CREATE TABLE settings (
            owner_id TEXT NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
            document TEXT NOT NULL CHECK (length(document) BETWEEN 2 AND 65536),
            version BIGINT NOT NULL CHECK (version > 0)
        )
        """
    ]
}
