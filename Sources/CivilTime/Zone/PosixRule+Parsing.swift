extension PosixRule {
    /// Reads a rule from ASCII bytes.
    init?(ascii octets: ArraySlice<UInt8>) {
        guard octets.count <= Limits.posixRuleLengthMax else { return nil }
        var rest = octets
        guard let name = Self.takeName(from: &rest),
            let offset = Self.takeClock(from: &rest, hoursMax: 24)
        else { return nil }
        // POSIX counts offsets west of Greenwich; this module counts them east.
        standard = LocalTime(offsetSeconds: -offset, abbreviation: name)
        if rest.isEmpty {
            summer = nil
            return
        }
        guard let summer = Self.takeSummer(from: &rest, standardOffset: -offset), rest.isEmpty
        else { return nil }
        self.summer = summer
    }

    private static func takeSummer(
        from rest: inout ArraySlice<UInt8>,
        standardOffset: Int32
    ) -> Summer? {
        guard let name = takeName(from: &rest) else { return nil }
        var offset = standardOffset + 3_600
        if let next = rest.first, next != UInt8(ascii: ",") {
            guard let written = takeClock(from: &rest, hoursMax: 24) else { return nil }
            offset = -written
        }
        guard Digits.skip(UInt8(ascii: ","), in: &rest), let start = takeChange(from: &rest),
            Digits.skip(UInt8(ascii: ","), in: &rest), let end = takeChange(from: &rest)
        else { return nil }
        let time = LocalTime(offsetSeconds: offset, abbreviation: name)
        return Summer(time: time, start: start, end: end)
    }

    /// Reads an abbreviation: at least three letters, or letters, digits and signs inside `<>`.
    private static func takeName(from rest: inout ArraySlice<UInt8>) -> [UInt8]? {
        let isQuoted = Digits.skip(UInt8(ascii: "<"), in: &rest)
        let name = Array(
            rest.prefix { byte in
                let isLetter = (0x41...0x5A).contains(byte & 0xDF)
                let isDigit = (0x30...0x39).contains(byte)
                return isLetter || (isQuoted && (isDigit || byte == 0x2B || byte == 0x2D))
            }
        )
        rest.removeFirst(name.count)
        if isQuoted, !Digits.skip(UInt8(ascii: ">"), in: &rest) { return nil }
        return name.count >= 3 ? name : nil
    }

    /// Reads seconds written as `[+-]hh[:mm[:ss]]`.
    private static func takeClock(from rest: inout ArraySlice<UInt8>, hoursMax: Int) -> Int32? {
        var sign: Int32 = 1
        if Digits.skip(UInt8(ascii: "-"), in: &rest) {
            sign = -1
        } else {
            _ = Digits.skip(UInt8(ascii: "+"), in: &rest)
        }
        guard let hours = takeNumber(from: &rest, max: hoursMax) else { return nil }
        var seconds = hours * 3_600
        for unit in InlinePair(60, 1) {
            guard Digits.skip(UInt8(ascii: ":"), in: &rest) else { break }
            guard let part = takeNumber(from: &rest, max: 59) else { return nil }
            seconds += part * unit
        }
        return sign * Int32(seconds)
    }

    private static func takeChange(from rest: inout ArraySlice<UInt8>) -> Change? {
        guard let day = takeDay(from: &rest) else { return nil }
        guard Digits.skip(UInt8(ascii: "/"), in: &rest) else {
            return Change(day: day, seconds: 7_200)
        }
        // TZif version 3 allows -167 to 167 hours, to reach days before or after the named one.
        guard let seconds = takeClock(from: &rest, hoursMax: 167) else { return nil }
        return Change(day: day, seconds: seconds)
    }

    private static func takeDay(from rest: inout ArraySlice<UInt8>) -> Day? {
        if Digits.skip(UInt8(ascii: "J"), in: &rest) {
            guard let day = takeNumber(from: &rest, max: 365), day >= 1 else { return nil }
            return .julian(day)
        }
        guard Digits.skip(UInt8(ascii: "M"), in: &rest) else {
            return takeNumber(from: &rest, max: 365).map { .zeroBased($0) }
        }
        guard let month = takeNumber(from: &rest, max: 12), month >= 1,
            Digits.skip(UInt8(ascii: "."), in: &rest),
            let week = takeNumber(from: &rest, max: 5), week >= 1,
            Digits.skip(UInt8(ascii: "."), in: &rest),
            let weekday = takeNumber(from: &rest, max: 6)
        else { return nil }
        return .weekday(month: month, week: week, weekday: weekday)
    }

    private static func takeNumber(from rest: inout ArraySlice<UInt8>, max: Int) -> Int? {
        var value: Int?
        while let byte = rest.first, (0x30...0x39).contains(byte) {
            let next = (value ?? 0) * 10 + Int(byte - 0x30)
            guard next <= max else { return nil }
            value = next
            rest.removeFirst()
        }
        return value
    }
}
