/// The hours, minutes and seconds that limit a rule whose periods are shorter than a day.
struct ClockFilter {
    let hours: UInt64
    let minutes: UInt64
    let seconds: UInt64

    /// Takes only the lists that limit the rule's frequency; the other lists add times to each slot.
    init(rule: RecurrenceRule) {
        hours = Self.mask(rule.frequency <= .hourly ? rule.byHour : [], below: 24)
        minutes = Self.mask(rule.frequency <= .minutely ? rule.byMinute : [], below: 60)
        seconds = Self.secondMask(rule.frequency == .secondly ? rule.bySecond : [])
    }

    /// Whether some times of day aren't allowed.
    var isLimited: Bool {
        hours.nonzeroBitCount < 24 || minutes.nonzeroBitCount < 60 || seconds.nonzeroBitCount < 60
    }

    /// Whether no time of day is allowed.
    var isEmpty: Bool { hours == 0 || minutes == 0 || seconds == 0 }

    /// The first allowed second of the day at or after `second`; nil if the day has none left.
    func first(from second: Int) -> Int? {
        var (hour, minute, second) = (second / 3_600, second / 60 % 60, second % 60)
        if hours & (1 << UInt64(hour)) == 0 {
            (minute, second) = (0, 0)
            guard let next = Self.next(in: hours, from: hour) else { return nil }
            hour = next
        }
        if minutes & (1 << UInt64(minute)) == 0 {
            second = 0
            guard let next = Self.next(in: minutes, from: minute) else {
                return nextHour(after: hour)
            }
            minute = next
        }
        guard let next = Self.next(in: seconds, from: second) else {
            return minute == 59
                ? nextHour(after: hour) : first(from: hour * 3_600 + (minute + 1) * 60)
        }
        return hour * 3_600 + minute * 60 + next
    }

    private func nextHour(after hour: Int) -> Int? {
        hour == 23 ? nil : first(from: (hour + 1) * 3_600)
    }

    private static func next(in mask: UInt64, from value: Int) -> Int? {
        let rest = mask & (UInt64.max << UInt64(value))
        return rest == 0 ? nil : rest.trailingZeroBitCount
    }

    /// The values as bits; without values, all bits are set.
    static func mask(_ values: [Int], below limit: Int) -> UInt64 {
        if values.isEmpty { return (1 << UInt64(limit)) - 1 }
        var mask: UInt64 = 0
        for value in values where value >= 0 && value < limit { mask |= 1 << UInt64(value) }
        return mask
    }

    /// The seconds as bits; 60 is read as 59, as no clock here has leap seconds.
    static func secondMask(_ values: [Int]) -> UInt64 {
        mask(values.contains(60) ? values.map { $0 == 60 ? 59 : $0 } : values, below: 60)
    }
}
