/// Finds the tags of a document that may not be well-formed.
///
/// Comments, sections of character data (CDATA) and instructions contain no tags: the text of an
/// event inside one isn't markup.
struct TagScanner {
    struct Tag: Hashable, Sendable {
        /// From the `<` through the `>`.
        let range: Range<Int>
        /// The name as written, with its prefix.
        let name: ArraySlice<UInt8>
        let kind: Kind

        /// The name without its prefix.
        var localName: ArraySlice<UInt8> {
            name.lastIndex(of: UInt8(ascii: ":")).map { name[($0 + 1)...] } ?? name
        }

        enum Kind: Hashable, Sendable { case start, end, empty }
    }

    /// A section whose tags and references aren't markup.
    enum Section: CaseIterable {
        case characterData, comment, instruction

        var opening: StaticString {
            switch self {
            case .characterData: "<![CDATA["
            case .comment: "<!--"
            case .instruction: "<?"
            }
        }

        var closing: StaticString {
            switch self {
            case .characterData: "]]>"
            case .comment: "-->"
            case .instruction: "?>"
            }
        }
    }

    private let octets: [UInt8]
    private var place = 0
    /// Whether the document ends within a comment or the like.
    private(set) var isCut = false

    init(_ octets: [UInt8]) { self.octets = octets }

    /// The next tag; nil at the end.
    mutating func next() -> Tag? {
        while let start = octets[place...].firstIndex(of: UInt8(ascii: "<")) {
            if let section = Self.section(at: start, in: octets) {
                guard let end = section.end else {
                    isCut = true
                    place = octets.count
                    return nil
                }
                place = end
            } else if let tag = Self.tag(at: start, in: octets) {
                place = tag.range.upperBound
                return tag
            } else {
                place = start + 1
            }
        }
        place = octets.count
        return nil
    }

    /// The section that begins at a `<`, and the place after its end; nil if none begins there.
    static func section(at start: Int, in octets: [UInt8]) -> (kind: Section, end: Int?)? {
        for kind in Section.allCases where begins(octets[start...], with: kind.opening) {
            var place = start + kind.opening.utf8CodeUnitCount
            while let next = octets[place...].firstIndex(of: first(of: kind.closing)) {
                if begins(octets[next...], with: kind.closing) {
                    return (kind, next + kind.closing.utf8CodeUnitCount)
                }
                place = next + 1
            }
            return (kind, nil)
        }
        return nil
    }

    /// The tag that begins at a `<`; nil if there is none.
    static func tag(at start: Int, in octets: [UInt8]) -> Tag? {
        let isEnd = start + 1 < octets.count && octets[start + 1] == UInt8(ascii: "/")
        let nameStart = start + (isEnd ? 2 : 1)
        var place = nameStart
        while place < octets.count, isInName(octets[place]) { place += 1 }
        guard place > nameStart, !isDigit(octets[nameStart]) else { return nil }
        let name = octets[nameStart..<place]
        var quote: UInt8?
        let last = min(octets.count, start + Limits.xmlTagOctetsMax)
        while place < last {
            let octet = octets[place]
            // A tag can't contain a `<`, not even in an attribute.
            if octet == UInt8(ascii: "<") { return nil }
            if octet == quote {
                quote = nil
            } else if quote == nil, octet == UInt8(ascii: "\"") || octet == UInt8(ascii: "'") {
                quote = octet
            } else if quote == nil, octet == UInt8(ascii: ">") {
                let isEmpty = octets[place - 1] == UInt8(ascii: "/")
                return Tag(
                    range: start..<(place + 1),
                    name: name,
                    kind: isEnd ? .end : isEmpty ? .empty : .start
                )
            }
            place += 1
        }
        return nil
    }

    private static func isInName(_ octet: UInt8) -> Bool {
        switch octet {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
            UInt8(ascii: "."), UInt8(ascii: ":"), 0x80...:
            true
        default: false
        }
    }

    private static func isDigit(_ octet: UInt8) -> Bool {
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= octet
    }

    private static func begins(_ rest: ArraySlice<UInt8>, with text: StaticString) -> Bool {
        text.withUTF8Buffer { rest.starts(with: $0) }
    }

    private static func first(of text: StaticString) -> UInt8 {
        text.withUTF8Buffer { $0[0] }
    }
}
