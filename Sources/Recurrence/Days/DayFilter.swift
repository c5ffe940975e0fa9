internal import CivilTime

/// Finds the days that match a rule's parts about days.
///
/// It's a class because its lists are large, and a struct would copy them each time it's used.
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

    /// Whether nothing limits the days, except weekdays without ordinals.
    var hasOnlyWeekdays: Bool {
        !hasMonths && !hasMonthDays && !hasYearDays && ordinals.isEmpty && !hasWeekNumbers
    }

    init(rule: RecurrenceRule, start: CivilDate) {
        lists = DayLists(rule: rule, start: start)
    }
}
