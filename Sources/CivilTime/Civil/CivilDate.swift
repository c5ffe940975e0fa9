/// A day of the proleptic Gregorian calendar, from 0001-01-01 to 9999-12-31, in no particular place.
///
/// It is stored as a number of days, so that comparing and adding days cost one instruction.
public struct CivilDate: Hashable, Sendable {
    let dayNumber: Int32

    /// The first day there is: 0001-01-01, a Monday.
    public static let min = CivilDate(unchecked: -719_162)
    /// The last day there is: 9999-12-31, a Friday.
    public static let max = CivilDate(unchecked: 2_932_896)

    /// Makes a date of a day number that is known to be in bounds.
    init(unchecked dayNumber: Int32) {
        self.dayNumber = dayNumber
    }

    /// Makes a date of a day number, moving one that is out of bounds to the nearest bound.
    init(clamping dayNumber: Int64) {
        let low = Int64(Self.min.dayNumber)
        let high = Int64(Self.max.dayNumber)
        self.dayNumber = Int32(Swift.min(Swift.max(dayNumber, low), high))
    }

    /// Makes a date of a year (1 to 9999), a month and a day; nil when there is no such day.
    public init?(year: Int, month: Int, day: Int) {
        guard (1...9_999).contains(year), (1...12).contains(month), day >= 1, day <= 31,
            day <= CivilDate.dayCount(year: year, month: month)
        else { return nil }
        self.dayNumber = Gregorian.dayNumber(year: year, month: month, day: day)
    }

    /// Makes a date of the days since 1970-01-01; nil when it is before year 1 or after year 9999.
    public init?(daysSinceEpoch: Int) {
        guard daysSinceEpoch >= Int(Self.min.dayNumber), daysSinceEpoch <= Int(Self.max.dayNumber)
        else { return nil }
        self.dayNumber = Int32(daysSinceEpoch)
    }

    /// Days since 1970-01-01, which is 0; negative before it.
    public var daysSinceEpoch: Int { Int(dayNumber) }

    /// Year, month and day at once, cheaper than one by one.
    public var parts: (year: Int, month: Int, day: Int) { Gregorian.parts(of: dayNumber) }

    /// The year, 1 to 9999.
    public var year: Int { parts.year }

    /// The month, 1 to 12.
    public var month: Int { parts.month }

    /// The day of the month, 1 to 31.
    public var day: Int { parts.day }

    /// The day of the week.
    public var weekday: Weekday {
        // Day −719,162 is a Monday and −719,163 is a multiple of seven away from it; adding
        // 719,162 makes the number non-negative.
        Weekday(zeroBased: Int((dayNumber + 719_162) % 7))
    }

    /// The day of the year, 1 to 366.
    public var dayOfYear: Int {
        Int(dayNumber - Gregorian.dayNumber(year: year, month: 1, day: 1)) + 1
    }
}

extension CivilDate: Comparable {
    /// Whether the left day is earlier.
    public static func < (left: CivilDate, right: CivilDate) -> Bool {
        left.dayNumber < right.dayNumber
    }
}
