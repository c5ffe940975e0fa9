internal import CivilTime

extension RecurrenceRule {
    /// Whether this rule obviously matches everything that another one does from the same start.
    ///
    /// An exception rule that covers a rule removes all of it, so there's no need to expand either.
    /// False only means that it isn't obvious.
    func covers(_ other: RecurrenceRule, startingAt start: CalendarTime) -> Bool {
        guard end == .never || end == other.end else { return false }
        var same = self
        same.end = other.end
        if same == other { return true }
        // The same COUNT ends sooner for a rule that has more times.
        if case .count = end { return false }
        guard frequency <= .daily, interval == 1, bySetPosition.isEmpty, hasAllDays,
            frequency == .daily || !start.isDate
        else { return false }
        let (ours, theirs) = (
            ClockMasks(rule: self, start: start), ClockMasks(rule: other, start: start)
        )
        return theirs.hours & ~ours.hours == 0 && theirs.minutes & ~ours.minutes == 0
            && theirs.seconds & ~ours.seconds == 0
    }

    /// Whether no part of the rule limits the days.
    private var hasAllDays: Bool {
        byDay.isEmpty && byMonthDay.isEmpty && byYearDay.isEmpty && byWeekNumber.isEmpty
            && byMonth.isEmpty
    }
}

/// The hours, minutes and seconds that a rule's times may have, as bits.
private struct ClockMasks {
    var hours: UInt64 = 1
    var minutes: UInt64 = 1
    var seconds: UInt64 = 1

    init(rule: RecurrenceRule, start: CalendarTime) {
        // RFC 5545 section 3.3.10: parts about the time of day are ignored if the start is a date.
        if start.isDate { return }
        let time = start.civil.time
        hours = ClockFilter.mask(rule.byHour, below: 24)
        if rule.byHour.isEmpty, rule.frequency >= .daily { hours = 1 << UInt64(time.hour) }
        minutes = ClockFilter.mask(rule.byMinute, below: 60)
        if rule.byMinute.isEmpty, rule.frequency >= .hourly { minutes = 1 << UInt64(time.minute) }
        seconds = ClockFilter.secondMask(rule.bySecond)
        if rule.bySecond.isEmpty, rule.frequency >= .minutely {
            seconds = 1 << UInt64(min(time.second, 59))
        }
    }
}
