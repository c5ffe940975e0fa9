internal import CivilTime

extension RulePlan {
    /// The last clock time of the calendar, in seconds: the end of year 9999.
    static let endOfTime = Int64(CivilDate.max.daysSinceEpoch) * 86_400 + 86_399

    /// What the periods of a rule are.
    ///
    /// A weekly rule without INTERVAL and BYSETPOS is walked by days: the same days match, and 64 of
    /// them are filtered at once.
    static func kind(_ rule: RecurrenceRule, days: DayFilter, hasPositions: Bool) -> Kind {
        switch rule.frequency {
        case .yearly: days.hasWeekYears ? .weekYears : .years
        case .monthly: .months
        case .weekly: rule.interval <= 1 && !hasPositions ? .days : .weeks
        case .daily: .days
        case .hourly: .hours
        case .minutely: .minutes
        case .secondly: .seconds
        }
    }

    /// The times within each slot: a day, or an hour, minute or second if the rule steps by those.
    static func times(rule: RecurrenceRule, start: TimeOfDay) -> [Int32] {
        let hours = rule.frequency >= .daily ? rule.byHour : [0]
        let minutes = rule.frequency >= .hourly ? rule.byMinute : [0]
        let seconds = rule.frequency >= .minutely ? rule.bySecond : [0]
        let secondsOfStart = rule.frequency >= .minutely ? start.second : 0
        if hours.count <= 1, minutes.count <= 1, seconds.count <= 1 {
            // A shortcut: most rules name one time or none.
            let hour = hours.first ?? start.hour
            let minute = minutes.first ?? start.minute
            let second = min(seconds.first ?? secondsOfStart, 60)
            guard (0..<24).contains(hour), (0..<60).contains(minute), second >= 0 else { return [] }
            return [Int32(hour * 3_600 + minute * 60 + (second == 60 ? 59 : second))]
        }
        let hourMask = hours.isEmpty ? 1 << UInt64(start.hour) : ClockFilter.mask(hours, below: 24)
        let minuteMask =
            minutes.isEmpty ? 1 << UInt64(start.minute) : ClockFilter.mask(minutes, below: 60)
        let secondMask =
            seconds.isEmpty ? 1 << UInt64(secondsOfStart) : ClockFilter.secondMask(seconds)
        return times(hours: hourMask, minutes: minuteMask, seconds: secondMask)
    }

    private static func times(hours: UInt64, minutes: UInt64, seconds: UInt64) -> [Int32] {
        var times: [Int32] = []
        times.reserveCapacity(
            hours.nonzeroBitCount * minutes.nonzeroBitCount * seconds.nonzeroBitCount
        )
        for hour in 0..<24 where hours & (1 << UInt64(hour)) != 0 {
            for minute in 0..<60 where minutes & (1 << UInt64(minute)) != 0 {
                for second in 0..<60 where seconds & (1 << UInt64(second)) != 0 {
                    times.append(Int32(hour * 3_600 + minute * 60 + second))
                }
            }
        }
        return times
    }

    /// The period that holds a clock time, in seconds.
    static func period(
        holding clock: Int64,
        kind: Kind,
        days: DayFilter,
        weekZero: Int64
    ) -> Int64 {
        switch kind {
        case .days: return clock.floorQuotient(86_400) >> 6
        case .hours: return clock.floorQuotient(86_400)
        case .minutes: return clock.floorQuotient(3_600)
        case .seconds: return clock.floorQuotient(60)
        case .weeks: return (clock.floorQuotient(86_400) - weekZero).floorQuotient(7)
        case .years, .weekYears, .months:
            let day = Int(truncatingIfNeeded: clock.floorQuotient(86_400))
            let date = CivilDate.min.adding(days: day - CivilDate.min.daysSinceEpoch)
            if kind == .weekYears { return Int64(days.weekYear(holding: date)) }
            let (year, month, _) = date.parts
            return kind == .years ? Int64(year) : Int64(year * 12 + month - 1)
        }
    }

    /// Bits 0, `interval`, twice `interval` and so on, within 64 bits.
    static func stride(_ interval: Int64) -> UInt64 {
        if interval == 1 { return .max }
        var stride: UInt64 = 1
        var shift = UInt64(clamping: interval)
        while shift < 64 {
            stride |= stride << shift
            shift *= 2
        }
        return stride
    }

    /// After how many periods a rule and the calendar repeat together; at most `Int64.max`.
    static func cyclePeriods(kind: Kind, interval: Int64) -> Int64 {
        let days = Int64(Limits.cycleDays)
        let years = Int64(Limits.cycleYears)
        let cycle: Int64 =
            switch kind {
            case .years, .weekYears: years
            case .months: years * 12
            case .weeks: days / 7
            case .days, .hours, .minutes, .seconds: days * (86_400 / kind.unitSeconds)
            }
        let (units, overflow) = (interval / greatestDivisor(interval, cycle))
            .multipliedReportingOverflow(by: cycle)
        if overflow { return .max }
        return kind.isBlock ? units / kind.unitsPerBlock + 2 : units
    }

    static func greatestDivisor(_ left: Int64, _ right: Int64) -> Int64 {
        if left == 1 { return 1 }
        var (large, small) = (left, right)
        while small != 0 { (large, small) = (small, large % small) }
        return large
    }
}
