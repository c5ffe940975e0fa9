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
    /// From Monday to Sunday the first and the last minute, both -1 on a day off.
    private let minutes: [Int]

    /// A week with the same hours on all days.
    public init(everyDay hours: WorkHours) {
        var minutes: [Int] = []
        for _ in 0..<7 {
            minutes.append(hours.fromMinute)
            minutes.append(hours.toMinute)
        }
        self.minutes = minutes
    }

    /// A week with these first and last minutes from Monday to Sunday, both -1 for a day off; nil unless there are
    /// 14 numbers.
    public init?(minutes: [Int]) {
        guard minutes.count == 14 else { return nil }
        self.minutes = minutes
    }

    /// A week with these hours from Monday to Sunday, nil for a day off; nil unless there are seven.
    public init?(_ days: [WorkHours?]) {
        self.init(minutes: days.flatMap { [$0?.fromMinute ?? -1, $0?.toMinute ?? -1] })
    }

    /// The hours that begin on a weekday; nil for a day off.
    public subscript(weekday: Weekday) -> WorkHours? {
        let place = 2 * (Int(weekday.rawValue) - 1)
        let hours = WorkHours(fromMinute: minutes[place], toMinute: minutes[place + 1])
        return hours.fromMinute == -1 && hours.toMinute == -1 ? nil : hours
    }

    /// Whether the minutes of all hours are from 0 to 1,440.
    public var isWithinDays: Bool {
        for place in 0..<7 {
            let hours = WorkHours(fromMinute: minutes[2 * place], toMinute: minutes[2 * place + 1])
            let isOff = hours.fromMinute == -1 && hours.toMinute == -1
            guard isOff || hours.isWithinDay else { return false }
        }
        return true
    }
}
