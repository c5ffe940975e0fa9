import HTTPTypes
import NIOCore
import ServiceLifecycleTestKit
import Synchronization
import Testing

@testable import Server
@testable import ServerBase
@testable import Store

private final class WriteCount: Sendable {
    private let count = Mutex(0)

    var sum: Int { count.withLock { $0 } }

    func add() { count.withLock { $0 += 1 } }
}

@Suite("Health checks")
struct HealthTests {
    private static func get(
        _ path: String,
        _ client: TestClient
    ) async throws -> TestResponse {
        try await client.execute(uri: path, method: .get) { $0 }
    }

    /// How many readiness checks have written.
    private static func writeCount(_ server: TestServer) async throws -> Int64 {
        try await server.database.read(as: .server(.upkeep)) { connection in
            let row = try connection.row("SELECT value FROM counters WHERE name = 'readiness'")
            return try row?.integer(0) ?? 0
        }
    }

    @Test("A server that runs is alive and ready")
    func running() async throws {
        try await TestServer.run { server, client in
            let alive = try await Self.get("/healthz", client)
            #expect(alive.status == .ok)
            #expect(alive.text == #"{"status":"alive"}"#)
            #expect(try await Self.writeCount(server) == 0, "it touches nothing")
            let ready = try await Self.get("/readyz", client)
            #expect(ready.status == .ok)
            #expect(ready.text == #"{"status":"ready"}"#)
            #expect(ready.headers[.cacheControl] == "no-store")
            #expect(try await Self.writeCount(server) == 1)
        }
    }

    @Test("Readiness checks share a write, and those of one second its outcome")
    func shared() async throws {
        try await TestServer.run { server, client in
            try await withThrowingTaskGroup(of: HTTPResponse.Status.self) { group in
                for _ in 0..<50 {
                    group.addTask { try await Self.get("/readyz", client).status }
                }
                for try await status in group { #expect(status == .ok) }
            }
            #expect(try await Self.writeCount(server) == 1)
            server.clock.advance(seconds: 1)
            _ = try await Self.get("/readyz", client)
            #expect(try await Self.writeCount(server) == 2)
        }
    }

    @Test("Checks that come while a write is under way wait for it")
    func underWay() async throws {
        let check = ReadinessCheck()
        let count = WriteCount()
        let (begins, begun) = AsyncStream.makeStream(of: Void.self)
        let (ends, ended) = AsyncStream.makeStream(of: Void.self)
        let first = Task {
            try await check.run(nowSecond: 1) {
                count.add()
                begun.finish()
                for await _ in ends {}
                throw StoreError.busy
            }
        }
        for await _ in begins {}
        let second = Task {
            try await check.run(nowSecond: 2) { count.add() }
        }
        ended.finish()
        await #expect(throws: StoreError.busy) { try await first.value }
        // Depending on which was faster, it shared the write or made one of its own, which succeeds.
        let outcome = await second.result
        let writes = count.sum
        switch outcome {
        case .success: #expect(writes == 2)
        case .failure(let error):
            #expect(error as? StoreError == .busy)
            #expect(writes == 1)
        }
    }

    @Test("A check gives up sooner than other writes while another process holds the database")
    func allowance() async throws {
        try await ReadinessCheck().run(nowSecond: 1) {
            #expect(WaitAllowance.ofRequest?.retriesLeft == Limits.readinessRetriesMax)
            #expect(Limits.readinessRetriesMax < WaitAllowance().retriesLeft)
        }
    }

    @Test("A database that another process holds isn't ready, but the server is alive")
    func busy() async throws {
        try await TestServer.run { server, client in
            guard case .sqlite = server.database else { return }
            try await heldElsewhere(server.path) {
                let refused = try await Self.get("/readyz", client)
                #expect(refused.status == .serviceUnavailable)
                #expect(refused.problem == "/problems/storage")
                #expect(refused.headers[.retryAfter] == "\(Limits.busyRetrySeconds)")
                #expect(try await Self.get("/healthz", client).status == .ok)
                #expect(try await Self.get("/health", client).status == .ok, "it can be read")
            }
            #expect(
                try await Self.get("/readyz", client).status == .serviceUnavailable,
                "the outcome counts for the second"
            )
            server.clock.advance(seconds: 1)
            #expect(try await Self.get("/readyz", client).status == .ok)
        }
    }

    @Test("A database that refuses to write isn't ready, and the answer doesn't tell why")
    func refused() async throws {
        try await LogLines.run { lines in
            let observing = Observing(logger: lines.logger())
            try await TestServer.run(observing: observing) { server, client in
                await server.breakDatabase()
                let answer = try await Self.get("/readyz", client)
                #expect(answer.status == .serviceUnavailable)
                #expect(answer.problem == "/problems/storage")
                #expect(!answer.text.contains("counters"))
                _ = try await Self.get("/readyz", client)
                let warnings = try lines.records.filter {
                    $0["level"]?.text == "warning"
                        && $0["message"]?.text == "The server isn't ready"
                }
                #expect(warnings.count == 1, "once for each write")
                #expect(warnings.first?["metadata"]?["error"]?.text?.contains("counters") == true)
            }
        }
    }

    @Test("A server that stops isn't ready any more")
    func stopping() async throws {
        try await TestServer.run { server, client in
            try await testGracefulShutdown { trigger in
                #expect(try await Self.get("/readyz", client).status == .ok)
                trigger.triggerGracefulShutdown()
                let refused = try await Self.get("/readyz", client)
                #expect(refused.status == .serviceUnavailable)
                #expect(refused.problem == "/problems/stopping")
                #expect(try await Self.get("/healthz", client).status == .ok)
            }
        }
    }
}
