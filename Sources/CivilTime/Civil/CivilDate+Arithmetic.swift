extension CivilDate {
    /// Whether the year has a 29 February.
    public static func isLeap(year: Int) -> Bool {
        year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    }

    /// The number of days in a month, 28 to 31; 0 if `month` is not 1 to 12.
    public static func dayCount(year: Int, month: Int) -> Int {
        guard (1...12).contains(month) else { return 0 }
        if month == 2 { return isLeap(year: year) ? 29 : 28 }
        // Months up to July have 31 days if they are odd, months from August if they are even.
        return 30 | (month ^ (month >> 3))
    }

    /// The number of days in a year, 365 or 366.
    public static func dayCount(year: Int) -> Int {
        isLeap(year: year) ? 366 : 365
    }

    /// The date `days` later (earlier if negative), clamped to ``min`` and ``max``.
    public func adding(days: Int) -> CivilDate {
        let (sum, overflow) = Int64(dayNumber).addingReportingOverflow(Int64(days))
        if overflow { return days < 0 ? .min : .max }
        return CivilDate(clamping: sum)
    }

    /// The same day of the month `months` later (earlier if negative).
    ///
    /// If that month is too short, the result is its last day: 31 January plus one month is 28 or
    /// 29 February. The result is clamped to ``min`` and ``max``.
    public func adding(months: Int) -> CivilDate {
        let (year, month, day) = parts
        guard months.magnitude <= 120_000 else { return months < 0 ? .min : .max }
        let index = year * 12 + month - 1 + months
        guard index >= 12 else { return .min }
        guard index < 10_000 * 12 else { return .max }
        let count = CivilDate.dayCount(year: index / 12, month: index % 12 + 1)
        let number = Gregorian.dayNumber(
            year: index / 12,
            month: index % 12 + 1,
            day: Swift.min(day, count)
        )
        return CivilDate(unchecked: number)
    }

    /// The same day `years` later (earlier if negative).
    ///
    /// 29 February becomes 28 February in a year that is not a leap year. The result is clamped to
    /// ``min`` and ``max``.
    public func adding(years: Int) -> CivilDate {
        guard years.magnitude <= 10_000 else { return years < 0 ? .min : .max }
        return adding(months: years * 12)
    }

    /// The number of days from `other` to this date; negative if `other` is later.
    public func days(since other: CivilDate) -> Int {
        Int(dayNumber - other.dayNumber)
    }
}
