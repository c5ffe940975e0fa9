package import CivilTime

/// An account's working hours, by the clock of its zone.
package struct WorkingHours: Hashable, Sendable {
    /// The usual hours.
    package let usual: WorkHours
    /// The hours from Monday to Sunday, nil for a day off; empty if they're the usual ones on all days.
    package let byWeekday: [WorkHours?]

    static let columns = "users.from_minute, users.to_minute, users.week_hours"

    /// Reads the ``columns`` from a row in which other columns stand before them.
    init(_ row: Row, from place: Int) throws {
        usual = WorkHours(
            fromMinute: Int(try row.integer(place)),
            toMinute: Int(try row.integer(place + 1))
        )
        byWeekday = Self.days(stored: try row.text(place + 2))
    }

    /// The hours of each weekday.
    package var week: WorkWeek { WorkWeek(byWeekday) ?? WorkWeek(everyDay: usual) }

    /// The hours of weekdays as they're stored: minutes such as `540-1020`, separated by commas.
    static func stored(_ days: [WorkHours?]) -> String {
        days.map { hours in hours.map { "\($0.fromMinute)-\($0.toMinute)" } ?? "" }
            .joined(separator: ",")
    }

    private static func days(stored text: String) -> [WorkHours?] {
        guard !text.isEmpty else { return [] }
        return text.split(separator: ",", omittingEmptySubsequences: false).map { day in
            let minutes = day.split(separator: "-").compactMap { Int($0) }
            guard minutes.count == 2 else { return nil }
            return WorkHours(fromMinute: minutes[0], toMinute: minutes[1])
        }
    }
}
