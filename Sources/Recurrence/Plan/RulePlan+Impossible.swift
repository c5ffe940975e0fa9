internal import CivilTime

/// Proofs, made before a rule is expanded, that it never matches.
///
/// What they miss, expansion finds by going through a whole cycle of the calendar; these keep the
/// rules short whose cycle has very many periods.
extension RulePlan {
    /// Whether a rule that steps by days or less ever comes to a time and a weekday it allows.
    ///
    /// The units of a rule, numbered within their weeks, all leave the same remainder when they
    /// are divided by the greatest common divisor of the interval and a week's units.
    static func canMeet(
        _ clock: ClockFilter,
        _ frequency: Frequency,
        _ interval: Int64,
        days: DayFilter,
        start: Int64
    ) -> Bool {
        guard frequency <= .daily, !clock.isEmpty else { return true }
        guard clock.isLimited || days.weekdays != 0 else { return true }
        let length = frequency.secondsPerUnit
        let perDay = 86_400 / length
        let stride = greatestDivisor(interval, 7 * perDay)
        let first = (start + epochWeekday * 86_400).floorQuotient(length)
        var refused: Int64 = -1
        for weekday in 0..<7 where days.weekdays == 0 || days.weekdays & (1 << UInt8(weekday)) != 0
        {
            let passed = first - Int64(weekday) * perDay
            let remainder = passed - passed.floorQuotient(stride) * stride
            // Most strides come to the same times on all days.
            if remainder == refused { continue }
            if clock.allowsAny(from: remainder, stride: stride, length: length) { return true }
            refused = remainder
        }
        return false
    }

    /// The weekday of 1 January 1970, counted from Monday = 0.
    private static let epochWeekday: Int64 = 3
}

extension ClockFilter {
    /// Whether one of the day's units, of which every `stride`-th from `first` on counts, starts
    /// at an allowed second.
    fileprivate func allowsAny(from first: Int64, stride: Int64, length: Int64) -> Bool {
        if length == 1, stride < 60 { return allowsAny(from: Int(first), stride: Int(stride)) }
        var unit = first
        while unit * length < 86_400 {
            let second = Int(unit * length)
            guard let allowed = self.first(from: second) else { return false }
            if allowed == second { return true }
            let next = (Int64(allowed) + length - 1) / length
            unit = first + (next - first + stride - 1) / stride * stride
        }
        return false
    }

    /// The same for seconds, of which each minute has some.
    private func allowsAny(from first: Int, stride: Int) -> Bool {
        let every = RulePlan.stride(Int64(stride))
        return (0..<1_440).contains { minute in
            guard hours & (1 << UInt64(minute / 60)) != 0, minutes & (1 << UInt64(minute % 60)) != 0
            else { return false }
            let passed = (minute * 60 - first) % stride
            let rest = passed < 0 ? passed + stride : passed
            return every << UInt64(rest == 0 ? 0 : stride - rest) & seconds != 0
        }
    }
}

/// The proof that no year has what a rule asks for.
///
/// There are 14 kinds of year, and with the kinds of those beside them 28 years in a row have all
/// that there is: what none of these gives no year gives.
extension DayFilter {
    private static let allKinds = 2_001...2_028

    /// Whether days match, and as many within one period as BYSETPOS needs.
    ///
    /// - Parameters:
    ///   - kind: What the periods are.
    ///   - candidatesMin: The least number of times of a period, BYSETPOS not applied, that gives
    ///     an occurrence.
    ///   - timeCount: The times of a day.
    /// - Returns: Whether there is such a period; an interval may pass over it.
    func hasPeriod(of kind: RulePlan.Kind, with candidatesMin: Int, timeCount: Int) -> Bool {
        if isVoid || timeCount == 0 { return false }
        if candidatesMin <= 1, alwaysHasDays { return true }
        let daysMin = (candidatesMin - 1) / timeCount + 1
        return Self.allKinds.contains { year in
            switch kind {
            case .weekYears: return weekYearBits(year: year).bits.count >= daysMin
            case .months: return hasMonth(of: year, with: daysMin)
            case .weeks where daysMin > 1: return hasWeek(of: year, with: daysMin)
            case .years where skip != .omit: return movedYearBits(year: year).count >= daysMin
            case .years: return yearBits(year: year).count >= daysMin
            default: return !yearBits(year: year).isEmpty
            }
        }
    }

    /// Whether it is plain that days match: each part by itself names days that all months have.
    var alwaysHasDays: Bool {
        guard !hasYearDays, !hasWeekNumbers, !hasWeekYears else { return false }
        if !hasMonthDays { return ordinals.isEmpty }
        // The first 28 days are in every month, from either end.
        let always: UInt64 = (1 << 29) - 2
        return !hasWeekdays && (monthDays & always != 0 || monthDaysFromEnd >> 35 != 0)
    }

    private func hasMonth(of year: Int, with daysMin: Int) -> Bool {
        (1...12).contains { month in
            guard months & (1 << UInt16(month)) != 0 else { return false }
            let first = MonthMath.firstDay(year: year, month: month)
            let count = MonthMath.dayCount(year: year, month: month)
            if skip != .omit {
                return movedMonthBits(firstDay: first, count: count).nonzeroBitCount >= daysMin
            }
            var bits = monthBits(firstDay: first, count: count)
            if hasYearDays || hasWeekNumbers {
                bits &= yearBits(year: year).word(
                    from: MonthMath.daysBefore(month: month, isLeap: MonthMath.isLeap(year))
                )
            }
            return bits.nonzeroBitCount >= daysMin
        }
    }

    private func hasWeek(of year: Int, with daysMin: Int) -> Bool {
        let january = MonthMath.firstDay(year: year, month: 1)
        let count = MonthMath.isLeap(year) ? 366 : 365
        let (bits, next) = (yearBits(year: year), yearBits(year: year + 1))
        var day = (weekStart - MonthMath.weekday(of: january) + 7) % 7
        while day < count {
            var week = bits.word(from: day)
            if count - day < 7 { week |= next.words[0] << UInt64(count - day) }
            if (week & 0x7F).nonzeroBitCount >= daysMin { return true }
            day += 7
        }
        return false
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
