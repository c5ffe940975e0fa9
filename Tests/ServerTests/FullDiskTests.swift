import HTTPTypes
import Testing

@testable import Observability
@testable import Server
@testable import ServerBase
@testable import Store

@Suite("A server whose disk is full")
struct FullDiskTests {
    /// A disk on which the database can be kept from growing.
    private struct Disk: Sendable {
        let database: SQLiteDatabase

        func fill() async throws { try await allow(morePages: 0) }
        func makeRoom() async throws { try await allow(morePages: 1_000_000) }

        func allow(morePages: Int64) async throws {
            try await database.write(as: .server(.upkeep)) { connection in
                let used = try connection.row("PRAGMA page_count")?.integer(0) ?? 0
                _ = try connection.rows("PRAGMA max_page_count = \(used + morePages)", [])
            }
        }
    }

    /// Runs a body for somebody with one event; only on SQLite, because PostgreSQL has no such setting.
    private static func run(
        observing: Observing = .nothing,
        _ body: @escaping @Sendable (Visitor, Disk) async throws -> Void
    ) async throws {
        try await TestServer.run(observing: observing) { server, client in
            guard case .sqlite(let database) = server.database else { return }
            let visitor = try await server.visitor(client)
            try await visitor.create("before")
            try await body(visitor, Disk(database: database))
        }
    }

    /// An event for which the free pages of a small database aren't enough.
    private static let large = event(
        "large",
        more: "DESCRIPTION:" + String(repeating: "Notes. ", count: 50_000)
    )

    private static func add(_ visitor: Visitor) async throws -> TestResponse {
        try await visitor.request(
            .put,
            visitor.events + "large",
            large,
            headers: ["If-None-Match": "*"]
        )
    }

    private static func hrefs(_ visitor: Visitor) async throws -> [String] {
        try await visitor.request(.get, "/api/v1/sync").lines.compactMap { $0["href"]?.text }
            .sorted()
    }

    @Test("An event for which there's no room is refused with 507, and taken once there is room")
    func interface() async throws {
        try await Self.run { visitor, disk in
            try await disk.fill()
            let refused = try await Self.add(visitor)
            #expect(refused.status.code == 507)
            #expect(refused.problem == "/problems/disk-full")
            #expect(try await Self.hrefs(visitor) == ["before"])
            try await disk.makeRoom()
            #expect(try await Self.add(visitor).status == .created)
            #expect(try await Self.hrefs(visitor) == ["before", "large"])
        }
    }

    @Test("A calendar program gets 507 with the condition of WebDAV")
    func programs() async throws {
        try await Self.run { visitor, disk in
            let home = "/dav/calendars/\(visitor.account.id.text)/"
            let client = DAVTests.Client(
                program: try await visitor.program(try await visitor.appPassword().password),
                home: home,
                calendar: home + visitor.calendar + "/"
            )
            try await disk.fill()
            let refused = try await client.put("large", Self.large)
            #expect(refused.status.code == 507)
            #expect(refused.text.contains("<D:sufficient-disk-space"), "\(refused.text)")
            try await disk.makeRoom()
            #expect(try await client.put("large", Self.large).status == .created)
        }
    }

    @Test("An import says that the disk is full, keeps what it added before, and can be repeated")
    func importing() async throws {
        try await Self.run { visitor, disk in
            let path = "/api/v1/calendars/\(visitor.calendar)/import"
            let text = file((1...5_000).map { "event-\($0)" })
            // Enough for what an import writes at once, and for fewer events than its answer lists.
            try await disk.allow(morePages: 250)
            let lines = try await visitor.request(.post, path, text).lines
            #expect(lines.last?["type"]?.text == "disk-full")
            let added = lines.count { $0["type"]?.text == "change" }
            #expect(added > 0)
            #expect(try await Self.hrefs(visitor).count == 1 + added)
            try await disk.makeRoom()
            let end = try await visitor.request(.post, path, text).lines.last
            #expect(end?["unchanged"] == .number(Double(added)))
            #expect(try await Self.hrefs(visitor).count == 5_001)
        }
    }

    @Test("The log says once a minute that the disk is full, and once that it has room again")
    func log() async throws {
        try await LogLines.run { lines in
            /// What the log has said about requests and the disk.
            @Sendable func messages() throws -> [String] {
                try lines.records.compactMap { $0["message"]?.text }
                    .filter { $0.hasPrefix("The disk") || $0 == "A request failed" }
            }
            try await Self.run(observing: Observing(logger: lines.logger())) { visitor, disk in
                try await disk.fill()
                for _ in 0..<3 { _ = try await Self.add(visitor) }
                #expect(try messages() == ["The disk is full"])
                for seconds in [Limits.troubleTellingSeconds - 1, 1] {
                    visitor.server.clock.advance(seconds: seconds)
                    _ = try await Self.add(visitor)
                }
                #expect(try messages() == ["The disk is full", "The disk is still full"])
                try await disk.makeRoom()
                visitor.server.clock.advance(seconds: Limits.troubleTellingSeconds)
                let end = try await waited {
                    try messages().first { $0 == "The disk has room again" }
                }
                #expect(end != nil)
                #expect(try messages().count == 3)
            }
        }
    }

    @Test(
        "Whatever keeps the database from being written, the server isn't ready",
        arguments: [StoreError.busy, .full, .driver(code: 1, message: "")]
    )
    func readiness(error: StoreError) {
        let problem = HealthRoutes.problem(of: error)
        #expect(problem.kind.status == .serviceUnavailable)
        #expect(problem.kind.type == "storage")
    }
}
