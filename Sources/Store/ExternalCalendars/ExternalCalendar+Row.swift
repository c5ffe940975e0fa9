extension ExternalCalendar {
    static let columns = """
        sources.calendar_id, sources.account_id, sources.kind, sources.address, sources.is_paused,
        sources.keeps_reminders, sources.etag, sources.last_modified, sources.is_wanted,
        sources.due_second, sources.read_second, sources.failure, sources.failed_second,
        sources.failure_count, sources.interval_seconds, sources.sync_token,
        (SELECT is_connected FROM calendars WHERE calendars.id = sources.calendar_id),
        sources.dropped_count, sources.google_account_id, sources.foreign_role
        """
    static let columnCount = 20

    /// Reads ``columns``.
    init(_ row: Row) throws {
        calendar = CalendarID(stored: try row.text(0))
        account = AccountID(stored: try row.text(1))
        guard let kind = ExternalCalendarKind(rawValue: try row.text(2)) else {
            throw StoreError.unexpectedValue(column: 2)
        }
        self.kind = kind
        address = try row.text(3)
        isPaused = try row.bool(4)
        keepsReminders = try row.bool(5)
        etag = row.isNull(6) ? nil : try row.text(6)
        lastModified = row.isNull(7) ? nil : try row.text(7)
        intervalSeconds = row.isNull(14) ? nil : try row.integer(14)
        syncToken = row.isNull(15) ? nil : try row.text(15)
        isConnected = try row.bool(16)
        droppedCount = try row.integer(17)
        googleAccount = row.isNull(18) ? nil : GoogleAccountID(stored: try row.text(18))
        role = row.isNull(19) ? nil : try row.text(19)
        isWanted = try row.bool(8)
        dueSecond = try row.integer(9)
        readSecond = row.isNull(10) ? nil : try row.integer(10)
        failure =
            row.isNull(11)
            ? nil
            : ExternalCalendarFailureRecord(
                word: try row.text(11),
                second: try row.integer(12),
                count: try row.integer(13)
            )
    }
}

extension ReadObject {
    /// Reads `href`, `uid` and `source_digest`.
    init(_ row: Row) throws {
        href = Href(stored: try row.text(0))
        uid = try row.text(1)
        digest = try row.text(2)
    }
}
