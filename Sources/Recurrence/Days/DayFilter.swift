internal import CivilTime

/// Which days match a rule, by the parts of it that speak of days.
///
/// It is a class as its lists are large: asking a structure would copy them each time.
final class DayFilter: Sendable {
    private let lists: DayLists

    var months: UInt16 { lists.months }
    var monthDays: UInt64 { lists.monthDays }
    var monthDaysFromEnd: UInt64 { lists.monthDaysFromEnd }
    var weekdays: UInt8 { lists.weekdays }
    var ordinals: WeekdayOrdinals { lists.ordinals }
    var yearDays: DayBits { lists.yearDays }
    var yearDaysFromEnd: DayBits { lists.yearDaysFromEnd }
    var weekNumbers: UInt64 { lists.weekNumbers }
    var weekNumbersFromEnd: UInt64 { lists.weekNumbersFromEnd }
    var weekStart: Int { lists.weekStart }
    var hasWeekYears: Bool { lists.hasWeekYears }
    var hasMonthOrdinals: Bool { lists.hasMonthOrdinals }
    var skip: RecurrenceRule.Skip { lists.skip }
    var hasMonths: Bool { lists.hasMonths }
    var hasYearDays: Bool { lists.hasYearDays }
    var isVoid: Bool { lists.isVoid }

    var hasMonthDays: Bool { monthDays | monthDaysFromEnd != 0 }
    var hasWeekNumbers: Bool { weekNumbers | weekNumbersFromEnd != 0 }
    var hasWeekdays: Bool { weekdays != 0 || !ordinals.isEmpty }

    /// Whether every day matches.
    var isUnlimited: Bool { weekdays == 0 && hasOnlyWeekdays }

    /// Whether no part but plain weekdays limits the days.
    var hasOnlyWeekdays: Bool {
        !hasMonths && !hasMonthDays && !hasYearDays && ordinals.isEmpty && !hasWeekNumbers
    }

    init(rule: RecurrenceRule, start: CivilDate) {
        lists = DayLists(rule: rule, start: start)
    }
}
