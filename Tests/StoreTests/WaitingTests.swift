import Foundation
import Synchronization
import Testing

@testable import Store

@Suite("Waiting for a database that another process holds")
struct WaitingTests {
    /// Runs a body while another connection holds the database.
    private static func whileHeld(_ path: String, _ body: () async throws -> Void) async throws {
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

    @Test("All writes of a request share one allowance of retries")
    func allowance() async throws {
        try await StoreKind.sqlite.withPath { path in
            let database = try SQLiteDatabase(path: path)
            try await Self.whileHeld(path) {
                let allowance = WaitAllowance(retries: 3)
                await WaitAllowance.$ofRequest.withValue(allowance) {
                    for _ in 0..<4 {
                        await #expect(throws: StoreError.busy) { try await database.write { _ in } }
                    }
                }
                #expect(allowance.retriesLeft == 0)
                #expect(database.wait.retriesTaken == 3, "not three for each write")
            }
            try await database.write { _ in }
            try database.close()
        }
    }

    @Test("A request without retries can still write to a free database")
    func rest() async throws {
        try await StoreKind.sqlite.withPath { path in
            let database = try SQLiteDatabase(path: path)
            let allowance = WaitAllowance(retries: 0)
            // Nobody holds the database, so no retry is needed.
            try await WaitAllowance.$ofRequest.withValue(allowance) {
                try await database.write { _ in }
            }
            #expect(database.wait.retriesTaken == 0)
            try database.close()
        }
    }

    @Test("More reads at once than there are connections are all answered, also during a write")
    func readers() async throws {
        try await StoreKind.sqlite.withStore { store in
            try await store.put("one")
            let place = ObjectPlace.annas("one")
            try await withThrowingTaskGroup(of: ObjectRecord.self) { group in
                for number in 0..<20 * Limits.readersMax {
                    group.addTask { try await store.objects.object(at: place) }
                    if number == Limits.readersMax { try await store.put("two") }
                }
                for try await object in group { #expect(object.href == place.href) }
            }
        }
    }

    @Test("Retries of a writer count for those queued behind it")
    func queue() {
        let wait = WriterWait()
        let before = wait.retriesTaken
        wait.allow(2)
        #expect([wait.takeRetry(), wait.takeRetry(), wait.takeRetry()] == [true, true, false])
        let second = WaitAllowance(retries: 3)
        wait.allow(second.retriesLeft - (wait.retriesTaken - before))
        #expect([wait.takeRetry(), wait.takeRetry()] == [true, false])
    }
}

@Suite("Closing a database")
struct ClosingTests {
    @Test("Closing leaves only the database file, even after a read")
    func closing() async throws {
        try await StoreKind.sqlite.withPath { path in
            let database = try SQLiteDatabase(path: path)
            let store = try await CalendarStore(database: .sqlite(database), nowSecond: .t0)
            try await store.accounts.create(.anna, nowSecond: .t0)
            #expect(try await store.accounts.isEmpty() == false)
            try database.close()
            let files = try FileManager.default.contentsOfDirectory(
                atPath: URL(filePath: path).deletingLastPathComponent().path
            )
            #expect(files == ["store.sqlite"])
        }
    }

    @Test("A text with NUL is refused")
    func nul() async throws {
        try await StoreKind.sqlite.withStore { store in
            await #expect(throws: StoreError.nul) { try await store.put("one", title: "a\0b") }
        }
    }
}

/// Tells the other connection when to let go of the database.
private final class Hold: Sendable {
    let isClosed = Mutex(false)
}
