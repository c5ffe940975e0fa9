/// The few sums about months that expansion makes for each period.
///
/// `CivilDate` knows them too; here they take and give plain numbers and need no checks, as a
/// period's year is always in bounds.
enum MonthMath {
    /// The day number of the first of a month, days since 1970-01-01.
    static func firstDay(year: Int, month: Int) -> Int {
        // Counting years from March puts the leap day at the end of the one it belongs to.
        let isEarly = month <= 2
        let marchYear = year &- (isEarly ? 1 : 0)
        let marchMonth = month &+ (isEarly ? 12 : 0)
        let leapDays = marchYear >> 2 &- marchYear / 100 &+ marchYear / 400
        return marchYear &* 365 &+ leapDays &+ (979 &* marchMonth &- 2_919) >> 5 &- 719_468
    }

    /// The days of a month.
    static func dayCount(year: Int, month: Int) -> Int {
        if month == 2 { return isLeap(year) ? 29 : 28 }
        return 30 | (month ^ (month >> 3))
    }

    /// The days of a year before a month.
    static func daysBefore(month: Int, isLeap: Bool) -> Int {
        (367 * month - 362) / 12 - (month <= 2 ? 0 : isLeap ? 1 : 2)
    }

    /// Whether a year has a 29 February.
    static func isLeap(_ year: Int) -> Bool {
        year & 3 == 0 && (year % 100 != 0 || year % 400 == 0)
    }

    /// The weekday of a day, Monday being 0.
    static func weekday(of day: Int) -> Int {
        // The number added is a multiple of seven on from a Monday, and makes the sum positive.
        (day &+ 719_162 &+ 7 * 60) % 7
    }

    /// The year a day is in.
    static func year(of day: Int) -> Int {
        // An average year has 365.2425 days; the guess is right or one off.
        var year = (day + 719_528) * 400 / 146_097
        if firstDay(year: year, month: 1) > day { year -= 1 }
        return firstDay(year: year + 1, month: 1) <= day ? year + 1 : year
    }
}
