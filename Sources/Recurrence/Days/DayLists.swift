internal import CivilTime

/// The parts of a rule that are about days, as bit masks.
struct DayLists {
    /// Bit m is set when month m matches; without BYMONTH, all 12 are set.
    private(set) var months: UInt16 = 0x1FFE
    /// Bit d is set when day d of the month matches.
    private(set) var monthDays: UInt64 = 0
    /// Bit 63 - d is set when the d-th last day of the month matches.
    private(set) var monthDaysFromEnd: UInt64 = 0
    /// Bit w is set when the weekday w, counted from Monday = 0, matches.
    private(set) var weekdays: UInt8 = 0
    /// Weekdays with an ordinal; empty if the frequency or BYWEEKNO means that ordinals are ignored.
    private(set) var ordinals = WeekdayOrdinals()
    /// Bit n - 1 is set when the n-th day of the year matches.
    private(set) var yearDays = DayBits()
    /// Bit n - 1 is set when the n-th last day of the year matches.
    private(set) var yearDaysFromEnd = DayBits()
    /// Bit n is set when week n matches.
    private(set) var weekNumbers: UInt64 = 0
    /// Bit n is set when the n-th last week matches.
    private(set) var weekNumbersFromEnd: UInt64 = 0
    /// WKST, counted from Monday = 0.
    let weekStart: Int
    /// Whether the periods are week-years instead of years.
    let hasWeekYears: Bool
    /// Whether ordinals count within a month instead of within a year.
    let hasMonthOrdinals: Bool
    /// What to do with days that a month or year doesn't have; `omit` if the rule can't name such a
    /// day.
    let skip: RecurrenceRule.Skip

    private(set) var hasMonths = false
    private(set) var hasYearDays = false
    /// Whether a part has values but none of them is in bounds.
    private(set) var isVoid = false

    private var hasMonthDays: Bool { monthDays | monthDaysFromEnd != 0 }
    private var hasWeekNumbers: Bool { weekNumbers | weekNumbersFromEnd != 0 }
    private var hasWeekdays: Bool { weekdays != 0 || !ordinals.isEmpty }

    init(rule: RecurrenceRule, start: CivilDate) {
        weekStart = Int(rule.weekStart.rawValue) - 1
        let isByWeeks = rule.frequency == .yearly && !rule.byWeekNumber.isEmpty
        // With BYSETPOS, positions count within the calendar year, as in every other engine.
        hasWeekYears = isByWeeks && rule.bySetPosition.isEmpty
        hasMonthOrdinals = rule.frequency == .monthly || !rule.byMonth.isEmpty
        // RFC 7529 section 4.1: only days that the rule generates can be invalid, not those that it
        // filters. A week of BYWEEKNO always has all its days.
        skip = rule.frequency >= .monthly && !isByWeeks ? rule.skip : .omit
        let areOrdinalsUsed = rule.frequency >= .monthly && !isByWeeks
        for day in rule.byDay {
            if day.ordinal == 0 || !areOrdinalsUsed {
                weekdays |= 1 << (day.weekday.rawValue - 1)
            } else {
                ordinals.insert(day)
            }
        }
        takeNumbers(of: rule)
        isVoid =
            (!rule.byDay.isEmpty && !hasWeekdays) || (!rule.byMonthDay.isEmpty && !hasMonthDays)
            || (!rule.byYearDay.isEmpty && !hasYearDays)
            || (!rule.byWeekNumber.isEmpty && !hasWeekNumbers) || months == 0
        fill(from: start, rule: rule)
    }

    private mutating func takeNumbers(of rule: RecurrenceRule) {
        if !rule.byMonth.isEmpty {
            hasMonths = true
            months = 0
            for month in rule.byMonth where (1...12).contains(month) {
                months |= 1 << UInt16(month)
            }
        }
        for day in rule.byMonthDay where day != 0 && abs(day) <= 31 {
            if day > 0 {
                monthDays |= 1 << UInt64(day)
            } else {
                monthDaysFromEnd |= 1 << UInt64(63 + day)
            }
        }
        for number in rule.byWeekNumber where number != 0 && abs(number) <= 53 {
            let bit: UInt64 = 1 << UInt64(abs(number))
            if number > 0 { weekNumbers |= bit } else { weekNumbersFromEnd |= bit }
        }
        for day in rule.byYearDay where day != 0 && abs(day) <= 366 {
            hasYearDays = true
            if day > 0 { yearDays.insert(day - 1) } else { yearDaysFromEnd.insert(-day - 1) }
        }
    }

    /// Takes the days that the rule leaves open from the start.
    ///
    /// BYMONTHDAY without BYMONTH in a yearly rule means that day of the start's month, and BYDAY
    /// beside it only limits that (RFC 5545 section 3.3.10, note 2).
    private mutating func fill(from start: CivilDate, rule: RecurrenceRule) {
        guard !hasYearDays, rule.byDay.isEmpty || hasMonthDays else { return }
        switch rule.frequency {
        case .yearly where !rule.byWeekNumber.isEmpty:
            if !hasMonthDays { weekdays = 1 << (start.weekday.rawValue - 1) }
        case .yearly:
            let (_, month, day) = start.parts
            if !hasMonths {
                hasMonths = true
                months = 1 << UInt16(month)
            }
            if !hasMonthDays { monthDays = 1 << UInt64(day) }
        case .monthly where !hasMonthDays:
            monthDays = 1 << UInt64(start.day)
        case .weekly where !hasMonthDays:
            weekdays = 1 << (start.weekday.rawValue - 1)
        default: break
        }
    }
}
