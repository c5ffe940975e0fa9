import Synchronization

/// Lets brief writes of several accounts share a transaction if they come faster than commits.
///
/// Beginning and committing a transaction, and getting it onto the disk, takes longer than the
/// statements of a brief write. So writes that come while a transaction runs share the next one.
/// Only one such transaction runs at a time: with two, PostgreSQL would have to compare what each
/// has read with what the other has written.
final class SharedWrites: Sendable {
    typealias Body<Value> = @Sendable (PostgreSQLConnection) throws -> Value

    private struct State {
        var line = WaitingLine<SharedWrite>()
        var isRunning = false
    }

    /// Sleeps for the shortest time that a write waits before it runs by itself.
    private let patience: @Sendable () async throws -> Void
    private let state = Mutex(State())

    /// Takes how long a write waits for a running transaction before it runs by itself: at least
    /// this long, and at most twice as long.
    convenience init(patienceMilliseconds: Int) {
        self.init { try await Task.sleep(for: .milliseconds(patienceMilliseconds)) }
    }

    /// Takes a closure that sleeps for the shortest wait.
    init(patience: @escaping @Sendable () async throws -> Void) { self.patience = patience }

    /// How many writes wait for a transaction.
    var waitingCount: Int { state.withLock { $0.line.count } }

    /// Lets a write share a transaction, and returns its value once that's on the disk.
    ///
    /// - Parameters:
    ///   - principal: The principal that the write works for.
    ///   - body: Its statements.
    ///   - runAll: Takes writes from ``next()`` and runs them until there are none.
    /// - Returns: The body's value; nil if the write has to run by itself.
    /// - Throws: The body's error if the body caused it, ``StoreError/busy`` if it isn't known
    ///   whether the transaction was committed, and `CancellationError` if the caller has been
    ///   cancelled.
    func share<Value: Sendable>(
        as principal: Principal,
        _ body: @escaping Body<Value>,
        runAll: @escaping @Sendable () async throws -> Void
    ) async throws -> Value? {
        try Task.checkCancellation()
        return try await withCheckedThrowingContinuation { continuation in
            let write = SharedWrite(
                principal: principal,
                statements: { connection in
                    let value = try body(connection)
                    return { continuation.resume(returning: value) }
                },
                runAlone: { continuation.resume(returning: nil) },
                fail: { continuation.resume(throwing: $0) }
            )
            add(write, runAll)
        }
    }

    private func add(_ write: SharedWrite, _ runAll: @escaping @Sendable () async throws -> Void) {
        let (wasRunning, isUnwatched) = state.withLock { state in
            state.line.append(write)
            defer { state.isRunning = true }
            return (state.isRunning, state.line.beginWatch())
        }
        if !wasRunning {
            Task.detached {
                do { try await runAll() } catch { self.giveUp() }
            }
        }
        if isUnwatched { Task.detached { await self.watch() } }
    }

    /// The writes that share the next transaction, in the order they came; nil if none wait.
    func next() -> [SharedWrite]? {
        state.withLock { state in
            let writes = state.line.take(Limits.writesPerCommitMax)
            state.isRunning = !writes.isEmpty
            return writes.isEmpty ? nil : writes
        }
    }

    /// Lets all waiting writes run by themselves, because there's no connection to share.
    private func giveUp() {
        let writes = state.withLock { state in
            state.isRunning = false
            return state.line.take(.max)
        }
        for write in writes { write.runAlone() }
    }

    /// Lets writes run by themselves after they have waited through a whole pause, so that none
    /// waits for more than two.
    private func watch() async {
        while let number = state.withLock({ $0.line.beginPause() }) {
            try? await patience()
            let writes = state.withLock { $0.line.take($0.line.waitingCount(since: number)) }
            for write in writes { write.runAlone() }
        }
    }
}
