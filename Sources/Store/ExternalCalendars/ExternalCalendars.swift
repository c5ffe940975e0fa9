/// The calendars of other services that accounts read.
///
/// Times are seconds since 1970.
package struct ExternalCalendars: Sendable {
    let observed: ObservedDatabase

    /// Adds a calendar that is read from elsewhere; its first reading is due at once.
    package func create(
        _ new: NewCalendar,
        from kind: ExternalCalendarKind,
        at address: String,
        keepsReminders: Bool,
        isConnected: Bool = false,
        googleAccount: GoogleAccountID? = nil,
        role: String? = nil,
        of account: AccountID,
        nowSecond: Int64
    ) async throws -> CalendarRecord {
        var new = new
        new.isSubscribed = true
        new.isConnected = isConnected
        let subscribed = new
        return try await observed.change(of: account) { connection in
            let count = try connection.row(
                "SELECT count(*) FROM sources WHERE account_id = $1",
                [.text(account.text)]
            )
            guard try count?.integer(0) ?? 0 < Limits.externalCalendarsPerAccountMax else {
                throw StoreError.tooMany(.externalCalendars)
            }
            let calendar = try connection.calendars.changingAccess(of: account) {
                try connection.calendars.insert(subscribed, owner: account)
            }
            try connection.execute(
                """
                INSERT INTO sources (calendar_id, account_id, kind, address, keeps_reminders,
                due_second, google_account_id, foreign_role)
                VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
                """,
                [
                    .text(calendar.id.text), .text(account.text), .text(kind.rawValue),
                    .text(address), .bool(keepsReminders), .integer(nowSecond),
                    .optional(googleAccount?.text), .optional(role),
                ]
            )
            return calendar
        }
    }

    /// The external calendars of an account.
    package func all(of account: AccountID) async throws -> [ExternalCalendar] {
        try await observed.database.read(as: .account(account)) { connection in
            try connection.rows(
                """
                SELECT \(ExternalCalendar.columns) FROM sources
                JOIN calendars ON calendars.id = sources.calendar_id
                WHERE account_id = $1 ORDER BY calendars.position, calendars.id
                """,
                [.text(account.text)]
            ).map { try ExternalCalendar($0) }
        }
    }

    /// An external calendar of an account.
    package func calendar(
        of calendar: CalendarID,
        by account: AccountID
    ) async throws -> ExternalCalendar {
        try await observed.database.read(as: .account(account)) {
            try $0.externalCalendars.calendar(of: calendar, by: account)
        }
    }

    /// Changes an external calendar.
    ///
    /// If its address or the choice of reminders changes, it's due at once, and a reading in
    /// progress ends.
    package func edit(
        _ edit: ExternalCalendarEdit,
        of calendar: CalendarID,
        by account: AccountID,
        nowSecond: Int64
    ) async throws -> ExternalCalendar {
        try await observed.change(of: account) { connection in
            let old = try connection.externalCalendars.calendar(of: calendar, by: account)
            let isOther =
                edit.address != nil
                || (edit.keepsReminders ?? old.keepsReminders) != old.keepsReminders
            try connection.execute(
                """
                UPDATE sources SET address = $2, is_paused = $3, keeps_reminders = $4
                WHERE calendar_id = $1
                """,
                [
                    .text(calendar.text), .text(edit.address ?? old.address),
                    .bool(edit.isPaused ?? old.isPaused),
                    .bool(edit.keepsReminders ?? old.keepsReminders),
                ]
            )
            if isOther {
                try connection.externalCalendars.forgetRefusals(in: calendar)
                try connection.execute(
                    """
                    UPDATE sources SET etag = NULL, last_modified = NULL, sync_token = NULL,
                    run_ends_second = 0, not_before_second = 0,
                    is_wanted = 1, due_second = $2 WHERE calendar_id = $1
                    """,
                    [.text(calendar.text), .integer(nowSecond)]
                )
            }
            try connection.calendars.record(calendar)
            return try connection.externalCalendars.calendar(of: calendar, by: account)
        }
    }

    /// A condition in SQL: whether an external calendar has to be read and isn't being read.
    ///
    /// A calendar that would wait longer than any may is due too, because the clock was wrong before.
    private static func isDue(now: String, latest: String) -> String {
        ["due_second", "run_ends_second"].map { "(\($0) <= \(now) OR \($0) > \(latest))" }
            .joined(separator: " AND ")
    }

    /// The external calendars to read, first those that somebody is waiting for.
    ///
    /// There are at most a few of each account, and none of a disabled one.
    package func due(nowSecond: Int64, perAccountMax: Int) async throws -> [ExternalCalendar] {
        try await observed.database.read(as: .server(.externalCalendars)) { connection in
            try connection.rows(
                """
                SELECT \(ExternalCalendar.columns) FROM (
                    SELECT *, row_number() OVER (
                        PARTITION BY account_id ORDER BY is_wanted DESC, due_second, calendar_id
                    ) AS place FROM sources
                    WHERE is_paused = 0 AND \(Self.isDue(now: "$1", latest: "$4"))
                    AND account_id NOT IN (SELECT id FROM users WHERE disabled_second IS NOT NULL)
                ) AS sources
                WHERE place <= $2 ORDER BY is_wanted DESC, due_second, calendar_id LIMIT $3
                """,
                [
                    .integer(nowSecond), .integer(Int64(perAccountMax)),
                    .integer(Int64(Limits.externalCalendarsDueMax)),
                    .integer(nowSecond + Limits.externalWaitSecondsMax),
                ]
            ).map { try ExternalCalendar($0) }
        }
    }

    /// Begins to read a calendar that is due; nil if it isn't due, another reading of it hasn't
    /// ended, or it's gone.
    ///
    /// - Parameters:
    ///   - calendar: The calendar that is read.
    ///   - nowSecond: The current time.
    ///   - endsSecond: The time at which another reading may start over.
    /// - Returns: The reading.
    /// - Throws: The errors of the database.
    package func begin(
        _ calendar: CalendarID,
        nowSecond: Int64,
        endsSecond: Int64
    ) async throws -> ReadingRun? {
        try await observed.database.write(as: .server(.externalCalendars)) { connection in
            let row = try connection.writtenRow(
                """
                UPDATE sources SET run_number = run_number + 1, run_ends_second = $3, due_second = $3
                WHERE calendar_id = $1 AND \(Self.isDue(now: "$2", latest: "$4"))
                RETURNING \(ExternalCalendar.columns), run_number
                """,
                [
                    .text(calendar.text), .integer(nowSecond), .integer(endsSecond),
                    .integer(nowSecond + Limits.externalWaitSecondsMax),
                ]
            )
            return try row.map {
                ReadingRun(
                    source: try ExternalCalendar($0),
                    number: try $0.integer(ExternalCalendar.columnCount),
                    endsSecond: endsSecond
                )
            }
        }
    }

    /// The objects that are stored from an external calendar.
    package func objects(of run: ReadingRun) async throws -> [ReadObject] {
        try await observed.database.read(as: .account(run.source.account)) { connection in
            try connection.rows(
                "SELECT href, uid, coalesce(source_digest, '') FROM objects WHERE calendar_id = $1",
                [.text(run.source.calendar.text)]
            ).map { try ReadObject($0) }
        }
    }

    /// Some of the objects that are stored from an external calendar.
    package func objects(of run: ReadingRun, uids: [String]) async throws -> [ReadObject] {
        try await observed.database.read(as: .account(run.source.account)) { connection in
            try uids.flatMap { uid in
                try connection.rows(
                    """
                    SELECT href, uid, coalesce(source_digest, '') FROM objects
                    WHERE calendar_id = $1 AND uid = $2
                    """,
                    [.text(run.source.calendar.text), .text(uid)]
                ).map { try ReadObject($0) }
            }
        }
    }

    /// Changes a calendar to what its service says.
    ///
    /// The changes don't go into the bin or the history, because the service has the events.
    ///
    /// - Parameters:
    ///   - changes: What to store and to remove, at most a transaction's worth.
    ///   - run: The reading that found them.
    /// - Throws: ``StoreError/notFound`` if the reading has ended, ``StoreError/tooMany(_:)`` or
    ///   ``StoreError/quotaReached(_:)`` when there is no room for them, and the errors of the database.
    package func apply(_ changes: ReadingChanges, of run: ReadingRun) async throws {
        let source = run.source
        try await observed.change(of: source.account, through: .importing) { connection in
            try connection.externalCalendars.begin(changing: run)
            // Remove first, because an object may come back under another name.
            for href in changes.removed {
                let place = ObjectPlace(
                    account: source.account,
                    calendar: source.calendar,
                    href: href
                )
                guard let present = try connection.objects.present(at: place) else { continue }
                try connection.objects.removeUnseen(at: place, id: present.id)
            }
            for (object, digest) in changes.stored {
                try connection.externalCalendars.store(object, in: source, digest: digest)
            }
        }
    }

    /// Ends a reading, and sets when the next one is due.
    ///
    /// - Parameters:
    ///   - run: The reading.
    ///   - outcome: The outcome of the reading.
    ///   - nowSecond: The current time.
    ///   - dueSecond: When the next reading is due, unless something made it due earlier meanwhile.
    ///   - holdsBack: Whether nothing may make it due earlier, except a person who asks for it.
    /// - Returns: Whether the reading was still valid; otherwise nothing was stored.
    /// - Throws: The errors of the database.
    @discardableResult
    package func finish(
        _ run: ReadingRun,
        _ outcome: ReadingOutcome,
        nowSecond: Int64,
        dueSecond: Int64,
        holdsBack: Bool = false
    ) async throws -> Bool {
        let calendar = run.source.calendar
        return try await observed.change(of: run.source.account) { connection in
            guard try connection.externalCalendars.isGoing(run) else { return false }
            let before = try connection.externalCalendars.calendar(
                of: calendar,
                by: run.source.account
            )
            try connection.execute(
                """
                UPDATE sources SET run_ends_second = 0, not_before_second = $4,
                is_wanted = CASE WHEN due_second = $3 THEN 0 ELSE is_wanted END,
                due_second = CASE WHEN due_second = $3 THEN $2 WHEN due_second < $4 THEN $4
                ELSE due_second END
                WHERE calendar_id = $1
                """,
                [
                    .text(calendar.text), .integer(dueSecond), .integer(run.endsSecond),
                    .integer(holdsBack ? dueSecond : 0),
                ]
            )
            try connection.externalCalendars.note(outcome, of: calendar, nowSecond)
            let after = try connection.externalCalendars.calendar(
                of: calendar,
                by: run.source.account
            )
            // Pages show when something goes wrong and when it's right again, not each success.
            let isNews =
                before.failure?.word != after.failure?.word || before.readSecond == nil
                || run.source.isWanted
            if isNews {
                _ = try connection.changes.record(.calendar(calendar), owner: before.account)
            }
            // Read the log here, after the last entry of this reading, which is newer than what it
            // stored.
            if run.source.isConnected { try connection.externalCalendars.noteSettled(run.source) }
            return true
        }
    }
}

extension ExternalCalendarStatements {
    func calendar(of calendar: CalendarID, by account: AccountID) throws -> ExternalCalendar {
        let row = try connection.row(
            """
            SELECT \(ExternalCalendar.columns) FROM sources
            WHERE calendar_id = $1 AND account_id = $2
            """,
            [.text(calendar.text), .text(account.text)]
        )
        guard let row else { throw StoreError.notFound }
        return try ExternalCalendar(row)
    }

    fileprivate func isGoing(_ run: ReadingRun) throws -> Bool {
        try connection.row(
            """
            SELECT 1 FROM sources
            WHERE calendar_id = $1 AND run_number = $2 AND run_ends_second > 0
            """,
            [.text(run.source.calendar.text), .integer(run.number)]
        ) != nil
    }

    /// Requires that a reading is still valid, and removes the other side's token for the state
    /// that was read before.
    ///
    /// If this reading is interrupted, the next one reads everything.
    func begin(changing run: ReadingRun) throws {
        try require(run)
        try connection.execute(
            "UPDATE sources SET etag = NULL, last_modified = NULL WHERE calendar_id = $1",
            [.text(run.source.calendar.text)]
        )
    }

    func require(_ run: ReadingRun) throws {
        guard try isGoing(run) else { throw StoreError.notFound }
    }

    fileprivate func store(
        _ object: ImportedObject,
        in source: ExternalCalendar,
        digest: String
    ) throws {
        let draft = object.draft.asEvent
        let place = ObjectPlace(
            account: source.account,
            calendar: source.calendar,
            href: try connection.objects.href(ofUID: draft.uid, in: source.calendar) ?? object.href
        )
        if let present = try connection.objects.present(at: place) {
            _ = try connection.objects.update(draft, at: place, id: present.id, isDelivered: true)
        } else {
            guard
                try connection.calendars.objectCount(of: source.calendar)
                    < Limits.objectsPerSourceMax
            else {
                throw StoreError.tooMany(.events)
            }
            _ = try connection.objects.insert(draft, at: place, id: object.id, isDelivered: true)
        }
        try connection.execute(
            "UPDATE objects SET source_digest = $3 WHERE calendar_id = $1 AND href = $2",
            [.text(source.calendar.text), .text(place.href.text), .text(digest)]
        )
    }

    fileprivate func note(
        _ outcome: ReadingOutcome,
        of id: CalendarID,
        _ nowSecond: Int64
    ) throws {
        let calendar = SQLValue.text(id.text)
        switch outcome {
        case .read, .unchanged:
            try connection.execute(
                """
                UPDATE sources SET read_second = $2, failure = $3, failure_count = 0,
                failed_second = CASE WHEN CAST($3 AS TEXT) IS NULL THEN NULL ELSE coalesce(failed_second, $2) END
                WHERE calendar_id = $1
                """,
                [
                    calendar, .integer(nowSecond),
                    .optional(try hasRefusals(in: id) ? sourceNotTaken : nil),
                ]
            )
            guard case .read(let state) = outcome else { return }
            try connection.execute(
                """
                UPDATE sources SET etag = $2, last_modified = $3, interval_seconds = $4,
                address = coalesce($5, address), sync_token = $6, dropped_count = $7
                WHERE calendar_id = $1
                """,
                [
                    calendar, .optional(state.etag), .optional(state.lastModified),
                    .optional(state.intervalSeconds), .optional(state.address),
                    .optional(state.syncToken), .integer(Int64(state.droppedCount)),
                ]
            )
        case .failed(let word):
            try connection.execute(
                """
                UPDATE sources SET failure = $2, failed_second = coalesce(failed_second, $3),
                failure_count = failure_count + 1 WHERE calendar_id = $1
                """,
                [calendar, .text(word), .integer(nowSecond)]
            )
        }
    }
}
