import Synchronization

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The driver for PostgreSQL 15 or later, for several servers on one database.
///
/// A body of a write runs in a transaction that is serializable: its outcome is as if no other body ran
/// at the same time, on any server. When that can't be kept up, the server refuses one of them, and it
/// runs again.
package struct PostgreSQLDatabase: ObservableDatabase {
    private let address: String
    private let pool: PostgreSQLPool
    private let offset: TokenOffset
    private let turns = WriteTurns()
    private let writeHints: WriteHints

    private let observer: StatementObserver?

    /// Prepares a pool for the database at an address, such as `postgres://name@host/database`.
    ///
    /// Connects when the first body runs. An observer hears of each statement before it's run.
    package init(address: String, observer: StatementObserver? = nil) {
        self.address = address
        pool = PostgreSQLPool(address: address)
        offset = TokenOffset()
        writeHints = WriteHints(address: address)
        self.observer = observer
    }

    package var hints: AsyncStream<WriteHint> { writeHints.heard }

    package var waitingWriteCount: Int { pool.waitingCount }

    package func observeWrites(by observer: WriteObserver) {
        writeHints.observer.withLock { $0 = observer }
    }

    package func read<Value: Sendable>(
        as principal: Principal,
        _ body: @escaping @Sendable (PostgreSQLConnection) throws -> Value
    ) async throws -> Value {
        try await transact(.read, principal, body)
    }

    package func write<Value: Sendable>(
        as principal: Principal,
        _ body: @escaping @Sendable (PostgreSQLConnection) throws -> Value
    ) async throws -> Value {
        try await turns.run(of: principal.account) {
            var hint = WriteHint.ofLog
            defer { writeHints.send(hint, through: pool) }
            let observer = writeHints.observer.withLock { $0 }
            let askedNanosecond = observer?.nanosecond()
            let written = try await transact(.write, principal) { connection in
                if let observer, let askedNanosecond {
                    observer.waited(observer.nanosecond() - askedNanosecond)
                }
                let value = try body(connection)
                return (value: value, accounts: connection.entries.accountsToWake)
            }
            hint = WriteHint(accounts: written.accounts)
            observer?.committed(1)
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

    /// Waits until no other server has its turn to copy the database and bring its tables up to date.
    func takeUpdateTurn() async throws -> UpdateTurn { try await .take(at: address) }

    /// Closes the connections that nobody uses.
    package func close() { pool.close() }

    private func transact<Value: Sendable>(
        _ kind: TransactionKind,
        _ principal: Principal,
        _ body: @escaping @Sendable (PostgreSQLConnection) throws -> Value
    ) async throws -> Value {
        try await pool.run { slot in
            do {
                return try Transaction(
                    kind: kind,
                    principal: principal,
                    offset: offset.value,
                    observer: observer,
                    slot: slot
                ).run(body)
            } catch let failure as PostgreSQLFailure {
                throw StoreError(failure)
            }
        }
    }
}

/// Hears of a statement with its arguments before a connection runs it.
package typealias StatementObserver =
    @Sendable (PostgreSQLConnection, String, [SQLValue]) throws -> Void

/// What a transaction is begun for.
enum TransactionKind {
    case read
    case write
    /// Makes or alters tables, one server at a time.
    case alteration

    /// Begins a transaction, at the latest with its first statement, and returns its number.
    ///
    /// Before anything else, and before it sees a state of the database, a transaction locks the table of
    /// migrations as a reader does. Whoever alters tables locks that one first: it waits there for those that
    /// have begun, and those that follow wait for it, so nobody holds one table and waits for another.
    func begin(on session: PostgreSQLSession, as principal: Principal) throws
        -> TransactionNumber
    {
        let number = TransactionNumber(of: session)
        // If the one before failed in the middle, it's still open.
        try session.rollBack()
        if !session.hasMigrationsTable {
            let known = try session.run(
                "SELECT 1 WHERE has_table_privilege(to_regclass('migrations'), 'SELECT')"
            )
            session.hasMigrationsTable = known.firstText != nil
        }
        switch self {
        case .read:
            try session.runSoon("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
            try waitForMigrations(on: session)
            try session.work(for: principal)
        case .write:
            try session.runSoon("BEGIN ISOLATION LEVEL SERIALIZABLE")
            try waitForMigrations(on: session)
            try session.runSoon(
                "SELECT pg_current_xact_id(), \(Principal.settings)",
                principal.settingsValues
            ) { number.set($0.firstText.flatMap { Int64($0) }) }
        case .alteration:
            try session.run(
                """
                BEGIN; SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0;
                SELECT pg_advisory_xact_lock(\(Self.schemaLock))
                """
            )
            try session.work(for: principal)
        }
        return number
    }

    private func waitForMigrations(on session: PostgreSQLSession) throws {
        guard session.hasMigrationsTable else { return }
        try session.runSoon("LOCK TABLE migrations IN ACCESS SHARE MODE")
    }

    /// The number of the advisory lock that a server holds while it alters tables: "meantime" in ASCII.
    private static let schemaLock = 0x6d65_616e_7469_6d65
}

/// A transaction, which is run until it succeeds or there is no use in trying again.
struct Transaction {
    let kind: TransactionKind
    let principal: Principal
    let offset: Int64
    let observer: StatementObserver?
    let slot: SessionSlot

    func run<Value>(_ body: (PostgreSQLConnection) throws -> Value) throws -> Value {
        var attempt = 0
        var pausedMicroseconds = 0
        while true {
            do {
                let mayBeginAgain = kind == .read && attempt < Limits.newSnapshotsMax
                return try runOnce(body, mayBeginAgain: mayBeginAgain)
            } catch let failure as PostgreSQLFailure {
                guard pausedMicroseconds < Limits.conflictPausesMicroseconds else { throw failure }
                if failure.isDisconnection {
                    slot.disconnect()
                    guard attempt < Limits.reconnectsMax else { throw failure }
                } else if failure.isOutdatedPlan {
                    try slot.connected().forgetStatements()
                } else if failure.isConstraint || failure.isOverlooked {
                    // Begun again, it sees what was in its way.
                    guard kind == .write, attempt < Limits.constraintRetriesMax else {
                        throw failure
                    }
                } else if kind == .alteration, failure.isTimeout {
                    guard attempt < Limits.alterationAttemptsMax else { throw failure }
                    usleep(UInt32(Limits.alterationPauseMicroseconds))
                } else if !failure.isConflict {
                    throw failure
                }
                attempt += 1
                // Those that were in each other's way must not meet again.
                let span =
                    Limits.conflictPauseMicroseconds << min(attempt, Limits.conflictDoublingsMax)
                let pause = span / Limits.connectionsMax * slot.number
                usleep(UInt32(pause))
                pausedMicroseconds += pause
            }
        }
    }

    private func runOnce<Value>(
        _ body: (PostgreSQLConnection) throws -> Value,
        mayBeginAgain: Bool
    ) throws -> Value {
        let session = try slot.connected()
        let number: Int64?
        let value: Value
        do {
            let begun = try kind.begin(on: session, as: principal)
            let connection = PostgreSQLConnection(
                session: session,
                acting: ActingPrincipal(principal),
                observer: observer,
                number: begun,
                offset: offset,
                mayBeginAgain: mayBeginAgain
            )
            value = try body(connection)
            // It has to be known before the commit, or nobody can look up what became of it.
            number = kind == .write ? try begun.value() : nil
        } catch {
            if (error as? PostgreSQLFailure)?.isDisconnection != true {
                try session.rollBack()
            }
            throw error
        }
        try commit(session, number)
        return value
    }

    private func commit(_ session: PostgreSQLSession, _ number: Int64?) throws {
        // The end of one that has failed succeeds as well, but is another.
        guard !session.hasFailed else {
            try session.rollBack()
            throw PostgreSQLFailure.overlooked
        }
        guard kind != .read else {
            // What was read is right, whatever becomes of the connection.
            do { try session.endReading() } catch { slot.disconnect() }
            return
        }
        do {
            guard try session.run("COMMIT", []).command == "COMMIT" else {
                throw PostgreSQLFailure.overlooked
            }
        } catch let failure as PostgreSQLFailure {
            guard failure.isDisconnection, let number else {
                try session.rollBack()
                throw failure
            }
            let recovery = session.recovery
            slot.disconnect()
            guard try isCommitted(number, since: recovery) else { throw failure }
        }
    }

    /// Whether a transaction was committed whose connection ended before the answer came.
    ///
    /// A crash loses the numbers of transactions that weren't on the disk yet, and others get them. So if
    /// there was one since, a number that was committed may be another's.
    private func isCommitted(
        _ number: Int64,
        since recovery: String?
    ) throws(PostgreSQLFailure) -> Bool {
        for pause in 0..<Limits.outcomeQuestionsMax {
            usleep(UInt32(Limits.conflictPauseMicroseconds) << UInt32(min(pause, 8)))
            do throws(PostgreSQLFailure) {
                let session = try slot.connected()
                switch try session.run("SELECT pg_xact_status('\(number)'::xid8)").firstText {
                case "committed":
                    guard session.recovery == recovery else { throw Self.unknownOutcome }
                    return true
                case "aborted": return false
                default: continue
                }
            } catch let failure {
                // The number hasn't been given out since a crash.
                if failure.isInvalidValue { return false }
                guard failure.isDisconnection else { throw failure }
                slot.disconnect()
            }
        }
        throw Self.unknownOutcome
    }

    private static let unknownOutcome = PostgreSQLFailure(
        state: "57014",
        message: "The outcome of a transaction isn't known."
    )
}

extension PostgreSQLDatabase {
    /// Why there is no connection to the database at an address, as libpq says it; nil if there is one.
    ///
    /// It doesn't have any of the password: of an address that isn't clear, libpq isn't asked.
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
