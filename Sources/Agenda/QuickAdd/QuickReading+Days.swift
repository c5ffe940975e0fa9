import CivilTime
import Recurrence

/// Reading of days by their names, and of ranges of days.
extension QuickReading {
    mutating func readDay() -> Bool {
        guard date == nil else { return false }
        let start = place
        if readWeekend() || readDaysInMonth() { return true }
        place = start
        let isFrom = take(.from)
        let isStarting = !isFrom && take(.starting)
        let isDue = !isFrom && !isStarting && take(.due)
        while isDue, take(.due) {}
        if isFrom || isStarting || isDue {
            _ = take(.on)
            _ = take(.the)
        } else {
            _ = take(.on)
        }
        let isPlain = place == start
        let first = place
        if isPlain, isNameBefore { return false }
        guard let day = takeDay(isSure: !isPlain) else { return false }
        let behind = place
        if let last = takeLastDay(from: day) {
            (date, lastDate) = (day, last)
            return true
        }
        place = behind
        // "From Monday" alone is no day of an event, unless it repeats from then on.
        if isFrom && !hints.repeats && repetition == nil { return false }
        if !isFrom, !isStarting, let weekday = weekday(at: first), place == first + 1,
            takeList(after: weekday)
        {
            date = day
            return true
        }
        place = behind
        date = day
        if time.start == nil || part == nil { takePartOfDay() }
        return true
    }

    /// Whether the word before makes a weekday part of a name: "Black Friday", "First Monday".
    private var isNameBefore: Bool {
        guard place > 0 else { return false }
        for meaning in line.tokens[place - 1].meanings {
            if meaning == .nameBefore { return true }
            if case .rank = meaning { return weekday(at: place) != nil }
        }
        return false
    }

    /// The last day of a range: "- Jan 3", "to Thursday".
    private mutating func takeLastDay(from first: CivilDate) -> CivilDate? {
        // A repetition's "until" is its end.
        let isUntil = !has(.to) && has(.until)
        guard takeMark("-") || take(.to) || take(.until) else { return nil }
        if isUntil, repetition != nil { return nil }
        _ = take(.the)
        // A weekday, or a date without a year, is the next one after the first day.
        let saved = today
        today = first
        defer { today = saved }
        let start = place
        if let last = takeDay(isSure: true) { return last > first ? last : nil }
        place = start
        guard let (number, isMarked) = takeOrdinal(), isMarked, !isMonth(at: place) else {
            return nil
        }
        let last = CivilDate(year: first.year, month: first.month, day: number)
        return last.flatMap { $0 > first ? $0 : nil }
    }

    /// Takes a day; `isSure` says that a word such as "on" came before, so that "sun" is a day.
    mutating func takeDay(isSure: Bool) -> CivilDate? {
        let start = place
        if let day = takeRelativeDay() { return day }
        place = start
        if isSure, let day = takeHoliday() { return day }
        place = start
        if let day = takeLater() { return day }
        place = start
        if let day = takeWeekday(isSure: isSure) { return day }
        place = start
        if let day = takeDatedDay() { return day }
        place = start
        if let day = takeDayOfMonth() { return day }
        place = start
        return nil
    }

    private mutating func takeRelativeDay() -> CivilDate? {
        if take(.tonight) {
            part = .evening
            return today
        }
        let start = place
        if let days = takeRelativeDayWord() {
            if has(.part(.morning), at: start) && days == 1 && isDayPartOnly(at: start) {
                return nil
            }
            return takeWeeksLater(than: today.adding(days: days))
        }
        // "The day after tomorrow".
        _ = take(.the)
        if take(.unit(.day)), take(.after), take(.relativeDay(1)) { return today.adding(days: 2) }
        place = start
        if take(.next(1)) { return takeNextUnit(1) }
        if take(.next(2)) { return takeNextUnit(2) }
        return nil
    }

    private mutating func takeRelativeDayWord() -> Int? {
        takeMeaning { if case .relativeDay(let days) = $0 { days } else { nil } }
    }

    /// Whether the German "morgen" here means the morning: after a day, or after "guten".
    private func isDayPartOnly(at place: Int) -> Bool {
        if place > 0, has(.nameBefore, at: place - 1) { return true }
        guard let last = phrases.last, last.tokens.upperBound == place else { return false }
        return last.kind == .day
    }

    /// "Next week", "next week Friday", "next month".
    private mutating func takeNextUnit(_ count: Int) -> CivilDate? {
        guard let unit = takeUnit() else { return nil }
        switch unit {
        case .week:
            let monday = today.startOfWeek(.monday).adding(days: 7 * count)
            let behind = place
            _ = take(.on)
            if let weekday = takeWeekdayName() {
                return monday.adding(days: weekday.days(after: .monday))
            }
            place = behind
            return monday
        case .month:
            return CivilDate(year: today.year, month: today.month, day: 1)?.adding(months: count)
        case .year: return CivilDate(year: today.year + count, month: 1, day: 1)
        case .minute, .hour, .day, .quarter: return nil
        }
    }

    /// "In two weeks", "two weeks from now", "a week from Friday".
    private mutating func takeLater() -> CivilDate? {
        let isInside = take(.inside)
        guard let count = takeCount(), count > 0, let unit = takeUnit() else { return nil }
        if isInside {
            if unit == .minute || unit == .hour { return takeFromNow(count, unit) }
            return QuickLength.day(count, unit, after: today)
        }
        guard unit == .week || unit == .day || unit == .month else { return nil }
        guard take(.from) || take(.on) else { return nil }
        if take(.now) { return QuickLength.day(count, unit, after: today) }
        guard let weekday = takeWeekdayName() else {
            return takeRelativeDayWord().map {
                QuickLength.day(count, unit, after: today.adding(days: $0))
            }
        }
        let day = today.adding(days: weekday.days(after: today.weekday))
        return QuickLength.day(count, unit, after: day)
    }

    /// "In 2 hours", rounded up to five minutes.
    private mutating func takeFromNow(_ count: Int, _ unit: QuickUnit) -> CivilDate? {
        let minutes = unit == .hour ? count * 60 : count
        guard time.start == nil, count <= 1_440, minutes < 1_440 else { return nil }
        let later = (now.secondsSinceMidnight / 60 + minutes + 4) / 5 * 5
        time.start = TimeOfDay(secondsSinceMidnight: later % 1_440 * 60)
        return today.adding(days: later / 1_440)
    }

    // MARK: Weekdays

    func weekday(at place: Int) -> Weekday? {
        guard let token = token(place) else { return nil }
        for meaning in token.meanings {
            if case .weekday(let weekday) = meaning { return weekday }
        }
        return nil
    }

    /// Takes the name of a weekday and its full stop.
    mutating func takeWeekdayName() -> Weekday? {
        guard let weekday = weekday(at: place) else { return nil }
        place += 1
        skipFullStop()
        return weekday
    }

    /// "Friday", "next Friday", "Friday next week", "Friday in a week", "Fri, 20 Nov".
    private mutating func takeWeekday(isSure: Bool) -> CivilDate? {
        var weeks: Int?
        if take(.this) {
            weeks = 0
        } else if take(.next(1)) {
            weeks = 1
        } else if take(.next(2)) {
            weeks = 2
        }
        let name = place
        if let (weekday, part) = takeWeekdayPart() {
            self.part = part
            return day(weekday, weeks: weeks)
        }
        guard let weekday = takeWeekdayName() else { return nil }
        if weeks == nil && !isSure && !isDayName(at: name) {
            hasUnsureDay = true
            guard hints.takesUnsureDays else { return nil }
        }
        let behind = place
        if weeks == nil {
            if let date = takeDateBehindWeekday() { return date }
            place = behind
            if take(.after), take(.next(1)) { return day(weekday, weeks: 1) }
            place = behind
            for count in 1...2 {
                if take(.next(count)), has(.unit(.week)) {
                    place += 1
                    return day(weekday, weeks: count)
                }
                place = behind
            }
        }
        return takeWeeksLater(than: day(weekday, weeks: weeks))
    }

    private mutating func takeWeekdayPart() -> (Weekday, DayPart)? {
        guard let next else { return nil }
        for meaning in next.meanings {
            guard case .weekdayPart(let weekday, let part) = meaning else { continue }
            place += 1
            return (weekday, part)
        }
        return nil
    }

    /// The next such weekday, today included, or the one of a week from this one.
    private func day(_ weekday: Weekday, weeks: Int?) -> CivilDate {
        guard let weeks, weeks > 0 else {
            return today.adding(days: weekday.days(after: today.weekday))
        }
        return today.startOfWeek(.monday)
            .adding(days: 7 * weeks + weekday.days(after: .monday))
    }

    /// "Friday, 20 November", "Freitag, den 20.11.", "Friday 20th".
    private mutating func takeDateBehindWeekday() -> CivilDate? {
        _ = takeMark(",")
        if take(.on) || take(.the) { _ = take(.the) }
        let start = place
        if let date = takeDatedDay() { return date }
        place = start
        guard let (number, isMarked) = takeOrdinal(), isMarked, !isBeforePlainWord else {
            return nil
        }
        return nextDay(ofMonth: number)
    }

    /// "In a week" after a day.
    private mutating func takeWeeksLater(than day: CivilDate) -> CivilDate {
        let behind = place
        if take(.inside), let count = takeCount(), count > 0, let unit = takeUnit(),
            unit == .week || unit == .day
        {
            return QuickLength.day(count, unit, after: day)
        }
        place = behind
        return day
    }

    /// Whether a short name such as "sun" is surely a weekday: by what stands beside it.
    private func isDayName(at place: Int) -> Bool {
        guard let token = token(place), has(.needsCompany, at: place) else { return true }
        var after = place + 1
        if let dot = self.token(after), dot.isGlued, dot.mark == UInt8(ascii: ".") { return true }
        guard let next = self.token(after) else {
            let isLong = token.octets.count > 2
            guard !token.isCapital else { return true }
            return isLong
                && !(place > 0
                    && (has(.the, at: place - 1) || has(.of, at: place - 1)
                        || has(.number(1), at: place - 1) || has(.with, at: place - 1)))
        }
        if next.digits > 0 { return true }
        if next.mark != 0 {
            if next.isGlued || next.mark != UInt8(ascii: "@") { after += 1 }
            if next.isGlued, next.mark == UInt8(ascii: "'") { return false }
            return token.isCapital || token.octets.count > 2 || weekday(at: after) != nil
                || (self.token(after)?.digits ?? 0) > 0
        }
        for meaning in next.meanings {
            switch meaning {
            case .weekday, .at, .noon, .midnight, .starting, .part, .next, .halfBefore,
                .threeQuarters,
                .half, .quarter, .allDay, .from:
                return true
            case .and, .to: if weekday(at: after + 1) != nil { return true }
            case .lasting, .placeMark, .with, .inside, .number, .until:
                if token.isCapital && place > 0 { return true }
            default: continue
            }
        }
        return false
    }

    /// Further weekdays of a list: "mon wed fri", "Tue/Thu", "Mo, Mi und Fr".
    private mutating func takeList(after first: Weekday) -> Bool {
        var list = [first]
        // A longer list would only repeat itself.
        for _ in 0..<7 {
            guard let further = takeFurtherWeekday() else { break }
            if !list.contains(further) { list.append(further) }
        }
        let isWithin = repetition?.frequency == .weekly && repetition?.byDay.isEmpty == true
        guard list.count > 1, repetition == nil || isWithin else { return false }
        listedDays = list
        return true
    }

    mutating func takeFurtherWeekday() -> Weekday? {
        let behind = place
        let isMarked = takeMark(",") || takeMark("/") || takeMark("&") || takeMark("+")
        let isJoined = take(.and) || isMarked
        if isJoined || isDayName(at: place), let weekday = takeWeekdayName() { return weekday }
        place = behind
        return nil
    }

    // MARK: Weekends

    /// "This weekend", "am Wochenende", "next weekend".
    private mutating func readWeekend() -> Bool {
        var weeks: Int?
        if take(.this) || take(.on) {
            _ = take(.the)
            weeks = 0
        } else if take(.next(1)) {
            weeks = 1
        } else if take(.next(2)) {
            weeks = 2
        }
        guard let weeks, take(.weekend) else { return false }
        let saturday = today.startOfWeek(.monday).adding(days: 5 + 7 * weeks)
        date = max(saturday, today)
        lastDate = saturday.adding(days: 1)
        isWeekend = true
        return true
    }

    /// Takes the "night" of "Friday night", if no further word of a name follows.
    mutating func takePartOfDay() {
        let behind = place
        if part == nil, let part = takePart() {
            if isBeforePlainWord, let next, !next.isCapital {
                place = behind
            } else {
                self.part = part
            }
        }
    }
}
