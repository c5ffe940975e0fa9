import Synchronization
import Testing

@testable import Store

@Suite("Brief writes that find no transaction to share", .timeLimit(.minutes(1)))
struct SharedWritesPatienceTests {
    private struct Refused: Error {}

    /// Begins a write whose contents don't matter, only its outcome.
    private static func begin(
        _ writes: SharedWrites,
        _ runAll: @escaping @Sendable () async throws -> Void
    ) -> Task<Int?, any Error> {
        Task { try await writes.share(as: .server(.upkeep), { _ in 1 }, runAll: runAll) }
    }

    @Test("A write that the next transaction had no room for doesn't wait for its end")
    func leftOver() async throws {
        let (patience, end) = AsyncStream.makeStream(of: Void.self)
        let isOver = Task { for await _ in patience {} }
        let writes = SharedWrites { await isOver.value }
        let taken = Mutex<[SharedWrite]>([])
        let runAll: @Sendable () async -> Void = {
            while writes.waitingCount <= Limits.writesPerCommitMax { await Task.yield() }
            taken.withLock { $0 = writes.next() ?? [] }
            end.finish()
        }
        let tasks = (0...Limits.writesPerCommitMax).map { _ in Self.begin(writes, runAll) }
        // The transaction goes on until the one without room is told to run alone.
        await isOver.value
        while writes.waitingCount > 0 { await Task.yield() }
        for write in taken.withLock({ $0 }) { write.fail(Refused()) }
        var aloneCount = 0
        for task in tasks {
            switch await task.result {
            case .success(let value):
                #expect(value == nil)
                aloneCount += 1
            case .failure(let error): #expect(error is Refused)
            }
        }
        #expect(aloneCount == 1)
    }

    @Test(
        "Without a connection to share, each runs alone, and the next one asks for a connection again"
    )
    func noConnection() async throws {
        let writes = SharedWrites(patienceMilliseconds: 60_000)
        for count in [3, 1] {
            let attempts = Mutex(0)
            let runAll: @Sendable () async throws -> Void = {
                attempts.withLock { $0 += 1 }
                while writes.waitingCount < count { await Task.yield() }
                throw StoreError.busy
            }
            let tasks = (0..<count).map { _ in Self.begin(writes, runAll) }
            for task in tasks { #expect(try await task.value == nil) }
            #expect(attempts.withLock { $0 } == 1)
            #expect(writes.waitingCount == 0)
        }
    }

    @Test("A write that nobody waits for any more doesn't begin")
    func cancelled() async throws {
        let writes = SharedWrites(patienceMilliseconds: 60_000)
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            return try await writes.share(as: .server(.upkeep), { _ in 1 }) {
                Issue.record("Nothing is to be run.")
            }
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(writes.waitingCount == 0)
    }
}
