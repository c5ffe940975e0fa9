import Synchronization

/// Lets brief writes of several accounts share a transaction when they come faster than transactions can be committed.
///
/// Beginning and committing a transaction, and getting it onto the disk, takes longer than the statements of one brief
/// write. So those that come while a transaction runs share the next one. Only one runs at a time, for while two do,
/// PostgreSQL has to compare what each has read with what the other has written.
final class SharedWrites: Sendable {
    typealias Body<Value> = @Sendable (PostgreSQLConnection) throws -> Value
    /// Returns once a write that began to wait at an instant has waited long enough.
    typealias Patience = @Sendable (_ since: ContinuousClock.Instant) async throws -> Void

    private struct State {
        var waiting: [SharedWrite] = []
        var isRunning = false
        /// Whether something looks after the writes that wait too long.
        var isWatched = false
    }

    private let patience: Patience
    private let state = Mutex(State())

    /// Takes how long a write waits for a transaction that runs, before it runs by itself.
    convenience init(patienceMilliseconds: Int) {
        self.init { since in
            try await Task.sleep(until: since + .milliseconds(patienceMilliseconds))
        }
    }

    /// The same, with what returns once a write has waited long enough.
    init(patience: @escaping Patience) { self.patience = patience }

    /// How many writes wait for a transaction.
    var waitingCount: Int { state.withLock { $0.waiting.count } }

    /// Lets a write share a transaction, and returns its value once that's on the disk.
    ///
    /// - Parameters:
    ///   - principal: For whom the write works.
    ///   - body: Its statements.
    ///   - runAll: Takes writes from ``next()`` and runs them until there are none.
    /// - Returns: The body's value; nil if the write has to run by itself.
    /// - Throws: The body's error, if it's its own fault, ``StoreError/busy`` if nobody knows whether the
    ///   transaction was committed, and `CancellationError` if nobody waits for the write any more.
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
        let (wasRunning, wasWatched) = state.withLock { state in
            state.waiting.append(write)
            defer { (state.isRunning, state.isWatched) = (true, true) }
            return (state.isRunning, state.isWatched)
        }
        if !wasRunning {
            Task.detached {
                do { try await runAll() } catch { self.giveUp() }
            }
        }
        if !wasWatched { Task.detached { await self.watch() } }
    }

    /// The writes that share the next transaction, in the order they came; nil if none wait.
    func next() -> [SharedWrite]? {
        state.withLock { state in
            let writes = Array(state.waiting.prefix(Limits.writesPerCommitMax))
            state.waiting.removeFirst(writes.count)
            state.isRunning = !writes.isEmpty
            return writes.isEmpty ? nil : writes
        }
    }

    /// Lets all that wait run by themselves, because there's no connection to share.
    private func giveUp() {
        let writes = state.withLock { state in
            defer { (state.waiting, state.isRunning) = ([], false) }
            return state.waiting
        }
        for write in writes { write.runAlone() }
    }

    /// Lets writes run by themselves once they've waited long enough, until none wait.
    ///
    /// One task looks after the oldest: a timer for each of them would cost as much as some of the statements.
    private func watch() async {
        while let oldest = oldestToWatch() {
            try? await patience(oldest.since)
            endPatience(of: oldest)
        }
    }

    /// The write that has waited longest; if none waits, the next one is to be watched anew.
    private func oldestToWatch() -> SharedWrite? {
        state.withLock { state in
            state.isWatched = !state.waiting.isEmpty
            return state.waiting.first
        }
    }

    /// Lets a write run by itself if it still waits: the transaction before takes long.
    private func endPatience(of write: SharedWrite) {
        let isWaiting = state.withLock { state in
            guard let index = state.waiting.firstIndex(where: { $0 === write }) else {
                return false
            }
            state.waiting.remove(at: index)
            return true
        }
        if isWaiting { write.runAlone() }
    }
}
