internal import CivilTime

extension RulePlan {
    /// The last second of the last day there is.
    static let endOfTime = Int64(CivilDate.max.daysSinceEpoch) * 86_400 + 86_399

    /// UNTIL as the last clock time and the last instant.
    ///
    /// A date means the end of that day where the event is. With a start that is a date only the
    /// date of UNTIL counts, as written. An UNTIL in UTC ends a zoned rule by instant; the clock
    /// then shows at most 26 hours more. A floating start has no instants, so it reads an UNTIL in
    /// UTC as its own clock's.
    static func bounds(
        of end: RecurrenceRule.End,
        start: CalendarTime
    ) -> (clock: Int64, instant: Int64) {
        guard case .until(let until) = end else { return (endOfTime, .max) }
        if until.isDate || start.isDate {
            return (Int64(until.civil.date.daysSinceEpoch) * 86_400 + 86_399, .max)
        }
        let clock = until.civil.secondsSinceEpoch
        guard case .utc(let instant) = until, start.zoneID != nil else { return (clock, .max) }
        return (min(clock + 26 * 3_600, endOfTime), instant.secondsSinceEpoch)
    }

    /// The times within a day, or within an hour or minute when the rule steps by those.
    static func times(rule: RecurrenceRule, start: TimeOfDay) -> [Int32] {
        let hours =
            rule.frequency >= .daily
            ? values(rule.byHour, below: 24, otherwise: start.hour) : [0]
        let minutes =
            rule.frequency >= .hourly
            ? values(rule.byMinute, below: 60, otherwise: start.minute) : [0]
        let seconds =
            rule.frequency >= .minutely
            ? values(rule.bySecond.map { $0 == 60 ? 59 : $0 }, below: 60, otherwise: start.second)
            : [0]
        var times: [Int32] = []
        times.reserveCapacity(hours.count * minutes.count * seconds.count)
        for hour in hours {
            for minute in minutes {
                for second in seconds { times.append(Int32(hour * 3_600 + minute * 60 + second)) }
            }
        }
        return times
    }

    /// A list in order without repetitions, or the start's value when there is none.
    private static func values(_ list: [Int], below limit: Int, otherwise value: Int) -> [Int] {
        if list.isEmpty { return [value] }
        var isListed: UInt64 = 0
        for value in list where value >= 0 && value < limit { isListed |= 1 << UInt64(value) }
        return (0..<limit).filter { isListed & (1 << UInt64($0)) != 0 }
    }

    /// Years for yearly rules, months for monthly ones and so on, counted from some fixed period.
    static func period(
        holding time: ClockTime,
        frequency: Frequency,
        days: DayFilter,
        weekZero: Int
    ) -> Int64 {
        switch frequency {
        case .secondly: return time.seconds
        case .minutely: return Int64(time.day) * 1_440 + Int64(time.second / 60)
        case .hourly: return Int64(time.day) * 24 + Int64(time.second / 3_600)
        case .daily: return Int64(time.day)
        case .weekly:
            let shift = Int(time.day) - weekZero
            return Int64(shift >= 0 ? shift / 7 : (shift - 6) / 7)
        case .monthly, .yearly:
            let date = CivilDate.min.adding(days: Int(time.day) - CivilDate.min.daysSinceEpoch)
            if frequency == .monthly { return Int64(date.year * 12 + date.month - 1) }
            return Int64(days.hasWeekYears ? days.weekYear(holding: date) : date.year)
        }
    }

    /// The periods in 400 years.
    static func cycle(frequency: Frequency) -> Int64 {
        let days = Int64(Limits.cycleDays)
        switch frequency {
        case .secondly: return days * 86_400
        case .minutely: return days * 1_440
        case .hourly: return days * 24
        case .daily: return days
        case .weekly: return days / 7
        case .monthly: return Int64(Limits.cycleYears) * 12
        case .yearly: return Int64(Limits.cycleYears)
        }
    }

    static func greatestDivisor(_ left: Int64, _ right: Int64) -> Int64 {
        var (large, small) = (left, right)
        while small != 0 { (large, small) = (small, large % small) }
        return large
    }

    /// The occurrences in each full period, when no filter can change their number.
    static func constantCount(
        _ rule: RecurrenceRule,
        days: DayFilter,
        times: [Int32]
    ) -> Int? {
        guard rule.bySetPosition.isEmpty else { return nil }
        switch rule.frequency {
        case .daily: return days.isUnlimited ? times.count : nil
        case .weekly: return days.hasOnlyWeekdays ? days.weekdayCount * times.count : nil
        case .secondly, .minutely, .hourly:
            let isLimited = !days.isUnlimited || ClockFilter(rule: rule).isLimited
            return isLimited ? nil : times.count
        case .monthly, .yearly: return nil
        }
    }
}
