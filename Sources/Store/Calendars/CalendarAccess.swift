import Agenda

extension DatabaseConnection {
    /// What an account sees of what it knows as a calendar; nil when it knows none of that identity.
    func access(of shown: CalendarID, by account: AccountID) throws -> CalendarAccess? {
        let row = try row(
            """
            SELECT \(CalendarAccess.columns), max(level) FROM sights
            WHERE shown_id = $1 AND viewer_id = $2
            GROUP BY calendar_id, shown_id, member_id
            """,
            [.text(shown.text), .text(account.text)]
        )
        return try row.map { try CalendarAccess($0, from: 0) }
    }

    /// Refuses what a level does not allow, as if there were nothing.
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

    /// Writes a calendar's change for all who see its name.
    func recordCalendar(_ calendar: CalendarID) throws {
        for row in try rows(
            """
            SELECT viewer_id, max(level) FROM sights WHERE calendar_id = $1
            GROUP BY viewer_id ORDER BY viewer_id
            """,
            [.text(calendar.text)]
        ) {
            let level = AccessLevel(stored: try row.integer(1))
            guard Permission.allows(.seeEvents, at: level) else { continue }
            _ = try record(.calendar(calendar), owner: AccountID(stored: try row.text(0)))
        }
    }

    /// Makes a change that may alter what an account sees of others or others see of it, and
    /// writes down for each of them what it means.
    func changingAccess<Value>(of account: AccountID, _ body: () throws -> Value) throws -> Value {
        let before = try access(concerning: account)
        let value = try body()
        let after = try access(concerning: account)
        for pair in Set(before.keys).union(after.keys).sorted() {
            let (old, new) = (before[pair], after[pair])
            guard old != new else { continue }
            let calendar = CalendarID(stored: pair.shown)
            let entry: ChangeEntry =
                old?.level == new?.level ? .calendar(calendar) : .access(calendar)
            _ = try record(entry, owner: AccountID(stored: pair.viewer))
        }
        return value
    }

    /// All that an account sees of others, and all that others see of it.
    private func access(concerning account: AccountID) throws -> [AccessPair: AccessReasons] {
        let columns = "SELECT viewer_id, shown_id, group_id, level FROM sights"
        var found = try rows(
            columns + " WHERE viewer_id = $1 AND level < 4",
            [.text(account.text)]
        )
        found += try rows(
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

/// How somebody sees a calendar.
struct CalendarAccess {
    /// The calendar that it is kept in.
    let calendar: CalendarID
    /// The identity that the viewer knows it by.
    let shown: CalendarID
    let level: AccessLevel
    /// Of whom alone the times are seen, where the calendar is another group's.
    let member: AccountID?

    static let columns = "calendar_id, shown_id, member_id"

    /// Reads ``columns``, and the level behind them.
    init(_ row: Row, from first: Int) throws {
        calendar = CalendarID(stored: try row.text(first))
        shown = CalendarID(stored: try row.text(first + 1))
        member = calendar == shown ? nil : AccountID(stored: try row.text(first + 2))
        level = AccessLevel(stored: try row.integer(first + 3))
    }
}

/// Somebody and a calendar of somebody else.
private struct AccessPair: Hashable, Comparable {
    let viewer: String
    /// The identity that the viewer knows the calendar by.
    let shown: String

    static func < (left: AccessPair, right: AccessPair) -> Bool {
        (left.viewer, left.shown) < (right.viewer, right.shown)
    }
}

/// How much is seen, and in which groups.
private struct AccessReasons: Equatable {
    private(set) var level = AccessLevel.hidden
    private var groups: Set<String> = []

    mutating func add(group: String, level: AccessLevel) {
        self.level = max(self.level, level)
        groups.insert(group)
    }
}
