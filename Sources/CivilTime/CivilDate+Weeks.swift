extension CivilDate {
    /// The latest day, this one included, that is a `first`; never before ``min``.
    public func startOfWeek(_ first: Weekday) -> CivilDate {
        adding(days: -weekday.days(after: first))
    }

    /// The ISO 8601 week: week 1 is the one with the year's first Thursday.
    ///
    /// The year is the week's, which differs from the date's around New Year.
    public var isoWeek: (year: Int, week: Int) {
        let thursday = dayNumber + 4 - Int32(weekday.rawValue)
        // Year 9999 ends on a Friday and year 1 starts on a Monday, so the Thursday is in bounds.
        let year = Gregorian.parts(of: thursday).year
        let firstDay = Gregorian.dayNumber(year: year, month: 1, day: 1)
        return (year, Int(thursday - firstDay) / 7 + 1)
    }
}
