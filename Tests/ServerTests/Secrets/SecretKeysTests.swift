import Foundation
import Testing

@testable import ExternalCalendars
@testable import Secrets
@testable import Server
@testable import ServerBase

@Suite("Secrets at rest")
struct SecretKeysTests {
    private static let first = SecretKey([UInt8](repeating: 1, count: 32))
    private static let second = SecretKey([UInt8](repeating: 2, count: 32))
    private static let place = "source-1 address"

    private static func keys(_ keys: SecretKey?...) throws -> SecretKeys {
        SecretKeys(try keys.map { try #require($0) })
    }

    @Test(
        "A secret comes back as it was, and doesn't stand in the sealed text",
        arguments: ["", "hush-hush", "🔑 ü\n\u{0}", String(repeating: "a", count: 100_000)]
    )
    func roundTrip(text: String) throws {
        let keys = try Self.keys(Self.first)
        let sealed = keys.seal(text, for: Self.place)
        #expect(try keys.open(sealed, for: Self.place) == text)
        #expect(text.isEmpty || !sealed.contains(text))
        #expect(sealed.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
        #expect(sealed != keys.seal(text, for: Self.place), "each has a nonce of its own")
    }

    @Test("A sealed text names the format and the key")
    func form() throws {
        let parts = try Self.keys(Self.first).seal("a", for: Self.place).split(separator: ".")
        #expect(parts.count == 3)
        #expect(parts[0] == "1")
        #expect(parts[1] == Self.first?.id ?? "")
        // A nonce of 12 octets, a text of one, and a tag of 16.
        #expect(base64URLOctets(String(parts[2]))?.count == 29)
    }

    @Test(
        "A sealed text opens only in its place",
        arguments: ["source-2 address", "", "source-1 addres"]
    )
    func place(other: String) throws {
        let keys = try Self.keys(Self.first)
        let sealed = keys.seal("hush", for: Self.place)
        #expect(throws: SecretError.notOpened) { try keys.open(sealed, for: other) }
    }

    @Test("A sealed text that was changed anywhere doesn't open")
    func changes() throws {
        let keys = try Self.keys(Self.first, Self.second)
        let sealed = keys.seal("hush", for: Self.place)
        for index in sealed.indices {
            for letter in ["A", "z", "."] where letter != String(sealed[index]) {
                var changed = sealed
                changed.replaceSubrange(index...index, with: letter)
                // The last letter holds bits that say nothing.
                guard index < sealed.index(before: sealed.endIndex) else { continue }
                #expect(throws: SecretError.self) { try keys.open(changed, for: Self.place) }
            }
        }
        // The key's ID is sealed along, so another key's doesn't help.
        let other = sealed.replacing(Self.first?.id ?? "", with: Self.second?.id ?? "")
        #expect(throws: SecretError.notOpened) { try keys.open(other, for: Self.place) }
    }

    @Test(
        "Other texts aren't sealed ones",
        arguments: ["", "1..", "2.a.b", "hush", "1.a", "1.a.b.c"]
    )
    func otherTexts(text: String) throws {
        let keys = try Self.keys(Self.first)
        #expect(throws: SecretError.self) { try keys.open(text, for: Self.place) }
    }

    @Test("A secret whose key was lost says so")
    func lostKey() throws {
        let sealed = try Self.keys(Self.first).seal("hush", for: Self.place)
        let other = try Self.keys(Self.second)
        let id = try #require(Self.first?.id)
        #expect(throws: SecretError.keyMissing(id: id)) { try other.open(sealed, for: Self.place) }
        #expect(ExternalCalendarFailure(of: SecretError.keyMissing(id: id)) == .secretLost)
    }

    @Test("The first of several keys seals, all open, and older texts are sealed again")
    func rotation() throws {
        let old = try Self.keys(Self.first).seal("hush", for: Self.place)
        let keys = try Self.keys(Self.second, Self.first)
        #expect(try keys.open(old, for: Self.place) == "hush")
        let new = try #require(try keys.sealedAgain(old, for: Self.place))
        #expect(try Self.keys(Self.second).open(new, for: Self.place) == "hush")
        #expect(try keys.sealedAgain(new, for: Self.place) == nil)
        #expect(throws: SecretError.notOpened) { try keys.sealedAgain(old, for: "elsewhere") }
    }

    private static let text = String(repeating: "A", count: 43)
    private static let other = String(repeating: "_", count: 42) + "8"

    @Test(
        "Keys are 32 octets in base64, one in a line or between commas",
        arguments: [
            (text, 1), (text + "=", 1), (text + "," + other, 2),
            (" \(text) \n\n# old\n\(other)\r\n", 2),
            (other.replacing("_", with: "/"), 1), ("", nil), ("# \(text)", nil), ("hush", nil),
            (text + "A", nil), (String(text.dropLast(2)), nil), (text + "\n" + text, nil),
            (text + ",x", nil),
        ] as [(String, Int?)]
    )
    func reading(text: String, count: Int?) { #expect(SecretKeys.keys(text)?.count == count) }

    @Test("There may be ten keys")
    func keyCount() {
        let keys = (0...Limits.secretKeysMax).map {
            base64URLText([UInt8](repeating: UInt8($0), count: 32))
        }
        #expect(SecretKeys.keys(keys.dropLast().joined(separator: "\n"))?.count == 10)
        #expect(SecretKeys.keys(keys.joined(separator: "\n")) == nil)
    }
}
