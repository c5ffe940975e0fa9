/// What changed, in the order it was committed.
///
/// An entry says only what changed; its content is read from where it stands now. An entry that a
/// later one replaced is passed over, so that a reader never sees an old state after a new one.
package struct ChangeLog<Driver: Database>: Sendable {
    let database: Driver

    /// The newest token of the whole installation.
    package func latest() async throws -> ChangeToken {
        try await database.read { try $0.counter("change") }
    }

    /// An account's calendars and the token that everything later is counted from.
    package func snapshot(of owner: AccountID) async throws -> Snapshot {
        try await database.read { connection in
            let count = try connection.row(
                "SELECT coalesce(sum(object_count), 0) FROM calendars WHERE owner_id = $1",
                [.text(owner.text)]
            )
            return Snapshot(
                token: try connection.counter("change"),
                calendars: try connection.calendars(of: owner),
                objectCount: try count?.integer(0) ?? 0
            )
        }
    }

    /// What changed after a token, or nil when the log no longer, or not yet, reaches there.
    package func page(
        of owner: AccountID,
        after token: ChangeToken,
        countMax: Int
    ) async throws -> ChangePage? {
        try await database.read { connection in
            let latest = try connection.counter("change")
            guard try connection.counter("change-floor") <= token, token <= latest else {
                return nil
            }
            let rows = try connection.changeRows(of: owner, after: token, countMax: countMax)
            let hasMore = rows.count == countMax
            return ChangePage(
                changes: try rows.compactMap(LoggedChange.init),
                reached: hasMore ? ChangeToken(try rows[countMax - 1].integer(0)) : latest,
                hasMore: hasMore
            )
        }
    }

    /// Forgets all but the newest entries.
    func prune(keeping countMax: Int) async throws {
        let (latest, floor) = try await database.read {
            (try $0.counter("change"), try $0.counter("change-floor"))
        }
        let newFloor = latest.number - Int64(countMax)
        guard newFloor > floor.number else { return }
        try await database.write { connection in
            try connection.execute("DELETE FROM changes WHERE token <= $1", [.integer(newFloor)])
            try connection.execute(
                "UPDATE counters SET value = $1 WHERE name = 'change-floor'",
                [.integer(newFloor)]
            )
        }
    }
}

extension DatabaseConnection {
    /// Writes an entry and returns its token.
    func record(_ entry: ChangeEntry, owner: AccountID) throws -> ChangeToken {
        let row = try row(
            "UPDATE counters SET value = value + 1 WHERE name = 'change' RETURNING value"
        )
        guard let token = try row?.integer(0) else { throw StoreError.notFound }
        let (what, calendar, href) = entry.columns
        try execute(
            """
            INSERT INTO changes (token, owner_id, what, calendar_id, href)
            VALUES ($1, $2, $3, $4, $5)
            """,
            [
                .integer(token), .text(owner.text), .text(what), .text(calendar.text),
                .optional(href?.text),
            ]
        )
        return ChangeToken(token)
    }

    fileprivate func counter(_ name: String) throws -> ChangeToken {
        let row = try row("SELECT value FROM counters WHERE name = $1", [.text(name)])
        guard let row else { throw StoreError.notFound }
        return ChangeToken(try row.integer(0))
    }

    fileprivate func changeRows(
        of owner: AccountID,
        after token: ChangeToken,
        countMax: Int
    ) throws -> [Row] {
        try rows(
            """
            SELECT changes.token, changes.what, changes.calendar_id, changes.href,
            objects.etag, objects.ical,
            calendars.id, calendars.name, calendars.color, calendars.position,
            calendars.is_default
            FROM changes
            LEFT JOIN objects ON objects.change_token = changes.token
            LEFT JOIN calendars ON changes.what = 'calendar'
            AND calendars.id = changes.calendar_id AND calendars.change_token = changes.token
            WHERE changes.owner_id = $1 AND changes.token > $2
            ORDER BY changes.token LIMIT $3
            """,
            [.text(owner.text), .integer(token.number), .integer(Int64(countMax))]
        )
    }
}

extension ChangeEntry {
    fileprivate var columns: (what: String, calendar: CalendarID, href: Href?) {
        switch self {
        case .calendar(let id): ("calendar", id, nil)
        case .calendarRemoved(let id): ("calendar-removed", id, nil)
        case .event(let id, let href): ("event", id, href)
        case .eventRemoved(let id, let href): ("event-removed", id, href)
        }
    }
}

extension LoggedChange {
    /// Reads a row of the log; nil when a later entry replaced this one.
    fileprivate init?(_ row: Row) throws {
        token = ChangeToken(try row.integer(0))
        let calendar = CalendarID(stored: try row.text(2))
        switch try row.text(1) {
        case "calendar":
            guard !row.isNull(6) else { return nil }
            change = .calendar(try CalendarRecord(row, from: 6))
        case "calendar-removed":
            change = .calendarRemoved(calendar)
        case "event":
            guard !row.isNull(4) else { return nil }
            change = .event(
                ObjectRecord(
                    calendar: calendar,
                    href: Href(stored: try row.text(3)),
                    etag: try row.text(4),
                    ical: try row.text(5)
                )
            )
        default:
            change = .eventRemoved(calendar, Href(stored: try row.text(3)))
        }
    }
}
