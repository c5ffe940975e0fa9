import Synchronization

/// Lets brief writes of several accounts share a transaction when they come faster than transactions can be committed.
///
/// Beginning and committing a transaction, and getting it onto the disk, takes longer than the statements of one brief
/// write. So those that come while a transaction runs share the next one. Only one runs at a time, for while two do,
/// PostgreSQL has to compare what each has read with what the other has written.
final class JoinedWrites: Sendable {
    typealias Body<Value> = @Sendable (PostgreSQLConnection) throws -> Value

    private struct State {
        var waiting: [JoinedWrite] = []
        var isRunning = false
    }

    private let patienceMilliseconds: Int
    private let state = Mutex(State())

    /// Takes how long a write waits for a transaction that runs, before it runs by itself.
    init(patienceMilliseconds: Int) { self.patienceMilliseconds = patienceMilliseconds }

    /// How many writes wait for a transaction.
    var waitingCount: Int { state.withLock { $0.waiting.count } }

    /// Lets a write share a transaction, and returns its value once that's on the disk.
    ///
    /// - Parameters:
    ///   - principal: For whom the write works.
    ///   - body: Its statements.
    ///   - runAll: Takes writes from ``next()`` and runs them until there are none.
    /// - Returns: The body's value; nil if the write has to run by itself.
    /// - Throws: The body's error, if it's its own fault, and ``StoreError/busy`` if nobody knows whether the
    ///   transaction was committed.
    func join<Value: Sendable>(
        as principal: Principal,
        _ body: @escaping Body<Value>,
        runAll: @escaping @Sendable () async throws -> Void
    ) async throws -> Value? {
        try Task.checkCancellation()
        return try await withCheckedThrowingContinuation { continuation in
            let write = JoinedWrite(
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

    private func add(_ write: JoinedWrite, _ runAll: @escaping @Sendable () async throws -> Void) {
        let (isFirst, wasRunning) = state.withLock { state in
            state.waiting.append(write)
            defer { state.isRunning = true }
            return (state.waiting.count == 1, state.isRunning)
        }
        if !wasRunning {
            Task.detached {
                do { try await runAll() } catch { self.giveUp() }
            }
        }
        if isFirst {
            Task.detached {
                try await Task.sleep(for: .milliseconds(self.patienceMilliseconds))
                self.endPatience(of: write)
            }
        }
    }

    /// The writes that share the next transaction, in the order they came; nil if none wait.
    func next() -> [JoinedWrite]? {
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
            defer { state = State() }
            return state.waiting
        }
        for write in writes { write.runAlone() }
    }

    /// Lets all that wait run by themselves if the first of them still does: the transaction before takes long.
    private func endPatience(of first: JoinedWrite) {
        let writes = state.withLock { state -> [JoinedWrite] in
            guard state.waiting.first === first else { return [] }
            defer { state.waiting = [] }
            return state.waiting
        }
        for write in writes { write.runAlone() }
    }
}

/// A write that waits to share a transaction.
final class JoinedWrite: Sendable {
    /// Tells whoever waits for a write what became of it.
    typealias Answer = @Sendable () -> Void

    let principal: Principal
    /// Runs the statements, and returns the answer to give once they're on the disk.
    let statements: JoinedWrites.Body<Answer>
    /// Lets it run by itself.
    let runAlone: Answer
    /// Tells why it failed.
    let fail: @Sendable (any Error) -> Void

    init(
        principal: Principal,
        statements: @escaping JoinedWrites.Body<Answer>,
        runAlone: @escaping Answer,
        fail: @escaping @Sendable (any Error) -> Void
    ) {
        self.principal = principal
        self.statements = statements
        self.runAlone = runAlone
        self.fail = fail
    }
}

extension PostgreSQLConnection {
    /// Runs several writes one after the other in this transaction, which began for the first of them.
    ///
    /// One that refuses before it has changed anything isn't in the way of the others.
    ///
    /// - Returns: The answers to give once the transaction is on the disk.
    /// - Throws: The error of a write that had changed something.
    func run(_ writes: [JoinedWrite]) throws -> [JoinedWrite.Answer] {
        var connection = self
        return try writes.enumerated().map { index, write in
            if index > 0 { connection = try connection.following(as: write.principal) }
            do {
                return try write.statements(connection)
            } catch  where writes.count > 1 && connection.isUntouched(by: error) {
                return { write.fail(error) }
            }
        }
    }

    /// Whether an error leaves the transaction as it was before the write that threw it.
    private func isUntouched(by error: any Error) -> Bool {
        !(error is PostgreSQLFailure) && !progress.hasWritten
    }
}
