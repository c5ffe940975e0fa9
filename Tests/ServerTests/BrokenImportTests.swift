import Foundation
import HTTPTypes
import NIOCore
import Testing

@testable import Server

/// A file of Fixtures/ics/broken, with what expected.tsv says is imported and reported.
struct BrokenImport: Sendable, CustomTestStringConvertible {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Fixtures/ics/broken")

    let name: String
    var uids: [String] = []
    var problemLines: [Int] = []

    var testDescription: String { name }

    var octets: [UInt8] {
        get throws { [UInt8](try Data(contentsOf: Self.folder.appending(path: name))) }
    }

    static func all() throws -> [BrokenImport] {
        let table = try String(
            contentsOf: folder.appending(path: "expected.tsv"),
            encoding: .utf8
        )
        var files: [BrokenImport] = []
        for row in table.split(separator: "\n") where !row.hasPrefix("#") {
            let cells = row.split(separator: "\t", omittingEmptySubsequences: false).map(
                String.init
            )
            if files.last?.name != cells[0] { files.append(BrokenImport(name: cells[0])) }
            if cells[1] == "objects" {
                files[files.count - 1].uids = cells[3].split(separator: " ").map(String.init)
            } else {
                files[files.count - 1].problemLines.append(try #require(Int(cells[1])))
            }
        }
        return files
    }
}

@Suite("Importing a broken file")
struct BrokenImportTests {
    @Test("There are at least five files to import")
    func files() throws {
        #expect(try BrokenImport.all().count >= 5)
    }

    @Test(
        "An import reports the file's problems and stores only whole events",
        arguments: try BrokenImport.all()
    )
    func whole(file: BrokenImport) async throws {
        try await TestServer.runSignedIn { visitor in
            let told = try await visitor.client.execute(
                uri: "/api/v1/calendars/\(visitor.calendar)/import",
                method: .post,
                headers: [.cookie: visitor.cookie],
                body: ByteBuffer(bytes: try file.octets)
            ) { try $0.lines }
            let problems = told.filter { $0["type"]?.text == "problem" }
            #expect(
                problems.map { $0["line"] } == file.problemLines.map { .number(Double($0)) }
            )

            let texts = try await visitor.request(.get, "/api/v1/sync").lines
                .compactMap { $0["ical"]?.text }
            #expect(texts.count == file.uids.count)
            #expect(texts.allSatisfy(Self.isWhole))
            let stored = texts.flatMap(Self.uids)
            for uid in file.uids where !uid.hasPrefix("derived-") {
                #expect(stored.contains(uid))
            }
        }
    }

    private static func isWhole(_ text: String) -> Bool {
        let lines = text.components(separatedBy: "\r\n")
        // A task is stored as well, as text.
        let kinds = ["VEVENT", "VTODO"]
        let begins = lines.count { line in kinds.contains { line == "BEGIN:\($0)" } }
        let ends = lines.count { line in kinds.contains { line == "END:\($0)" } }
        let events = lines.count { $0 == "BEGIN:VEVENT" }
        return lines.first == "BEGIN:VCALENDAR" && lines.suffix(2) == ["END:VCALENDAR", ""]
            && begins >= 1 && begins == ends
            && lines.count { $0.hasPrefix("DTSTART") } >= events
    }

    private static func uids(_ text: String) -> [String] {
        text.components(separatedBy: "\r\n").filter { $0.hasPrefix("UID:") }
            .map { String($0.dropFirst(4)) }
    }
}
