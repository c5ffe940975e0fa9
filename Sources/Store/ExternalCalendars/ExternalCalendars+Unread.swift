/// Members that the other service reports in a form that can't be read.
///
/// The copy of such a member here stays as it is until the member can be read, or is gone.
extension ExternalCalendars {
    /// Stores members that were found but couldn't be read.
    ///
    /// - Parameters:
    ///   - unread: The members.
    ///   - run: The reading that found them.
    /// - Throws: ``StoreError/notFound`` if the reading has ended, and the errors of the database.
    package func noteUnread(_ unread: [UnreadMember], of run: ReadingRun) async throws {
        guard !unread.isEmpty else { return }
        try await observed.database.write(as: .account(run.source.account)) { connection in
            try connection.externalCalendars.require(run)
            for member in unread {
                try connection.execute(
                    """
                    INSERT INTO source_unread (calendar_id, path, foreign_etag, title)
                    VALUES ($1, $2, $3, $4)
                    ON CONFLICT (calendar_id, path) DO UPDATE SET foreign_etag = $3, title = $4
                    """,
                    [
                        .text(run.source.calendar.text), .text(member.path),
                        .optional(member.foreignETag), .text(member.title),
                    ]
                )
            }
        }
    }

    /// The titles of members that can't be read, in alphabetical order, and how many there are.
    package func unreadTitles(
        of source: ExternalCalendar,
        countMax: Int
    ) async throws -> (titles: [String], count: Int) {
        try await observed.database.read(as: .account(source.account)) { connection in
            let calendar = SQLValue.text(source.calendar.text)
            let titles = try connection.rows(
                """
                SELECT title FROM source_unread WHERE calendar_id = $1 ORDER BY title, path LIMIT $2
                """,
                [calendar, .integer(Int64(countMax))]
            ).map { try $0.text(0) }
            let row = try connection.row(
                "SELECT count(*) FROM source_unread WHERE calendar_id = $1",
                [calendar]
            )
            return (titles, Int(try row?.integer(0) ?? 0))
        }
    }

    /// The paths of members that can't be read.
    package func illegiblePaths(of run: ReadingRun) async throws -> [String] {
        try await observed.database.read(as: .account(run.source.account)) { connection in
            try connection.rows(
                "SELECT path FROM source_unread WHERE calendar_id = $1 ORDER BY path",
                [.text(run.source.calendar.text)]
            ).map { try $0.text(0) }
        }
    }

    /// Whether what the other service has at a path can't be read.
    package func isUnread(_ path: String, of run: ReadingRun) async throws -> Bool {
        try await observed.database.read(as: .account(run.source.account)) { connection in
            try connection.externalCalendars.unread(at: path, of: run.source.calendar) != nil
        }
    }
}

extension ExternalCalendarStatements {
    /// A member that can't be read, as far as its state is stored; nil if there is none at a path.
    func unread(at path: String, of calendar: CalendarID) throws -> ExternalMember? {
        try connection.row(
            """
            SELECT path, foreign_etag, NULL FROM source_unread
            WHERE calendar_id = $1 AND path = $2
            """,
            [.text(calendar.text), .text(path)]
        ).map { try ExternalMember($0, from: 0) }
    }

    func forgetUnread(_ path: String, of calendar: CalendarID) throws {
        try connection.execute(
            "DELETE FROM source_unread WHERE calendar_id = $1 AND path = $2",
            [.text(calendar.text), .text(path)]
        )
    }
}
