import CivilTime
import Recurrence

/// The weeks of the year in which a yearly series happens, counted in sevens from 1 January.
///
/// Of a hundred thousand birthdays, eight thousand are in any one month; the index skips the
/// others.
struct YearlySeriesWeeks: Hashable, Sendable {
    static let weekCount = 53

    /// The first week, from 0.
    let first: Int
    /// The number of weeks; after the last week of the year comes the first.
    let count: Int

    var weeks: [Int] { (0..<count).map { (first + $0) % Self.weekCount } }

    /// The weeks of a series; nil if it happens in too many weeks of the year, or isn't simply
    /// yearly.
    init?(of series: Series) {
        guard let master = series.master, let recurrence = series.recurrence,
            recurrence.rules.count == 1, let rule = recurrence.rules.first,
            rule.isInOnePartOfYear, recurrence.dates.isEmpty, series.ranges.isEmpty
        else { return nil }
        let start = master.start.civil.date
        guard let days = Self.days(of: rule, start: start) else { return nil }
        let upper = days.upperBound + master.length.daysAtLeastCovering
        // Two days more for leap years and the difference between zones.
        self.init(from: days.lowerBound - 2, to: upper + 2)
    }

    /// Whether a yearly rule certainly doesn't match the series' start, which is then indexed
    /// separately.
    static func excludesStart(_ start: CivilDate, from rule: RecurrenceRule) -> Bool {
        guard rule.isInOnePartOfYear, let days = days(of: rule, start: start) else { return false }
        return start.dayOfYear < days.lowerBound - 2 || start.dayOfYear > days.upperBound + 2
    }

    private init?(from lower: Int, to upper: Int) {
        let firstWeek = lower >= 1 ? (lower - 1) / 7 : -2
        // The last week of a year has only one or two days.
        let lastWeek = upper <= 364 ? (upper - 1) / 7 : Self.weekCount + (upper - 365) / 7
        let count = lastWeek - firstWeek + 1
        guard count <= Limits.yearlyWeeksMax else { return nil }
        first = (firstWeek + Self.weekCount) % Self.weekCount
        self.count = count
    }

    /// The days of a 365-day year on which a rule may match; nil if that isn't roughly one month.
    private static func days(of rule: RecurrenceRule, start: CivilDate) -> ClosedRange<Int>? {
        guard rule.byMonth.count <= 1 else { return nil }
        let month = rule.byMonth.first ?? start.month
        let length = CivilDate.dayCount(year: 2001, month: month)
        if !rule.byDay.isEmpty, rule.byMonth.isEmpty { return nil }
        var days = 1...length
        if rule.byDay.isEmpty {
            guard rule.byMonthDay.count <= 1 else { return nil }
            let day = rule.byMonthDay.first ?? start.day
            guard day != 0 else { return nil }
            let date = min(max(1, day > 0 ? day : length + 1 + day), length)
            days = date...date
        } else if rule.byDay.count == 1, let entry = rule.byDay.first, entry.ordinal != 0 {
            days = Self.days(ofRank: entry.ordinal, in: length)
        }
        guard let first = CivilDate(year: 2001, month: month, day: 1) else { return nil }
        let before = first.dayOfYear - 1
        return (days.lowerBound + before)...(days.upperBound + before)
    }

    /// The days of the month on which its nth weekday can fall.
    private static func days(ofRank rank: Int, in length: Int) -> ClosedRange<Int> {
        let rank = min(max(-5, rank), 5)
        let lower = rank > 0 ? rank * 7 - 6 : length + 1 + rank * 7
        return min(max(1, lower), length)...min(max(1, lower + 6), length)
    }

    /// The weeks of the year that a window has days in, each once.
    static func weeks(of days: Range<Int32>) -> [Int] {
        guard days.count < 366, let first = CivilDate(daysSinceEpoch: Int(days.lowerBound)) else {
            return Array(0..<weekCount)
        }
        var weeks: [Int] = []
        for offset in 0..<days.count {
            let week = (first.adding(days: offset).dayOfYear - 1) / 7
            if weeks.last != week, weeks.first != week { weeks.append(week) }
        }
        return weeks
    }
}

extension RecurrenceRule {
    /// Whether it repeats yearly, without naming days or weeks of the year.
    fileprivate var isInOnePartOfYear: Bool {
        frequency == .yearly && byYearDay.isEmpty && byWeekNumber.isEmpty
    }
}
