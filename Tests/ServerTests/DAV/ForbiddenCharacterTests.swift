import HTTPTypes
import Testing
import WebDAV

@testable import Server

/// What programs that read XML get of texts that have characters which XML forbids.
@Suite("Characters that XML forbids, in what programs read")
struct ForbiddenCharacterTests {
    /// Those that an event may be stored with: NUL is refused.
    private static let characters: [Character] = [
        "\u{1}", "\u{8}", "\u{B}", "\u{C}", "\u{1F}", "\u{FFFE}", "\u{FFFF}",
    ]

    private static func event(_ uid: String, _ character: Character) -> String {
        DAVTests.event(uid).replacing(" & ", with: " \(character) ")
    }

    @Test("An answer in XML leaves them out, and has all of the rest")
    func answers() async throws {
        try await DAVTests.run { client, visitor in
            for (number, character) in Self.characters.enumerated() {
                let put = try await client.put(
                    "put\(number)",
                    Self.event("put\(number)", character)
                )
                #expect(put.status == .created, "\(put.text)")
                let imported = try await visitor.request(
                    .post,
                    "/api/v1/calendars/\(visitor.calendar)/import",
                    Self.event("import\(number)", character)
                )
                #expect(imported.status == .ok, "\(imported.text)")
            }
            let paths = try await client.objects(in: client.calendar).keys.sorted()
            #expect(paths.count == 2 * Self.characters.count)
            for path in paths {
                let stored = try await client.request("GET", path).text
                let xml = try await client.xml(
                    "REPORT",
                    client.calendar,
                    """
                    <C:calendar-multiget xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav">\
                    <D:prop><C:calendar-data/></D:prop><D:href>\(path)</D:href></C:calendar-multiget>
                    """
                )
                let response = try #require(xml.first(.dav("response")))
                let told = DAVTests.Client.property(.calDAV("calendar-data"), of: response)?.text
                let rest = stored.filter { !Self.characters.contains($0) }
                #expect(told == rest, "\(path)")
                #expect(rest != stored, "\(path)")
            }
            #expect(try await client.put("nul", Self.event("nul", "\u{0}")).status == .forbidden)
        }
    }
}
