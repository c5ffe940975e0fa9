internal import CivilTime

/// Proofs, made before a rule is expanded, that it never matches.
///
/// What they miss, expansion finds by going through a whole cycle of the calendar; these keep the
/// rules short whose cycle has very many periods.
extension RulePlan {
    /// Whether BYSETPOS names an occurrence that a week, a month or a year may have.
    static func canSelect(
        _ positions: SetPositions,
        kind: Kind,
        days: DayFilter,
        timeCount: Int
    ) -> Bool {
        guard !positions.isEmpty else { return true }
        let (daysMax, weeksMax) =
            switch kind {
            case .weeks: (7, 1)
            case .months: (32, 5)
            default: (373, 54)
            }
        let isByWeekday = days.weekdays != 0 && days.ordinals.isEmpty
        let most = isByWeekday ? min(daysMax, days.weekdayCount * weeksMax) : daysMax
        let first = min(
            positions.fromStart.first(from: 0) ?? .max,
            positions.fromEnd.first(from: 0) ?? .max
        )
        return first < most * timeCount
    }

    /// Whether a rule that steps by days or less ever comes to a time and a weekday it allows.
    ///
    /// The units of a rule, numbered within their days, all leave the same remainder when they
    /// are divided by the greatest common divisor of the interval and a day's units.
    static func canMeet(
        _ clock: ClockFilter,
        _ frequency: Frequency,
        _ interval: Int64,
        days: DayFilter,
        start: Int64
    ) -> Bool {
        guard frequency <= .daily else { return true }
        let length = frequency.secondsPerUnit
        if interval > 1, days.weekdays != 0, (interval % (7 * 86_400 / length)) == 0 {
            // Whole weeks always come to the same weekday.
            let weekday = MonthMath.weekday(of: Int(start.floorQuotient(86_400)))
            if days.weekdays & (1 << UInt8(weekday)) == 0 { return false }
        }
        guard frequency < .daily, clock.isLimited, !clock.isEmpty else { return true }
        let stride = greatestDivisor(interval, 86_400 / length)
        let first = start.floorQuotient(length)
        let remainder = first - first.floorQuotient(stride) * stride
        var unit = remainder
        while unit * length < 86_400 {
            let second = Int(unit * length)
            guard let allowed = clock.first(from: second) else { return false }
            if allowed == second { return true }
            let next = (Int64(allowed) + length - 1) / length
            unit = remainder + (next - remainder + stride - 1) / stride * stride
        }
        return false
    }
}

extension DayFilter {
    /// Whether no month that is allowed has a day that is, such as 30 February.
    var isImpossible: Bool {
        guard hasMonthDays, !isVoid else { return isVoid }
        // The first 28 days are in every month, from either end.
        let always: UInt64 = (1 << 29) - 2
        if monthDays & always != 0 || monthDaysFromEnd >> 35 != 0 { return false }
        if skip != .omit { return false }
        return !(1...12).contains { month in
            months & (1 << UInt16(month)) != 0
                && monthBits(year: 2_000, month: month, withWeekdays: false) != 0
        }
    }
}

extension Frequency {
    /// The seconds of a period of a day or less; a day for longer ones.
    var secondsPerUnit: Int64 {
        switch self {
        case .secondly: 1
        case .minutely: 60
        case .hourly: 3_600
        default: 86_400
        }
    }
}
