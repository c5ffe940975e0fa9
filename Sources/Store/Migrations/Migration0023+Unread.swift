/// The members of calendars at other services whose current state couldn't be read.
///
/// They have their own table, because `source_members` keeps the last state that could be read.
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
