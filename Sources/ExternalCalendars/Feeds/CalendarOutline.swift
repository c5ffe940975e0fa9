/// Looks at how a calendar begins and ends, before it's read.
///
/// A page instead of a calendar, or half a calendar, would otherwise be one without its events.
enum CalendarOutline {
    /// Whether this is a calendar, perhaps with a byte order mark and empty lines before it.
    static func begins(_ octets: [UInt8]) -> Bool {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let rest = octets.dropFirst(octets.starts(with: mark) ? mark.count : 0)
        return isLine(rest.drop { $0 <= 0x20 }, "BEGIN:VCALENDAR")
    }

    /// Whether the last component that ends or begins is a calendar that ends.
    ///
    /// Some services write something after it.
    static func ends(_ octets: [UInt8]) -> Bool {
        var rest = octets[...]
        while !rest.isEmpty {
            let start = rest.lastIndex { $0 == 10 || $0 == 13 }.map { $0 + 1 } ?? rest.startIndex
            let line = rest[start...]
            if isLine(line, "END:VCALENDAR") { return true }
            if isLine(line, "END:") || isLine(line, "BEGIN:") { return false }
            rest = rest[..<max(start - 1, rest.startIndex)]
        }
        return false
    }

    /// Whether octets begin with a word, in either case.
    private static func isLine(_ octets: ArraySlice<UInt8>, _ word: String) -> Bool {
        octets.lazy.prefix(word.utf8.count).map(uppercased).elementsEqual(word.utf8)
    }

    private static func uppercased(_ octet: UInt8) -> UInt8 {
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= octet ? octet - 0x20 : octet
    }
}
