import CivilTime
import Recurrence

/// The words of a line, read one after the other; what no phrase takes is left for the title.
struct QuickWords: Hashable, Sendable {
    private let words: [String]
    private let lows: [String]
    /// The word that is next.
    var place = 0
    /// The words that were kept.
    private(set) var left: [String] = []

    init(_ text: String) {
        let octets = Array(text.utf8.prefix(Limits.titleBytesMax))
        words = octets.split { $0 <= 32 }.map { String(decoding: $0, as: UTF8.self) }
        lows = words.map { word in
            var low = word.utf8.map { $0 >= 65 && $0 <= 90 ? $0 + 32 : $0 }
            while let last = low.last, low.count > 1,
                last == UInt8(ascii: ",") || last == UInt8(ascii: ".")
            {
                low.removeLast()
            }
            return String(decoding: low, as: UTF8.self)
        }
    }

    var isAtEnd: Bool { place >= words.count }
    /// The next word in lower case, without a comma behind it; empty at the end.
    var low: String { isAtEnd ? "" : lows[place] }
    /// The next word as it was typed.
    var shown: String { isAtEnd ? "" : words[place] }

    mutating func skip() { place += 1 }

    /// Leaves the next word for the title.
    mutating func keep() {
        left.append(shown)
        place += 1
    }

    /// Takes the next word when it is this one.
    mutating func take(_ word: String) -> Bool {
        guard low == word else { return false }
        place += 1
        return true
    }

    static func joined(_ words: [String]) -> String {
        var text = ""
        for word in words { text += text.isEmpty ? word : " " + word }
        // A comma stood before a phrase that is gone.
        while text.utf8.last == UInt8(ascii: ",") {
            text = String(decoding: Array(text.utf8.dropLast()), as: UTF8.self)
        }
        return text
    }

    mutating func number() -> Int? {
        guard low.utf8.count <= 6, let number = Int(low), number >= 0 else { return nil }
        place += 1
        return number
    }

    /// A number of a day: `3`, `3rd`.
    mutating func ordinal() -> Int? {
        let digits = low.utf8.prefix { $0 >= 48 && $0 <= 57 }
        let rest = String(decoding: Array(low.utf8.dropFirst(digits.count)), as: UTF8.self)
        guard (1...2).contains(digits.count), ["", "st", "nd", "rd", "th"].contains(rest),
            let number = Int(String(decoding: Array(digits), as: UTF8.self))
        else { return nil }
        place += 1
        return number
    }

    mutating func weekday() -> Weekday? {
        let names = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
        return name(among: names).map { Weekday.allCases[$0] }
    }

    /// A weekday after `and` or a comma.
    mutating func furtherWeekday() -> Weekday? {
        let before = place
        _ = take("and")
        if let weekday = weekday() { return weekday }
        place = before
        return nil
    }

    mutating func month() -> Int? {
        let names = [
            "january", "february", "march", "april", "may", "june", "july", "august", "september",
            "october", "november", "december",
        ]
        return name(among: names).map { $0 + 1 }
    }

    /// The number of the name that the next word is, whole or its first three letters or more.
    private mutating func name(among names: [String]) -> Int? {
        let word = Array(low.utf8)
        guard word.count >= 3,
            let number = names.firstIndex(where: { $0.utf8.starts(with: word) })
        else { return nil }
        place += 1
        return number
    }

    mutating func period() -> Frequency? {
        let periods: [(String, String, Frequency)] = [
            ("day", "days", .daily), ("week", "weeks", .weekly), ("month", "months", .monthly),
            ("year", "years", .yearly),
        ]
        for (one, many, frequency) in periods where low == one || low == many {
            place += 1
            return frequency
        }
        return nil
    }

    /// Takes `at`, or the mark of a word such as `@home`, when a place comes.
    mutating func takePlaceMark() -> Bool {
        if low == "at", place + 1 < words.count {
            place += 1
            return true
        }
        guard words[place].utf8.first == UInt8(ascii: "@"), words[place].utf8.count > 1 else {
            return false
        }
        self = QuickWords(words, at: place, withoutMark: true, left: left)
        return true
    }

    private init(_ words: [String], at place: Int, withoutMark: Bool, left: [String]) {
        var words = words
        words[place] = String(decoding: Array(words[place].utf8.dropFirst()), as: UTF8.self)
        let fresh = QuickWords(Self.joined(words))
        self.words = words
        lows = fresh.lows
        self.place = place
        self.left = left
    }

    // MARK: Times

    /// A time, or two with a dash or `to` between them.
    mutating func times(bareHours: Bool) -> (start: TimeOfDay, end: TimeOfDay?)? {
        let before = place
        if take("noon") { return (Self.time(12, 0) ?? .midnight, nil) }
        if take("midnight") { return (.midnight, nil) }
        let parts = low.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard parts.count <= 2, let first = parts.first.flatMap({ ClockWord(Array($0)) }) else {
            return nil
        }
        place += 1
        var from = first
        var to: ClockWord?
        if parts.count == 2 {
            to = ClockWord(Array(parts[1]))
            if to == nil {
                place = before
                return nil
            }
        }
        from.takeHalf(&self)
        if to == nil {
            let behind = place
            if take("to") || take("-") || take("until") {
                to = ClockWord(Array(low.utf8))
                if to == nil { place = behind } else { place += 1 }
            }
        }
        to?.takeHalf(&self)
        // "9-10am" is in the morning on both sides.
        if from.half == nil, let half = to?.half { from.half = half }
        guard from.isClear || to?.isClear == true || bareHours, let start = from.time else {
            place = before
            return nil
        }
        return (start, to?.time)
    }

    static func time(_ hour: Int, _ minute: Int) -> TimeOfDay? {
        TimeOfDay(secondsSinceMidnight: hour * 3_600 + minute * 60)
    }
}

/// A time as it is written: `9`, `9:15`, `9am`, `9:15pm`.
struct ClockWord: Hashable, Sendable {
    let hour: Int
    let minute: Int?
    /// Whether it is after noon; nil when it is not said.
    var half: Bool?

    init?(_ octets: [UInt8]) {
        var rest = octets[...]
        if rest.count > 2, rest.last == UInt8(ascii: "m") {
            let letter = rest[rest.endIndex - 2]
            if letter == UInt8(ascii: "a") || letter == UInt8(ascii: "p") {
                half = letter == UInt8(ascii: "p")
                rest = rest.dropLast(2)
            }
        }
        let parts = rest.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard parts.count <= 2, let first = parts.first, (1...2).contains(first.count),
            let hour = Int(String(decoding: first, as: UTF8.self)), (0...24).contains(hour)
        else { return nil }
        self.hour = hour
        guard parts.count == 2 else {
            minute = nil
            return
        }
        guard parts[1].count == 2, let minute = Int(String(decoding: parts[1], as: UTF8.self)),
            (0..<60).contains(minute)
        else { return nil }
        self.minute = minute
    }

    /// Whether it can be nothing but a time.
    var isClear: Bool { minute != nil || half != nil }

    var time: TimeOfDay? {
        guard let half else { return QuickWords.time(hour, minute ?? 0) }
        guard (1...12).contains(hour) else { return nil }
        return QuickWords.time(hour % 12 + (half ? 12 : 0), minute ?? 0)
    }

    /// Takes `am` or `pm` as a word of its own.
    mutating func takeHalf(_ words: inout QuickWords) {
        guard half == nil else { return }
        if words.take("am") { half = false } else if words.take("pm") { half = true }
    }
}
