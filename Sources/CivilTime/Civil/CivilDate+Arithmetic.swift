extension CivilDate {
    /// Whether the year has a 29 February.
    public static func isLeap(year: Int) -> Bool {
        year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    }

    /// The days of a month, 28 to 31; 0 when `month` is not 1 to 12.
    public static func dayCount(year: Int, month: Int) -> Int {
        guard (1...12).contains(month) else { return 0 }
        if month == 2 { return isLeap(year: year) ? 29 : 28 }
        // Months of 31 days are the odd ones up to July and the even ones from August.
        return 30 | (month ^ (month >> 3))
    }

    /// The days of a year, 365 or 366.
    public static func dayCount(year: Int) -> Int {
        isLeap(year: year) ? 366 : 365
    }

    /// The date that many days later, or earlier; never beyond ``min`` and ``max``.
    public func adding(days: Int) -> CivilDate {
        let (sum, overflow) = Int64(dayNumber).addingReportingOverflow(Int64(days))
        if overflow { return days < 0 ? .min : .max }
        return CivilDate(clamping: sum)
    }

    /// The same day of the month that many months later, or earlier.
    ///
    /// A day the month does not have becomes its last day: 31 January and one month is 28 or 29
    /// February. The result never goes beyond ``min`` and ``max``.
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

    /// The same day that many years later, or earlier.
    ///
    /// 29 February becomes the 28th in a year that has none. The result never goes beyond ``min`` and ``max``.
    public func adding(years: Int) -> CivilDate {
        guard years.magnitude <= 10_000 else { return years < 0 ? .min : .max }
        return adding(months: years * 12)
    }

    /// The days from `other` to this date; negative when `other` is later.
    public func days(since other: CivilDate) -> Int {
        Int(dayNumber - other.dayNumber)
    }
}
