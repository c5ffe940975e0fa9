/// The hours of a day in which somebody works, by the clock of their zone.
public struct WorkHours: Hashable, Sendable {
    /// The minute of the day at which they begin, from 0 to 1,440.
    public let fromMinute: Int
    /// The minute at which they end, exclusive, from 0 to 1,440.
    ///
    /// If it's earlier than the beginning, they end on the next day; if it's the same, they last for 24 hours.
    public let toMinute: Int

    /// Makes hours without checking their bounds, as ``isWithinDay`` does.
    public init(fromMinute: Int, toMinute: Int) {
        self.fromMinute = fromMinute
        self.toMinute = toMinute
    }

    /// Whether both minutes are from 0 to 1,440.
    public var isWithinDay: Bool {
        (0...1_440).contains(fromMinute) && (0...1_440).contains(toMinute)
    }

    /// Whether they end on the day after they begin.
    public var endNextDay: Bool { toMinute <= fromMinute }

    /// How long they last, from 1 to 1,440 minutes.
    public var lengthMinutes: Int { toMinute - fromMinute + (endNextDay ? 1_440 : 0) }
}

/// The working hours of each weekday.
public struct WorkWeek: Hashable, Sendable {
    /// The hours from Monday to Sunday; nil for a day off.
    private let days: [WorkHours?]

    /// A week with the same hours on all days.
    public init(everyDay hours: WorkHours) {
        days = Array(repeating: hours, count: 7)
    }

    /// A week with these hours from Monday to Sunday, nil for a day off; nil unless there are seven.
    public init?(_ days: [WorkHours?]) {
        guard days.count == 7 else { return nil }
        self.days = days
    }

    /// The hours that begin on a weekday; nil for a day off.
    public subscript(weekday: Weekday) -> WorkHours? { days[Int(weekday.rawValue) - 1] }

    /// Whether the minutes of all hours are from 0 to 1,440.
    public var isWithinDays: Bool {
        for case let hours? in days where !hours.isWithinDay { return false }
        return true
    }
}
