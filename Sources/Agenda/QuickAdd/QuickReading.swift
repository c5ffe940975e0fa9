import CivilTime
import Recurrence

/// One reading of a line from its beginning to its end.
///
/// Every phrase is tried at every token; one that doesn't fit leaves no trace. The words that no
/// phrase takes are the title.
struct QuickReading {
    /// A run of tokens that was understood.
    struct Phrase {
        let tokens: Range<Int>
        let kind: QuickMark.Kind
        /// The tokens without the punctuation around them.
        let marked: Range<Int>
        /// Whether its words are also in the title, as is "Weekly" in "Weekly review".
        let isInTitle: Bool
    }

    /// What an earlier reading of the same line found out.
    struct Hints: Hashable {
        /// The line has a repetition, so "from" and "until" are about it, wherever they stand.
        var repeats = false
        /// The line has a time, so "1.5h" before it is a length.
        var takesLengths = false
        /// The line has a time but no day, so an unsure "Sat" is a day.
        var takesUnsureDays = false
        /// The line says no other day, so "Christmas" in its title counts as its day.
        var takesHolidays = false
    }

    let line: QuickLine
    let language: QuickLanguage
    let now: TimeOfDay
    let isDayFirst: Bool
    /// The zone in which a time needs no other word.
    let home: ZoneID
    let hints: Hints
    /// The day that relative days are counted from.
    var today: CivilDate
    /// The index of the next token.
    var place = 0
    var phrases: [Phrase] = []

    var date: CivilDate?
    var lastDate: CivilDate?
    /// Weekdays in a list without "every": days of one event, or of a repetition if there is a time.
    var listedDays: [Weekday] = []
    /// Whether the line leaves out the order of "3/4" but had "12/24" before it.
    var figuresOrder: Bool?
    /// Whether a weekend was named, which is only one day if there is a time.
    var isWeekend = false
    /// Whether a short name of a weekday was left to the title.
    var hasUnsureDay = false
    var time = QuickTime()
    var part: DayPart?
    var isAllDay = false
    var zone: ZoneID?
    var length: QuickLength?
    var location = ""
    var repetition: RecurrenceRule?
    var repetitionEnd: CivilDate?
    var count: Int?
    var reminderMinutes: Int?
    var categories: [String] = []

    /// Reads a line, again with what the first reading found out if that helps.
    static func reading(
        _ line: QuickLine,
        language: QuickLanguage,
        today: CivilDate,
        now: TimeOfDay,
        isDayFirst: Bool,
        home: ZoneID
    ) -> QuickReading {
        var hints = Hints()
        var reading = QuickReading(line, language, today, now, isDayFirst, home, hints)
        hints.repeats = reading.repetition != nil || !reading.listedDays.isEmpty
        hints.takesUnsureDays =
            reading.hasUnsureDay && reading.date == nil && reading.time.start != nil
            && reading.repetition == nil
        hints.takesHolidays =
            reading.date == nil && line.tokens.contains { $0.meanings.contains(.holiday) }
        hints.takesLengths = reading.time.start != nil && reading.length == nil
        if hints != Hints() {
            reading = QuickReading(line, language, today, now, isDayFirst, home, hints)
        }
        reading.settle()
        return reading
    }

    private init(
        _ line: QuickLine,
        _ language: QuickLanguage,
        _ today: CivilDate,
        _ now: TimeOfDay,
        _ isDayFirst: Bool,
        _ home: ZoneID,
        _ hints: Hints
    ) {
        self.line = line
        self.language = language
        self.today = today
        self.now = now
        self.isDayFirst = isDayFirst
        self.home = home
        self.hints = hints
        while place < line.tokens.count {
            if !readPhrase() { place += 1 }
        }
    }

    // MARK: Phrases

    private mutating func readPhrase() -> Bool {
        guard canBegin else { return false }
        return understand(.repetition, isInTitle: true) { $0.readTitledRepeat() }
            || readFact() || understand(.place) { $0.readPlace() }
    }

    /// Reads any phrase except a place.
    mutating func readFact() -> Bool {
        guard canBegin else { return false }
        return understand(.repetition) { $0.readRepeat() }
            || understand(.repetition) { $0.readEnd() }
            || understand(.time) { $0.readAllDay() }
            || understand(.day) { $0.readDay() }
            || understand(.day, isInTitle: true) { $0.readNamedHoliday() }
            || understand(.time) { $0.readTime() }
            || understand(.time) { $0.readPart() }
            || understand(.length) { $0.readLength() }
            || understand(.zone) { $0.readZone() }
            || understand(.reminder) { $0.readReminder() }
            || understand(.category) { $0.readCategory() }
    }

    /// Whether a phrase can begin at the next token: at a number, a known word, an `@` or `#` that
    /// follows a space or an opening bracket; after a time also at a word that may name a zone.
    private var canBegin: Bool {
        guard let token = next, !token.isPlainWord || isBehindTime else { return false }
        if token.mark != 0, token.mark != UInt8(ascii: "@"), token.mark != UInt8(ascii: "#") {
            return false
        }
        guard token.isGlued, place > 0 else { return true }
        // A phrase may follow the punctuation of another without a space: "Fri,3pm".
        return QuickReading.opens(line.tokens[place - 1].mark)
            || phrases.last?.tokens.upperBound == place
    }

    /// Reads one phrase, and takes back everything if it doesn't fit or ends inside of a word.
    // Inlined, it would be in the module once for each kind of phrase.
    @inline(never)
    private mutating func understand(
        _ kind: QuickMark.Kind,
        isInTitle: Bool = false,
        _ read: (inout QuickReading) -> Bool
    ) -> Bool {
        let saved = self
        var start = place
        if read(&self), place > start, let end = endOfPhrase {
            let marked = start..<place
            place = end
            while start > (phrases.last?.tokens.upperBound ?? 0), line.tokens[start].isGlued,
                QuickReading.opens(line.tokens[start - 1].mark)
            {
                start -= 1
            }
            phrases.append(
                Phrase(tokens: start..<end, kind: kind, marked: marked, isInTitle: isInTitle)
            )
            return true
        }
        let isUnsure = hasUnsureDay
        self = saved
        hasUnsureDay = isUnsure
        return false
    }

    /// The index after a phrase that stops here and its punctuation; nil inside a word.
    private var endOfPhrase: Int? {
        var end = place
        while end < line.tokens.count, line.tokens[end].isGlued {
            let token = line.tokens[end]
            guard QuickReading.closes(token.mark) else { return nil }
            end += 1
        }
        return end
    }

    static func opens(_ mark: UInt8) -> Bool {
        mark == UInt8(ascii: "(") || mark == UInt8(ascii: "[") || mark == UInt8(ascii: "\"")
    }

    private static func closes(_ mark: UInt8) -> Bool {
        switch mark {
        case UInt8(ascii: ","), UInt8(ascii: "."), UInt8(ascii: ";"), UInt8(ascii: ":"),
            UInt8(ascii: "!"), UInt8(ascii: "?"), UInt8(ascii: ")"), UInt8(ascii: "]"),
            UInt8(ascii: "\""), UInt8(ascii: "'"):
            true
        default: false
        }
    }
}

/// Steps from token to token.
extension QuickReading {
    /// The next token; nil at the end of the line.
    var next: QuickToken? { token(place) }

    func token(_ place: Int) -> QuickToken? {
        place < line.tokens.count ? line.tokens[place] : nil
    }

    /// Whether a token has a meaning.
    func has(_ word: QuickWord, at place: Int) -> Bool {
        token(place)?.meanings.contains(word) ?? false
    }

    /// Whether the next token has a meaning.
    func has(_ word: QuickWord) -> Bool { has(word, at: place) }

    /// Takes the next token if it has a meaning.
    mutating func take(_ word: QuickWord) -> Bool {
        guard has(word) else { return false }
        place += 1
        return true
    }

    /// Takes the next token if it's a punctuation mark.
    mutating func takeMark(_ mark: Unicode.Scalar, glued: Bool? = nil) -> Bool {
        guard let next, next.mark != 0, next.mark == UInt8(ascii: mark),
            glued == nil || next.isGlued == glued
        else { return false }
        place += 1
        return true
    }

    /// Takes the full stop of an abbreviation.
    mutating func skipFullStop() {
        if let next, next.isGlued, next.mark == UInt8(ascii: ".") { place += 1 }
    }

    /// Takes a word that has a meaning of some kind, and returns what it says.
    mutating func takeMeaning<Value>(_ value: (QuickWord) -> Value?) -> Value? {
        guard let next else { return nil }
        for meaning in next.meanings {
            guard let value = value(meaning) else { continue }
            place += 1
            return value
        }
        return nil
    }

    /// Takes a number with this many digits.
    mutating func takeNumber(digits: ClosedRange<Int>, glued: Bool? = nil) -> Int? {
        guard let next, let number = next.number, digits.contains(next.digits),
            glued == nil || next.isGlued == glued
        else { return nil }
        place += 1
        return number
    }

    /// Takes a number in figures or as a word.
    mutating func takeCount() -> Int? {
        if let number = takeNumber(digits: 1...5) { return number }
        return takeNumberWord()
    }

    mutating func takeNumberWord() -> Int? {
        takeMeaning { if case .number(let number) = $0 { number } else { nil } }
    }

    mutating func takeUnit() -> QuickUnit? {
        guard let unit = takeMeaning({ if case .unit(let unit) = $0 { unit } else { nil } }) else {
            return nil
        }
        skipFullStop()
        return unit
    }

    mutating func takeRank() -> Int? {
        takeMeaning { if case .rank(let rank) = $0 { rank } else { nil } }
    }

    /// Takes the number of a day: `3`, `3rd`, `3.`.
    mutating func takeOrdinal() -> (number: Int, isMarked: Bool)? {
        guard let number = takeNumber(digits: 1...2) else { return nil }
        if let next, next.isGlued {
            if take(.ordinalEnding) { return (number, true) }
            // The full stop of "3.12." is no ordinal, nor is the mark of "3:12".
            if next.mark == UInt8(ascii: ".") {
                if let after = token(place + 1), after.isGlued, after.digits > 0 || after.isWord {
                    return (number, false)
                }
                place += 1
                return (number, true)
            }
        }
        return (number, false)
    }

    /// Reads "#sport".
    private mutating func readCategory() -> Bool {
        guard takeMark("#"), let first = next, first.isWord, first.isGlued else { return false }
        let start = place
        while let next, next.isGlued, next.mark == 0 || next.mark == UInt8(ascii: "-"),
            next.mark == 0 || token(place + 1).map({ $0.isGlued && $0.mark == 0 }) == true
        {
            place += 1
        }
        let last = line.tokens[place - 1].octets.upperBound
        categories.append(line.text(line.tokens[start].octets.lowerBound..<last))
        return true
    }

    /// Whether a word follows that no phrase has, so that a number before it may count it.
    var isBeforePlainWord: Bool { next?.isPlainWord ?? false }

    /// Whether the previous phrase ends here and is of one of these kinds.
    func isBehind(_ kinds: QuickMark.Kind...) -> Bool {
        guard let last = phrases.last, last.tokens.upperBound == place else { return false }
        return kinds.contains(last.kind)
    }
}
