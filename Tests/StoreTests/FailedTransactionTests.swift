import Foundation
import Synchronization
import TestPlaces
import Testing

@testable import Store

@Suite("Transactions that fail")
struct FailedTransactionTests {
    /// PostgreSQL undoes the transaction whatever its body does next, and doesn't call the end an error.
    @Test(
        "What was written after an overlooked failure isn't taken for committed",
        .enabled(if: PostgreSQLForTests.shared != nil)
    )
    func overlooked() async throws {
        try await StoreKind.postgreSQL.withDatabase { database in
            _ = try await CalendarStore(database: database, nowSecond: .t0)
            await #expect(throws: StoreError.busy) {
                try await database.write { connection in
                    try connection.setCounter("test", 1)
                    _ = try? connection.execute("DELETE FROM nothing", [])
                }
            }
            let counter = try await database.read { try $0.counterIfAny("test") }
            #expect(counter == nil)
        }
    }

    @Test(
        "Each statement runs for whom it was sent, also those that are sent together",
        .enabled(if: PostgreSQLForTests.shared != nil)
    )
    func acting() async throws {
        struct GivenUp: Error {}
        try await StoreKind.postgreSQL.withPlace { place in
            let database = try StoreKind.postgreSQL.open(place)
            let store = try await CalendarStore(database: database, nowSecond: .t0)
            try await store.accounts.create(.anna, nowSecond: .t0)
            try await store.accounts.create(.ben, nowSecond: .t0)
            try await database.write(as: .account(.anna)) { connection in
                func account() throws -> String? {
                    try connection.row("SELECT current_setting('meantime.account')")?.text(0)
                }
                let rename = "UPDATE calendars SET name = current_setting('meantime.account')"
                try connection.executeSoon(rename, [])
                try connection.acting(as: .account(.ben)) {
                    try connection.executeSoon(rename, [])
                    let page = try connection.rows(
                        "SELECT current_setting('meantime.account')",
                        [],
                        bytesMax: 1
                    )
                    #expect(try page.rows.first?.text(0) == AccountID.ben.text)
                }
                #expect(try account() == AccountID.anna.text)
                #expect(throws: GivenUp.self) {
                    try connection.acting(as: .account(.ben)) { throw GivenUp() }
                }
                #expect(try account() == AccountID.anna.text)
            }
            for account in [AccountID.anna, .ben] {
                let names = try await store.calendars.all(of: account).map(\.name)
                #expect(names == [account.text])
            }
            try await database.close()
        }
    }

    /// Counts what a write wants of another one, and what is done.
    private final class Interference: Sendable {
        let wantedCount = Mutex(0)
        let doneCount = Mutex(0)

        var isWanted: Bool { doneCount.withLock { $0 } < wantedCount.withLock { $0 } }
    }

    @Test(
        "A write that others were in the way of too often becomes the only one",
        .enabled(if: PostgreSQLForTests.shared != nil)
    )
    func exclusiveWrites() async throws {
        try await StoreKind.postgreSQL.withPlace { place in
            let database = try StoreKind.postgreSQL.open(place)
            let another = try StoreKind.postgreSQL.open(place)
            _ = try await CalendarStore(database: database, nowSecond: .t0)
            let interference = Interference()
            let others = Task {
                while !Task.isCancelled {
                    try await Task.sleep(for: .milliseconds(1))
                    guard interference.isWanted else { continue }
                    // While the other one is the only one, this fails after a while.
                    let isDone: Void? = try? await another.write { try $0.setCounter("test", 1) }
                    guard isDone != nil else { continue }
                    interference.doneCount.withLock { $0 += 1 }
                }
            }
            try await database.write { connection in
                // The first statement takes the snapshot: what the other one wrote before it is no conflict.
                _ = try connection.counterIfAny("test")
                let attempt = interference.wantedCount.withLock { count in
                    count += 1
                    return count
                }
                // Others can write, until this is the only one: then they are seen to wait for it. Asking
                // keeps the connection from being taken for idle, however long that takes.
                while interference.isWanted {
                    let isOnlyOne = attempt > Limits.conflictsBesideOthersMax
                    if try Self.isWaitedFor(on: connection), isOnlyOne { break }
                    usleep(1000)
                }
                try connection.setCounter("test", 0)
            }
            others.cancel()
            _ = await others.result
            let attempts = interference.wantedCount.withLock { $0 }
            #expect(attempts == Limits.conflictsBesideOthersMax + 1)
            try await another.close()
            try await database.close()
        }
    }

    /// Whether another transaction waits for one that is the only one.
    private static func isWaitedFor(on connection: some DatabaseConnection) throws -> Bool {
        try connection.row(
            """
            SELECT 1 FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database
            WHERE datname = current_database() AND relation = 'migrations'::regclass AND NOT granted
            """
        ) != nil
    }

    @Test("One write of a server is the only one at a time")
    func onlyOne() throws {
        let exclusiveWrites = ExclusiveWrites()
        let told = exclusiveWrites.run(if: true) { first in
            [first] + exclusiveWrites.run(if: true) { [$0] }
                + exclusiveWrites.run(if: false) { [$0] }
        }
        #expect(told == [true, false, false])
    }

    @Test("After it, others write for four times as long")
    func rest() async throws {
        let exclusiveWrites = ExclusiveWrites()
        let clock = ContinuousClock()
        let began = clock.now
        #expect(
            exclusiveWrites.run(if: true) {
                usleep(100_000)
                return $0
            }
        )
        while !exclusiveWrites.run(if: true, { $0 }) { try await Task.sleep(for: .milliseconds(5)) }
        #expect(clock.now - began >= .milliseconds(500))
    }

    /// What bodies on connections of a pool do.
    private final class Bodies: Sendable {
        let writingCount = Mutex(0)
        let mayEnd = Mutex(false)
    }

    @Test("Writes that take long leave connections to those that read")
    func connectionsForReaders() async throws {
        let pool = PostgreSQLPool(address: "", waitMilliseconds: 600_000)
        let bodies = Bodies()
        try await withThrowingTaskGroup { group in
            for _ in 0..<Limits.connectionsMax {
                group.addTask {
                    try await pool.run(writing: true) { _ in
                        bodies.writingCount.withLock { $0 += 1 }
                        while !bodies.mayEnd.withLock({ $0 }) { usleep(1000) }
                    }
                }
            }
            while pool.waitingCount < Limits.connectionsMax - Limits.writingConnectionsMax {
                try await Task.sleep(for: .milliseconds(2))
            }
            for _ in 0..<3 {
                let isRead = try await pool.run { _ in true }
                #expect(isRead)
            }
            #expect(bodies.writingCount.withLock { $0 } <= Limits.writingConnectionsMax)
            bodies.mayEnd.withLock { $0 = true }
            try await group.waitForAll()
        }
        #expect(bodies.writingCount.withLock { $0 } == Limits.connectionsMax)
    }
}
