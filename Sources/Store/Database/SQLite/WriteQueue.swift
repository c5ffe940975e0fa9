import GRDB
import Synchronization

/// The writes of a database, in the order they came.
///
/// Getting a commit onto the disk takes far longer than the statements before it. So the writes
/// that come in the meantime share the next transaction and its commit, each in a savepoint of its
/// own. No write is answered before that commit is on the disk.
final class WriteQueue: Sendable {
    private struct State {
        var waiting: [QueuedWrite] = []
        var isWorking = false
        var commitCount = 0
    }

    private let pool: DatabasePool
    private let wait: WriterWait
    private let state = Mutex(State())
    let observer = Mutex<WriteObserver?>(nil)

    init(pool: DatabasePool, wait: WriterWait) {
        self.pool = pool
        self.wait = wait
    }

    /// How many writes wait for their turn.
    var waitingCount: Int { state.withLock { $0.waiting.count } }

    /// How many transactions have been committed, except by writes that make their own.
    var commitCount: Int { state.withLock { $0.commitCount } }

    /// Runs statements when their turn comes, and returns once they are on the disk.
    ///
    /// - Parameters:
    ///   - makesTransactions: Whether the body begins and commits by itself. Otherwise it runs within
    ///     a transaction, which it may share.
    ///   - body: The statements to run. It runs at most once.
    /// - Returns: The body's result.
    /// - Throws: The body's own error, which undoes only what the body did, or the error for which the
    ///   transaction as a whole couldn't begin, couldn't continue or couldn't be committed.
    func run<Value: Sendable>(
        makesTransactions: Bool = false,
        _ body: @escaping @Sendable (GRDB.Database) throws -> Value
    ) async throws -> Value {
        try Task.checkCancellation()
        let allowance = WaitAllowance.ofRequest ?? WaitAllowance()
        return try await withCheckedThrowingContinuation { continuation in
            let write = QueuedWrite(
                makesTransactions: makesTransactions,
                allowance: allowance,
                retriesBefore: wait.retriesTaken,
                queuedNanosecond: observer.withLock { $0 }?.nanosecond(),
                statements: { database in
                    let value = try body(database)
                    return { continuation.resume(returning: value) }
                },
                fail: { continuation.resume(throwing: $0) }
            )
            add(write)
        }
    }

    private func add(_ write: QueuedWrite) {
        let wasWorking = state.withLock { state in
            state.waiting.append(write)
            defer { state.isWorking = true }
            return state.isWorking
        }
        guard !wasWorking else { return }
        pool.asyncWriteWithoutTransaction { database in
            while let writes = self.next() { self.run(writes, on: database) }
        }
    }

    /// The writes whose turn it is: one that makes its own transactions, or several that share one.
    private func next() -> [QueuedWrite]? {
        state.withLock { state in
            guard let first = state.waiting.first else {
                state.isWorking = false
                return nil
            }
            let count =
                first.makesTransactions
                ? 1
                : state.waiting.prefix(Limits.writesPerCommitMax)
                    .prefix { !$0.makesTransactions }.count
            defer { state.waiting.removeFirst(count) }
            return Array(state.waiting.prefix(count))
        }
    }

    private func run(_ writes: [QueuedWrite], on database: GRDB.Database) {
        guard let write = writes.first, write.makesTransactions else {
            let begun = begin(for: writes, on: database)
            if !begun.isEmpty { runTogether(begun, on: database) }
            return
        }
        wait.allow(write.retriesLeft(wait))
        tellTurn(of: [write])
        do {
            let answer = try write.statements(database)
            tellCommit(of: 1)
            write.settle(wait)
            answer()
        } catch {
            fail([write], error)
        }
    }

    /// Begins a transaction, and returns the writes that run in it.
    ///
    /// While another process holds the database, each write fails when its own retries are used up.
    private func begin(for writes: [QueuedWrite], on database: GRDB.Database) -> [QueuedWrite] {
        var waiting = writes
        while !waiting.isEmpty {
            wait.allow(waiting.map { $0.retriesLeft(wait) }.min() ?? 0)
            do {
                try database.beginTransaction(.immediate)
                tellTurn(of: waiting)
                return waiting
            } catch {
                let isBusy = (error as? DatabaseError)?.resultCode == .SQLITE_BUSY
                let patient = isBusy ? waiting.filter { $0.retriesLeft(wait) > 0 } : []
                let spent = isBusy ? waiting.filter { $0.retriesLeft(wait) <= 0 } : waiting
                // SQLite may refuse at once without asking for a retry; trying again is pointless
                // then.
                fail(spent.isEmpty ? waiting : spent, error)
                waiting = spent.isEmpty ? [] : patient
            }
        }
        return []
    }

    /// Runs writes in the transaction that has begun, commits it, and answers them.
    private func runTogether(_ writes: [QueuedWrite], on database: GRDB.Database) {
        var answers: [QueuedWrite.Answer] = []
        for (index, write) in writes.enumerated() {
            do {
                answers.append(try run(write, isAlone: writes.count == 1, on: database))
            } catch {
                // Some errors, such as a full disk, end the whole transaction and not just a savepoint.
                guard database.isInsideTransaction else {
                    fail(Array(writes[...index]), error)
                    state.withLock { $0.waiting.insert(contentsOf: writes[(index + 1)...], at: 0) }
                    return
                }
                // An earlier write in the transaction may have caused the failure, so the commit
                // has to succeed before anybody is told.
                answers.append { write.fail(error) }
            }
        }
        do {
            try database.commit()
        } catch {
            try? database.rollback()
            return fail(writes, error)
        }
        state.withLock { $0.commitCount += 1 }
        tellCommit(of: writes.count)
        for write in writes { write.settle(wait) }
        for answer in answers { answer() }
    }

    /// Runs one write's statements; if they fail, undoes them.
    private func run(
        _ write: QueuedWrite,
        isAlone: Bool,
        on database: GRDB.Database
    ) throws -> QueuedWrite.Answer {
        var answer: QueuedWrite.Answer?
        if isAlone {
            do {
                answer = try write.statements(database)
            } catch {
                try? database.rollback()
                throw error
            }
        } else {
            try database.inSavepoint {
                answer = try write.statements(database)
                return .commit
            }
        }
        guard let answer else { preconditionFailure("A released savepoint has an answer.") }
        return answer
    }

    private func fail(_ writes: [QueuedWrite], _ error: any Error) {
        for write in writes { write.settle(wait) }
        for write in writes { write.fail(error) }
    }
}
