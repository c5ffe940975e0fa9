/// Converts dates and times between iCalendar's form and jCal's, which has hyphens and colons.
///
/// Checks only where the digits are, so that a value is kept even if there is no such time, as with
/// second 60 (RFC 7265 section 3.6).
enum JCalTime {
    /// `20260101` as `2026-01-01`; nil when it has another form.
    static func date(_ basic: ArraySlice<UInt8>) -> [UInt8]? {
        guard basic.count == 8, hasOnlyDigits(basic) else { return nil }
        let start = basic.startIndex
        return basic.prefix(4) + [hyphen] + basic[(start + 4)..<(start + 6)] + [hyphen]
            + basic.suffix(2)
    }

    /// `090000Z` as `09:00:00Z`.
    static func time(_ basic: ArraySlice<UInt8>) -> [UInt8]? {
        let digits = basic.prefix(6)
        let rest = basic.dropFirst(6)
        guard digits.count == 6, hasOnlyDigits(digits), rest.isEmpty || rest.elementsEqual([zulu])
        else { return nil }
        let start = basic.startIndex
        return digits.prefix(2) + [.colon] + digits[(start + 2)..<(start + 4)] + [.colon]
            + digits.suffix(2) + rest
    }

    /// `20260101T090000Z` as `2026-01-01T09:00:00Z`.
    static func dateTime(_ basic: ArraySlice<UInt8>) -> [UInt8]? {
        guard basic.count >= 15, basic[basic.startIndex + 8] == letterT,
            let date = date(basic.prefix(8)), let time = time(basic.dropFirst(9))
        else { return nil }
        return date + [letterT] + time
    }

    /// `+0100` as `+01:00`.
    static func offset(_ basic: ArraySlice<UInt8>) -> [UInt8]? {
        let digits = basic.dropFirst()
        guard basic.first == 0x2B || basic.first == hyphen, hasOnlyDigits(digits),
            digits.count == 4 || digits.count == 6
        else { return nil }
        var text = Array(basic.prefix(3))
        for place in stride(from: 2, to: digits.count, by: 2) {
            text.append(.colon)
            text += digits.dropFirst(place).prefix(2)
        }
        return text
    }

    /// Converts any of these forms back, without hyphens and colons; other text stays as it is.
    static func basic(_ extended: String) -> String {
        let octets = Array(extended.utf8)
        let plain = octets.enumerated().filter { index, octet in
            octet != .colon && (octet != hyphen || index == 0)
        }.map { $0.element }[...]
        let forms = [date(plain), dateTime(plain), time(plain), offset(plain)]
        return forms.contains(octets) ? String(decoding: plain, as: UTF8.self) : extended
    }

    private static let hyphen: UInt8 = 0x2D
    private static let letterT: UInt8 = 0x54
    private static let zulu: UInt8 = 0x5A

    private static func hasOnlyDigits(_ octets: ArraySlice<UInt8>) -> Bool {
        octets.allSatisfy { $0.digit != nil }
    }
}
