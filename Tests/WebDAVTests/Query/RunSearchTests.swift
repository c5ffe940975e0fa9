import Synchronization
import Testing

@testable import WebDAV

@Suite("Looking for a text")
struct RunSearchTests {
    @Test(
        "A run is found wherever it is, also where it begins within itself",
        arguments: [
            ("aab", "aaab", true), ("abab", "abacabab", true), ("abcabd", "abcabcabd", true),
            ("aaa", "aabaab", false), ("b", "aaab", true), ("ab", "", false), ("ab", "a", false),
            ("", "", true), ("aabaaa", "aabaabaaa", true),
        ]
    )
    func found(sought: String, text: String, isThere: Bool) {
        let (sought, text) = (Array(sought.utf8), Array(text.utf8))
        #expect(OctetSearch.contains(sought, in: text[...]) { $0 } == isThere)
        let capitals = sought.map(OctetSearch.upperCased)
        #expect(OctetSearch.contains(capitals, inFolded: text) == isThere)
        for place in text.indices.dropFirst() {
            let folded = text[..<place] + Array("\r\n ".utf8) + text[place...]
            #expect(OctetSearch.contains(capitals, inFolded: Array(folded)) == isThere)
            let broken = text[..<place] + Array("\r\n".utf8) + text[place...]
            let isOnOneLine =
                OctetSearch.contains(sought, in: text[..<place]) { $0 }
                || OctetSearch.contains(sought, in: text[place...]) { $0 }
            #expect(OctetSearch.contains(capitals, inFolded: Array(broken)) == isOnOneLine)
        }
    }

    /// An octet that counts how often it's compared.
    private struct Counted: Equatable {
        static let comparisons = Mutex(0)
        let octet: UInt8

        static func == (left: Counted, right: Counted) -> Bool {
            comparisons.withLock { $0 += 1 }
            return left.octet == right.octet
        }
    }

    @Test("A text is looked through once, even if it nearly matches everywhere")
    func comparisons() {
        let text = [Counted](repeating: Counted(octet: 0x78), count: 100_000)
        let sought = text.prefix(1_000) + [Counted(octet: 0x79)]
        #expect(!OctetSearch.contains(Array(sought), in: text[...]) { $0 })
        #expect(Counted.comparisons.withLock { $0 } < 3 * text.count + 3 * sought.count)
    }

    @Test("Line breaks without an end are looked through once")
    func breaks() {
        // Looking for the end of the run at each of its places would take an hour.
        let text = Array("a".utf8) + [UInt8](repeating: 0x0D, count: 3_000_000) + Array("b".utf8)
        #expect(!OctetSearch.contains(Array("AB".utf8), inFolded: text))
        #expect(OctetSearch.contains(Array("B".utf8), inFolded: text))
    }
}
