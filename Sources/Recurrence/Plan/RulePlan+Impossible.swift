internal import CivilTime

/// Proofs, before a rule is expanded, that it never matches.
///
/// They don't find every such rule: for the others, expansion searches a whole cycle of the
/// calendar. They find those for which that would take too long.
extension RulePlan {
    /// Whether a rule that steps by days or less ever steps on a time and a weekday it allows.
    ///
    /// True for rules that step by more. If the units are numbered within their weeks, all units of
    /// a rule have the same remainder modulo the greatest common divisor of the interval and the
    /// number of units in a week.
    static func stepsOnAllowedTime(
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
            // With most strides, the times are the same on all days: check them once.
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
    /// Whether one of a day's units starts at an allowed second.
    ///
    /// The units are every `stride`-th from `first` on, each `length` seconds long.
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

    /// The same for seconds and a stride so short that every minute has some of them.
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

/// The proof that no year has the days that a rule asks for.
///
/// A year is one of 14 kinds, and 28 years in a row contain each kind with all the neighbours it can
/// have. If none of these years matches, no year does.
extension DayFilter {
    private static let allKinds = 2_001...2_028

    /// Whether some period has matching days, and as many times as BYSETPOS needs.
    ///
    /// - Parameters:
    ///   - kind: What the periods are.
    ///   - candidatesMin: How many times a period needs at least, before BYSETPOS, to give an
    ///     occurrence.
    ///   - timeCount: How many times a matching day has.
    /// - Returns: Whether there is such a period; INTERVAL may skip it.
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

    /// Whether days obviously match: at most one part limits the days of a month, and it names some
    /// that every month has.
    var alwaysHasDays: Bool {
        guard !hasYearDays, !hasWeekNumbers, !hasWeekYears else { return false }
        if !hasMonthDays { return ordinals.isEmpty }
        // Every month has 28 days, counted from either end.
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
    /// How long a period of a day or less is, in seconds; a day for longer ones.
    var secondsPerUnit: Int64 {
        switch self {
        case .secondly: 1
        case .minutely: 60
        case .hourly: 3_600
        default: 86_400
        }
    }
}
