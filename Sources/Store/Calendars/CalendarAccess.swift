import Agenda

extension Query {
    /// Finds whether a calendar is one of an account's own, and of which kind.
    ///
    /// Most requests are for own calendars. This query avoids the view of rights, which is slower.
    static func ownAccess(to calendar: CalendarID, by account: AccountID) -> Query {
        Query(
            """
            SELECT id, id, owner_id,
            CASE WHEN is_connected = 1 THEN 6 WHEN is_subscribed = 1 THEN 5 ELSE 4 END
            FROM calendars
            WHERE id = $1 AND owner_id = $2 AND group_id IS NULL AND deleted_token IS NULL
            """,
            [.text(calendar.text), .text(account.text)]
        )
    }
}

extension CalendarStatements {
    /// The access that an account has to the calendar that it knows by an ID; nil when it knows
    /// none.
    func access(of shown: CalendarID, by account: AccountID) throws -> CalendarAccess? {
        let row =
            try connection.row(.ownAccess(to: shown, by: account))
            ?? connection.row(
                """
                SELECT \(CalendarAccess.columns), max(level) FROM sights
                WHERE shown_id = $1 AND viewer_id = $2
                GROUP BY calendar_id, shown_id, member_id
                """,
                [.text(shown.text), .text(account.text)]
            )
        return try row.map { try CalendarAccess($0, from: 0) }
    }

    /// Throws ``StoreError/notFound`` unless the account may perform the action, so that nobody can
    /// find out whether a calendar exists.
    @discardableResult
    func require(
        _ action: CalendarAction,
        of calendar: CalendarID,
        by account: AccountID
    ) throws -> CalendarAccess {
        guard let access = try access(of: calendar, by: account),
            Permission.allows(action, at: access.level)
        else { throw StoreError.notFound }
        return access
    }

    /// The accounts that see a calendar.
    func viewers(of calendar: CalendarID) throws -> [AccountID] {
        try connection.rows(connection.dialect.viewersOfCalendar, [.text(calendar.text)]).map {
            AccountID(stored: try $0.text(0))
        }
    }

    /// Logs a change of a calendar's name or colour for every account that can see these.
    func record(_ calendar: CalendarID) throws {
        for row in try connection.rows(connection.dialect.viewersOfCalendar, [.text(calendar.text)])
        {
            let level = AccessLevel(stored: try row.integer(1))
            guard Permission.allows(.seeEvents, at: level) else { continue }
            _ = try connection.changes.record(
                .calendar(calendar),
                owner: AccountID(stored: try row.text(0))
            )
        }
    }

    /// Runs a body that may change what an account sees of others, or what others see of it.
    ///
    /// Compares the access before and after, and logs an entry for each viewer and calendar where it
    /// differs.
    func changingAccess<Value>(of account: AccountID, _ body: () throws -> Value) throws -> Value {
        let before = try connection.also(.sharing) { try access(concerning: account) }
        let value = try body()
        let after = try connection.also(.sharing) { try access(concerning: account) }
        for pair in Set(before.keys).union(after.keys).sorted() {
            let (old, new) = (before[pair], after[pair])
            guard old != new else { continue }
            let calendar = CalendarID(stored: pair.shown)
            let entry: ChangeEntry =
                old?.level == new?.level ? .calendar(calendar) : .access(calendar)
            _ = try connection.changes.record(entry, owner: AccountID(stored: pair.viewer))
        }
        return value
    }

    /// What an account sees of others and of its groups, and what others see of it.
    private func access(concerning account: AccountID) throws -> [AccessPair: AccessReasons] {
        let columns = "SELECT viewer_id, shown_id, group_id, level FROM sights"
        var found = try connection.rows(
            columns + " WHERE viewer_id = $1 AND level IN \(CalendarAction.manage.levelsBelow)",
            [.text(account.text)]
        )
        found += try connection.rows(
            columns + " WHERE member_id = $1 AND viewer_id <> $1",
            [.text(account.text)]
        )
        var pairs: [AccessPair: AccessReasons] = [:]
        for row in found {
            let pair = AccessPair(viewer: try row.text(0), shown: try row.text(1))
            pairs[pair, default: AccessReasons()].add(
                group: try row.text(2),
                level: AccessLevel(stored: try row.integer(3))
            )
        }
        return pairs
    }
}

/// The access of an account to a calendar.
struct CalendarAccess {
    /// The calendar's ID in the database.
    let calendar: CalendarID
    /// The ID that the viewer knows the calendar by.
    ///
    /// The two IDs differ if the viewer sees the times of a fellow member in a group that the
    /// viewer isn't in.
    let shown: CalendarID
    private(set) var level: AccessLevel
    /// The fellow member whose times are seen, if ``shown`` differs from ``calendar``; otherwise
    /// nil.
    let member: AccountID?

    static let columns = "calendar_id, shown_id, member_id"

    /// Reads ``columns`` starting at a column, followed by the level.
    init(_ row: Row, from first: Int) throws {
        calendar = CalendarID(stored: try row.text(first))
        shown = CalendarID(stored: try row.text(first + 1))
        member = calendar == shown ? nil : AccountID(stored: try row.text(first + 2))
        level = AccessLevel(stored: try row.integer(first + 3))
    }

    /// The same calendar with less access.
    func lowered(to level: AccessLevel) -> CalendarAccess {
        var access = self
        access.level = min(access.level, level)
        return access
    }
}

/// A viewer and a calendar that isn't the viewer's own.
private struct AccessPair: Hashable, Comparable {
    let viewer: String
    /// The ID that the viewer knows the calendar by.
    let shown: String

    static func < (left: AccessPair, right: AccessPair) -> Bool {
        (left.viewer, left.shown) < (right.viewer, right.shown)
    }
}

/// The level at which a viewer sees a calendar, and the groups that are the reason.
private struct AccessReasons: Equatable {
    private(set) var level = AccessLevel.hidden
    private var groups: Set<String> = []

    mutating func add(group: String, level: AccessLevel) {
        self.level = max(self.level, level)
        groups.insert(group)
    }
}

extension CalendarStatements {
    /// Whether a calendar is one of an account's own, in which scheduling works.
    func isOwn(_ calendar: CalendarID, of account: AccountID) throws -> Bool {
        try connection.row(
            """
            SELECT 1 FROM calendars WHERE id = $1 AND owner_id = $2 AND group_id IS NULL
            AND is_subscribed = 0
            """,
            [.text(calendar.text), .text(account.text)]
        ) != nil
    }

    /// Whether a calendar is a group's.
    func isOfGroup(_ calendar: CalendarID) throws -> Bool {
        try connection.row(
            "SELECT 1 FROM calendars WHERE id = $1 AND group_id IS NOT NULL",
            [.text(calendar.text)]
        ) != nil
    }

    /// Whether a calendar is one of an account's own, here or at another service.
    func isOwnOrConnected(_ calendar: CalendarID, of account: AccountID) throws -> Bool {
        try connection.row(
            """
            SELECT 1 FROM calendars WHERE id = $1 AND owner_id = $2 AND group_id IS NULL
            AND (is_subscribed = 0 OR is_connected = 1)
            """,
            [.text(calendar.text), .text(account.text)]
        ) != nil
    }
}
