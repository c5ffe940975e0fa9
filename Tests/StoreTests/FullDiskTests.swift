import Foundation
import Synchronization
import Testing

@testable import Store

@Suite("A full disk")
struct FullDiskTests {
    /// A disk that is full after ``fill()``, with a reserve of 50 database pages.
    private final class SmallDisk: Sendable {
        private let log = Mutex<[String]>([])
        private let isFull = Mutex(false)

        /// The calls of the reserve.
        var calls: [String] { log.withLock { $0 } }

        func fill() { isFull.withLock { $0 = true } }

        var reserve: DiskReserve {
            DiskReserve(
                giveUp: { connection in
                    self.log.withLock { $0.append("given up") }
                    Self.allow(more: 50, on: connection)
                    return true
                },
                take: { connection in
                    self.log.withLock { $0.append("taken") }
                    if self.isFull.withLock({ $0 }) { Self.allow(more: 0, on: connection) }
                }
            )
        }

        private static func allow(more count: Int64, on connection: SQLiteConnection) {
            let present = try? connection.row("PRAGMA page_count")?.integer(0)
            _ = try? connection.rows("PRAGMA max_page_count = \((present ?? 0) + count)", [])
        }
    }

    private static func insert(
        _ name: String,
        bytes: Int
    ) -> @Sendable (SQLiteConnection) throws -> Void {
        { connection in
            try connection.execute(
                "INSERT INTO notes VALUES ($1, $2)",
                [.text(name), .text(String(repeating: "x", count: bytes))]
            )
        }
    }

    private static func names(_ database: SQLiteDatabase) async throws -> [String] {
        try await database.read { connection in
            try connection.rows("SELECT name FROM notes ORDER BY name", []).map { try $0.text(0) }
        }
    }

    @Test("A write that makes room uses the reserve, which is restored afterwards")
    func reserve() async throws {
        try await StoreKind.sqlite.withPath { path in
            let disk = SmallDisk()
            let database = try SQLiteDatabase(path: path, reserve: disk.reserve)
            try await database.write { connection in
                _ = try connection.execute("CREATE TABLE notes (name TEXT, body TEXT)", [])
            }
            disk.fill()
            try await database.writeUsingReserve { _ in }
            await #expect(throws: StoreError.full) {
                try await database.write(Self.insert("lost", bytes: 50_000))
            }
            #expect(disk.calls == ["taken", "taken"])
            try await database.writeUsingReserve(Self.insert("kept", bytes: 50_000))
            #expect(disk.calls.suffix(2) == ["given up", "taken"])
            #expect(try await Self.names(database) == ["kept"])
            // A write larger than the reserve fails, and the reserve is restored.
            await #expect(throws: StoreError.full) {
                try await database.writeUsingReserve(Self.insert("lost", bytes: 500_000))
            }
            #expect(disk.calls.suffix(2) == ["given up", "taken"])
            #expect(try await Self.names(database) == ["kept"])
            try database.close()
        }
    }

    @Test("Without a reserve a write that makes room fails too")
    func noReserve() async throws {
        try await StoreKind.sqlite.withPath { path in
            let database = try SQLiteDatabase(path: path)
            try await database.write { connection in
                _ = try connection.execute("CREATE TABLE notes (name TEXT, body TEXT)", [])
                _ = try connection.rows("PRAGMA max_page_count = 1", [])
            }
            await #expect(throws: StoreError.full) {
                try await database.writeUsingReserve(Self.insert("lost", bytes: 500_000))
            }
        }
    }

    /// An operation on a store, and whether it may use the reserve.
    private struct Step: Sendable, CustomTestStringConvertible {
        let name: String
        let mayUseReserve: Bool
        let run: @Sendable (CalendarStore) async throws -> Void

        var testDescription: String { name }

        init(
            _ name: String,
            mayUseReserve: Bool = true,
            _ run: @escaping @Sendable (CalendarStore) async throws -> Void
        ) {
            self.name = name
            self.mayUseReserve = mayUseReserve
            self.run = run
        }
    }

    private static let session = NewSession(
        tokenHash: String(repeating: "a", count: 64),
        account: .anna,
        createdSecond: .t0,
        expiresSecond: .t0 + 60
    )

    private static let everyStep = [
        Step("put", mayUseReserve: false) { try await $0.put("two") },
        Step("remove an event") {
            _ = try await $0.objects.remove(at: .annas("one"), expecting: .anything)
        },
        Step("sign in") { try await $0.sessions.create(session) },
        Step("touch a session", mayUseReserve: false) {
            try await $0.sessions.touch(tokenHash: session.tokenHash, nowSecond: .t0)
        },
        Step("end other sessions") {
            try await $0.sessions.removeAll(of: .anna, exceptTokenHash: session.tokenHash)
        },
        Step("sign out") { try await $0.sessions.remove(tokenHash: session.tokenHash) },
        Step("remove a picture") { try await $0.pictures.remove(of: .anna) },
        Step("create a calendar", mayUseReserve: false) {
            let new = NewCalendar(id: .number(1), name: "More", color: "red")
            _ = try await $0.calendars.create(new, of: .anna)
        },
        Step("remove a calendar") {
            try await $0.calendars.remove(.number(1), of: .anna, onlyEmpty: false)
        },
        Step("remove the account") { try await $0.accounts.remove(.anna) { .event($0) } },
    ]

    @Test("Deleting and signing in may use the reserve, adding may not")
    func steps() async throws {
        try await StoreKind.sqlite.withPath { path in
            let disk = SmallDisk()
            let database = try SQLiteDatabase(path: path, reserve: disk.reserve)
            let store = try await CalendarStore(database: .sqlite(database), nowSecond: .t0)
            try await store.accounts.create(.anna, nowSecond: .t0)
            try await store.put("one")
            for step in Self.everyStep {
                let before = disk.calls.count
                try await step.run(store)
                // A write that makes room always takes the reserve again at the end.
                #expect((disk.calls.count > before) == step.mayUseReserve, "\(step.name)")
            }
            try database.close()
        }
    }

    @Test("The reserve's file takes up space until it is given up")
    func file() async throws {
        try await StoreKind.sqlite.withPath { path in
            let file = ReserveFile(path: path + "-reserve", byteCount: 300_000)
            #expect(!file.giveUp(), "nothing was reserved yet")
            for _ in 0..<2 {
                file.take()
                file.take()
                var status = stat()
                #expect(stat(file.path, &status) == 0)
                #expect(status.st_size == 300_000)
                #expect(status.st_blocks * 512 >= 300_000, "the blocks are really allocated")
                #expect(status.st_mode & 0o777 == 0o600)
                #expect(file.giveUp())
                #expect(stat(file.path, &status) == 0 && status.st_size == 0)
                #expect(!file.giveUp())
            }
        }
    }
}
