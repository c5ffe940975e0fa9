import Synchronization

/// Looks up the keys of several callers in one read of the database.
///
/// Beginning and ending a transaction takes longer than looking up one row. So callers that ask
/// during a lookup share the next one. It begins after they asked, so it sees everything that had
/// been written by then.
final class BatchedLookups<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    /// Looks up a batch of keys, no key twice.
    ///
    /// An error is thrown to all callers that asked for one of the keys.
    typealias LookUp = @Sendable (_ keys: [Key]) async throws -> [Key: Value]

    private struct Waiting {
        let key: Key
        let caller: CheckedContinuation<Value?, any Error>
    }

    private struct State {
        var line = WaitingLine<Waiting>()
        /// How many batches are being looked up.
        var runningCount = 0
    }

    private let keysMax: Int
    private let patience: @Sendable () async throws -> Void
    private let lookUp: LookUp
    private let state = Mutex(State())

    /// - Parameters:
    ///   - keysMax: The most callers that share a batch.
    ///   - patience: Sleeps for the shortest time that a caller waits before a second batch begins in parallel.
    ///   - lookUp: Looks up a batch.
    init(
        keysMax: Int,
        patience: @escaping @Sendable () async throws -> Void,
        lookUp: @escaping LookUp
    ) {
        self.keysMax = keysMax
        self.patience = patience
        self.lookUp = lookUp
    }

    /// How many callers wait for a batch that hasn't begun.
    var waitingCount: Int { state.withLock { $0.line.count } }

    /// The value of a key; nil if the database has none.
    func value(for key: Key) async throws -> Value? {
        try Task.checkCancellation()
        return try await withCheckedThrowingContinuation { add(key, $0) }
    }

    private func add(_ key: Key, _ caller: CheckedContinuation<Value?, any Error>) {
        let (isFirst, isUnwatched) = state.withLock { state in
            state.line.append(Waiting(key: key, caller: caller))
            guard state.runningCount == 0 else { return (false, state.line.beginWatch()) }
            state.runningCount = 1
            return (true, false)
        }
        // Run it apart from this caller's task: the others wait on, even if this caller is
        // cancelled.
        if isFirst { Task.detached { await self.run() } }
        if isUnwatched { Task.detached { await self.watch() } }
    }

    private func run() async {
        while let batch = next() {
            let values: Result<[Key: Value], any Error>
            do {
                values = .success(try await lookUp(Array(Set(batch.map(\.key)))))
            } catch {
                values = .failure(error)
            }
            for waiting in batch { waiting.caller.resume(with: values.map { $0[waiting.key] }) }
        }
    }

    /// The callers that share the next batch, in the order they asked; nil if nobody waits.
    private func next() -> [Waiting]? {
        state.withLock { state in
            let batch = state.line.take(keysMax)
            if batch.isEmpty { state.runningCount -= 1 }
            return batch.isEmpty ? nil : batch
        }
    }

    /// Begins another batch in parallel, up to the limit, if somebody has waited through a whole
    /// pause.
    private func watch() async {
        while let number = state.withLock({ $0.line.beginPause() }) {
            try? await patience()
            let begins = state.withLock { state in
                guard state.line.waitingCount(since: number) > 0,
                    state.runningCount < Limits.lookupsAtOnceMax
                else { return false }
                state.runningCount += 1
                return true
            }
            if begins { Task.detached { await self.run() } }
        }
    }
}
