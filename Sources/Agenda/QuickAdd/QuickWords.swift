import CivilTime
import Recurrence

/// The words of a line, read one after the other; words that no phrase takes are kept for the
/// title.
struct QuickWords: Hashable, Sendable {
    private var words: [String]
    private var lows: [String]
    /// The index of the next word.
    var place = 0
    /// The words kept for the title.
    private(set) var kept: [String] = []

    init(_ text: String) {
        let octets = Array(text.utf8.prefix(Limits.titleBytesMax))
        words = octets.split { $0 <= 32 }.map { String(decoding: $0, as: UTF8.self) }
        lows = words.map(Self.low)
    }

    /// A word in lower case, without the commas and full stops at its end.
    private static func low(_ word: String) -> String {
        var low = word.utf8.map { $0 >= 65 && $0 <= 90 ? $0 + 32 : $0 }
        while let last = low.last, low.count > 1,
            last == UInt8(ascii: ",") || last == UInt8(ascii: ".")
        {
            low.removeLast()
        }
        return String(decoding: low, as: UTF8.self)
    }

    var isAtEnd: Bool { place >= words.count }
    /// The next word in lower case, without commas and full stops at its end; empty at the end of
    /// the line.
    var low: String { isAtEnd ? "" : lows[place] }
    /// The next word as it was typed.
    var shown: String { isAtEnd ? "" : words[place] }

    mutating func skip() { place += 1 }

    /// Keeps the next word for the title.
    mutating func keep() {
        kept.append(shown)
        place += 1
    }

    /// Takes the next word if it is this one.
    mutating func take(_ word: String) -> Bool {
        guard low == word else { return false }
        place += 1
        return true
    }

    static func joined(_ words: [String]) -> String {
        var text = ""
        for word in words { text += text.isEmpty ? word : " " + word }
        // The comma may have come before a phrase that was taken.
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

    /// Takes the number of a day: `3`, `3rd`.
    mutating func ordinal() -> Int? {
        guard let number = Self.ordinal(Array(low.utf8)) else { return nil }
        place += 1
        return number
    }

    /// Takes the numbers of two days, in one word or with a dash or a word between them: `3-6`,
    /// `3rd to 6th`.
    mutating func ordinals() -> (first: Int, last: Int)? {
        let before = place
        var octets = Array(low.utf8)
        let dash = Array("\u{2013}".utf8)
        if let start = octets.firstIndex(of: dash[0]), octets[start...].starts(with: dash) {
            octets.replaceSubrange(start..<(start + dash.count), with: [UInt8(ascii: "-")])
        }
        let parts = octets.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        if parts.count == 2, let first = Self.ordinal(Array(parts[0])),
            let last = Self.ordinal(Array(parts[1]))
        {
            place += 1
            return (first, last)
        }
        if let first = ordinal(), takeDash() || take("until") || take("through"),
            let last = ordinal()
        {
            return (first, last)
        }
        place = before
        return nil
    }

    private static func ordinal(_ octets: [UInt8]) -> Int? {
        let digits = octets.prefix { $0 >= 48 && $0 <= 57 }
        let rest = String(decoding: octets.dropFirst(digits.count), as: UTF8.self)
        guard (1...2).contains(digits.count), ["", "st", "nd", "rd", "th"].contains(rest) else {
            return nil
        }
        return digits.reduce(0) { $0 * 10 + Int($1 - 48) }
    }

    mutating func weekday() -> Weekday? {
        let names = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
        return name(among: names).map { Weekday.allCases[$0] }
    }

    /// Takes another weekday, with or without `and` before it.
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

    /// Takes a name, or its first three letters or more, and returns its index in the list.
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

    /// Takes `at` before another word, or the `@` of a word such as `@home`.
    mutating func takePlaceMark() -> Bool {
        if low == "at", place + 1 < words.count {
            place += 1
            return true
        }
        guard shown.utf8.first == UInt8(ascii: "@"), shown.utf8.count > 1 else { return false }
        words[place] = String(decoding: Array(shown.utf8.dropFirst()), as: UTF8.self)
        lows[place] = Self.low(words[place])
        return true
    }

    /// Takes the rank of a weekday in a month: `first`, `2nd`, or `last`, which is -1.
    mutating func rank() -> Int? {
        let names = [("first", 1), ("second", 2), ("third", 3), ("fourth", 4), ("last", -1)]
        for (name, rank) in names where take(name) { return rank }
        let before = place
        if let number = ordinal(), (1...4).contains(number) { return number }
        place = before
        return nil
    }

    /// Takes a dash, or the "to" of a range.
    mutating func takeDash() -> Bool {
        take("-") || take("\u{2013}") || take("to")
    }

    /// Reads a date in figures, such as `12/24`, `3/4/27` and `24.12.`, without taking the word.
    func figures(isDayFirst: Bool) -> (year: Int?, month: Int, day: Int)? {
        let octets = Array(shown.utf8)
        let isDotted = octets.contains(UInt8(ascii: "."))
        let mark = UInt8(ascii: isDotted ? "." : "/")
        var parts = octets.split(separator: mark, omittingEmptySubsequences: false).map {
            Array($0)
        }
        // A comma, or the full stop of a sentence, isn't part of the date.
        if let last = parts.last, last.last == UInt8(ascii: ",") {
            parts[parts.count - 1] = Array(last.dropLast())
        }
        if isDotted, parts.count == 3, parts[2].isEmpty {
            parts.removeLast()
        } else if isDotted, parts.count == 2 {
            return nil
        }
        guard parts.count == 2 || parts.count == 3 else { return nil }
        var numbers: [Int] = []
        for part in parts {
            guard (1...4).contains(part.count), part.allSatisfy({ $0 >= 48 && $0 <= 57 }),
                let number = Int(String(decoding: part, as: UTF8.self))
            else { return nil }
            numbers.append(number)
        }
        guard parts[0].count < 3, parts[1].count < 3 else { return nil }
        // A number that can't be a month is the day, whatever the order.
        let isFirst = (isDayFirst || isDotted || numbers[0] > 12) && (isDotted || numbers[1] <= 12)
        let year = numbers.count == 3 ? (numbers[2] < 100 ? 2_000 + numbers[2] : numbers[2]) : nil
        return (year, isFirst ? numbers[1] : numbers[0], isFirst ? numbers[0] : numbers[1])
    }

    // MARK: Lengths

    private static let units: [(name: String, minutes: Int)] = [
        ("minutes", 1), ("minute", 1), ("mins", 1), ("min", 1), ("hours", 60), ("hour", 60),
        ("hrs", 60), ("hr", 60), ("h", 60), ("days", 1_440), ("day", 1_440), ("weeks", 10_080),
        ("week", 10_080),
    ]

    /// Whether the next word is a number with its unit, such as `2h`, and less than a day.
    var isGlued: Bool {
        let digits = low.utf8.prefix { $0 >= 48 && $0 <= 57 }.count
        return digits > 0 && digits < low.utf8.count && lengthInOneWord.map { $0 < 1_440 } ?? false
    }

    private var lengthInOneWord: Int? {
        let digits = Array(low.utf8.prefix { $0 >= 48 && $0 <= 57 })
        let unit = String(decoding: Array(low.utf8.dropFirst(digits.count)), as: UTF8.self)
        guard (1...4).contains(digits.count),
            let number = Int(String(decoding: digits, as: UTF8.self)), number > 0,
            let found = Self.units.first(where: { $0.name == unit })
        else { return nil }
        return number * found.minutes
    }

    /// Takes a length and returns its minutes: `30 minutes`, `an hour`, `2h`.
    mutating func length() -> Int? {
        if let minutes = lengthInOneWord {
            place += 1
            return minutes
        }
        let before = place
        let number = take("a") || take("an") ? 1 : number()
        if let number, number > 0, number <= 10_000 {
            for (name, minutes) in Self.units where take(name) { return number * minutes }
        }
        place = before
        return nil
    }

    // MARK: Times

    /// Takes a time, or two with a dash or `to` between them.
    ///
    /// An hour without minutes, "am" or "pm" is bare: it's only taken if `bareHours` is true or the
    /// other time isn't bare.
    mutating func times(
        bareHours: Bool
    ) -> (start: TimeOfDay, end: TimeOfDay?, isBare: Bool)? {
        let before = place
        if let hour = hourOfDay() { return (hour, nil, false) }
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
            if takeDash() || take("until") {
                to = ClockWord(Array(low.utf8))
                if to == nil { place = behind } else { place += 1 }
            }
        }
        to?.takeHalf(&self)
        // In "9-10am" both are in the morning.
        if from.half == nil, let half = to?.half { from.half = half }
        let isBare = !from.isClear
        guard from.isClear || to?.isClear == true || bareHours else {
            place = before
            return nil
        }
        // "At 3" is in the afternoon, and then so is the end of "2pm to 4".
        if from.isEarly { from.half = true }
        guard let start = from.time else {
            place = before
            return nil
        }
        if from.half != nil, let end = to, end.half == nil, let time = end.time, time <= start,
            (1...11).contains(end.hour)
        {
            to?.half = true
        }
        return (start, to?.time, isBare)
    }

    /// Takes an hour such as `15h`: from 13 on, because nobody means a length of that many hours.
    private mutating func hourOfDay() -> TimeOfDay? {
        guard low.utf8.count == 3, low.utf8.last == UInt8(ascii: "h"),
            let hour = Int(String(decoding: Array(low.utf8.prefix(2)), as: UTF8.self)),
            (13...23).contains(hour)
        else { return nil }
        place += 1
        return Self.time(hour, 0)
    }

    static func time(_ hour: Int, _ minute: Int) -> TimeOfDay? {
        TimeOfDay(secondsSinceMidnight: hour * 3_600 + minute * 60)
    }
}

/// A time as written: `9`, `9:15`, `9am`, `9:15pm`.
struct ClockWord: Hashable, Sendable {
    let hour: Int
    let minute: Int?
    /// Whether it's in the afternoon; nil if it doesn't say.
    var half: Bool?

    /// Whether it's a single digit.
    private let isFigure: Bool

    init?(_ octets: [UInt8]) {
        let name = String(decoding: octets, as: UTF8.self)
        isFigure = octets.count == 1
        if name == "noon" || name == "midnight" {
            hour = 12
            minute = 0
            half = name == "noon"
            return
        }
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

    /// Whether it can only be a time, because it has minutes or says its half of the day.
    var isClear: Bool { minute != nil || half != nil }

    /// Whether it's an hour from 1 to 6 without "am" or "pm", which is hardly meant at night.
    var isEarly: Bool { isFigure && half == nil && (1...6).contains(hour) }

    var time: TimeOfDay? {
        guard let half else { return QuickWords.time(hour, minute ?? 0) }
        guard (1...12).contains(hour) else { return nil }
        return QuickWords.time(hour % 12 + (half ? 12 : 0), minute ?? 0)
    }

    /// Takes `am` or `pm` as a separate word.
    mutating func takeHalf(_ words: inout QuickWords) {
        guard half == nil else { return }
        if words.take("am") { half = false } else if words.take("pm") { half = true }
    }
}
