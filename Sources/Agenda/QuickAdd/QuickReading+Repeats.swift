import CivilTime
import Recurrence

/// Reading of repetitions.
extension QuickReading {
    /// Reads a "Weekly" at the beginning and keeps it in the title, if a word of the title follows.
    mutating func readTitledRepeat() -> Bool {
        guard place == 0, repetition == nil, let next else { return false }
        for meaning in next.meanings {
            switch meaning {
            case .adverb(let frequency, let interval):
                var ahead = self
                ahead.place += 1
                guard let after = ahead.next, after.mark == 0, after.digits > 0 || after.isWord,
                    !ahead.readFact(), !ahead.has(.at)
                else { return false }
                place += 1
                repetition = RecurrenceRule(frequency: frequency, interval: interval)
                return true
            case .adjective(let frequency, let interval):
                guard token(place + 1)?.isWord == true else { return false }
                place += 1
                repetition = RecurrenceRule(frequency: frequency, interval: interval)
                return true
            default: continue
            }
        }
        return false
    }

    mutating func readRepeat() -> Bool {
        let start = place
        if readPluralDays() { return true }
        place = start
        if readRankWithinMonth() { return true }
        place = start
        guard repetition == nil else { return false }
        if readAdverb() { return true }
        place = start
        if readDayOfMonth() { return true }
        place = start
        guard take(.every) else { return false }
        return readEvery()
    }

    private mutating func readAdverb() -> Bool {
        guard let next else { return false }
        for meaning in next.meanings {
            guard case .adverb(let frequency, let interval) = meaning else { continue }
            place += 1
            repetition = RecurrenceRule(frequency: frequency, interval: interval)
            if frequency == .monthly { readMonthDay() }
            return true
        }
        // "14-tägig".
        guard let days = takeNumber(digits: 1...2), days > 0, takeMark("-", glued: true),
            take(.long)
        else { return false }
        repetition =
            days % 7 == 0
            ? RecurrenceRule(frequency: .weekly, interval: days / 7)
            : RecurrenceRule(frequency: .daily, interval: days)
        return true
    }

    /// "Mondays and Wednesdays", "weekdays", also after "every 2 weeks".
    private mutating func readPluralDays() -> Bool {
        let weeks = weeksBetween
        guard let weeks else { return false }
        _ = take(.on)
        if take(.workdays) {
            put(weekdays: Array(Weekday.allCases.prefix(5)), interval: weeks)
            return true
        }
        var days: [Weekday] = []
        var behind = place
        while let day = takePluralDay() {
            days.append(day)
            behind = place
            _ = takeMark(",") || takeMark("/") || takeMark("&")
            _ = take(.and)
        }
        place = behind
        guard !days.isEmpty else { return false }
        put(weekdays: days, interval: weeks)
        return true
    }

    /// The weeks between the occurrences if weekdays can be added; nil if they can't.
    private var weeksBetween: Int? {
        guard let rule = repetition else { return 1 }
        guard rule.byDay.isEmpty else { return nil }
        if rule.frequency == .weekly { return rule.interval }
        return rule.frequency == .daily && rule.interval % 7 == 0 ? rule.interval / 7 : nil
    }

    /// "First Monday" in a line that begins with "Monthly".
    private mutating func readRankWithinMonth() -> Bool {
        guard let rule = repetition, rule.frequency == .monthly, rule.byDay.isEmpty,
            rule.byMonthDay.isEmpty
        else { return false }
        _ = take(.on)
        _ = take(.the)
        guard let rank = takeEveryRank(), rank <= 4, let weekday = takeWeekdayName() else {
            return false
        }
        repetition?.byDay = [WeekdayOrdinal(ordinal: rank, weekday: weekday)]
        return true
    }

    private mutating func takePluralDay() -> Weekday? {
        takeMeaning { if case .weekdays(let weekday) = $0 { weekday } else { nil } }
    }

    /// Reads the words after "every".
    private mutating func readEvery() -> Bool {
        let start = place
        if let rank = takeEveryRank() { return readEvery(rank: rank) }
        place = start
        var interval = 1
        if take(.other) {
            interval = 2
        } else if let number = takeCount() {
            // "Every 0 days" says nothing, and "every 2000 days" too much.
            guard (1...1_000).contains(number) else { return false }
            interval = number
        }
        return readPeriod(interval: interval) || readEveryDays(interval: interval)
    }

    private mutating func readPeriod(interval: Int) -> Bool {
        if interval == 1, let part = takePart() {
            self.part = self.part ?? part
            repetition = RecurrenceRule(frequency: .daily)
            return true
        }
        guard let unit = takeUnit() else { return false }
        let frequency: Frequency
        switch unit {
        case .day: frequency = .daily
        case .week: frequency = .weekly
        case .month, .quarter: frequency = .monthly
        case .year: frequency = .yearly
        case .minute, .hour: return false
        }
        let months = unit == .quarter ? 3 : 1
        repetition = RecurrenceRule(frequency: frequency, interval: interval * months)
        if frequency == .monthly { readMonthDay() }
        return true
    }

    private mutating func readEveryDays(interval: Int) -> Bool {
        if take(.workday) {
            put(weekdays: Array(Weekday.allCases.prefix(5)), interval: 1)
            return true
        }
        if take(.weekend) {
            put(weekdays: [.saturday, .sunday], interval: interval)
            return true
        }
        guard let first = takeWeekdayOrPart() else { return false }
        var weekdays = [first]
        let behind = place
        if takeMark("-") || take(.to), let last = takeWeekdayName(), last != first {
            while let day = weekdays.last, day != last { weekdays.append(day.adding(days: 1)) }
        } else {
            place = behind
            while let next = takeFurtherWeekday() { weekdays.append(next) }
        }
        put(weekdays: weekdays, interval: interval)
        takePartOfDay()
        return true
    }

    private mutating func takeWeekdayOrPart() -> Weekday? {
        if let weekday = takeWeekdayName() { return weekday }
        guard let next else { return nil }
        for meaning in next.meanings {
            guard case .weekdayPart(let weekday, let part) = meaning else { continue }
            place += 1
            self.part = part
            return weekday
        }
        return nil
    }

    private mutating func put(weekdays: [Weekday], interval: Int) {
        repetition = RecurrenceRule(
            frequency: .weekly,
            interval: interval,
            byDay: Weekday.allCases.filter { weekdays.contains($0) }.map {
                WeekdayOrdinal(ordinal: 0, weekday: $0)
            }
        )
    }

    // MARK: Days of a month

    /// Takes the rank after "every": "first", "2nd", "last".
    private mutating func takeEveryRank() -> Int? {
        if let rank = takeRank() { return rank }
        guard let (number, isMarked) = takeOrdinal(), isMarked else { return nil }
        return number
    }

    /// "Every second week", "every first Thursday of the month", "every 15th".
    private mutating func readEvery(rank: Int) -> Bool {
        if rank == -1, has(.unit(.day)) {
            place += 1
            guard takeOfMonth() else { return false }
            repetition = RecurrenceRule(frequency: .monthly)
            repetition?.byMonthDay = [-1]
            return true
        }
        if rank > 1, let unit = next?.meanings.first, case .unit = unit {
            return readPeriod(interval: rank)
        }
        guard let weekday = takeWeekdayName() else {
            guard (1...31).contains(rank), place > 0,
                line.tokens[place - 1].meanings.isEmpty
                    || has(.ordinalEnding, at: place - 1), !isBeforePlainWord
            else { return false }
            _ = takeOfMonth()
            repetition = RecurrenceRule(frequency: .monthly)
            repetition?.byMonthDay = [rank]
            return true
        }
        let isOfMonth = takeOfMonth()
        if rank == 2 && !isOfMonth {
            put(weekdays: [weekday], interval: 2)
            return true
        }
        guard rank <= 4 else { return false }
        repetition = RecurrenceRule(frequency: .monthly)
        repetition?.byDay = [WeekdayOrdinal(ordinal: rank, weekday: weekday)]
        return true
    }

    /// "Of every month", "of the month", "im Monat", "jeden Monats".
    private mutating func takeOfMonth() -> Bool {
        let start = place
        _ = take(.of) || take(.inside)
        _ = take(.every) || take(.the)
        if place > start, has(.unit(.month)) {
            place += 1
            return true
        }
        place = start
        return false
    }

    /// "On the 1st of every month", "last Friday of each month", "am ersten Montag im Monat".
    private mutating func readDayOfMonth() -> Bool {
        _ = take(.on)
        _ = take(.the)
        var rule = RecurrenceRule(frequency: .monthly)
        guard takeMonthDay(into: &rule) else { return false }
        // "First Thursday monthly", but not "15 monthly", which may be an amount.
        let isNamed = !rule.byDay.isEmpty || rule.byMonthDay == [-1]
        guard takeOfMonth() || (isNamed && take(.adverb(.monthly, 1))) else { return false }
        repetition = rule
        return true
    }

    /// Reads the day after "every month", as in "every month on the 1st".
    private mutating func readMonthDay() {
        let behind = place
        var rule = repetition ?? RecurrenceRule(frequency: .monthly)
        if take(.on) {
            _ = take(.the)
            if takeMonthDay(into: &rule), !isMonth(at: place),
                !(next?.isGlued == true && (next?.digits ?? 0) > 0)
            {
                repetition = rule
                return
            }
        }
        place = behind
    }

    private mutating func takeMonthDay(into rule: inout RecurrenceRule) -> Bool {
        let start = place
        if let rank = takeEveryRank() {
            if rank == -1, has(.unit(.day)) {
                place += 1
                rule.byMonthDay = [-1]
                return true
            }
            if rank <= 4, let weekday = takeWeekdayName() {
                rule.byDay = [WeekdayOrdinal(ordinal: rank, weekday: weekday)]
                return true
            }
        }
        place = start
        // "Am Ersten jeden Monats".
        if let rank = takeRank(), rank > 0 {
            rule.byMonthDay = [rank]
            return true
        }
        place = start
        guard let (number, _) = takeOrdinal(), (1...31).contains(number) else { return false }
        rule.byMonthDay = [number]
        return true
    }

    // MARK: Ends

    /// "Until 20 December", "10 times", "8x".
    mutating func readEnd() -> Bool {
        guard repetition != nil || hints.repeats else { return false }
        if repetitionEnd == nil, count == nil, take(.until) {
            _ = take(.the)
            if let last = takeEndOfPeriod() ?? takeDay(isSure: true) {
                repetitionEnd = last
                return true
            }
            return false
        }
        if count == nil, repetitionEnd == nil, let number = takeCount(),
            (1...QuickLength.countMax).contains(number), take(.times)
        {
            count = number
            return true
        }
        return false
    }

    /// "The end of the year", "Ende Dezember", "Jahresende".
    private mutating func takeEndOfPeriod() -> CivilDate? {
        let start = place
        let lastOfYear = CivilDate(year: today.year, month: 12, day: 31)
        let monthStart = CivilDate(year: today.year, month: today.month, day: 1)
        let lastOfMonth = monthStart?.adding(months: 1).adding(days: -1)
        if take(.yearEnd) { return lastOfYear }
        if take(.monthEnd) { return lastOfMonth }
        if take(.end) {
            _ = take(.of)
            _ = take(.the) || take(.this)
            if take(.unit(.year)) { return lastOfYear }
            if take(.unit(.month)) { return lastOfMonth }
            if let month = takeMonth() {
                return date(month, 28, year: nil).flatMap {
                    CivilDate(year: $0.year, month: month, day: 1)?.adding(months: 1).adding(
                        days: -1
                    )
                }
            }
        }
        place = start
        // "Until March", the whole month.
        if let month = takeMonth(), next.map({ $0.digits == 0 || $0.digits == 4 }) ?? true {
            return date(month, 28, year: takeYear()).flatMap {
                CivilDate(year: $0.year, month: month, day: 1)?.adding(months: 1).adding(days: -1)
            }
        }
        place = start
        return nil
    }
}
