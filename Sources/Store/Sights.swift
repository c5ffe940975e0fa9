import Agenda

extension DatabaseConnection {
    /// How much of a calendar an account sees.
    func level(of calendar: CalendarID, for account: AccountID) throws -> SightLevel {
        let row = try row(
            "SELECT max(level) FROM sights WHERE calendar_id = $1 AND viewer_id = $2",
            [.text(calendar.text), .text(account.text)]
        )
        guard let row, !row.isNull(0) else { return .hidden }
        return SightLevel(stored: try row.integer(0))
    }

    /// Refuses what a level does not allow, as if there were nothing.
    @discardableResult
    func require(
        _ action: CalendarAction,
        of calendar: CalendarID,
        by account: AccountID
    ) throws -> SightLevel {
        let level = try level(of: calendar, for: account)
        guard Permission.allows(action, at: level) else { throw StoreError.notFound }
        return level
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
            let calendar = CalendarID(stored: pair.calendar)
            let entry: ChangeEntry =
                old?.level == new?.level ? .calendar(calendar) : .sight(calendar)
            _ = try record(entry, owner: AccountID(stored: pair.viewer))
        }
        return value
    }

    /// All that an account sees of others, and all that others see of it.
    private func sights(concerning account: AccountID) throws -> [SightPair: SightReasons] {
        let columns = "SELECT viewer_id, calendar_id, group_id, level FROM sights"
        var found = try rows(
            columns + " WHERE viewer_id = $1 AND level < 4",
            [.text(account.text)]
        )
        let calendars = try rows(
            "SELECT id FROM calendars WHERE owner_id = $1",
            [.text(account.text)]
        )
        for calendar in calendars {
            found += try rows(
                columns + " WHERE calendar_id = $1 AND viewer_id <> $2",
                [.text(try calendar.text(0)), .text(account.text)]
            )
        }
        var pairs: [SightPair: SightReasons] = [:]
        for row in found {
            let pair = SightPair(viewer: try row.text(0), calendar: try row.text(1))
            pairs[pair, default: SightReasons()].add(
                group: try row.text(2),
                level: SightLevel(stored: try row.integer(3))
            )
        }
        return pairs
    }
}

/// Somebody and a calendar of somebody else.
private struct SightPair: Hashable, Comparable {
    let viewer: String
    let calendar: String

    static func < (left: SightPair, right: SightPair) -> Bool {
        (left.viewer, left.calendar) < (right.viewer, right.calendar)
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
