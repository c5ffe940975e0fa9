/// Proofs, made before a rule is expanded, that it never matches.
///
/// What they miss, expansion finds by going through a whole cycle of the calendar; these keep the
/// rules short whose cycle has very many periods.
extension RulePlan {
    /// Whether BYSETPOS names an occurrence that a day, an hour or a minute has.
    static func canSelect(_ positions: [Int], frequency: Frequency, count: Int) -> Bool {
        guard frequency <= .daily, !positions.isEmpty else { return true }
        return positions.contains { $0 != 0 && abs($0) <= count }
    }

    /// Whether a stride shorter than a day ever comes to a time of day the clock filter allows.
    ///
    /// The periods of a rule, numbered within their days, all leave the same remainder when they
    /// are divided by the greatest common divisor of the interval and a day's periods.
    static func canMeet(
        _ clock: ClockFilter,
        frequency: Frequency,
        interval: Int64,
        _ firstPeriod: Int64
    ) -> Bool {
        guard frequency < .daily, clock.isLimited else { return true }
        let length = frequency.secondsPerPeriod
        let stride = greatestDivisor(interval, 86_400 / length)
        let remainder = firstPeriod - firstPeriod.floorQuotient(stride) * stride
        var period = remainder
        while period * length < 86_400 {
            let second = Int(period * length)
            guard let allowed = clock.first(from: second) else { return false }
            if allowed == second { return true }
            let next = (Int64(allowed) + length - 1) / length
            period = remainder + (next - remainder + stride - 1) / stride * stride
        }
        return false
    }
}

extension DayFilter {
    /// Whether no month that is allowed has a day that is, such as 30 February.
    var isImpossible: Bool {
        guard hasMonthDays else { return months == 0 }
        return !(1...12).contains { month in
            months & (1 << UInt16(month)) != 0
                && (monthBits(year: 2_000, month: month, withWeekdays: false)
                    | monthBits(year: 2_001, month: month, withWeekdays: false)) != 0
        }
    }
}

extension Frequency {
    /// The seconds of a period of a day or less; a day for longer ones.
    var secondsPerPeriod: Int64 {
        switch self {
        case .secondly: 1
        case .minutely: 60
        case .hourly: 3_600
        default: 86_400
        }
    }
}
