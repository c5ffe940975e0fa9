internal import CivilTime

/// The parts of a rule that are about days, with open parts filled from its start as in ``DayLists``.
struct RuleWordDays {
    private(set) var weekdays: [Weekday] = []
    private(set) var ordinals: [WeekdayOrdinal] = []
    private(set) var monthDays: [Int]
    private(set) var yearDays: [Int]
    private(set) var weekNumbers: [Int]
    private(set) var months: [Int]
    private(set) var isVoid: Bool

    init(_ rule: RecurrenceRule, start: CivilDate) {
        monthDays = RuleWords.ordered(rule.byMonthDay, -31...31, hasZero: false)
        yearDays = RuleWords.ordered(rule.byYearDay, -366...366, hasZero: false)
        weekNumbers = RuleWords.ordered(rule.byWeekNumber, -53...53, hasZero: false)
        months = RuleWords.ordered(rule.byMonth, 1...12)
        isVoid =
            (monthDays.isEmpty && !rule.byMonthDay.isEmpty)
            || (yearDays.isEmpty && !rule.byYearDay.isEmpty)
            || (weekNumbers.isEmpty && !rule.byWeekNumber.isEmpty)
            || (months.isEmpty && !rule.byMonth.isEmpty)
        take(rule.byDay, areOrdinalsUsed: rule.frequency >= .monthly && !isByWeeks(rule))
        if yearDays.isEmpty, rule.byDay.isEmpty || !monthDays.isEmpty { fill(rule, from: start) }
    }

    private func isByWeeks(_ rule: RecurrenceRule) -> Bool {
        rule.frequency == .yearly && !rule.byWeekNumber.isEmpty
    }

    private mutating func take(_ days: [WeekdayOrdinal], areOrdinalsUsed: Bool) {
        for weekday in Weekday.allCases {
            let isPlain = days.contains {
                $0.weekday == weekday && ($0.ordinal == 0 || !areOrdinalsUsed)
            }
            if isPlain { weekdays.append(weekday) }
        }
        guard areOrdinalsUsed else { return }
        for number in RuleWords.ordered(days.map { $0.ordinal }, -53...53, hasZero: false) {
            for weekday in Weekday.allCases {
                let day = WeekdayOrdinal(ordinal: number, weekday: weekday)
                // "Every Monday" already includes the last Monday.
                if days.contains(day), !weekdays.contains(weekday) { ordinals.append(day) }
            }
        }
        isVoid = isVoid || (!days.isEmpty && weekdays.isEmpty && ordinals.isEmpty)
    }

    private mutating func fill(_ rule: RecurrenceRule, from start: CivilDate) {
        switch rule.frequency {
        case .yearly where isByWeeks(rule):
            if monthDays.isEmpty { weekdays = [start.weekday] }
        case .yearly:
            if months.isEmpty { months = [start.month] }
            if monthDays.isEmpty { monthDays = [start.day] }
        case .monthly:
            if monthDays.isEmpty { monthDays = [start.day] }
        case .weekly:
            if monthDays.isEmpty { weekdays = [start.weekday] }
        default: break
        }
    }

    /// WKST, if weeks that start on Monday would give other days; nil otherwise.
    func weekStart(of rule: RecurrenceRule, start: CivilDate) -> Weekday? {
        guard rule.weekStart != .monday else { return nil }
        if !weekNumbers.isEmpty { return rule.weekStart }
        guard rule.frequency == .weekly, rule.interval > 1 || !rule.bySetPosition.isEmpty
        else { return nil }
        // It matters if some days come before that weekday, counted from Monday, and some don't.
        let days = monthDays.isEmpty && yearDays.isEmpty ? weekdays : Weekday.allCases
        let all = days + [start.weekday]
        let isSplit =
            all.contains { $0.rawValue < rule.weekStart.rawValue }
            && all.contains { $0.rawValue >= rule.weekStart.rawValue }
        return isSplit ? rule.weekStart : nil
    }
}
