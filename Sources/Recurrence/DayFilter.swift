internal import CivilTime

/// Which days of a period match a rule, by the parts of it that speak of days.
struct DayFilter {
    /// Bit m is set when month m matches; all are set without BYMONTH.
    let months: UInt16
    /// Bit d is set when day d of the month matches.
    let monthDays: UInt64
    /// Bit d is set when the d-th last day of the month matches.
    let monthDaysFromEnd: UInt64
    /// Bit w is set when the weekday w, counted from Monday = 0, matches.
    let weekdays: UInt8
    /// Weekdays with an ordinal, only where the rule's frequency lets them count.
    let ordinals: [WeekdayOrdinal]
    let yearDays: [Int]
    let weekNumbers: [Int]
    let weekStart: Weekday
    /// Whether the periods are week-years instead of years.
    let hasWeekYears: Bool
    /// Whether ordinals count within a month instead of within a year.
    let hasMonthOrdinals: Bool
    /// The matching weekdays of 384 days that start with each of the seven weekdays.
    let weekdayPatterns: [DayBits]

    let hasMonths: Bool
    let hasMonthDays: Bool

    var hasWeekdays: Bool { weekdays != 0 || !ordinals.isEmpty }
    var weekdayCount: Int { weekdays.nonzeroBitCount }

    /// Whether every day matches.
    var isUnlimited: Bool { !hasWeekdays && hasOnlyWeekdays }

    /// Whether no part but plain weekdays limits the days.
    var hasOnlyWeekdays: Bool {
        !hasMonths && !hasMonthDays && ordinals.isEmpty && yearDays.isEmpty && weekNumbers.isEmpty
    }

    init(rule filled: RecurrenceRule, start: CivilDate) {
        let rule = filled.filled(from: start)
        let isYearly = rule.frequency == .yearly
        hasWeekYears = isYearly && !rule.byWeekNumber.isEmpty
        hasMonthOrdinals = rule.frequency == .monthly || !rule.byMonth.isEmpty
        let areOrdinalsUsed = rule.frequency >= .monthly && !hasWeekYears
        var weekdays: UInt8 = 0
        for day in rule.byDay where day.ordinal == 0 || !areOrdinalsUsed {
            weekdays |= 1 << (day.weekday.rawValue - 1)
        }
        self.weekdays = weekdays
        ordinals = areOrdinalsUsed ? rule.byDay.filter { $0.ordinal != 0 } : []
        hasMonths = !rule.byMonth.isEmpty
        hasMonthDays = !rule.byMonthDay.isEmpty
        var months: UInt16 = rule.byMonth.isEmpty ? 0x1FFE : 0
        for month in rule.byMonth where (1...12).contains(month) { months |= 1 << UInt16(month) }
        self.months = months
        monthDays = Self.mask(rule.byMonthDay)
        monthDaysFromEnd = Self.mask(rule.byMonthDay.map { -$0 })
        yearDays = rule.byYearDay
        weekNumbers = rule.byWeekNumber
        weekStart = rule.weekStart
        weekdayPatterns = Self.patterns(weekdays)
    }

    private static func mask(_ values: [Int]) -> UInt64 {
        var mask: UInt64 = 0
        for value in values where (1...31).contains(value) { mask |= 1 << UInt64(value) }
        return mask
    }

    private static func patterns(_ weekdays: UInt8) -> [DayBits] {
        guard weekdays != 0 else { return Array(repeating: DayBits(), count: 7) }
        let everySeventh = (0..<7).map { DayBits(everySeventhFrom: $0) }
        return (0..<7).map { first in
            var bits = DayBits()
            for weekday in 0..<7 where weekdays & (1 << UInt8(weekday)) != 0 {
                bits.formUnion(everySeventh[(weekday - first + 7) % 7])
            }
            return bits
        }
    }
}

extension RecurrenceRule {
    /// The rule with the days it needs and does not name taken from the start.
    ///
    /// BYMONTHDAY alone in a yearly rule means that day of the start's month; with BYDAY beside it
    /// (Friday the 13th) the day in any month.
    fileprivate func filled(from start: CivilDate) -> RecurrenceRule {
        var rule = self
        let hasDays = !byDay.isEmpty || !byYearDay.isEmpty
        switch frequency {
        case .yearly where !byWeekNumber.isEmpty:
            if !hasDays, byMonthDay.isEmpty {
                rule.byDay = [WeekdayOrdinal(weekday: start.weekday)]
            }
        case .yearly where !hasDays:
            if byMonth.isEmpty { rule.byMonth = [start.month] }
            if byMonthDay.isEmpty { rule.byMonthDay = [start.day] }
        case .monthly where !hasDays && byMonthDay.isEmpty:
            rule.byMonthDay = [start.day]
        case .weekly where !hasDays && byMonthDay.isEmpty:
            rule.byDay = [WeekdayOrdinal(weekday: start.weekday)]
        default: break
        }
        return rule
    }
}
