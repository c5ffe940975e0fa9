/// How texts are compared (RFC 4790; RFC 4791, 7.5).
package enum Collation: Hashable, Sendable, CaseIterable {
    /// Octet by octet, ignoring the case of ASCII letters.
    case asciiCasemap
    /// Octet by octet.
    case octet
    /// Character by character, ignoring case (RFC 5051).
    ///
    /// Accents written as one character or as two are the same. Compatibility characters, such as
    /// those of full width, aren't taken apart.
    case unicodeCasemap

    /// The name in the registry.
    package var name: String {
        switch self {
        case .asciiCasemap: "i;ascii-casemap"
        case .octet: "i;octet"
        case .unicodeCasemap: "i;unicode-casemap"
        }
    }

    /// Finds a collation by its name; `default` is the first.
    init?(name: String) {
        if name == "default" {
            self = .asciiCasemap
            return
        }
        guard let found = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = found
    }

    /// Whether a text contains another one.
    func contains(_ sought: [UInt8], in text: ArraySlice<UInt8>) -> Bool {
        switch self {
        case .octet: OctetSearch.contains(sought, in: text) { $0 }
        case .asciiCasemap: OctetSearch.contains(sought, in: text, folding: OctetSearch.upperCased)
        case .unicodeCasemap:
            OctetSearch.contains(Self.folded(sought[...]), in: Self.folded(text)[...]) { $0 }
        }
    }

    private static func folded(_ octets: ArraySlice<UInt8>) -> [Character] {
        Array(String(decoding: octets, as: UTF8.self).uppercased())
    }
}

/// Looks for a run of octets in a longer one.
package enum OctetSearch {
    static func upperCased(_ octet: UInt8) -> UInt8 {
        octet >= 0x61 && octet <= 0x7A ? octet & 0xDF : octet
    }

    /// Whether a run occurs in another, both folded.
    static func contains<Element: Equatable>(
        _ sought: [Element],
        in text: ArraySlice<Element>,
        folding fold: (Element) -> Element
    ) -> Bool {
        guard let head = sought.first.map(fold) else { return true }
        guard sought.count <= text.count else { return false }
        for place in text.startIndex...(text.endIndex - sought.count)
        where fold(text[place]) == head {
            var matched = 1
            while matched < sought.count, fold(text[place + matched]) == fold(sought[matched]) {
                matched += 1
            }
            if matched == sought.count { return true }
        }
        return false
    }

    /// Whether a run occurs in the content lines of iCalendar text, ignoring the case of ASCII
    /// letters and wherever lines are folded (RFC 5545, 3.1).
    ///
    /// - Parameters:
    ///   - sought: The run, in capitals, without line breaks.
    ///   - text: The text as stored.
    /// - Returns: Whether it occurs.
    package static func contains(_ sought: [UInt8], inFolded text: [UInt8]) -> Bool {
        guard let head = sought.first else { return true }
        for place in text.indices where upperCased(text[place]) == head {
            var matched = 1
            var next = place + 1
            while matched < sought.count, next < text.count {
                if upperCased(text[next]) == sought[matched] {
                    matched += 1
                    next += 1
                } else if let after = indexAfterFold(at: next, in: text) {
                    next = after
                } else {
                    break
                }
            }
            if matched == sought.count { return true }
        }
        return false
    }

    /// The index after a line break and the blank that continues the line; nil if there's none here.
    private static func indexAfterFold(at place: Int, in text: [UInt8]) -> Int? {
        var next = place
        while next < text.count, text[next] == 0x0D { next += 1 }
        if next < text.count, text[next] == 0x0A { next += 1 }
        guard next > place, next < text.count, text[next] == 0x20 || text[next] == 0x09 else {
            return nil
        }
        return next + 1
    }
}
