import Agenda

extension DatabaseConnection {
    /// What an account sees of what it knows as a calendar; nil when it knows none of that identity.
    func sight(of shown: CalendarID, by account: AccountID) throws -> Sight? {
        let row = try row(
            """
            SELECT \(Sight.columns), max(level) FROM sights
            WHERE shown_id = $1 AND viewer_id = $2
            GROUP BY calendar_id, shown_id, member_id
            """,
            [.text(shown.text), .text(account.text)]
        )
        return try row.map { try Sight($0, from: 0) }
    }

    /// Refuses what a level does not allow, as if there were nothing.
    @discardableResult
    func require(
        _ action: CalendarAction,
        of calendar: CalendarID,
        by account: AccountID
    ) throws -> Sight {
        guard let sight = try sight(of: calendar, by: account),
            Permission.allows(action, at: sight.level)
        else { throw StoreError.notFound }
        return sight
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
            let level = SightLevel(stored: try row.integer(1))
            guard Permission.allows(.seeEvents, at: level) else { continue }
            _ = try record(.calendar(calendar), owner: AccountID(stored: try row.text(0)))
        }
    }

    /// Makes a change that may alter what an account sees of others or others see of it, and
    /// writes down for each of them what it means.
    func changingSights<Value>(of account: AccountID, _ body: () throws -> Value) throws -> Value {
        let before = try sights(concerning: account)
        let value = try body()
        let after = try sights(concerning: account)
        for pair in Set(before.keys).union(after.keys).sorted() {
            let (old, new) = (before[pair], after[pair])
            guard old != new else { continue }
            let calendar = CalendarID(stored: pair.shown)
            let entry: ChangeEntry =
                old?.level == new?.level ? .calendar(calendar) : .sight(calendar)
            _ = try record(entry, owner: AccountID(stored: pair.viewer))
        }
        return value
    }

    /// All that an account sees of others, and all that others see of it.
    private func sights(concerning account: AccountID) throws -> [SightPair: SightReasons] {
        let columns = "SELECT viewer_id, shown_id, group_id, level FROM sights"
        var found = try rows(
            columns + " WHERE viewer_id = $1 AND level < 4",
            [.text(account.text)]
        )
        found += try rows(
            columns + " WHERE member_id = $1 AND viewer_id <> $1",
            [.text(account.text)]
        )
        var pairs: [SightPair: SightReasons] = [:]
        for row in found {
            let pair = SightPair(viewer: try row.text(0), shown: try row.text(1))
            pairs[pair, default: SightReasons()].add(
                group: try row.text(2),
                level: SightLevel(stored: try row.integer(3))
            )
        }
        return pairs
    }
}

/// How somebody sees a calendar.
struct Sight {
    /// The calendar that it is kept in.
    let calendar: CalendarID
    /// The identity that the viewer knows it by.
    let shown: CalendarID
    let level: SightLevel
    /// Of whom alone the times are seen, where the calendar is another group's.
    let member: AccountID?

    static let columns = "calendar_id, shown_id, member_id"

    /// Reads ``columns``, and the level behind them.
    init(_ row: Row, from first: Int) throws {
        calendar = CalendarID(stored: try row.text(first))
        shown = CalendarID(stored: try row.text(first + 1))
        member = calendar == shown ? nil : AccountID(stored: try row.text(first + 2))
        level = SightLevel(stored: try row.integer(first + 3))
    }
}

/// Somebody and a calendar of somebody else.
private struct SightPair: Hashable, Comparable {
    let viewer: String
    /// The identity that the viewer knows the calendar by.
    let shown: String

    static func < (left: SightPair, right: SightPair) -> Bool {
        (left.viewer, left.shown) < (right.viewer, right.shown)
    }
}

/// How much is seen, and in which groups.
private struct SightReasons: Equatable {
    private(set) var level = SightLevel.hidden
    private var groups: Set<String> = []

    mutating func add(group: String, level: SightLevel) {
        self.level = max(self.level, level)
        groups.insert(group)
    }
}
