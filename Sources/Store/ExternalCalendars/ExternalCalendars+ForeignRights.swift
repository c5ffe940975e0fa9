/// The access to calendars at other services.
extension ExternalCalendars {
    /// Notes a person's access to a calendar there, and whether changes made here are sent.
    ///
    /// When sending begins, the whole calendar has to be read again, because from then on the state
    /// that both sides have is stored. When it would end while changes wait, these would be lost.
    /// So it goes on, and the other service refuses them.
    ///
    /// - Parameters:
    ///   - role: The other service's word for the access; nil if it doesn't tell one.
    ///   - canWrite: Whether that access allows writing.
    ///   - run: The reading that found it.
    /// - Returns: Whether the calendar was changed, so that this reading has to start again.
    /// - Throws: ``StoreError/notFound`` if the reading has ended, and the errors of the database.
    package func noteAccess(
        _ role: String?,
        canWrite: Bool,
        of run: ReadingRun
    ) async throws -> Bool {
        let source = run.source
        guard role != source.role || canWrite != source.isConnected else { return false }
        return try await observed.change(of: source.account) { connection in
            try connection.externalCalendars.require(run)
            let id = SQLValue.text(source.calendar.text)
            try connection.execute(
                "UPDATE sources SET foreign_role = $2 WHERE calendar_id = $1",
                [id, .optional(role)]
            )
            try connection.calendars.record(source.calendar)
            let waits =
                try source.isConnected
                && connection.externalCalendars.waitingCount(of: source.calendar) > 0
            guard canWrite != source.isConnected, canWrite || !waits else { return false }
            try connection.externalCalendars.setConnected(canWrite, source.calendar)
            return true
        }
    }
}

extension ExternalCalendarStatements {
    /// Sets whether changes to a calendar from elsewhere are sent there.
    ///
    /// From now on the state that both sides have is stored. At first that's the state here, which
    /// nobody could change so far; objects that differ from what was read are read again.
    func setConnected(_ isConnected: Bool, _ calendar: CalendarID) throws {
        let id = SQLValue.text(calendar.text)
        try connection.execute(
            "UPDATE calendars SET is_connected = $2 WHERE id = $1",
            [id, .bool(isConnected)]
        )
        try connection.execute(
            """
            UPDATE source_members SET text = (
                SELECT ical FROM objects WHERE objects.calendar_id = source_members.calendar_id
                AND objects.href = source_members.href AND objects.etag = source_members.etag
            ) WHERE calendar_id = $1 AND href IS NOT NULL
            """,
            [id]
        )
        try connection.execute(
            """
            UPDATE source_members SET foreign_etag = NULL
            WHERE calendar_id = $1 AND href IS NOT NULL AND text IS NULL
            """,
            [id]
        )
        try connection.execute(
            """
            UPDATE sources SET etag = NULL, sync_token = NULL WHERE calendar_id = $1 AND EXISTS (
                SELECT 1 FROM source_members
                WHERE calendar_id = $1 AND href IS NOT NULL AND text IS NULL
            )
            """,
            [id]
        )
    }
}
