internal import CivilTime

/// A repetition rule of vCalendar 1.0, such as `W2 TU TH #4`, converted to RFC 5545's form.
///
/// A rule has one or two letters and an interval, then the days or times that limit it, and then
/// its end. The end is a date, or `#` and a number of times, where 0 means for ever. A rule without
/// an end happens twice. Rules inside rules can't be read.
struct OlderRule {
    /// The value of `RRULE`.
    let text: String

    /// Reads a rule; nil if RFC 5545 can't express it.
    init?(_ octets: ArraySlice<UInt8>, start: CalendarTime) {
        var words = octets.split(whereSeparator: { $0.isBlank })
            .map { Word(octets: $0.map { octet in octet.upperCased }.filter { $0 != 0x24 }) }
        guard !words.isEmpty, let (kind, interval) = Self.kind(words.removeFirst()) else {
            return nil
        }
        var end = ";COUNT=2"
        if let last = words.last, let read = Self.end(last) {
            end = read
            words.removeLast()
        }
        guard let parts = Self.parts(kind, words[...], start: start) else { return nil }
        text = parts.frequency + (interval > 1 ? ";INTERVAL=\(interval)" : "") + parts.rest + end
    }

    private enum Kind: CaseIterable {
        case minutes, days, weeks, monthsByPosition, monthsByDay, yearsByMonth, yearsByDay

        var letters: String {
            switch self {
            case .minutes: "M"
            case .days: "D"
            case .weeks: "W"
            case .monthsByPosition: "MP"
            case .monthsByDay: "MD"
            case .yearsByMonth: "YM"
            case .yearsByDay: "YD"
            }
        }
    }

    /// A word of a rule, in capitals.
    private struct Word {
        let octets: [UInt8]

        var text: String { String(decoding: octets, as: UTF8.self) }

        func isSame(as text: String) -> Bool { isSameName(octets, text.utf8) }

        /// A whole number of at most five digits.
        static func number(_ octets: some Collection<UInt8>) -> Int? {
            guard !octets.isEmpty, octets.count <= 5 else { return nil }
            var number = 0
            for octet in octets {
                guard let digit = octet.digit else { return nil }
                number = number * 10 + digit
            }
            return number
        }

        /// A number with its sign behind it: `1+`, `2-` or `15`.
        var signed: Int? {
            let isNegative = octets.last == 0x2D
            let isSigned = isNegative || octets.last == 0x2B
            let number = Self.number(isSigned ? octets.dropLast() : octets[...])
            return number.map { isNegative ? -$0 : $0 }
        }

        var isWeekday: Bool { weekdayNames.contains { isSame(as: $0) } }
    }

    private static func kind(_ word: Word) -> (Kind, interval: Int)? {
        let letters = word.octets.prefix { $0.digit == nil }
        guard let interval = Word.number(word.octets[letters.endIndex...]), interval >= 1,
            let kind = Kind.allCases.first(where: { isSameName($0.letters.utf8, letters) })
        else { return nil }
        return (kind, interval)
    }

    private static func end(_ word: Word) -> String? {
        if word.octets.first == 0x23 {
            guard let count = Word.number(word.octets.dropFirst()) else { return nil }
            return count == 0 ? "" : ";COUNT=\(count)"
        }
        guard word.octets.count >= 8, let time = CalendarTime(anyForm: word.octets[...]) else {
            return nil
        }
        return ";UNTIL=" + time.basicText
    }

    private static func parts(
        _ kind: Kind,
        _ words: ArraySlice<Word>,
        start: CalendarTime
    ) -> (frequency: String, rest: String)? {
        switch kind {
        case .minutes: return words.isEmpty ? ("FREQ=MINUTELY", "") : nil
        case .days: return times(words, start: start).map { ("FREQ=DAILY", $0) }
        case .weeks:
            let days = words.prefix { $0.isWeekday }
            let rest = times(words.dropFirst(days.count), start: start)
            return rest.map { ("FREQ=WEEKLY", list("BYDAY", days.map { day in day.text }) + $0) }
        case .monthsByPosition:
            return positions(words, start: start).map { ("FREQ=MONTHLY", list("BYDAY", $0)) }
        case .monthsByDay:
            return numbers(words, 1...31).map { ("FREQ=MONTHLY", list("BYMONTHDAY", $0)) }
        case .yearsByMonth:
            return numbers(words, 1...12).map { ("FREQ=YEARLY", list("BYMONTH", $0)) }
        case .yearsByDay:
            return numbers(words, 1...366).map { ("FREQ=YEARLY", list("BYYEARDAY", $0)) }
        }
    }

    private static func list(_ name: String, _ values: [String]) -> String {
        values.isEmpty ? "" : ";" + name + "=" + values.joined(separator: ",")
    }

    /// Times of day such as `0900 1500`; nil unless they have the same minute.
    private static func times(_ words: ArraySlice<Word>, start: CalendarTime) -> String? {
        var hours: [String] = []
        var minutes: Set<Int> = []
        for word in words {
            guard word.octets.count == 4, let number = Word.number(word.octets),
                number / 100 < 24, number % 100 < 60
            else { return nil }
            hours.append("\(number / 100)")
            minutes.insert(number % 100)
        }
        guard let minute = minutes.first, !start.isDate else { return words.isEmpty ? "" : nil }
        guard minutes.count == 1 else { return nil }
        return list("BYHOUR", hours) + ";BYMINUTE=\(minute)"
    }

    /// Days such as `1+ 1- FR`, the first and the last Friday; without any, the start's.
    private static func positions(_ words: ArraySlice<Word>, start: CalendarTime) -> [String]? {
        guard !words.isEmpty else {
            let date = start.civil.date
            let number = (date.day - 1) / 7 + 1
            return ["\(number == 5 ? -1 : number)" + weekdayNames[Int(date.weekday.rawValue) - 1]]
        }
        var days: [String] = []
        var ordinals: [Int] = []
        var isAfterDay = true
        for word in words {
            if word.isWeekday {
                guard !ordinals.isEmpty else { return nil }
                days += ordinals.map { "\($0)" + word.text }
                isAfterDay = true
            } else {
                guard let ordinal = word.signed, (1...5).contains(abs(ordinal)) else { return nil }
                if isAfterDay { ordinals = [] }
                ordinals.append(ordinal)
                isAfterDay = false
            }
        }
        return isAfterDay ? days : nil
    }

    private static func numbers(
        _ words: ArraySlice<Word>,
        _ bounds: ClosedRange<Int>
    ) -> [String]? {
        var numbers: [String] = []
        for word in words {
            guard let number = word.isSame(as: "LD") ? -1 : word.signed,
                bounds.contains(abs(number))
            else { return nil }
            numbers.append("\(number)")
        }
        return numbers
    }
}

/// The weekdays, from Monday on.
private let weekdayNames: [String] = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
