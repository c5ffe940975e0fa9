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

    /// The week, 1 to 53, when weeks start on any day; its year is 0 to 10,000.
    ///
    /// Week 1 is the first that has four days or more in its year, as RFC 5545 section 3.3.10 says
    /// of BYWEEKNO and WKST. With weeks that start on Monday it is ``isoWeek``. The first days of
    /// year 1 can be in the last week of year 0, the last days of year 9999 in week 1 of 10,000.
    public func week(startingOn first: Weekday) -> (year: Int, week: Int) {
        var weekYear = year + 1
        while dayNumber < Self.startOfFirstWeek(weekYear, first) { weekYear -= 1 }
        let days = dayNumber - Self.startOfFirstWeek(weekYear, first)
        return (weekYear, Int(days) / 7 + 1)
    }

    /// Makes a date of a week's year, its number and a weekday, as ``week(startingOn:)`` gives them.
    ///
    /// Nil when the year has no such week, or the day is before ``min`` or after ``max``.
    public init?(
        weekYear: Int,
        week: Int,
        weekday: Weekday,
        weekStart: Weekday = .monday
    ) {
        guard week >= 1, week <= Self.weekCount(weekYear: weekYear, weekStart: weekStart)
        else { return nil }
        let start = Int(Self.startOfFirstWeek(weekYear, weekStart))
        self.init(daysSinceEpoch: start + (week - 1) * 7 + weekday.days(after: weekStart))
    }

    /// The weeks of a year, 52 or 53; 0 when the year is not 0 to 10,000.
    public static func weekCount(weekYear: Int, weekStart: Weekday = .monday) -> Int {
        guard (0...10_000).contains(weekYear) else { return 0 }
        let start = startOfFirstWeek(weekYear, weekStart)
        return Int(startOfFirstWeek(weekYear + 1, weekStart) - start) / 7
    }

    /// The day number on which week 1 of a year, 0 to 10,001, starts.
    private static func startOfFirstWeek(_ year: Int, _ first: Weekday) -> Int32 {
        // Whatever day weeks start on, 4 January is in week 1. Year 0, a leap year, is out of
        // bounds of the arithmetic between days and parts.
        let fourth =
            year > 0
            ? Gregorian.dayNumber(year: year, month: 1, day: 4)
            : Gregorian.dayNumber(year: 1, month: 1, day: 4) - 366
        // Day −719,162 is a Monday; 53 weeks more keep year 0 from being negative.
        let weekday = Weekday(zeroBased: Int((fourth + 719_162 + 371) % 7))
        return fourth - Int32(weekday.days(after: first))
    }
}
