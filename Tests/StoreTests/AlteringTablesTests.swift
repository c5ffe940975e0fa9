import Foundation
import Synchronization
import TestPlaces
import Testing

@testable import Store

@Suite("Altering tables while servers go on", .enabled(if: PostgreSQLForTests.shared != nil))
struct AlteringTablesTests {
    /// How often a body has run, and whether it may end.
    private final class Progress: Sendable {
        let runs = Mutex(0)
        let mayEnd = Mutex(false)
    }

    private static func withDatabase(_ body: (AnyDatabase) async throws -> Void) async throws {
        try await StoreKind.postgreSQL.withPlace { place in
            let database = try StoreKind.postgreSQL.open(place)
            try await body(database)
            try await database.close()
        }
    }

    /// Waits until some transaction waits for the table of migrations in a mode.
    ///
    /// The bound only ends a test that hangs: other tests can keep the transaction from beginning
    /// for long.
    private static func waitForWaiting(
        _ mode: String,
        on connection: some DatabaseConnection
    ) throws {
        for _ in 0..<300_000 {
            let row = try connection.row(
                """
                SELECT 1 FROM pg_locks
                WHERE relation = 'migrations'::regclass AND mode = $1 AND NOT granted
                AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
                """,
                [.text(mode)]
            )
            if row != nil { return }
            usleep(1000)
        }
        Issue.record("nobody waits")
    }

    @Test("A transaction that begins meanwhile waits, and sees what was altered")
    func begun() async throws {
        try await Self.withDatabase { database in
            _ = try await CalendarStore(database: database, nowSecond: .t0)
            let (alters, altering) = AsyncStream.makeStream(of: Void.self)
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    try await database.alterSchema { connection in
                        try connection.altering(isNeeded: true) {
                            altering.finish()
                            try Self.waitForWaiting("AccessShareLock", on: connection)
                            try connection.execute(
                                "INSERT INTO migrations (number, applied_second) VALUES (1000, 0)",
                                []
                            )
                        }
                    }
                }
                for await _ in alters {}
                let version = try await database.read(as: .server(.upkeep)) {
                    try $0.schemaVersion()
                }
                #expect(version == 1000)
                try await group.waitForAll()
            }
        }
    }

    @Test("One that has begun goes on with other tables, and isn't run again")
    func running() async throws {
        try await Self.withDatabase { database in
            let store = try await CalendarStore(database: database, nowSecond: .t0)
            try await store.accounts.create(.anna, nowSecond: .t0)
            let progress = Progress()
            let (begins, beginning) = AsyncStream.makeStream(of: Void.self)
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    try await database.write(as: .account(.anna)) { connection in
                        progress.runs.withLock { $0 += 1 }
                        beginning.finish()
                        try Self.waitForWaiting("AccessExclusiveLock", on: connection)
                        try connection.execute("UPDATE calendars SET position = position", [])
                        try connection.execute("UPDATE objects SET href = href", [])
                    }
                }
                for await _ in begins {}
                try await database.alterSchema { connection in
                    try connection.altering(isNeeded: true) {
                        try connection.define("ALTER TABLE objects ADD COLUMN mood TEXT")
                        try connection.define("ALTER TABLE calendars ADD COLUMN mood TEXT")
                    }
                }
                try await group.waitForAll()
            }
            #expect(progress.runs.withLock { $0 } == 1)
        }
    }

    @Test("Altering gives way to one that goes on for long, and begins again")
    func long() async throws {
        try await Self.withDatabase { database in
            let store = try await CalendarStore(database: database, nowSecond: .t0)
            try await store.accounts.create(.anna, nowSecond: .t0)
            let progress = Progress()
            let (begins, beginning) = AsyncStream.makeStream(of: Void.self)
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    // As a backup does.
                    try await database.read(as: .server(.upkeep)) { connection in
                        _ = try connection.schemaVersion()
                        beginning.finish()
                        for _ in 0..<300_000 where !progress.mayEnd.withLock({ $0 }) {
                            usleep(1000)
                        }
                    }
                }
                for await _ in begins {}
                group.addTask {
                    try await database.alterSchema { connection in
                        try connection.altering(isNeeded: true) {
                            #expect(progress.mayEnd.withLock { $0 }, "altered while somebody reads")
                        }
                    }
                }
                try await database.read(as: .server(.upkeep)) {
                    try Self.waitForWaiting("AccessExclusiveLock", on: $0)
                }
                _ = try await database.read(as: .account(.anna)) { try $0.schemaVersion() }
                progress.mayEnd.withLock { $0 = true }
                try await group.waitForAll()
            }
        }
    }
}
