/// The bytes of each calendar's events, which quotas limit.
enum Migration0017 {
    static let statements = [
        """
        ALTER TABLE calendars ADD COLUMN object_bytes BIGINT NOT NULL DEFAULT 0
            CHECK (object_bytes >= 0)
        """,
        """
        UPDATE calendars SET object_bytes = (
            SELECT coalesce(sum(length(CAST(ical AS BLOB))), 0) FROM objects
            WHERE objects.calendar_id = calendars.id
        )
        """,
    ]
}
