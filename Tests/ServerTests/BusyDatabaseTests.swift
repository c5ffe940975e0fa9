import Foundation
import HTTPTypes
import HummingbirdTesting
import Synchronization
import Testing

@testable import Server
@testable import Store

@Suite("A database that somebody else holds")
struct BusyDatabaseTests {
    @Test("is waited for a while, and then the page is told to come again")
    func busy() async throws {
        var timeouts = ClientTimeouts.standard
        timeouts.makeAllowance = { WaitAllowance(looks: 2) }
        try await TestServer.run(timeouts: timeouts) { server, client in
            let visitor = try await server.visitor(client)
            // The session is to be noted as used, which is one wait more.
            server.clock.advance(seconds: Limits.useNoteSeconds)
            try await heldElsewhere(server.path) {
                let response = try await visitor.create("one")
                #expect(response.status == .serviceUnavailable)
                #expect(response.problem == "/problems/storage")
                #expect(response.headers[.retryAfter] == "\(Limits.busyRetrySeconds)")
                #expect(server.database.wait.looksTaken == 2, "over all that it writes")
                let read = try await visitor.request(.get, "/api/v1/sync")
                #expect(read.status == .ok, "who only reads reads on")
            }
            #expect(try await visitor.create("one").status == .created)
        }
    }
}

/// Runs a body while another connection is in the middle of a write.
func heldElsewhere(_ path: String, _ body: () async throws -> Void) async throws {
    let other = try SQLiteDatabase(path: path)
    let (begins, begun) = AsyncStream.makeStream(of: Void.self)
    let hold = Hold()
    try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
            try await other.write { _ in
                begun.finish()
                while !hold.isClosed.withLock({ $0 }) { usleep(1000) }
            }
        }
        for await _ in begins {}
        defer { hold.isClosed.withLock { $0 = true } }
        try await body()
    }
    try other.close()
}

/// Says how long the other connection goes on.
private final class Hold: Sendable {
    let isClosed = Mutex(false)
}
