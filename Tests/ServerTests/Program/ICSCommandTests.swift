import Foundation
import Testing

@Suite("meantime ics")
struct ICSCommandTests {
    private static func fixture(_ path: String) -> String {
        URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Fixtures/ics/" + path).path
    }

    @Test("A file converts to jCal and back", arguments: ["nextcloud.ics", "thunderbird.ics"])
    func jcal(name: String) async throws {
        let jcal = try await Program.run(["ics", "convert", Self.fixture(name), "--to", "jcal"])
        #expect(jcal.status == 0)
        let calendar = try JSONSerialization.jsonObject(with: Data(jcal.output.utf8)) as? [Any]
        #expect(calendar?.first as? String == "vcalendar")
        try await TestServer.withFolder { folder in
            try TestServer.write(["file.json": jcal.output], below: folder)
            let file = folder + "/file.json"
            let again = try await Program.run(["ics", "convert", file, "--to", "jcal"])
            #expect(again.output == jcal.output)
            let text = try await Program.run(["ics", "convert", file, "--to", "ics"])
            #expect(text.output.hasPrefix("BEGIN:VCALENDAR\r\n"))
            #expect(text.errors == "")
        }
    }

    @Test("Converting to iCalendar changes only the folding")
    func same() async throws {
        let file = Self.fixture("thunderbird.ics")
        let outcome = try await Program.run(["ics", "convert", file, "--to", "ics"])
        let text = try String(contentsOfFile: file, encoding: .utf8)
        #expect(Self.unfolded(outcome.output) == Self.unfolded(text))
    }

    private static func unfolded(_ text: String) -> String {
        text.replacingOccurrences(of: "\r\n ", with: "")
    }
}
