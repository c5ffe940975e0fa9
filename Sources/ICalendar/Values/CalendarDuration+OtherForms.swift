extension CalendarDuration {
    /// Reads a duration in any form that other programs write; nil if it can't be one.
    ///
    /// Beyond RFC 5545, section 3.3.6, these are understood: the parts in any order, several `T`s,
    /// a `T` without a part after it, hours before it, fractions of a second, which are dropped, a
    /// sign after the `P` or the `T`, small letters, and blanks. Minutes stand for `M` everywhere:
    /// iCalendar has no months.
    init?(anyForm octets: ArraySlice<UInt8>) {
        var days: Int64 = 0
        var seconds: Int64 = 0
        var rest = octets.filter { !$0.isBlank }.map { $0.upperCased }[...]
        var isNegative: Bool?
        var seen: [UInt8] = []
        func takeSign() -> Bool {
            guard let sign = rest.first, sign == 0x2B || sign == 0x2D else { return true }
            guard isNegative == nil else { return false }
            isNegative = sign == 0x2D
            rest.removeFirst()
            return true
        }
        guard takeSign(), rest.popFirst() == 0x50 else { return nil }
        while !rest.isEmpty {
            if rest.first == 0x54 {
                rest.removeFirst()
                continue
            }
            guard seen.isEmpty ? takeSign() : true, rest.first != 0x54 else {
                if rest.first == 0x54 { continue }
                return nil
            }
            guard let number = Self.takeNumber(from: &rest), let unit = rest.popFirst(),
                !seen.contains(unit)
            else { return nil }
            seen.append(unit)
            switch unit {
            case 0x57: days += number * 7
            case 0x44: days += number
            case 0x48: seconds += number * 3_600
            case 0x4D: seconds += number * 60
            case 0x53: seconds += number
            default: return nil
            }
        }
        guard !seen.isEmpty, let wholeDays = Int(exactly: days) else { return nil }
        let sign: Int64 = isNegative == true ? -1 : 1
        self.init(days: wholeDays * Int(sign), seconds: seconds * sign)
    }

    /// A whole number of at most ten digits; a fraction is dropped.
    private static func takeNumber(from rest: inout ArraySlice<UInt8>) -> Int64? {
        let digits = rest.prefix { $0.digit != nil }
        guard !digits.isEmpty, digits.count <= 10 else { return nil }
        rest = rest[digits.endIndex...]
        if let mark = rest.first, mark == 0x2E || mark == .comma {
            let fraction = rest.dropFirst().prefix { $0.digit != nil }
            guard rest[fraction.endIndex...].first == 0x53 else { return nil }
            rest = rest[fraction.endIndex...]
        }
        return digits.reduce(0) { $0 * 10 + Int64($1.digit ?? 0) }
    }
}
