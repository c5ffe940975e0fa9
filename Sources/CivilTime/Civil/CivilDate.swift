/// A day of the proleptic Gregorian calendar, 0001-01-01 to 9999-12-31, with no time zone.
///
/// It is stored as a day number, so comparing dates and adding days take one instruction.
public struct CivilDate: Hashable, Sendable {
    let dayNumber: Int32

    /// The earliest date: 0001-01-01, a Monday.
    public static let min = CivilDate(unchecked: -719_162)
    /// The latest date: 9999-12-31, a Friday.
    public static let max = CivilDate(unchecked: 2_932_896)

    /// Makes a date from a day number known to be in bounds.
    init(unchecked dayNumber: Int32) {
        self.dayNumber = dayNumber
    }

    /// Makes a date from a day number, clamped to ``min`` and ``max``.
    init(clamping dayNumber: Int64) {
        let low = Int64(Self.min.dayNumber)
        let high = Int64(Self.max.dayNumber)
        self.dayNumber = Int32(Swift.min(Swift.max(dayNumber, low), high))
    }

    /// Makes a date from a year (1 to 9999), a month and a day; nil if there is no such day.
    public init?(year: Int, month: Int, day: Int) {
        guard (1...9_999).contains(year), (1...12).contains(month), day >= 1, day <= 31,
            day <= CivilDate.dayCount(year: year, month: month)
        else { return nil }
        self.dayNumber = Gregorian.dayNumber(year: year, month: month, day: day)
    }

    /// Makes a date from the days since 1970-01-01; nil if outside the years 1 to 9999.
    public init?(daysSinceEpoch: Int) {
        guard daysSinceEpoch >= Int(Self.min.dayNumber), daysSinceEpoch <= Int(Self.max.dayNumber)
        else { return nil }
        self.dayNumber = Int32(daysSinceEpoch)
    }

    /// Days since 1970-01-01; negative for earlier dates.
    public var daysSinceEpoch: Int { Int(dayNumber) }

    /// The year, month and day together, which is cheaper than reading them one by one.
    public var parts: (year: Int, month: Int, day: Int) { Gregorian.parts(of: dayNumber) }

    /// The year, 1 to 9999.
    public var year: Int { parts.year }

    /// The month, 1 to 12.
    public var month: Int { parts.month }

    /// The day of the month, 1 to 31.
    public var day: Int { parts.day }

    /// The day of the week.
    public var weekday: Weekday {
        // Day −719,162 is a Monday; adding 719,162 also makes the number non-negative.
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
