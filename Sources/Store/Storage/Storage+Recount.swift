extension Storage {
    /// Counts the bytes of some calendars' events again, and corrects wrong counts.
    ///
    /// While servers are updated one after the other, servers of the previous version write events
    /// without counting their bytes. Each calendar is counted by a read of its own, so no write
    /// waits for a long one.
    ///
    /// - Parameters:
    ///   - last: The calendar after which to go on, by ID; nil for the beginning.
    ///   - countMax: How many calendars to count.
    /// - Returns: How many counts were wrong, how many calendars couldn't be counted, and where to
    ///   go on; nil at the end.
    /// - Throws: The errors of the database, if the calendars can't be listed.
    package func recount(
        after last: CalendarID?,
        countMax: Int = Limits.recountedCalendarsMax
    ) async throws -> (wrongCount: Int, failedCount: Int, last: CalendarID?) {
        let calendars = try await observed.database.read(as: .server(.upkeep)) { connection in
            try connection.rows(
                "SELECT id FROM calendars WHERE id > $1 ORDER BY id LIMIT $2",
                [.text(last?.text ?? ""), .integer(Int64(countMax))]
            ).map { CalendarID(stored: try $0.text(0)) }
        }
        var (wrongCount, failedCount) = (0, 0)
        for calendar in calendars {
            do {
                if try await isRecounted(calendar) { wrongCount += 1 }
            } catch {
                // A calendar that can't be counted, for example because it takes too long, mustn't
                // stop the others.
                failedCount += 1
            }
        }
        return (wrongCount, failedCount, calendars.count < countMax ? nil : calendars.last)
    }

    /// Counts a calendar again, and returns whether that was necessary.
    private func isRecounted(_ calendar: CalendarID) async throws -> Bool {
        let isWrong = try await observed.database.read(as: .server(.upkeep)) {
            try $0.quota.isMiscounted(calendar)
        }
        guard isWrong else { return false }
        try await observed.database.write(as: .server(.upkeep)) { try $0.quota.recount(calendar) }
        return true
    }
}

extension QuotaStatements {
    private var countedBytes: String { connection.dialect.eventBytes(ofCalendar: "$1") }

    fileprivate func isMiscounted(_ calendar: CalendarID) throws -> Bool {
        try connection.row(
            "SELECT 1 FROM calendars WHERE id = $1 AND object_bytes <> \(countedBytes)",
            [.text(calendar.text)]
        ) != nil
    }

    fileprivate func recount(_ calendar: CalendarID) throws {
        try connection.execute(
            "UPDATE calendars SET object_bytes = \(countedBytes) WHERE id = $1",
            [.text(calendar.text)]
        )
    }
}
