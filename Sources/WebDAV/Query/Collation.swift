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
        guard !sought.isEmpty else { return true }
        guard sought.count <= text.count else { return false }
        var search = RunSearch(sought.map(fold))
        for element in text where search.isFound(with: fold(element)) { return true }
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
        var search = RunSearch(sought)
        var place = 0
        while place < text.count {
            if !search.hasBegun {
                // Nearly all octets begin nothing.
                guard let next = text[place...].firstIndex(where: { upperCased($0) == head }) else {
                    return false
                }
                place = next
            }
            let octet = text[place]
            if octet == 0x0D || octet == 0x0A {
                place = indexAfterBreak(at: place, in: text)
                if place < text.count, text[place] == 0x20 || text[place] == 0x09 {
                    place += 1
                } else {
                    search.restart()
                }
            } else {
                if search.isFound(with: upperCased(octet)) { return true }
                place += 1
            }
        }
        return false
    }

    /// The index after the line break that begins at a place.
    private static func indexAfterBreak(at place: Int, in text: [UInt8]) -> Int {
        var next = place
        while next < text.count, text[next] == 0x0D { next += 1 }
        return next < text.count && text[next] == 0x0A ? next + 1 : next
    }
}

/// Looks for a run in a sequence that comes element by element (Knuth, Morris and Pratt).
///
/// On average it compares each element at most twice. A search that began anew at every place could
/// take a thousand times as long.
struct RunSearch<Element: Equatable> {
    private let sought: [Element]
    /// For each place in the run, how many elements up to it are also the run's beginning.
    private let fallbacks: [Int]
    private var matched = 0

    /// Begins to look for a run that isn't empty.
    init(_ sought: [Element]) {
        self.sought = sought
        var fallbacks = [0]
        for element in sought.dropFirst() {
            var length = fallbacks[fallbacks.count - 1]
            while length > 0, sought[length] != element { length = fallbacks[length - 1] }
            fallbacks.append(sought[length] == element ? length + 1 : 0)
        }
        self.fallbacks = fallbacks
    }

    /// Takes an element, and returns whether it completes the run.
    mutating func isFound(with element: Element) -> Bool {
        while matched > 0, sought[matched] != element { matched = fallbacks[matched - 1] }
        if sought[matched] == element { matched += 1 }
        return matched == sought.count
    }

    /// Whether the last elements are the beginning of the run.
    var hasBegun: Bool { matched > 0 }

    /// Begins anew.
    mutating func restart() { matched = 0 }
}
