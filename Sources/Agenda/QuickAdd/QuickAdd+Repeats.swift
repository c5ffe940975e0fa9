import CivilTime
import Recurrence

/// Reading of repetitions.
extension QuickAdd {
    private static let adverbs: [(String, Frequency)] = [
        ("daily", .daily), ("weekly", .weekly), ("monthly", .monthly), ("yearly", .yearly),
    ]

    /// Reads a "Weekly" at the beginning and keeps it in the title, if a word of the title follows.
    mutating func readTitledRepeat() -> Bool {
        guard words.place == 0, repetition == nil else { return false }
        for (name, frequency) in Self.adverbs where words.low == name {
            var ahead = self
            ahead.words.skip()
            guard !ahead.words.isAtEnd, !ahead.readFact(), !ahead.words.takePlaceMark() else {
                return false
            }
            words.keep()
            repetition = RecurrenceRule(frequency: frequency)
            return true
        }
        return false
    }

    mutating func readRepeat() -> Bool {
        guard repetition == nil else { return false }
        for (name, frequency) in Self.adverbs where words.take(name) {
            repetition = RecurrenceRule(frequency: frequency)
            if frequency == .monthly { readMonthDay() }
            return true
        }
        let place = words.place
        if readDayOfMonth() { return true }
        words.place = place
        if words.take("every") || words.take("each"), readEvery() { return true }
        words.place = place
        return false
    }

    /// Reads the words after "every".
    private mutating func readEvery() -> Bool {
        var interval = 1
        if words.take("other") {
            interval = 2
        } else if let number = words.number() {
            interval = number
        }
        interval = min(max(1, interval), 1_000)
        if let frequency = words.period() {
            repetition = RecurrenceRule(frequency: frequency, interval: interval)
            if frequency == .monthly { readMonthDay() }
            return true
        }
        if words.take("weekday") || words.take("workday") {
            repetition = RecurrenceRule(
                frequency: .weekly,
                byDay: Self.days(Array(Weekday.allCases.prefix(5)))
            )
            return true
        }
        guard let first = words.weekday() else { return false }
        var weekdays = [first]
        while let next = words.furtherWeekday() { weekdays.append(next) }
        repetition = RecurrenceRule(
            frequency: .weekly,
            interval: interval,
            byDay: Self.days(weekdays)
        )
        return true
    }

    private static func days(_ weekdays: [Weekday]) -> [WeekdayOrdinal] {
        Weekday.allCases.filter { weekdays.contains($0) }.map {
            WeekdayOrdinal(ordinal: 0, weekday: $0)
        }
    }

    /// "on the 1st of every month", "last Friday of each month".
    private mutating func readDayOfMonth() -> Bool {
        var rule = RecurrenceRule(frequency: .monthly)
        guard takeMonthDay(into: &rule), words.take("of"),
            words.take("every") || words.take("each"), words.take("month")
        else { return false }
        repetition = rule
        return true
    }

    /// Reads the day after "every month", as in "every month on the 1st".
    private mutating func readMonthDay() {
        let place = words.place
        var rule = repetition ?? RecurrenceRule(frequency: .monthly)
        if words.low == "on", takeMonthDay(into: &rule), words.month() == nil {
            repetition = rule
        } else {
            words.place = place
        }
    }

    private mutating func takeMonthDay(into rule: inout RecurrenceRule) -> Bool {
        _ = words.take("on")
        _ = words.take("the")
        let place = words.place
        if let rank = words.rank() {
            if rank == -1, words.take("day") {
                rule.byMonthDay = [-1]
                return true
            }
            if let weekday = words.weekday() {
                rule.byDay = [WeekdayOrdinal(ordinal: rank, weekday: weekday)]
                return true
            }
        }
        words.place = place
        guard let number = words.ordinal(), (1...31).contains(number) else { return false }
        rule.byMonthDay = [number]
        return true
    }

    /// Moves the day to the first that the rule gives.
    mutating func putFirstDay() {
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
                date = day
                return
            }
        }
    }
}
