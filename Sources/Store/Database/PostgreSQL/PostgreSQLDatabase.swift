import Synchronization

/// The driver for PostgreSQL 15 or later, for several servers on one database.
///
/// A write runs its body in a serializable transaction: the outcome is as if no other body ran at
/// the same time, on any server. If that can't be kept, PostgreSQL refuses one of the transactions,
/// and it runs again.
package struct PostgreSQLDatabase: Database {
    private let address: String
    private let pool: PostgreSQLPool
    private let offset: TokenOffset
    private let turns = WriteTurns()
    private let sharedWrites: SharedWrites
    private let exclusiveWrites = ExclusiveWrites()
    private let notifier: WriteNotifier

    private let observer: StatementObserver?

    /// Prepares a pool for the database at an address, such as `postgres://name@host/database`.
    ///
    /// The pool connects when the first body runs. An observer gets each statement before it's run.
    package init(address: String, observer: StatementObserver? = nil) {
        self.init(
            address: address,
            sharedWaitMilliseconds: Limits.sharedWaitMilliseconds,
            observer: observer
        )
    }

    /// Prepares a pool with another time that a brief write waits to share a transaction.
    init(address: String, sharedWaitMilliseconds: Int, observer: StatementObserver? = nil) {
        self.address = address
        pool = PostgreSQLPool(address: address)
        offset = TokenOffset()
        sharedWrites = SharedWrites(patienceMilliseconds: sharedWaitMilliseconds)
        notifier = WriteNotifier(address: address)
        self.observer = observer
    }

    package var isRemote: Bool { true }

    package var hints: AsyncStream<WriteHint> { notifier.listen() }

    package var waitingWriteCount: Int { pool.waitingCount + sharedWrites.waitingCount }

    package func observeWrites(by observer: WriteObserver) {
        notifier.observer.withLock { $0 = observer }
    }

    package func read<Value: Sendable>(
        as principal: Principal,
        _ body: @escaping @Sendable (PostgreSQLConnection) throws -> Value
    ) async throws -> Value {
        try await transact(.read, principal, body)
    }

    package func write<Value: Sendable>(
        as principal: Principal,
        isBrief: Bool,
        _ body: @escaping @Sendable (PostgreSQLConnection) throws -> Value
    ) async throws -> Value {
        try await turns.run(of: principal.account) {
            var hint = WriteHint.ofLog
            defer { notifier.send(hint, through: pool) }
            let wait = notifier.observer.withLock { $0 }.map(ObservedWait.init)
            let statements: SharedWrites.Body<Written<Value>> = { connection in
                wait?.end()
                let value = try body(connection)
                return Written(value: value, accounts: connection.entries.accountsToWake)
            }
            let written =
                isBrief
                ? try await writeShared(as: principal, statements)
                : try await writeAlone(as: principal, statements)
            hint = WriteHint(accounts: written.accounts)
            return written.value
        }
    }

    package func writeUsingReserve<Value: Sendable>(
        as principal: Principal,
        _ body: @escaping @Sendable (PostgreSQLConnection) throws -> Value
    ) async throws -> Value {
        try await write(as: principal, body)
    }

    package func alterSchema<Value: Sendable>(
        _ body: @escaping @Sendable (PostgreSQLConnection) throws -> Value
    ) async throws -> Value {
        let value = try await transact(.alteration, .server(.upkeep)) { connection in
            try connection.actAsOwner()
            return try body(connection)
        }
        try await transact(.write, .server(.upkeep)) { connection in
            offset.set(try connection.readTokenOffset())
        }
        return value
    }

    /// Waits for this server's turn to copy the database and update its tables.
    func takeUpdateTurn() async throws -> UpdateTurn { try await .take(at: address) }

    /// Closes the unused connections.
    package func close() { pool.close() }

    /// Tells other servers about the last writes, and closes the unused connections.
    package func finish() async {
        await notifier.finish()
        close()
    }

    /// Throws ``BackupError/inUse(path:)`` if somebody else is connected as the server's role.
    package func requireNobodyElse() async throws {
        try await read(as: .server(.upkeep)) { try $0.requireNoOtherSessions() }
    }

    /// Lets a write share a transaction, or runs it by itself if it can't.
    private func writeShared<Value: Sendable>(
        as principal: Principal,
        _ body: @escaping SharedWrites.Body<Value>
    ) async throws -> Value {
        let written = try await sharedWrites.share(as: principal, body) {
            try await onConnection { slot in
                while let writes = sharedWrites.next() { run(writes, slot) }
            }
        }
        guard let written else { return try await writeAlone(as: principal, body) }
        return written
    }

    /// Runs writes in one transaction, and gives each its result.
    private func run(_ writes: [SharedWrite], _ slot: SessionSlot) {
        let isShared = writes.count > 1
        do {
            let kind: TransactionKind = isShared ? .sharedWrite : .write
            let answers = try transaction(kind, writes[0].principal, slot).run {
                try $0.run(writes)
            }
            tellCommit(of: writes.count)
            for answer in answers { answer() }
        } catch {
            // One of them caused the failure, so let each run by itself, unless they may have been
            // committed.
            let failure = error as? PostgreSQLFailure
            for write in writes {
                if isShared, failure?.isUnknownOutcome != true {
                    write.runAlone()
                } else {
                    write.fail(failure.map { StoreError($0) } ?? error)
                }
            }
        }
    }

    private func writeAlone<Value: Sendable>(
        as principal: Principal,
        _ body: @escaping SharedWrites.Body<Value>
    ) async throws -> Value {
        let value = try await transact(.write, principal, body)
        tellCommit(of: 1)
        return value
    }

    private func tellCommit(of writeCount: Int) {
        notifier.observer.withLock { $0 }?.committed(writeCount)
    }

    private func transact<Value: Sendable>(
        _ kind: TransactionKind,
        _ principal: Principal,
        _ body: @escaping @Sendable (PostgreSQLConnection) throws -> Value
    ) async throws -> Value {
        try await onConnection(writing: kind == .write) {
            try transaction(kind, principal, $0).run(body)
        }
    }

    private func transaction(
        _ kind: TransactionKind,
        _ principal: Principal,
        _ slot: SessionSlot
    ) -> Transaction {
        Transaction(
            kind: kind,
            principal: principal,
            offset: offset.value,
            observer: observer,
            slot: slot,
            exclusiveWrites: exclusiveWrites
        )
    }

    private func onConnection<Value: Sendable>(
        writing isWriting: Bool = false,
        _ body: @escaping @Sendable (SessionSlot) throws -> Value
    ) async throws -> Value {
        try await pool.run(writing: isWriting) { slot in
            do {
                return try body(slot)
            } catch let failure as PostgreSQLFailure {
                throw StoreError(failure)
            }
        }
    }
}

/// The result of a write.
private struct Written<Value: Sendable>: Sendable {
    let value: Value
    /// The accounts whose streams have to look for changes that aren't in the log.
    let accounts: Set<AccountID>
}

/// The time that a write waits for its turn, reported to an observer once even if the body runs
/// again.
private final class ObservedWait: Sendable {
    private let observer: WriteObserver
    private let askedNanosecond: Int64
    private let hasEnded = Mutex(false)

    init(observer: WriteObserver) {
        self.observer = observer
        askedNanosecond = observer.nanosecond()
    }

    /// Reports the time to the observer, unless that was done.
    func end() {
        let isFirst = hasEnded.withLock { hasEnded in
            defer { hasEnded = true }
            return !hasEnded
        }
        if isFirst { observer.waited(observer.nanosecond() - askedNanosecond) }
    }
}

/// Gets a statement with its arguments before a connection runs it.
package typealias StatementObserver =
    @Sendable (PostgreSQLConnection, String, [SQLValue]) throws -> Void

extension PostgreSQLDatabase {
    /// The reason, in libpq's words, why the database at an address can't be reached; nil if it
    /// can.
    ///
    /// It contains no part of the password: libpq isn't asked about an unclear address.
    package static func connectionFault(at address: String) -> String? {
        guard PostgreSQLAddress(address) != nil else {
            return """
                The address can't be read. If its password has %, @ or /, write them as %25, %40 and %2F.
                """
        }
        do {
            _ = try PostgreSQLSession(address: address)
            return nil
        } catch {
            return error.message
        }
    }
}
