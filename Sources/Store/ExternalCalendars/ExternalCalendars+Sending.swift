/// The changes made here to calendars at other services, and their outcome there.
extension ExternalCalendars {
    /// The changes made here that the other service doesn't have, the oldest first.
    ///
    /// Changes that it refused recently are left out.
    package func waiting(
        of run: ReadingRun,
        nowSecond: Int64,
        countMax: Int
    ) async throws -> [WaitingChange] {
        try await observed.database.read(as: .account(run.source.account)) { connection in
            if try connection.externalCalendars.isSettled(
                run.source.calendar,
                of: run.source.account
            ) {
                return []
            }
            let calendar = SQLValue.text(run.source.calendar.text)
            let now = SQLValue.integer(nowSecond)
            let count = SQLValue.integer(Int64(countMax))
            // A change with a later retry was refused while the clock was wrong.
            let latest = SQLValue.integer(nowSecond + Limits.externalWaitSecondsMax)
            let removed = try connection.rows(
                """
                SELECT path, foreign_etag, href, \(WaitingChange.isUncertain("members"))
                FROM source_members AS members
                WHERE calendar_id = $1 AND \(WaitingChange.removedHere)
                AND NOT EXISTS (
                    SELECT 1 FROM source_refusals AS refusals
                    WHERE refusals.calendar_id = members.calendar_id
                    AND refusals.href = members.href AND refusals.etag = ''
                    AND refusals.retry_second > $2 AND refusals.retry_second <= $4
                ) LIMIT $3
                """,
                [calendar, now, count, latest]
            ).map { row in
                WaitingChange(
                    member: try ExternalMember(row, from: 0),
                    object: nil,
                    isUncertain: try row.bool(3)
                )
            }
            let changed = try connection.rows(
                """
                SELECT members.path, members.foreign_etag, objects.href, objects.uid,
                objects.etag, objects.ical, \(WaitingChange.isUncertain("objects"))
                FROM \(WaitingChange.changedHere)
                AND NOT EXISTS (
                    SELECT 1 FROM source_refusals AS refusals
                    WHERE refusals.calendar_id = objects.calendar_id
                    AND refusals.href = objects.href AND refusals.etag = objects.etag
                    AND refusals.retry_second > $2 AND refusals.retry_second <= $4
                )
                ORDER BY objects.change_token LIMIT $3
                """,
                [calendar, now, count, latest]
            ).map { row in
                WaitingChange(
                    member: row.isNull(0) ? nil : try ExternalMember(row, from: 0),
                    object: WaitingChange.Stored(
                        href: Href(stored: try row.text(2)),
                        uid: try row.text(3),
                        etag: try row.text(4),
                        text: try row.text(5)
                    ),
                    isUncertain: try row.bool(6)
                )
            }
            return Array((removed + changed).prefix(countMax))
        }
    }

    /// The number of changes made here that the other service doesn't have.
    package func waitingCount(of source: ExternalCalendar) async throws -> Int64 {
        try await observed.database.read(as: .account(source.account)) { connection in
            guard try !connection.externalCalendars.isSettled(source.calendar, of: source.account)
            else {
                return 0
            }
            return try connection.externalCalendars.waitingCount(of: source.calendar)
        }
    }

    /// The objects that were changed here and wait to be sent, the oldest first.
    package func waitingHrefs(of source: ExternalCalendar, countMax: Int) async throws -> [Href] {
        try await observed.database.read(as: .account(source.account)) { connection in
            guard source.isConnected,
                try !connection.externalCalendars.isSettled(source.calendar, of: source.account)
            else { return [] }
            return try connection.rows(
                """
                SELECT objects.href FROM \(WaitingChange.changedHere)
                ORDER BY objects.change_token LIMIT $2
                """,
                [.text(source.calendar.text), .integer(Int64(countMax))]
            ).map { Href(stored: try $0.text(0)) }
        }
    }

    /// Notes that the other service has accepted a change.
    ///
    /// - Parameters:
    ///   - change: The change as sent; if the object has been changed here since, that change
    ///     waits.
    ///   - path: The path of the object at the other service.
    ///   - foreignETag: The other service's ETag for the new state; nil if it has to be read again.
    ///   - run: The reading that sent it.
    /// - Throws: ``StoreError/notFound`` if the reading has ended, and the errors of the database.
    package func noteTaken(
        _ change: WaitingChange,
        at path: String,
        foreignETag: String?,
        of run: ReadingRun
    ) async throws {
        try await observed.database.write(as: .account(run.source.account)) { connection in
            try connection.externalCalendars.require(run)
            try connection.externalCalendars.forgetRefusal(of: change, in: run.source.calendar)
            if let href = change.href {
                try connection.externalCalendars.forgetSent(href, in: run.source.calendar)
            }
            guard let object = change.object else {
                try connection.externalCalendars.forget(path, of: run.source.calendar)
                return
            }
            try connection.externalCalendars.keep(
                ExternalMember(path: path, foreignETag: foreignETag, href: object.href),
                etag: object.etag,
                text: object.text,
                of: run.source.calendar
            )
        }
    }

    /// Notes that a change is being sent, until its outcome is known.
    package func noteSending(_ change: WaitingChange, of run: ReadingRun) async throws {
        guard let object = change.object else { return }
        try await observed.database.write(as: .account(run.source.account)) { connection in
            try connection.externalCalendars.require(run)
            try connection.execute(
                """
                INSERT INTO source_sent (calendar_id, href, text) VALUES ($1, $2, $3)
                ON CONFLICT (calendar_id, href) DO UPDATE SET text = $3
                """,
                [
                    .text(run.source.calendar.text), .text(object.href.text), .text(object.text),
                ]
            )
        }
    }

    /// Notes that a change didn't reach the other service, even if it was sent.
    package func noteNotTaken(_ change: WaitingChange, of run: ReadingRun) async throws {
        guard let href = change.href else { return }
        try await observed.database.write(as: .account(run.source.account)) { connection in
            try connection.externalCalendars.require(run)
            try connection.externalCalendars.forgetSent(href, in: run.source.calendar)
        }
    }

    /// Notes that the other service refused a change.
    ///
    /// - Parameters:
    ///   - change: The change as sent.
    ///   - retrySecond: When to send it again, unless somebody asks for it earlier.
    ///   - run: The reading that sent it.
    /// - Throws: ``StoreError/notFound`` if the reading has ended, and the errors of the database.
    package func noteRefused(
        _ change: WaitingChange,
        retrySecond: Int64,
        of run: ReadingRun
    ) async throws {
        guard let href = change.href else { return }
        try await observed.database.write(as: .account(run.source.account)) { connection in
            try connection.externalCalendars.require(run)
            try connection.externalCalendars.forgetSent(href, in: run.source.calendar)
            try connection.execute(
                """
                INSERT INTO source_refusals (calendar_id, href, etag, retry_second)
                VALUES ($1, $2, $3, $4)
                ON CONFLICT (calendar_id, href) DO UPDATE SET etag = $3, retry_second = $4
                """,
                [
                    .text(run.source.calendar.text), .text(href.text),
                    .text(change.object?.etag ?? ""), .integer(retrySecond),
                ]
            )
        }
    }
}

extension ExternalCalendarStatements {
    func sentText(of href: Href, in calendar: CalendarID) throws -> String? {
        try connection.row(
            "SELECT text FROM source_sent WHERE calendar_id = $1 AND href = $2",
            [.text(calendar.text), .text(href.text)]
        )?.text(0)
    }

    /// The href here of an object whose text was sent; nil for any other text.
    func hrefOfSent(_ text: String, in calendar: CalendarID) throws -> Href? {
        try connection.row(
            "SELECT href FROM source_sent WHERE calendar_id = $1 AND text = $2",
            [.text(calendar.text), .text(text)]
        ).map { Href(stored: try $0.text(0)) }
    }

    func forgetSent(_ href: Href, in calendar: CalendarID) throws {
        try connection.execute(
            "DELETE FROM source_sent WHERE calendar_id = $1 AND href = $2",
            [.text(calendar.text), .text(href.text)]
        )
    }

    /// Whether the other service refused anything that is still the same here.
    func hasRefusals(in calendar: CalendarID) throws -> Bool {
        try connection.row(
            """
            SELECT 1 FROM source_refusals AS refusals LEFT JOIN objects
            ON objects.calendar_id = refusals.calendar_id AND objects.href = refusals.href
            WHERE refusals.calendar_id = $1 AND refusals.etag = coalesce(objects.etag, '') LIMIT 1
            """,
            [.text(calendar.text)]
        ) != nil
    }

    func forgetRefusals(in calendar: CalendarID) throws {
        try connection.execute(
            "DELETE FROM source_refusals WHERE calendar_id = $1",
            [.text(calendar.text)]
        )
    }

    fileprivate func forgetRefusal(of change: WaitingChange, in calendar: CalendarID) throws {
        guard let href = change.href else { return }
        try connection.execute(
            "DELETE FROM source_refusals WHERE calendar_id = $1 AND href = $2",
            [.text(calendar.text), .text(href.text)]
        )
    }

    /// Whether a calendar is unchanged since the last of its changes was sent.
    fileprivate func isSettled(_ calendar: CalendarID, of account: AccountID) throws -> Bool {
        let row = try connection.row(
            "SELECT settled_token FROM sources WHERE calendar_id = $1",
            [.text(calendar.text)]
        )
        guard let row, !row.isNull(0) else { return false }
        return try row.integer(0) == connection.changes.latest(in: calendar, seenBy: account).number
    }

    /// Notes that nothing in a calendar waits to be sent, if that's the case.
    ///
    /// Finding out compares the whole calendar, except if nothing has changed since the last time.
    func noteSettled(_ source: ExternalCalendar) throws {
        guard try !isSettled(source.calendar, of: source.account) else { return }
        // Ask for this first, because it may start the transaction again, and comparing takes long.
        let latest = try connection.changes.latest(in: source.calendar, seenBy: source.account)
        let isSettled = try waitingCount(of: source.calendar) == 0
        try connection.execute(
            "UPDATE sources SET settled_token = $2 WHERE calendar_id = $1",
            [.text(source.calendar.text), isSettled ? .integer(latest.number) : .null]
        )
    }

    func waitingCount(of calendar: CalendarID) throws -> Int64 {
        let row = try connection.row(
            """
            SELECT (SELECT count(*) FROM \(WaitingChange.changedHere))
            + (SELECT count(*) FROM source_members AS members
            WHERE calendar_id = $1 AND \(WaitingChange.removedHere))
            """,
            [.text(calendar.text)]
        )
        return try row?.integer(0) ?? 0
    }

    /// Makes a calendar at another service due, because something in it was changed here.
    ///
    /// If the other service asked for a pause, it's due at the end of that.
    func sendSoon(_ calendar: CalendarID) throws {
        try connection.executeSoon(
            """
            UPDATE sources SET due_second = not_before_second
            WHERE calendar_id = $1 AND kind <> 'feed' AND due_second > not_before_second
            """,
            [.text(calendar.text)]
        )
    }
}

extension WaitingChange {
    /// Whether something was sent without its outcome being known.
    fileprivate static func isUncertain(_ table: String) -> String {
        """
        EXISTS (
            SELECT 1 FROM source_sent AS sent WHERE sent.calendar_id = \(table).calendar_id
            AND sent.href = \(table).href
        )
        """
    }

    /// The condition for members that were removed here.
    fileprivate static let removedHere = """
        members.href IS NOT NULL AND NOT EXISTS (
            SELECT 1 FROM objects WHERE objects.calendar_id = members.calendar_id
            AND objects.href = members.href
        )
        """

    /// The objects that are new here, or were changed here.
    fileprivate static let changedHere = """
        objects LEFT JOIN source_members AS members
        ON members.calendar_id = objects.calendar_id AND members.href = objects.href
        WHERE objects.calendar_id = $1 AND objects.is_candidate = 0
        AND (members.etag IS NULL OR members.etag <> objects.etag)
        """
}
