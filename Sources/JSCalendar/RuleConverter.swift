import CivilTime
import ICalendar
import JSON
import Recurrence

/// Converts recurrence rules (RFC 8984, 4.3.3).
struct RuleConverter {
    private let times: TimeConverter
    private let start: CalendarTime
    /// How far the zone's clock is ahead of UTC at the end of the rule, if that end is in UTC.
    private let untilOffset: UTCOffset?

    init(_ times: TimeConverter, start: CalendarTime, untilOffset: UTCOffset? = nil) {
        self.times = times
        self.start = start
        self.untilOffset = untilOffset
    }

    func fields(of rule: RecurrenceRule) -> JSONFields {
        var fields = JSONFields()
        fields.add("@type", "RecurrenceRule")
        fields.add("frequency", "\(rule.frequency)")
        if rule.interval > 1 { fields.add("interval", rule.interval) }
        if rule.skip != .omit { fields.add("skip", "\(rule.skip)") }
        if rule.weekStart != .monday { fields.add("firstDayOfWeek", rule.weekStart.twoLetters) }
        fields.addList("byDay", rule.byDay.map(Self.day))
        for (name, numbers) in [
            ("byMonthDay", rule.byMonthDay), ("byYearDay", rule.byYearDay),
            ("byWeekNo", rule.byWeekNumber), ("byHour", rule.byHour), ("byMinute", rule.byMinute),
            ("bySecond", rule.bySecond), ("bySetPosition", rule.bySetPosition),
        ] where !numbers.isEmpty {
            fields.add(name) { json in json.array(numbers) { $0.number($1) } }
        }
        if !rule.byMonth.isEmpty {
            // As texts, because a leap month of another calendar has a letter.
            fields.add("byMonth") { json in json.array(rule.byMonth) { $0.string("\($1)") } }
        }
        switch rule.end {
        case .never: break
        case .count(let count): fields.add("count", count)
        case .until(let time): fields.add("until", until(time).text)
        }
        return fields
    }

    /// The end of a rule on the clock of the start; a date ends with its last second.
    private func until(_ time: CalendarTime) -> CivilDateTime {
        if case .utc = time, let untilOffset {
            return time.civil.adding(seconds: untilOffset.seconds)
        }
        guard case .date(let date) = time, !start.isDate else {
            return times.local(time, of: start)
        }
        let next = CivilDateTime(date: date.adding(days: 1), time: .midnight)
        return next.adding(seconds: -1)
    }

    private static func day(_ ordinal: WeekdayOrdinal) -> JSONFields {
        var fields = JSONFields()
        fields.add("@type", "NDay")
        fields.add("day", ordinal.weekday.twoLetters)
        if ordinal.ordinal != 0 { fields.add("nthOfPeriod", ordinal.ordinal) }
        return fields
    }
}

extension Weekday {
    fileprivate var twoLetters: String { String("\(self)".prefix(2)) }
}
