import CivilTime

/// The time of a line.
struct QuickTime: Hashable, Sendable {
    var start: TimeOfDay?
    /// The minutes from the start to the end, if the line has an end.
    var minutes: Int?
    /// Whether the start says neither "am" nor "pm" nor that it's on a 24-hour clock.
    var isOpen = false
}

/// A time as written: `9`, `9:15`, `9am`, `half past nine`.
struct QuickClock: Hashable, Sendable {
    var hour: Int
    var minute = 0
    /// Whether it's in the afternoon; nil if it doesn't say.
    var isAfternoon: Bool?
    /// Whether it can only be a time.
    var isClear = false
    /// Whether it's a single digit or spoken, so that 3 means 15:00.
    var isSpoken = false
    /// Whether it's a word such as "three".
    var isNumberWord = false
    /// Whether it's written as `14.30`, which could be a date.
    var isDotted = false
    /// Whether it's written as `1430`.
    var isCompact = false

    /// The time; nil if there is none such as 13pm.
    var time: TimeOfDay? {
        guard let isAfternoon else { return Self.time(hour, minute) }
        guard (1...12).contains(hour) else { return nil }
        return Self.time(hour % 12 + (isAfternoon ? 12 : 0), minute)
    }

    static func time(_ hour: Int, _ minute: Int) -> TimeOfDay? {
        guard (0..<60).contains(minute) else { return nil }
        // Midnight at the end of a day is 24:00.
        return TimeOfDay(
            secondsSinceMidnight: (hour == 24 && minute == 0 ? 0 : hour) * 3_600 + minute * 60
        )
    }
}

/// Reading of times.
extension QuickReading {
    mutating func readTime() -> Bool {
        guard time.start == nil else { return false }
        let isBehindDay = isBehind(.day, .repetition)
        let isBetween = take(.between)
        let isAt = takeMark("@") || take(.at)
        let isFrom = !isAt && (take(.from) || take(.starting))
        if isAt { _ = take(.inside) }
        let isSaid = isBetween || isAt || isFrom
        guard let first = takeClock() else { return false }
        let behind = place
        if let last = takeLastClock(between: isBetween), let span = Self.span(first, last) {
            let isClear = first.isClear || last.isClear
            let isCompact = first.isCompact || last.isCompact
            // "9-11" and "1400-1500" are only times after a day or a word such as "from", or before
            // a repetition.
            let isPlaced = isSaid || isBehindDay || isBeforeRepetition
            if (isClear && !isCompact) || (isPlaced && canEndBareTime) {
                return put(span.start, span.end, of: first)
            }
        }
        place = behind
        guard !isBetween, let start = Self.early(first) else { return false }
        guard first.isClear || isSaid || isBehindDay else { return false }
        if !first.isClear && !canEndBareTime { return false }
        let isSure = first.isClear || (isAt && !first.isNumberWord && !isBeforeStreet)
        return (isSure || !isBeforePlainWord) && put(start, nil, of: first)
    }

    private mutating func put(_ start: TimeOfDay, _ end: TimeOfDay?, of first: QuickClock) -> Bool {
        time.start = start
        time.isOpen = first.isAfternoon == nil && first.hour <= 12
        if let end {
            let minutes = (end.secondsSinceMidnight - start.secondsSinceMidnight) / 60
            time.minutes = minutes > 0 ? minutes : minutes + 1_440
        }
        return true
    }

    private var isBeforeRepetition: Bool {
        guard repetition == nil else { return false }
        var ahead = self
        return ahead.readRepeat()
    }

    /// Whether a bare number that ends here can be an hour: no unit and no month follows.
    private var canEndBareTime: Bool {
        guard let next else { return true }
        for meaning in next.meanings {
            switch meaning {
            case .unit, .month, .ordinalEnding, .times: return false
            default: continue
            }
        }
        guard next.isGlued else { return true }
        // "3/4", "3-D", "3:" while the minutes aren't typed yet, and the "3. Mai" of German.
        if next.mark == UInt8(ascii: ".") { return !isMonth(at: place + 1) }
        return next.digits == 0 && next.mark != UInt8(ascii: "/") && next.mark != UInt8(ascii: "-")
    }

    func isMonth(at place: Int) -> Bool {
        guard let token = token(place) else { return false }
        for meaning in token.meanings {
            if case .month = meaning { return true }
        }
        return false
    }

    private var isBeforeStreet: Bool {
        guard let next, next.isPlainWord, next.isCapital else { return false }
        return (1...2).contains { has(.street, at: place + $0) }
    }

    /// The end of a span: "-11", "to 11", "until noon".
    private mutating func takeLastClock(between: Bool) -> QuickClock? {
        if between {
            guard take(.and) || take(.to) else { return nil }
        } else {
            guard takeMark("-") || take(.to) || take(.until) else { return nil }
            _ = take(.the)
        }
        return takeClock()
    }

    /// A single hour, in the afternoon if it's one from 1 to 6 as people say it.
    private static func early(_ clock: QuickClock) -> TimeOfDay? {
        var clock = clock
        if clock.isSpoken, clock.isAfternoon == nil, (1...6).contains(clock.hour) {
            clock.isAfternoon = true
        }
        return clock.time
    }

    /// The times of a span, in which each can say for the other whether it's in the afternoon.
    private static func span(
        _ first: QuickClock,
        _ last: QuickClock
    ) -> (start: TimeOfDay, end: TimeOfDay)? {
        var first = first
        var last = last
        if first.isAfternoon == nil, (1...12).contains(first.hour),
            let isAfternoon = last.isAfternoon
        {
            // In "9-10am" both are in the morning; in "11-1pm" only one is in the afternoon.
            first.isAfternoon = isAfternoon
            if let start = first.time, let end = last.time, start >= end {
                first.isAfternoon = !isAfternoon
            }
        } else if let start = early(first) {
            if first.isAfternoon == nil, start.secondsSinceMidnight >= 43_200, first.hour < 12 {
                first.isAfternoon = true
            }
            if last.isAfternoon == nil, let end = last.time, end <= start,
                start.secondsSinceMidnight < 46_800 || first.isAfternoon == true,
                (1...11).contains(last.hour)
            {
                // In "9-5" the end is in the afternoon, and so is the one of "2pm-4".
                var late = last
                late.isAfternoon = true
                if let end = late.time, end > start { last = late }
            }
        }
        guard let start = first.time, let end = last.time else { return nil }
        return (start, end)
    }

    // MARK: One time

    /// Takes a time.
    mutating func takeClock() -> QuickClock? {
        let start = place
        if take(.noon) || takeNoonAsPart() {
            return QuickClock(hour: 12, isAfternoon: true, isClear: true)
        }
        if take(.midnight) { return QuickClock(hour: 12, isAfternoon: false, isClear: true) }
        if var clock = takeSpokenClock() {
            takeHalfOfDay(&clock)
            return clock
        }
        place = start
        guard var clock = takeFigures() else {
            place = start
            return nil
        }
        let isClear = clock.isClear
        takeHalfOfDay(&clock)
        if clock.isAfternoon != nil { clock.isClear = true }
        if take(.oClock) {
            clock.isClear = true
            clock.isSpoken = clock.isSpoken && clock.hour < 7
            let behind = place
            if !isClear, let minute = takeNumber(digits: 2...2), minute < 60, canEndBareTime {
                clock.minute = minute
            } else {
                place = behind
            }
        }
        if clock.isDotted && !clock.isClear {
            // "14.10" could also be a date, so it's a time only after "at" or "from"; "14.30" can't be one.
            let isSaid = start > 0 && (has(.at, at: start - 1) || has(.from, at: start - 1))
            clock.isClear = isSaid || clock.minute > 12
            if next?.isGlued == true && next?.mark == UInt8(ascii: ".") && !isSaid { return nil }
        }
        return clock
    }

    /// Takes "lunchtime" after "at" or "to".
    private mutating func takeNoonAsPart() -> Bool {
        guard place > 0, has(.at, at: place - 1) || has(.to, at: place - 1) else { return false }
        return take(.part(.noon))
    }

    /// "Half past three", "halb vier", "quarter to four", "10 nach 3".
    private mutating func takeSpokenClock() -> QuickClock? {
        let start = place
        if take(.halfBefore) { return takeHour(minutesLater: -30) }
        if take(.threeQuarters) { return takeHour(minutesLater: -15) }
        _ = take(.number(1))
        var minutes = 0
        if take(.half) {
            guard take(.past) else { return nil }
            return takeHour(minutesLater: 30)
        } else if take(.quarter) {
            minutes = 15
            if take(.to) { return takeHour(minutesLater: -minutes) }
        } else {
            place = start
            guard let count = takeCount(), (1...29).contains(count) else { return nil }
            minutes = count
        }
        if take(.past) { return takeHour(minutesLater: minutes) }
        if take(.timeBefore) { return takeHour(minutesLater: -minutes) }
        return nil
    }

    private mutating func takeHour(minutesLater: Int) -> QuickClock? {
        guard var hour = takeNumber(digits: 1...2) ?? takeNumberWord(), (0...24).contains(hour),
            canEndBareTime
        else { return nil }
        _ = take(.oClock)
        if minutesLater < 0 { hour = hour <= 1 ? hour + 11 : hour - 1 }
        return QuickClock(
            hour: hour,
            minute: (minutesLater + 60) % 60,
            isClear: true,
            isSpoken: true
        )
    }

    /// `9`, `9:15`, `9.15`, `0915`, `15h`, `15h30`, "nine".
    private mutating func takeFigures() -> QuickClock? {
        if let hour = takeNumberWord() {
            return hour <= 12 ? QuickClock(hour: hour, isSpoken: true, isNumberWord: true) : nil
        }
        guard let token = next, let number = token.number else { return nil }
        place += 1
        if token.digits == 4 || (token.digits == 3 && place > 1 && has(.at, at: place - 2)) {
            let isTime = number / 100 <= 24 && number % 100 < 60
            return isTime
                ? QuickClock(hour: number / 100, minute: number % 100, isCompact: true) : nil
        }
        guard token.digits <= 2, number <= 24 else { return nil }
        var clock = QuickClock(hour: number, isSpoken: token.digits == 1)
        if takeMark(":", glued: true) {
            guard let minute = takeNumber(digits: 2...2, glued: true), minute < 60 else {
                // "9:" while the minutes aren't typed yet, or "9: Lunch".
                guard next?.isGlued != true else { return nil }
                place -= 1
                return clock
            }
            clock = QuickClock(hour: number, minute: minute, isClear: true)
            takeSeconds()
        } else if let next, next.isGlued, next.mark == UInt8(ascii: "."),
            let minute = gluedMinutes(place + 1)
        {
            place += 2
            clock = QuickClock(hour: number, minute: minute, isDotted: true)
        } else if let next, next.isGlued, next.meanings.contains(.letterH) {
            guard (language.firstHourLetter...23).contains(number) else { return nil }
            place += 1
            clock.isClear = true
            clock.isSpoken = false
            if let minute = takeNumber(digits: 2...2, glued: true) { clock.minute = minute }
        }
        return clock.minute < 60 ? clock : nil
    }

    /// The two glued digits of minutes.
    private func gluedMinutes(_ place: Int) -> Int? {
        guard let token = token(place), token.isGlued, token.digits == 2, let number = token.number,
            number < 60
        else { return nil }
        return number
    }

    private mutating func takeSeconds() {
        let behind = place
        if takeMark(":", glued: true), takeNumber(digits: 2...2, glued: true) != nil { return }
        place = behind
    }

    /// Takes `am`, `p.m.` or a glued `p`.
    private mutating func takeHalfOfDay(_ clock: inout QuickClock) {
        let start = place
        if take(.am) {
            clock.isAfternoon = false
        } else if take(.pm) {
            clock.isAfternoon = true
        } else if let next, next.meanings.contains(.letterA) || next.meanings.contains(.letterP) {
            let isAfternoon = next.meanings.contains(.letterP)
            place += 1
            if takeMark(".", glued: true), let letter = self.next, letter.isGlued, take(.letterM) {
                skipFullStop()
            } else {
                place = start + 1
                guard next.isGlued,
                    token(place)?.isGlued != true || !(token(place)?.isWord ?? false)
                else {
                    place = start
                    return
                }
            }
            clock.isAfternoon = isAfternoon
        }
    }

    // MARK: Parts of the day

    /// "This evening", "in the morning", "abends", and "morning" after a day.
    mutating func readPart() -> Bool {
        if part == nil, let part = takePartAdverb() {
            self.part = part
            return true
        }
        var isSaid = isBehind(.day)
        if take(.this) || take(.at) {
            isSaid = true
        } else if take(.inside) || take(.on) {
            _ = take(.the)
            isSaid = true
        }
        guard isSaid, part == nil, let part = takePart() else { return false }
        self.part = part
        return true
    }

    mutating func takePart() -> DayPart? {
        takeMeaning { if case .part(let part) = $0 { part } else { nil } }
    }

    private mutating func takePartAdverb() -> DayPart? {
        takeMeaning { if case .partAdverb(let part) = $0 { part } else { nil } }
    }

    /// "All day", "ganztägig", "den ganzen Tag".
    mutating func readAllDay() -> Bool {
        if !take(.allDay) {
            _ = take(.the)
            guard take(.all) else { return false }
            _ = takeMark("-")
            guard has(.unit(.day)) else { return false }
            place += 1
        }
        isAllDay = true
        return true
    }
}
