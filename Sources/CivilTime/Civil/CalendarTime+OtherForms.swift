extension CalendarTime {
    /// Reads a date or a time in any form that other programs write; nil if it can't be one.
    ///
    /// A text with an offset or a `Z` is an instant; any other text with a time is floating. Beyond
    /// RFC 5545, sections 3.3.4 and 3.3.5, it accepts hyphens and colons, a blank instead of the
    /// `T`, a `T` without a time after it, a time without minutes or seconds, fractions of a second
    /// (which are dropped), 24:00 for the midnight that ends a day, an offset such as `-0500`,
    /// `+02:00` or `+01`, and blanks around the parts.
    public init?(anyForm octets: ArraySlice<UInt8>) {
        var reader = FormReader(rest: octets)
        guard let time = reader.read() else { return nil }
        self = time
    }
}

/// Reads the parts of a time one after the other.
private struct FormReader {
    var rest: ArraySlice<UInt8>

    mutating func read() -> CalendarTime? {
        skipBlanks()
        guard let date = CivilDate(taking: &rest) else { return nil }
        skipBlanks()
        if skip("T") { skipBlanks() }
        guard let first = rest.first, first.isDigit else {
            _ = skip("Z")
            return isAtEnd ? .date(date) : nil
        }
        guard let seconds = secondsOfDay() else { return nil }
        let civil = CivilDateTime(date: date, time: .midnight).adding(seconds: seconds)
        skipBlanks()
        if isAtEnd { return .floating(civil) }
        guard let offset = offset(), isAtEnd else { return nil }
        return .utc(Instant(secondsSinceEpoch: civil.secondsSinceEpoch - offset))
    }

    /// The time of day; 24:00 is the midnight after it, and a leap second the second before it.
    private mutating func secondsOfDay() -> Int? {
        guard let hour = Digits.take(2, from: &rest), hour <= 24 else { return nil }
        var minute = 0
        var second = 0
        let hasColon = Digits.skip(UInt8(ascii: ":"), in: &rest)
        if hasColon || rest.first?.isDigit == true {
            guard let read = Digits.take(2, from: &rest), read < 60 else { return nil }
            minute = read
            if Digits.skip(UInt8(ascii: ":"), in: &rest) || rest.first?.isDigit == true {
                guard let read = Digits.take(2, from: &rest), read <= 60 else { return nil }
                second = read == 60 ? 59 : read
                skipFraction()
            }
        }
        guard hour < 24 || (minute == 0 && second == 0) else { return nil }
        return hour * 3_600 + minute * 60 + second
    }

    private mutating func skipFraction() {
        guard let mark = rest.first, mark == UInt8(ascii: ".") || mark == UInt8(ascii: ","),
            rest.dropFirst().first?.isDigit == true
        else { return }
        rest = rest.dropFirst().drop { $0.isDigit }
    }

    /// Reads the offset after a time, in seconds ahead of UTC; nil for anything else.
    private mutating func offset() -> Int64? {
        for name in ["Z", "UTC", "GMT"] where skip(name) {
            skipBlanks()
            if isAtEnd { return 0 }
        }
        let isNegative = rest.first == UInt8(ascii: "-")
        guard isNegative || rest.first == UInt8(ascii: "+") else { return nil }
        rest.removeFirst()
        guard let hours = Digits.take(2, from: &rest), hours < 24 else { return nil }
        var minutes = 0
        if Digits.skip(UInt8(ascii: ":"), in: &rest) || rest.first?.isDigit == true {
            guard let read = Digits.take(2, from: &rest), read < 60 else { return nil }
            minutes = read
        }
        skipBlanks()
        let seconds = Int64(hours * 3_600 + minutes * 60)
        return isNegative ? -seconds : seconds
    }

    private var isAtEnd: Bool { rest.isEmpty }

    private mutating func skipBlanks() {
        rest = rest.drop { $0 == 0x20 || $0 == 0x09 }
    }

    /// Skips a word, ignoring case; `word` has to be in capitals.
    private mutating func skip(_ word: String) -> Bool {
        let letters = word.utf8
        guard rest.count >= letters.count,
            zip(rest, letters).allSatisfy({ $0 & 0xDF == $1 })
        else { return false }
        rest.removeFirst(letters.count)
        return true
    }
}

extension UInt8 {
    fileprivate var isDigit: Bool { self >= 0x30 && self <= 0x39 }
}
