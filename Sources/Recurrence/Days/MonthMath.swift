/// The date arithmetic that expansion does for each period.
///
/// `CivilDate` has it too; here it's on plain numbers and without checks, as a period's year is
/// always in bounds. Days are counted from 1970-01-01.
enum MonthMath {
    /// The first day of a month.
    static func firstDay(year: Int, month: Int) -> Int {
        // A year that starts in March has the leap day at its end.
        let isEarly = month <= 2
        let marchYear = year &- (isEarly ? 1 : 0)
        let marchMonth = month &+ (isEarly ? 12 : 0)
        let leapDays = marchYear >> 2 &- marchYear / 100 &+ marchYear / 400
        return marchYear &* 365 &+ leapDays &+ (979 &* marchMonth &- 2_919) >> 5 &- 719_468
    }

    /// How many days a month has.
    static func dayCount(year: Int, month: Int) -> Int {
        if month == 2 { return isLeap(year) ? 29 : 28 }
        return 30 | (month ^ (month >> 3))
    }

    /// How many days of a year come before a month.
    static func daysBefore(month: Int, isLeap: Bool) -> Int {
        (367 * month - 362) / 12 - (month <= 2 ? 0 : isLeap ? 1 : 2)
    }

    /// Whether a year has a 29 February.
    static func isLeap(_ year: Int) -> Bool {
        year & 3 == 0 && (year % 100 != 0 || year % 400 == 0)
    }

    /// The weekday of a day, Monday being 0.
    static func weekday(of day: Int) -> Int {
        // Day -719,162, 1 January of year 1, is a Monday. 60 more weeks keep the sum positive for
        // days shortly before it.
        (day &+ 719_162 &+ 7 * 60) % 7
    }

    /// The year a day is in.
    static func year(of day: Int) -> Int {
        // An average year has 365.2425 days; the guess is off by one at most.
        var year = (day + 719_528) * 400 / 146_097
        if firstDay(year: year, month: 1) > day { year -= 1 }
        return firstDay(year: year + 1, month: 1) <= day ? year + 1 : year
    }
}
