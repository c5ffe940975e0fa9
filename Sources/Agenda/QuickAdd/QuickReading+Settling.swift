import CivilTime
import Recurrence

/// What the phrases of a line mean together.
extension QuickReading {
    mutating func settle() {
        setTime()
        setListedDays()
        if isWeekend, time.start != nil || repetition != nil { lastDate = nil }
        guard repetition != nil else { return }
        moveToFirstDay()
        setEnd()
    }

    /// A part of the day is a time, and "tonight at 8" is in the evening.
    private mutating func setTime() {
        if isAllDay {
            time = QuickTime()
            return
        }
        guard let part = part ?? (isInEvening ? .evening : nil) else { return }
        guard let start = time.start else {
            time.start = QuickClock.time(part.hour, 0)
            return
        }
        let noon: Int32 = 43_200
        let seconds = Int32(start.secondsSinceMidnight)
        guard time.isOpen else { return }
        if part == .morning, seconds >= noon + 3_600 {
            // "Tomorrow morning at 6".
            time.start = TimeOfDay(secondsSinceMidnight: Int(seconds - noon))
        } else if part != .morning, part != .noon, seconds < noon, seconds >= 3_600 {
            time.start = TimeOfDay(secondsSinceMidnight: Int(seconds + noon))
        }
    }

    /// Whether the line has a time from 5 to 9 and a word such as "cinema".
    private var isInEvening: Bool {
        guard let start = time.start, time.isOpen,
            (18_000..<36_000).contains(start.secondsSinceMidnight)
        else { return false }
        return line.tokens.contains { $0.meanings.contains(.eveningEvent) }
    }

    /// "Thu and Fri" are one event, unless it has a time: then they repeat, as do "Tue and Thu".
    private mutating func setListedDays() {
        guard let first = listedDays.first else { return }
        var isInOrder = true
        for (day, next) in zip(listedDays, listedDays.dropFirst()) where day.adding(days: 1) != next
        {
            isInOrder = false
        }
        if isInOrder, time.start == nil, repetition == nil {
            let day = today.adding(days: first.days(after: today.weekday))
            date = day
            lastDate = day.adding(days: listedDays.count - 1)
            return
        }
        date = nil
        var rule = repetition ?? RecurrenceRule(frequency: .weekly)
        rule.byDay = Weekday.allCases.filter { listedDays.contains($0) }.map {
            WeekdayOrdinal(ordinal: 0, weekday: $0)
        }
        repetition = rule
    }

    /// Moves the day to the first that the rule gives.
    private mutating func moveToFirstDay() {
        guard let rule = repetition, !rule.byDay.isEmpty || !rule.byMonthDay.isEmpty else { return }
        let start = date ?? today
        // The next 31st is never further away.
        for days in 0..<62 {
            let day = start.adding(days: days)
            let rank = (day.day - 1) / 7 + 1
            let isLastWeek = day.adding(days: 7).month != day.month
            let isLastDay = day.adding(days: 1).month != day.month
            let isNamed = rule.byDay.contains { named in
                named.weekday == day.weekday
                    && (named.ordinal == 0 || named.ordinal == rank
                        || (named.ordinal == -1 && isLastWeek))
            }
            let isDated =
                rule.byMonthDay.contains(day.day) || (isLastDay && rule.byMonthDay == [-1])
            if isNamed || isDated {
                if let last = lastDate, let first = date, last < day || first == last {
                    lastDate = nil
                }
                date = day
                return
            }
        }
    }

    /// Ends the repetition: a length that is longer than its period is one of the series.
    private mutating func setEnd() {
        guard var rule = repetition else { return }
        let first = date ?? today
        let days = QuickReading.days(of: rule)
        if let last = lastDate, last.days(since: first) >= days {
            repetitionEnd = repetitionEnd ?? last
            lastDate = nil
        }
        if let length, let lasting = length.days(from: first), lasting >= days {
            repetitionEnd = repetitionEnd ?? first.adding(days: lasting - 1)
            self.length = nil
        }
        if let count {
            rule.end = .count(count)
        } else if let last = repetitionEnd, last >= first {
            // For an event with a time, the last second of that day by the wall clock.
            let next = CivilDateTime(date: last.adding(days: 1), time: .midnight)
            rule.end = .until(time.start == nil ? .date(last) : .floating(next.adding(seconds: -1)))
        }
        repetition = rule
    }

    /// The fewest days between two occurrences.
    private static func days(of rule: RecurrenceRule) -> Int {
        switch rule.frequency {
        case .yearly: 365 * rule.interval
        case .monthly: 28 * rule.interval
        case .weekly: 7 * rule.interval
        default: rule.interval
        }
    }
}
