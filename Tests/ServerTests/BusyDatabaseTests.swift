import Foundation
import HTTPTypes
import Synchronization
import Testing

@testable import Requests
@testable import Server
@testable import ServerBase
@testable import Store

@Suite("A database that another process is writing")
struct BusyDatabaseTests {
    @Test("A write waits for a while, then answers 503 with a time to retry")
    func busy() async throws {
        var timeouts = ClientTimeouts.standard
        timeouts.makeAllowance = { WaitAllowance(retries: 2) }
        try await TestServer.run(timeouts: timeouts) { server, client in
            guard case .sqlite(let database) = server.database else { return }
            let visitor = try await server.visitor(client)
            // The request also writes that the session was used, which waits, too.
            server.clock.advance(seconds: Limits.lastUseUpdateSeconds)
            try await heldElsewhere(server.path) {
                let response = try await visitor.create("one")
                #expect(response.status == .serviceUnavailable)
                #expect(response.problem == "/problems/storage")
                #expect(response.headers[.retryAfter] == "\(Limits.busyRetrySeconds)")
                #expect(
                    database.wait.retriesTaken == 2,
                    "shared by all writes of the request"
                )
                let read = try await visitor.request(.get, "/api/v1/sync")
                #expect(read.status == .ok, "reading isn't blocked")
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
            try await other.write(as: .server(.upkeep)) { _ in
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

/// Tells the other connection when to end its write.
private final class Hold: Sendable {
    let isClosed = Mutex(false)
}
