import Dispatch
import Synchronization

/// The connections to a PostgreSQL server, each with a thread of its own that waits for its answers.
final class PostgreSQLPool: Sendable {
    private struct State {
        var idle: [PooledSession] = []
        var count = 0
        var writingCount = 0
        var waiting: [Waiting] = []
        var waitingNumber = 0
        var isClosed = false
    }

    private struct Waiting {
        let number: Int
        let isWriting: Bool
        let continuation: CheckedContinuation<PooledSession, any Error>
    }

    private let address: String
    private let waitMilliseconds: Int
    private let state = Mutex(State())

    /// Prepares a pool that connects when it's needed, and whose callers wait at most this long.
    init(address: String, waitMilliseconds: Int = Limits.poolWaitMilliseconds) {
        self.address = address
        self.waitMilliseconds = waitMilliseconds
    }

    /// How many callers wait for a connection.
    var waitingCount: Int { state.withLock { $0.waiting.count } }

    /// Runs a body with a connection, on that connection's thread.
    ///
    /// Bodies that write leave some connections to the others, because they may take long or wait
    /// for each other.
    ///
    /// - Throws: ``StoreError/busy`` when none becomes free in time, and the body's error.
    func run<Value: Sendable>(
        writing isWriting: Bool = false,
        _ body: @escaping @Sendable (SessionSlot) throws -> Value
    ) async throws -> Value {
        try Task.checkCancellation()
        let session = try await take(writing: isWriting)
        defer { give(session, writing: isWriting) }
        return try await session.run(body)
    }

    /// Closes the unused connections; the others are closed when their users return them.
    func close() {
        state.withLock { state in
            state.isClosed = true
            state.idle = []
        }
    }

    private func take(writing isWriting: Bool) async throws -> PooledSession {
        if let session = state.withLock({ freeSession(&$0, writing: isWriting) }) { return session }
        let number = state.withLock { state in
            state.waitingNumber += 1
            return state.waitingNumber
        }
        let patience = Task {
            try await Task.sleep(for: .milliseconds(waitMilliseconds))
            giveUp(number)
        }
        defer { patience.cancel() }
        return try await withCheckedThrowingContinuation { continuation in
            let session = state.withLock { state -> PooledSession? in
                if let session = freeSession(&state, writing: isWriting) { return session }
                state.waiting.append(
                    Waiting(number: number, isWriting: isWriting, continuation: continuation)
                )
                return nil
            }
            if let session { continuation.resume(returning: session) }
        }
    }

    /// An unused connection, or a new one if the limit allows it.
    ///
    /// The connection that was used last comes first, so that no more are open than needed.
    private func freeSession(_ state: inout State, writing isWriting: Bool) -> PooledSession? {
        guard !isWriting || state.writingCount < Limits.writingConnectionsMax else { return nil }
        guard !state.idle.isEmpty || state.count < Limits.connectionsMax else { return nil }
        state.writingCount += isWriting ? 1 : 0
        if let session = state.idle.popLast() { return session }
        state.count += 1
        return PooledSession(number: state.count, address: address)
    }

    private func giveUp(_ number: Int) {
        let waiting = state.withLock { state -> Waiting? in
            guard let index = state.waiting.firstIndex(where: { $0.number == number }) else {
                return nil
            }
            return state.waiting.remove(at: index)
        }
        waiting?.continuation.resume(throwing: StoreError.busy)
    }

    private func give(_ session: PooledSession, writing isWriting: Bool) {
        let next = state.withLock { state -> Waiting? in
            state.writingCount -= isWriting ? 1 : 0
            let mayWrite = state.writingCount < Limits.writingConnectionsMax
            if let index = state.waiting.firstIndex(where: { mayWrite || !$0.isWriting }) {
                let next = state.waiting.remove(at: index)
                state.writingCount += next.isWriting ? 1 : 0
                return next
            }
            if !state.isClosed { state.idle.append(session) }
            return nil
        }
        next?.continuation.resume(returning: session)
    }
}

/// A place in the pool, whose connection is made when it's needed, and again when it has ended.
final class PooledSession: Sendable {
    private let slot: Mutex<SessionSlot>
    private let thread = DispatchQueue(label: "meantime.postgresql")

    init(number: Int, address: String) {
        slot = Mutex(SessionSlot(number: number, address: address))
    }

    func run<Value: Sendable>(
        _ body: @escaping @Sendable (SessionSlot) throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            thread.async {
                continuation.resume(with: Result { try self.slot.withLock { try body($0) } })
            }
        }
    }
}

/// A connection, or the address to make it from.
final class SessionSlot {
    /// Tells the places of a pool apart, from 1.
    let number: Int
    private let address: String
    private var session: PostgreSQLSession?

    init(number: Int, address: String) {
        self.number = number
        self.address = address
    }

    /// The connection; makes one if there is none.
    func connected() throws(PostgreSQLFailure) -> PostgreSQLSession {
        if let session { return session }
        let made = try PostgreSQLSession(address: address)
        // A statement that hangs or waits for a lock must not hold its connection for good. Because
        // of the policies, planning a statement takes longer than running it, so it's planned once
        // for all values. Sequential scans are off even for small tables, because a transaction
        // that reads a whole table conflicts with every transaction that writes to it. The cost
        // that discourages them must not trigger JIT compilation.
        let settings = try made.run(
            """
            SET statement_timeout = \(Limits.statementMilliseconds);
            SET plan_cache_mode = force_generic_plan;
            SET enable_seqscan = off;
            SET jit = off;
            SET lock_timeout = \(Limits.lockMilliseconds);
            SET idle_in_transaction_session_timeout = \(Limits.statementMilliseconds);
            SELECT stats_reset FROM pg_stat_wal
            """
        )
        made.recovery = settings.firstText
        session = made
        return made
    }

    /// Closes the connection; the next call of ``connected()`` makes another.
    func disconnect() { session = nil }
}
