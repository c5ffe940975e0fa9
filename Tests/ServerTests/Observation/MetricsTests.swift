import HTTPTypes
import TestPlaces
import Testing

@testable import Observability
@testable import Server
@testable import ServerBase
@testable import Store

@Suite("Metrics")
struct MetricsTests {
    private static func run(
        _ part: TestedPart = .router,
        _ body:
            @escaping @Sendable (
                ServerMetrics, TestServer, TestClient
            ) async throws -> Void
    ) async throws {
        let metrics = ServerMetrics()
        let observing = Observing(observation: Observation(metrics: metrics))
        try await TestServer.run(part, observing: observing) { server, client in
            try await body(metrics, server, client)
        }
    }

    private static func read(
        _ metrics: ServerMetrics,
        _ server: TestServer
    ) async throws -> PrometheusText {
        try PrometheusText(await metrics.text(of: server.backend))
    }

    @Test("Requests are counted by method, route and status, and measured by route")
    func requests() async throws {
        try await Self.run { metrics, server, client in
            let visitor = try await server.visitor(client)
            for name in ["one", "two"] {
                _ = try await visitor.request(.get, visitor.events + name)
            }
            try await visitor.create("three")
            let read = try await Self.read(metrics, server)
            let route = "/api/v1/calendars/{calendar}/events/{href}"
            let labels = ["method": "GET", "route": route, "status": "404"]
            #expect(read.value("meantime_requests_total", labels) == 2)
            let put = ["method": "PUT", "route": route, "status": "201"]
            #expect(read.value("meantime_requests_total", put) == 1)
            #expect(read.value("meantime_request_seconds_count", ["route": route]) == 3)
            let seconds = try #require(read.value("meantime_request_seconds_sum", ["route": route]))
            #expect(seconds > 0)
        }
    }

    @Test("Strangers can't make series: all unknown paths and methods share one")
    func bounded() async throws {
        try await Self.run { metrics, server, client in
            for number in 0..<20 {
                let method = try #require(HTTPRequest.Method("M\(number)"))
                _ = try await client.execute(uri: "/path-\(number)", method: method) { $0 }
                _ = try await client.execute(uri: "/path-\(number)", method: .get) { $0 }
            }
            let read = try await Self.read(metrics, server)
            let requests = read.samples.filter { $0.name == "meantime_requests_total" }
            #expect(
                Set(requests.map(\.labels)) == [
                    ["method": "other", "route": "unknown", "status": "404"],
                    ["method": "GET", "route": "unknown", "status": "404"],
                ]
            )
            #expect(requests.map(\.value) == [20, 20])
        }
    }

    // On PostgreSQL the log itself is counted.
    @Test(
        "Changes are counted, and none anew after the log got shorter",
        .enabled(if: PostgreSQLForTests.forServers == nil)
    )
    func changes() async throws {
        try await Self.run { metrics, server, client in
            let visitor = try await server.visitor(client)
            let before = try await Self.read(metrics, server).value("meantime_changes_total")
            try await visitor.create("one")
            try await visitor.create("two")
            let after = try await Self.read(metrics, server).value("meantime_changes_total")
            #expect(try #require(after) - #require(before) == 2)
            for (count, more) in [(Int64(1), 0.0), (3, 2)] {
                _ = try await server.database.write(as: .server(.upkeep)) {
                    try $0.setCounter("change", count)
                }
                let now = try await Self.read(metrics, server).value("meantime_changes_total")
                #expect(try #require(now) - #require(after) == more)
            }
        }
    }

    @Test("Open streams are counted, and what they take isn't a request's duration")
    func streams() async throws {
        try await Self.run(.wholeServer) { metrics, server, client in
            let visitor = try await server.visitor(client)
            #expect(try await Self.read(metrics, server).value("meantime_live_streams") == 0)
            let stream = LiveStream(
                backend: server.backend,
                owner: visitor.account.id,
                entry: visitor.entry
            )
            let listener = try await stream.listen()
            #expect(try await Self.read(metrics, server).value("meantime_live_streams") == 1)
            await server.backend.changeNotifier.stopListening(listener)
            #expect(try await Self.read(metrics, server).value("meantime_live_streams") == 0)
            metrics.count(RequestEnd(method: "GET", route: "/live", status: 200, isStream: true))
            let read = try await Self.read(metrics, server)
            #expect(read.value("meantime_request_seconds_count", ["route": "/live"]) == nil)
            let labels = ["method": "GET", "route": "/live", "status": "200"]
            #expect(read.value("meantime_requests_total", labels) == 1)
        }
    }

    @Test("Writes are measured: how long they waited, and how many shared a commit")
    func writes() async throws {
        try await TestServer.withFolder { folder in
            let metrics = ServerMetrics()
            let database = try SQLiteDatabase(path: folder + "/store.sqlite")
            metrics.observe(.sqlite(database))
            #expect(database.waitingWriteCount == 0)
            _ = try await database.write(as: .server(.upkeep)) {
                try $0.execute("CREATE TABLE t (n BIGINT)", [])
            }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<40 {
                    group.addTask {
                        _ = try await database.write(as: .server(.upkeep)) { connection in
                            try connection.execute(
                                "INSERT INTO t (n) VALUES ($1)",
                                [.integer(Int64(number))]
                            )
                        }
                    }
                }
                try await group.waitForAll()
            }
            _ = try await database.writeUsingReserve(as: .server(.upkeep)) {
                try $0.execute("DELETE FROM t", [])
            }
            let read = try PrometheusText(metrics.registry.text)
            #expect(read.sum("meantime_database_wait_seconds_count") == 42)
            #expect(read.sum("meantime_database_wait_seconds_sum") > 0)
            #expect(read.sum("meantime_database_commit_writes_sum") == 42)
            let commits = read.sum("meantime_database_commit_writes_count")
            #expect(commits == Double(database.queue.commitCount + 1), "and the deletion's own")
            try database.close()
        }
    }

    @Test("A write that fails has waited, but is in no commit")
    func failedWrite() async throws {
        try await TestServer.withFolder { folder in
            let metrics = ServerMetrics()
            let database = try SQLiteDatabase(path: folder + "/store.sqlite")
            metrics.observe(.sqlite(database))
            await #expect(throws: (any Error).self) {
                try await database.write(as: .server(.upkeep)) {
                    try $0.execute("DELETE FROM nothing", [])
                }
            }
            let read = try PrometheusText(metrics.registry.text)
            #expect(read.sum("meantime_database_wait_seconds_count") == 1)
            #expect(read.sum("meantime_database_commit_writes_sum") == 0)
            try database.close()
        }
    }

    @Test("Readings of calendars elsewhere are counted by how they ended")
    func jobs() async throws {
        let metrics = ServerMetrics()
        let observing = Observing(observation: Observation(metrics: metrics))
        try await ClubFeed.run(observing: observing) { feed, anna in
            feed.say(ClubFeed.calendar(["a": "Training"]))
            let form = #"{"address":"\#(feed.address)"}"#
            let added = try await anna.request(.post, "/api/v1/sources", form)
            let calendar = try #require(added.json["calendar"]?["id"]?.text)
            func value(_ outcome: String) async throws -> Double? {
                try await Self.read(metrics, anna.server).value(
                    "meantime_jobs_total",
                    ["kind": "feed", "outcome": outcome]
                )
            }
            #expect(try await value("read") == 1)
            feed.fail(.internalServerError)
            anna.server.clock.advance(seconds: 60)
            _ = try await anna.request(.post, "/api/v1/sources/\(calendar)/refresh")
            #expect(try await value("failed") == 1)
            #expect(try await value("read") == 1)
        }
    }

    @Test("The process and the build are there")
    func process() async throws {
        try await Self.run { metrics, server, _ in
            let read = try await Self.read(metrics, server)
            #expect(read.value("meantime_database_waiting_writes") == 0)
            #expect(read.value("meantime_build_info", ["version": Version.text]) == 1)
            #if os(Linux)
            #expect(try #require(read.value("process_resident_memory_bytes")) > 1_000_000)
            #expect(try #require(read.value("process_open_fds")) > 3)
            #endif
            let described = read.types.keys.filter { read.helps[$0] == nil }
            #expect(described.isEmpty, "every metric says what it is")
        }
    }

    @Test("A database that can't be read leaves the other metrics")
    func broken() async throws {
        try await Self.run { metrics, server, _ in
            await server.breakDatabase()
            let read = try await Self.read(metrics, server)
            #expect(read.value("meantime_changes_total") == 0)
            #expect(read.value("meantime_live_streams") == 0)
        }
    }

    @Test("The public address doesn't have them")
    func notPublic() async throws {
        try await Self.run { _, _, client in
            let answer = try await client.execute(uri: "/metrics", method: .get) { $0 }
            #expect(answer.status == .notFound)
        }
    }
}
