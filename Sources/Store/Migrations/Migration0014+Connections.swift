/// Calendars at other services to which changes made here are sent.
enum Migration0014 {
    static let statements = columns + members + refusals + sent + ["DROP VIEW sights", sights]

    private static let columns = [
        // A connected calendar is also subscribed, so queries that leave out subscribed ones leave
        // it out.
        """
        ALTER TABLE calendars ADD COLUMN is_connected BIGINT NOT NULL DEFAULT 0
            CHECK (is_connected IN (0, 1))
        """,
        "ALTER TABLE sources ADD COLUMN sync_token TEXT CHECK (length(sync_token) <= 2000)",
        // Nothing makes a source due earlier than this, for example after a refused password.
        "ALTER TABLE sources ADD COLUMN not_before_second BIGINT NOT NULL DEFAULT 0",
        // How many events of the last state couldn't be read.
        """
        ALTER TABLE sources ADD COLUMN dropped_count BIGINT NOT NULL DEFAULT 0
            CHECK (dropped_count >= 0)
        """,
    ]

    /// The stored state of each member of a calendar at another service.
    ///
    /// `etag` is the ETag of the text here when both sides were the same. If the object has another
    /// ETag now, it has been changed here; if there is no object, it has been removed here. `text`
    /// is the text at the other side, with which a change on both sides is compared. A member
    /// without `href` isn't an event, or can't be read.
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

    /// The changes made here that the other service refused, and when to try them again.
    ///
    /// `etag` is the ETag of the refused text; it's empty for a removal. The row doesn't apply to
    /// later changes of the object.
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

    /// The texts that were sent and not answered yet.
    ///
    /// If the answer gets lost, a text that comes back is recognised as our own and not as somebody
    /// else's change.
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
