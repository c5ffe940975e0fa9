/// Calendars at other services that are written from here too.
enum Migration0014 {
    static let statements = columns + members + refusals + sent + ["DROP VIEW sights", sights]

    private static let columns = [
        // One that is connected is also subscribed: everything that leaves those out leaves it out.
        """
        ALTER TABLE calendars ADD COLUMN is_connected BIGINT NOT NULL DEFAULT 0
            CHECK (is_connected IN (0, 1))
        """,
        "ALTER TABLE sources ADD COLUMN sync_token TEXT CHECK (length(sync_token) <= 2000)",
        // After a refused password, say, nothing makes a source due earlier than this.
        "ALTER TABLE sources ADD COLUMN not_before_second BIGINT NOT NULL DEFAULT 0",
        // How many events of the last state could not be read.
        """
        ALTER TABLE sources ADD COLUMN dropped_count BIGINT NOT NULL DEFAULT 0
            CHECK (dropped_count >= 0)
        """,
    ]

    /// What is known of each member of a calendar at another service.
    ///
    /// `etag` is that of the text here when both sides had the same: the object has been changed here
    /// when its own is another, and has been removed here when there is none. `text` is what the other
    /// side has, which a change from both sides is compared with. A member without `href` isn't an event,
    /// or can't be read.
    private static let members = [
        """
        CREATE TABLE source_members (
            calendar_id TEXT NOT NULL REFERENCES calendars (id) ON DELETE CASCADE,
            path TEXT NOT NULL CHECK (length(path) BETWEEN 1 AND 2000),
            foreign_etag TEXT CHECK (length(foreign_etag) <= 1000),
            href TEXT CHECK (length(href) BETWEEN 1 AND 200),
            etag TEXT CHECK (length(etag) BETWEEN 1 AND 100),
            text TEXT CHECK (length(text) <= 1048576),
            PRIMARY KEY (calendar_id, path),
            UNIQUE (calendar_id, href),
            CHECK ((href IS NULL) = (etag IS NULL))
        )
        """
    ]

    /// The changes made here that the other side didn't take, and when they're tried again.
    ///
    /// `etag` is that of the object; it's empty for a removal. Another change of the object isn't meant.
    private static let refusals = [
        """
        CREATE TABLE source_refusals (
            calendar_id TEXT NOT NULL REFERENCES calendars (id) ON DELETE CASCADE,
            href TEXT NOT NULL CHECK (length(href) BETWEEN 1 AND 200),
            etag TEXT NOT NULL CHECK (length(etag) <= 100),
            retry_second BIGINT NOT NULL,
            PRIMARY KEY (calendar_id, href)
        )
        """
    ]

    /// What was sent, until the other side has answered: if the answer gets lost, what comes back from
    /// there is one's own, and no change of somebody else.
    private static let sent = [
        """
        CREATE TABLE source_sent (
            calendar_id TEXT NOT NULL REFERENCES calendars (id) ON DELETE CASCADE,
            href TEXT NOT NULL CHECK (length(href) BETWEEN 1 AND 200),
            text TEXT NOT NULL CHECK (length(text) BETWEEN 1 AND 1048576),
            PRIMARY KEY (calendar_id, href)
        )
        """
    ]

    private static let sights = Migration0013.sights(
        ownLevel: """
            CASE WHEN is_connected = 1 THEN 6 WHEN is_subscribed = 1 THEN 5 ELSE 4 END
            """
    )
}
