/// A word from a list that others may extend, such as a `PARTSTAT` or a `STATUS`.
///
/// Case doesn't matter; unknown words are kept.
public struct Keyword: Hashable, Sendable {
    /// The word in capitals.
    public let text: String

    /// Makes a keyword of a word.
    public init(_ text: String) {
        self.text = upperCasedName(text.utf8)
    }

    /// Compares the octets.
    public static func == (left: Keyword, right: Keyword) -> Bool {
        left.text.utf8.elementsEqual(right.text.utf8)
    }

    /// Hashes the octets.
    public func hash(into hasher: inout Hasher) {
        for octet in text.utf8 { hasher.combine(octet) }
    }
}

extension Keyword {
    // Kinds of free and busy time: `FBTYPE` (section 3.2.9).

    /// Free.
    public static var free: Keyword { Keyword("FREE") }
    /// Busy.
    public static var busy: Keyword { Keyword("BUSY") }
    /// Busy, and nothing can be scheduled then.
    public static var busyUnavailable: Keyword { Keyword("BUSY-UNAVAILABLE") }
    /// Maybe busy.
    public static var busyTentative: Keyword { Keyword("BUSY-TENTATIVE") }
}
