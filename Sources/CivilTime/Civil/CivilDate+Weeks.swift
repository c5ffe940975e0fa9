extension CivilDate {
    /// The latest `first` weekday on or before this date, never before ``min``.
    public func startOfWeek(_ first: Weekday) -> CivilDate {
        adding(days: -weekday.days(after: first))
    }

    /// The ISO 8601 week: week 1 contains the year's first Thursday.
    ///
    /// The year is the week's own, which differs from the date's around New Year.
    public var isoWeek: (year: Int, week: Int) {
        let thursday = dayNumber + 4 - Int32(weekday.rawValue)
        // Always in bounds: year 9999 ends on a Friday and year 1 starts on a Monday.
        let year = Gregorian.parts(of: thursday).year
        let firstDay = Gregorian.dayNumber(year: year, month: 1, day: 1)
        return (year, Int(thursday - firstDay) / 7 + 1)
    }

    /// The week, 1 to 53, when weeks start on `first`; its year is 0 to 10,000.
    ///
    /// Week 1 is the first with at least four days in its year (RFC 5545 section 3.3.10, BYWEEKNO
    /// and WKST). If weeks start on Monday, the result is ``isoWeek``. The first days of year 1 can
    /// belong to the last week of year 0, and the last days of year 9999 to week 1 of year 10,000.
    public func week(startingOn first: Weekday) -> (year: Int, week: Int) {
        var weekYear = year + 1
        while dayNumber < Self.startOfFirstWeek(weekYear, first) { weekYear -= 1 }
        let days = dayNumber - Self.startOfFirstWeek(weekYear, first)
        return (weekYear, Int(days) / 7 + 1)
    }

    /// Makes a date from the week and its year, as in ``week(startingOn:)``, and a weekday.
    ///
    /// Nil if the year has no such week, or the day is before ``min`` or after ``max``.
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

    /// The number of weeks in a year, 52 or 53; 0 if the year is not 0 to 10,000.
    public static func weekCount(weekYear: Int, weekStart: Weekday = .monday) -> Int {
        guard (0...10_000).contains(weekYear) else { return 0 }
        let start = startOfFirstWeek(weekYear, weekStart)
        return Int(startOfFirstWeek(weekYear + 1, weekStart) - start) / 7
    }

    /// The day number on which week 1 of a year (0 to 10,001) starts.
    private static func startOfFirstWeek(_ year: Int, _ first: Weekday) -> Int32 {
        // 4 January is in week 1 whichever day weeks start on. Gregorian's arithmetic doesn't cover
        // year 0, a leap year.
        let fourth =
            year > 0
            ? Gregorian.dayNumber(year: year, month: 1, day: 4)
            : Gregorian.dayNumber(year: 1, month: 1, day: 4) - 366
        // Day −719,162 is a Monday; 53 more weeks (371 days) keep the number non-negative in year
        // 0.
        let weekday = Weekday(zeroBased: Int((fourth + 719_162 + 371) % 7))
        return fourth - Int32(weekday.days(after: first))
    }
}
