public import CivilTime

/// The parts of a sentence that describes a rule in any language.
///
/// Parts that the rule leaves open are filled in from the start, as in an expansion. Lists are
/// sorted, without duplicates and values that never match. Parts without a meaning at the rule's
/// frequency are removed.
///
/// ```swift
/// let rule = try RecurrenceRule(parsing: "FREQ=MONTHLY;BYDAY=-1FR")
/// rule.words(start: .date(start)).ordinals    // the last Friday
/// ```
public struct RuleWords: Hashable, Sendable {
    /// When a rule stops.
    public enum End: Hashable, Sendable {
        /// Never.
        case never
        /// After that many times.
        case count(Int)
        /// On that day, the last on which it can happen.
        case day(CivilDate)
        /// At that date and time, if the rule names times or steps by less than a day.
        case time(CivilDateTime)
    }

    /// The period in which the ordinal of a weekday counts.
    public enum OrdinalPeriod: Hashable, Sendable {
        /// The month.
        case month
        /// The year.
        case year
    }

    /// The period the rule steps by.
    public let frequency: Frequency
    /// INTERVAL, at least 1: the rule uses every n-th period.
    public let interval: Int
    /// BYSETPOS: which of a period's times are used, 1 being the first, -1 the last; empty for all.
    public let positions: [Int]
    /// Weekdays without an ordinal, Monday first.
    public let weekdays: [Weekday]
    /// Weekdays with an ordinal, those counted from the start first; none has ordinal 0.
    public let ordinals: [WeekdayOrdinal]
    /// The period in which the ordinals count.
    public let ordinalPeriod: OrdinalPeriod
    /// Days of the month, those counted from the start first.
    public let monthDays: [Int]
    /// Days of the year, those counted from the start first.
    public let yearDays: [Int]
    /// Weeks of the year, those counted from the start first.
    public let weekNumbers: [Int]
    /// Months, 1 to 12.
    public let months: [Int]
    /// Hours that the rule names, 0 to 23.
    public let hours: [Int]
    /// Minutes that the rule names, 0 to 59.
    public let minutes: [Int]
    /// Seconds that the rule names, 0 to 59.
    public let seconds: [Int]
    /// The times of day, if the rule names some and steps by days or more; at most 1,000.
    public let times: [TimeOfDay]
    /// When the rule stops.
    public let end: End
    /// What to do with days that a month or year doesn't have; `omit` if the rule names no such day.
    public let skip: RecurrenceRule.Skip
    /// The first day of a week, if the rule's days depend on it; otherwise nil.
    public let weekStart: Weekday?
    /// Whether the rule never matches, because a part has only values that are out of bounds.
    public let isVoid: Bool
}

extension RecurrenceRule {
    /// The rule's parts, prepared for describing it in words.
    ///
    /// - Parameters:
    ///   - start: DTSTART. It fills in what the rule leaves open.
    ///   - zone: The start's zone, in which an UNTIL in UTC is shown.
    /// - Returns: The parts for a sentence.
    public func words(start: CalendarTime, zone: Zone = .utc) -> RuleWords {
        RuleWords(self, start: start, zone: zone)
    }
}

extension RuleWords {
    init(_ rule: RecurrenceRule, start: CalendarTime, zone: Zone) {
        let days = RuleWordDays(rule, start: start.civil.date)
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

    /// The values in bounds, each once, in the order 1, 2, 3, -3, -2, -1.
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
        // If UNTIL is earlier in the day than the event, it doesn't happen on UNTIL's day any more.
        return .day(last.time < start.civil.time ? last.date.adding(days: -1) : last.date)
    }
}
