internal import CivilTime

extension DayFilter {
    /// The first day of a week-year, and its matching days; bit 0 is that first day.
    func weekYearBits(year: Int) -> (first: Int, bits: DayBits) {
        let first = weekYearStart(year)
        let weekCount = (weekYearStart(year + 1) - first) / 7
        var bits = DayBits()
        for week in 0..<weekCount where isListed(week: week, of: weekCount) {
            for day in week * 7..<week * 7 + 7 where matchesInWeek(first + day) { bits.insert(day) }
        }
        return (first, bits)
    }

    /// The first day of a week-year: that of the first week with at least four days in the year.
    func weekYearStart(_ year: Int) -> Int {
        let fourth = MonthMath.firstDay(year: year, month: 1) + 3
        return fourth - (MonthMath.weekday(of: fourth) - weekStart + 7) % 7
    }

    /// The week-year a day belongs to.
    func weekYear(holding date: CivilDate) -> Int {
        let year = date.year
        if date.daysSinceEpoch < weekYearStart(year) { return year - 1 }
        return date.daysSinceEpoch >= weekYearStart(year + 1) ? year + 1 : year
    }

    /// The days of a calendar year that lie in the weeks of BYWEEKNO.
    func weekNumberBits(year: Int, count: Int) -> DayBits {
        var bits = DayBits()
        let january = MonthMath.firstDay(year: year, month: 1)
        for weekYear in year - 1...year + 1 {
            let first = weekYearStart(weekYear)
            let weekCount = (weekYearStart(weekYear + 1) - first) / 7
            for week in 0..<weekCount where isListed(week: week, of: weekCount) {
                let shift = first + week * 7 - january
                // Most weeks of the neighbouring week-years are outside this year.
                let end = min(shift + 7, count)
                for day in min(max(0, shift), max(0, end))..<max(0, end) { bits.insert(day) }
            }
        }
        return bits
    }

    private func isListed(week: Int, of weekCount: Int) -> Bool {
        weekNumbers & (1 << UInt64(week + 1)) != 0
            || weekNumbersFromEnd & (1 << UInt64(weekCount - week)) != 0
    }

    /// Whether a day matches all parts except BYWEEKNO; ordinals in BYDAY are ignored.
    private func matchesInWeek(_ day: Int) -> Bool {
        if weekdays != 0, weekdays & (1 << UInt8(MonthMath.weekday(of: day))) == 0 { return false }
        guard hasMonths || hasMonthDays || hasYearDays else { return true }
        guard let date = CivilDate(daysSinceEpoch: day) else { return false }
        let (year, month, monthDay) = date.parts
        if months & (1 << UInt16(month)) == 0 { return false }
        if hasMonthDays {
            let fromEnd = MonthMath.dayCount(year: year, month: month) + 1 - monthDay
            let isListed =
                monthDays & (1 << UInt64(monthDay)) != 0
                || monthDaysFromEnd & (1 << UInt64(63 - fromEnd)) != 0
            if !isListed { return false }
        }
        guard hasYearDays else { return true }
        let fromEnd = (MonthMath.isLeap(year) ? 366 : 365) - date.dayOfYear
        return yearDays.contains(date.dayOfYear - 1) || yearDaysFromEnd.contains(fromEnd)
    }
}
