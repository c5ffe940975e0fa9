import Foundation
import Synchronization
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

    @Test("A signal that interrupts a write isn't a full disk")
    func interrupted() throws {
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        let (reading, writing) = (FileHandle(fileDescriptor: ends[0]), ends[1])
        var action = sigaction()
        // Without SA_RESTART, so that the write isn't begun again by itself.
        action.__sigaction_handler.sa_handler = { _ in }
        try #require(sigaction(SIGUSR1, &action, nil) == 0)
        let outcome = Mutex<Bool?>(nil)
        let octets = [UInt8](repeating: 1, count: 300_000)
        let thread = Mutex<pthread_t?>(nil)
        Thread.detachNewThread {
            thread.withLock { $0 = pthread_self() }
            let isWritten = OctetFile(descriptor: writing).append(octets)
            outcome.withLock { $0 = isWritten }
        }
        // A pipe holds 64 KiB, so the write waits for a reader until all signals have come.
        for _ in 0..<100 where outcome.withLock({ $0 }) == nil {
            usleep(2_000)
            if let waiting = thread.withLock({ $0 }) { pthread_kill(waiting, SIGUSR1) }
        }
        #expect(outcome.withLock { $0 } == nil, "it ended before anybody read")
        let read = try reading.readToEnd()
        #expect(read?.count == octets.count)
        while outcome.withLock({ $0 }) == nil { usleep(1_000) }
        #expect(outcome.withLock { $0 } == true)
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
