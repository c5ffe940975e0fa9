public import CivilTime

/// The parts of a sentence that says a rule in any language, with nothing left to look up.
///
/// What the rule leaves to its start is filled in, as when it is expanded; lists are in order and
/// without duplicates or values that never match; parts that have no meaning at the rule's
/// frequency are gone.
///
/// ```swift
/// let rule = try RecurrenceRule(parsing: "FREQ=MONTHLY;BYDAY=-1FR")
/// rule.words(start: .date(start)).ordinals    // the last Friday
/// ```
public struct RuleWords: Hashable, Sendable {
    /// When it stops.
    public enum End: Hashable, Sendable {
        /// It never does.
        case never
        /// After that many times.
        case count(Int)
        /// With that day, the last on which it can happen.
        case day(CivilDate)
        /// With that day and time, where a rule has more than one time a day.
        case time(CivilDateTime)
    }

    /// What an ordinal of a weekday counts within.
    public enum OrdinalPeriod: Hashable, Sendable {
        /// The month.
        case month
        /// The year.
        case year
    }

    /// The period the rule steps by.
    public let frequency: Frequency
    /// Every how many periods, from 1.
    public let interval: Int
    /// Which of a period's times are taken, from 1, or from -1 from their end; empty for all.
    public let positions: [Int]
    /// Weekdays without an ordinal, Monday first.
    public let weekdays: [Weekday]
    /// Weekdays with one, those from the start first; none has ordinal 0.
    public let ordinals: [WeekdayOrdinal]
    /// What the ordinals count within.
    public let ordinalPeriod: OrdinalPeriod
    /// Days of the month, those from the start first.
    public let monthDays: [Int]
    /// Days of the year, those from the start first.
    public let yearDays: [Int]
    /// Weeks of the year, those from the start first.
    public let weekNumbers: [Int]
    /// Months.
    public let months: [Int]
    /// Hours that the rule names.
    public let hours: [Int]
    /// Minutes that the rule names.
    public let minutes: [Int]
    /// Seconds that the rule names.
    public let seconds: [Int]
    /// The times of day, when the rule names some and steps by days or more; at most 1,000.
    public let times: [TimeOfDay]
    /// When it stops.
    public let end: End
    /// What becomes of days that a month or year does not have, where the rule can name one.
    public let skip: RecurrenceRule.Skip
    /// The first day of a week, when the rule's days depend on it; nil when they do not.
    public let weekStart: Weekday?
    /// Whether a part of the rule has only values that never match.
    public let isVoid: Bool
}

extension RecurrenceRule {
    /// What the rule says.
    ///
    /// - Parameters:
    ///   - start: DTSTART, which fills what the rule leaves out.
    ///   - zone: Where a UNTIL in UTC is read, the zone of the start.
    /// - Returns: The parts for a sentence.
    public func words(start: CalendarTime, zone: Zone = .utc) -> RuleWords {
        RuleWords(self, start: start, zone: zone)
    }
}

extension RuleWords {
    init(_ rule: RecurrenceRule, start: CalendarTime, zone: Zone) {
        let days = WordDays(rule, start: start.civil.date)
        frequency = rule.frequency
        interval = max(1, rule.interval)
        positions = Self.ordered(rule.bySetPosition, -366...366, hasZero: false)
        weekdays = days.weekdays
        ordinals = days.ordinals
        ordinalPeriod = rule.frequency == .monthly || !rule.byMonth.isEmpty ? .month : .year
        monthDays = days.monthDays
        yearDays = days.yearDays
        weekNumbers = days.weekNumbers
        months = days.months
        hours = start.isDate ? [] : Self.ordered(rule.byHour, 0...23)
        minutes = start.isDate ? [] : Self.ordered(rule.byMinute, 0...59)
        seconds = start.isDate ? [] : Self.ordered(rule.bySecond.map { min($0, 59) }, 0...59)
        let hasTimes = !hours.isEmpty || !minutes.isEmpty || !seconds.isEmpty
        times =
            hasTimes && rule.frequency >= .daily
            ? Self.times(hours, minutes, seconds, start: start.civil.time) : []
        end = Self.end(
            rule.end,
            start: start,
            zone: zone,
            isTimed: hasTimes || rule.frequency < .daily
        )
        let namesRareDays =
            days.monthDays.contains { abs($0) > 28 } || days.yearDays.contains { abs($0) > 365 }
        let isByWeeks = rule.frequency == .yearly && !rule.byWeekNumber.isEmpty
        let isMoving = rule.frequency >= .monthly && namesRareDays && !isByWeeks
        skip = isMoving ? rule.skip : .omit
        weekStart = days.weekStart(of: rule, start: start.civil.date)
        isVoid =
            days.isVoid || (!rule.bySetPosition.isEmpty && positions.isEmpty)
            || (!start.isDate
                && ((!rule.byHour.isEmpty && hours.isEmpty)
                    || (!rule.byMinute.isEmpty && minutes.isEmpty)
                    || (!rule.bySecond.isEmpty && seconds.isEmpty)))
    }

    /// Each value in bounds once: 1, 2, 3, and then -3, -2, -1.
    static func ordered(
        _ values: [Int],
        _ bounds: ClosedRange<Int>,
        hasZero: Bool = true
    ) -> [Int] {
        var ordered: [Int] = []
        for value in values.sorted() where bounds.contains(value) && (hasZero || value != 0) {
            if ordered.last != value { ordered.append(value) }
        }
        return ordered.filter { $0 >= 0 } + ordered.filter { $0 < 0 }
    }

    private static func times(
        _ hours: [Int],
        _ minutes: [Int],
        _ seconds: [Int],
        start: TimeOfDay
    ) -> [TimeOfDay] {
        var times: [TimeOfDay] = []
        for hour in hours.isEmpty ? [start.hour] : hours {
            for minute in minutes.isEmpty ? [start.minute] : minutes {
                for second in seconds.isEmpty ? [start.second] : seconds where times.count < 1_000 {
                    if let time = TimeOfDay(hour: hour, minute: minute, second: second) {
                        times.append(time)
                    }
                }
            }
        }
        return times
    }

    private static func end(
        _ end: RecurrenceRule.End,
        start: CalendarTime,
        zone: Zone,
        isTimed: Bool
    ) -> End {
        let last: CivilDateTime
        switch end {
        case .never: return .never
        case .count(let count): return .count(count)
        case .until(.date(let date)): return .day(date)
        case .until(.utc(let instant)):
            if case .utc = start { last = instant.civilUTC } else { last = zone.civil(at: instant) }
        case .until(let time): last = time.civil
        }
        if start.isDate { return .day(last.date) }
        if isTimed {
            return last.time.secondsSinceMidnight == 86_399 ? .day(last.date) : .time(last)
        }
        // At the start's time of day nothing happens any more on a day that ends before it.
        return .day(last.time < start.civil.time ? last.date.adding(days: -1) : last.date)
    }
}
