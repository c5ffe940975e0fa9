import Foundation
import Testing

@testable import Server
@testable import Store

@Suite("Files of octets")
struct OctetFileTests {
    /// A file that is open for writing only, so reading it fails, as on a failing disk.
    private static func unreadable(_ folder: String) -> OctetFile {
        OctetFile(descriptor: open(folder + "/file", O_WRONLY | O_CREAT, 0o600))
    }

    @Test("A file that can't be read throws instead of ending early")
    func readError() async throws {
        try await TestServer.withFolder { folder in
            let file = Self.unreadable(folder)
            #expect(file.append(Array("BEGIN:VCALENDAR".utf8)))
            let error = FileReadError(code: EBADF)
            #expect(throws: error) { try file.piece(from: 0) }
            #expect(throws: error) { try file.octets }
            #expect(throws: error) { try file.forEachPiece { _ in } }
        }
    }

    @Test("Importing a file that can't be read throws instead of importing nothing")
    func importing() async throws {
        try await TestServer.runSignedIn { visitor in
            let importer = Importer(
                backend: visitor.server.backend,
                calendar: try #require(CalendarID(visitor.calendar)),
                owner: visitor.account.id
            )
            try await TestServer.withFolder { folder in
                let file = Self.unreadable(folder)
                await #expect(throws: FileReadError(code: EBADF)) {
                    try await importer.run(file) { Issue.record("\($0)") }
                }
            }
        }
    }
}
