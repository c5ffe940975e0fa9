/// The reasons why an external calendar becomes due before its time.
extension ExternalCalendars {
    /// Makes an account's calendars at other services due, because their owner is looking at them.
    ///
    /// - Parameters:
    ///   - account: The account.
    ///   - nowSecond: The current time.
    ///   - ageSeconds: The least age of the last reading; calendars that failed wait for their turn.
    /// - Throws: The errors of the database.
    package func freshen(
        of account: AccountID,
        nowSecond: Int64,
        ageSeconds: Int64
    ) async throws {
        let condition = """
            account_id = $1 AND kind <> 'feed' AND is_paused = 0 AND failure IS NULL
            AND due_second > $2 AND run_ends_second <= $2 AND not_before_second <= $2
            AND read_second <= $3
            """
        let values: [SQLValue] = [
            .text(account.text), .integer(nowSecond), .integer(nowSecond - ageSeconds),
        ]
        // Every page that is opened does this, and most find nothing to do.
        let isStale = try await observed.database.read(as: .account(account)) { connection in
            try connection.row("SELECT 1 FROM sources WHERE \(condition) LIMIT 1", values) != nil
        }
        guard isStale else { return }
        try await observed.database.write(as: .account(account)) { connection in
            _ = try connection.execute(
                "UPDATE sources SET due_second = $2 WHERE \(condition)",
                values
            )
        }
    }

    /// Makes an external calendar due at once.
    package func want(
        _ calendar: CalendarID,
        by account: AccountID,
        nowSecond: Int64
    ) async throws {
        try await observed.database.write(as: .account(account)) { connection in
            let count = try connection.execute(
                """
                UPDATE sources SET is_wanted = 1, due_second = $3, not_before_second = 0
                WHERE calendar_id = $1 AND account_id = $2
                """,
                [.text(calendar.text), .text(account.text), .integer(nowSecond)]
            )
            guard count == 1 else { throw StoreError.notFound }
            try connection.externalCalendars.forgetRefusals(in: calendar)
        }
    }
}
