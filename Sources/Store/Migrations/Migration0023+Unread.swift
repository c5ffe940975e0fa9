/// The members of calendars at other services that were told in a way that can't be read.
///
/// In a table of their own: what is known of such a member from before stays as it is in `source_members`.
enum Migration0023 {
    static let statements = [
        """
        CREATE TABLE source_unread (
            calendar_id TEXT NOT NULL REFERENCES calendars (id) ON DELETE CASCADE,
            path TEXT NOT NULL CHECK (length(path) BETWEEN 1 AND 2000),
            foreign_etag TEXT CHECK (length(foreign_etag) <= 1000),
            title TEXT NOT NULL CHECK (length(title) BETWEEN 1 AND 200),
            PRIMARY KEY (calendar_id, path)
        )
        """
    ]
}
