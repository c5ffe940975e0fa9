internal import CivilTime

/// A rule made ready for one start: lists as bit masks, what was missing filled from the start.
///
/// Shared by all cursors over the rule and never changed.
final class RulePlan: Sendable {
    let frequency: Frequency
    let interval: Int64
    let start: ClockTime
    /// The last clock time allowed; UNTIL as far as the clock can say it.
    let last: Int64
    /// The last instant allowed, in seconds since the epoch; set by an UNTIL in UTC.
    let lastInstant: Int64
    /// COUNT, or the largest number there is.
    let count: Int

    /// The days of a period that match.
    let days: DayFilter
    /// Times in each matching day, hour or minute, ascending, in seconds from its start.
    let times: [Int32]
    /// The hours, minutes and seconds a period shorter than a day may start in.
    let clock: ClockFilter
    let positions: [Int]
    /// The index of the period that holds the start; see ``RulePlan/period(holding:)``.
    let firstPeriod: Int64
    /// The first day of the start's week.
    let weekZero: Int
    /// After that many periods, those the interval passes over included, everything repeats.
    let cyclePeriods: Int64
    /// The occurrences of every full period, when they are the same number in all.
    let constantCount: Int?
    /// Whether it is known beforehand that the rule never matches.
    let isImpossible: Bool

    /// Prepares a rule for a start.
    init(rule: RecurrenceRule, start: CalendarTime) {
        let civil = start.civil
        let date = civil.date
        frequency = rule.frequency
        interval = Int64(max(1, rule.interval))
        self.start = ClockTime(
            day: Int32(date.daysSinceEpoch),
            second: Int32(civil.time.secondsSinceMidnight)
        )
        (last, lastInstant) = Self.bounds(of: rule.end, start: start)
        if case .count(let count) = rule.end { self.count = max(0, count) } else { count = .max }
        days = DayFilter(rule: rule, start: date)
        // Section 3.3.10: the time parts are ignored when the start is a date.
        times = start.isDate ? [0] : Self.times(rule: rule, start: civil.time)
        clock = ClockFilter(rule: rule)
        positions = rule.bySetPosition
        weekZero = date.daysSinceEpoch - date.weekday.days(after: rule.weekStart)
        firstPeriod = Self.period(
            holding: self.start,
            frequency: rule.frequency,
            days: days,
            weekZero: weekZero
        )
        let cycle = Self.cycle(frequency: rule.frequency)
        let repetition = (interval / Self.greatestDivisor(interval, cycle))
            .multipliedReportingOverflow(by: cycle)
        cyclePeriods = repetition.overflow ? .max : repetition.partialValue
        constantCount = Self.constantCount(rule, days: days, times: times)
        isImpossible =
            days.isImpossible || times.isEmpty
            || !Self.canSelect(positions, frequency: rule.frequency, count: times.count)
            || !Self.canMeet(clock, frequency: rule.frequency, interval: interval, firstPeriod)
    }

    /// The index of the period that holds a clock time.
    func period(holding time: ClockTime) -> Int64 {
        Self.period(holding: time, frequency: frequency, days: days, weekZero: weekZero)
    }

    /// The last period of the rule at or before `period`.
    func alignedDown(_ period: Int64) -> Int64 {
        firstPeriod + (period - firstPeriod) / interval * interval
    }

    /// The first period of the rule at or after `period`, which is not before the first.
    func alignedUp(_ period: Int64) -> Int64 {
        firstPeriod + (period - firstPeriod + interval - 1) / interval * interval
    }
}

/// A day number and a second of that day: what a clock shows.
struct ClockTime {
    let day: Int32
    let second: Int32

    init(day: Int32, second: Int32) {
        self.day = day
        self.second = second
    }

    /// The clock time that many seconds after 1970-01-01T00:00:00 of the same clock.
    init(seconds: Int64) {
        let quotient = seconds / 86_400
        let day = seconds % 86_400 < 0 ? quotient - 1 : quotient
        self.day = Int32(truncatingIfNeeded: day)
        self.second = Int32(truncatingIfNeeded: seconds - day * 86_400)
    }

    /// Seconds since 1970-01-01T00:00:00 of the same clock.
    var seconds: Int64 { Int64(day) * 86_400 + Int64(second) }
}
