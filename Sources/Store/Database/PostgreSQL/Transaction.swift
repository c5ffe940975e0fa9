#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The kind of a transaction.
enum TransactionKind {
    case read
    case write
    /// Several writes in one transaction. If it would have to wait for a lock, it fails at once, and
    /// each write runs by itself.
    case sharedWrite
    /// Makes or alters tables, one server at a time.
    case alteration

    var writesRows: Bool { self == .write || self == .sharedWrite }

    /// Begins a transaction, at the latest with its first statement, and returns its number.
    ///
    /// Before anything else, and before it sees a state of the database, a transaction locks the
    /// table of migrations as a reader does. A transaction that alters tables locks that table
    /// exclusively first. There it waits for earlier transactions, and later ones wait for it. So
    /// no transaction holds one table while it waits for another.
    ///
    /// In the same way, an exclusive write waits for earlier writes, and later ones wait for it.
    /// Transactions that only read go on.
    func begin(
        on session: PostgreSQLSession,
        as principal: Principal,
        isExclusive: Bool
    ) throws -> TransactionNumber {
        let number = TransactionNumber(of: session)
        // If the previous transaction failed in the middle, it's still open.
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
            try lockMigrations(on: session, in: "ACCESS SHARE")
            try session.work(for: principal)
        case .write, .sharedWrite:
            try session.runSoon("BEGIN ISOLATION LEVEL SERIALIZABLE")
            try lockMigrations(on: session, in: isExclusive ? "EXCLUSIVE" : "ROW SHARE")
            if self == .sharedWrite {
                try session.runSoon("SET LOCAL lock_timeout = \(Limits.sharedLockMilliseconds)")
            }
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

    private func lockMigrations(on session: PostgreSQLSession, in mode: String) throws {
        guard session.hasMigrationsTable else { return }
        try session.runSoon("LOCK TABLE migrations IN \(mode) MODE")
    }

    /// The number of the advisory lock that a server holds while it alters tables: "meantime" in ASCII.
    private static let schemaLock = 0x6d65_616e_7469_6d65
}

/// Runs a transaction until it succeeds, or until there's no point in trying again.
struct Transaction {
    let kind: TransactionKind
    let principal: Principal
    let offset: Int64
    let observer: StatementObserver?
    let slot: SessionSlot
    let exclusiveWrites: ExclusiveWrites

    func run<Value>(_ body: (PostgreSQLConnection) throws -> Value) throws -> Value {
        var attempt = 0
        var conflictCount = 0
        var pausedMicroseconds = 0
        while true {
            do {
                let isUnshared = kind == .read || kind == .write
                let mayBeginAgain = isUnshared && attempt < Limits.newSnapshotsMax
                let hasLost = kind == .write && conflictCount >= Limits.conflictsBesideOthersMax
                return try exclusiveWrites.run(if: hasLost) {
                    try runOnce(body, isExclusive: $0, mayBeginAgain: mayBeginAgain)
                }
            } catch let failure as PostgreSQLFailure {
                // The next user of the slot needs a working connection, whether or not this runs
                // again.
                if failure.isDisconnection { slot.disconnect() }
                if failure.isOutdatedPlan { try slot.connected().forgetStatements() }
                guard pausedMicroseconds < Limits.conflictPausesMicroseconds,
                    mayRunAgain(after: failure, attempt)
                else { throw failure }
                if failure.isTimeout { usleep(UInt32(Limits.alterationPauseMicroseconds)) }
                attempt += 1
                if failure.isConflict { conflictCount += 1 }
                // Transactions that were in each other's way must not meet again.
                let span =
                    Limits.conflictPauseMicroseconds << min(attempt, Limits.conflictDoublingsMax)
                let pause = span / Limits.connectionsMax * slot.number
                usleep(UInt32(pause))
                pausedMicroseconds += pause
            }
        }
    }

    /// Whether to try again after this failure, which ended attempt number `attempt`.
    private func mayRunAgain(after failure: PostgreSQLFailure, _ attempt: Int) -> Bool {
        guard kind != .sharedWrite else { return false }
        if failure.isDisconnection { return attempt < Limits.reconnectsMax }
        if failure.isConstraint || failure.isOverlooked {
            // A new attempt sees the row that was in its way.
            return kind == .write && attempt < Limits.constraintRetriesMax
        }
        if failure.isTimeout {
            return kind == .alteration && attempt < Limits.alterationAttemptsMax
        }
        return failure.isOutdatedPlan || failure.isConflict
    }

    private func runOnce<Value>(
        _ body: (PostgreSQLConnection) throws -> Value,
        isExclusive: Bool,
        mayBeginAgain: Bool
    ) throws -> Value {
        let session = try slot.connected()
        let number: Int64?
        let value: Value
        do {
            let begun = try kind.begin(on: session, as: principal, isExclusive: isExclusive)
            let connection = PostgreSQLConnection(
                session: session,
                acting: ActingPrincipal(principal),
                observer: observer,
                number: begun,
                offset: offset,
                mayBeginAgain: mayBeginAgain
            )
            value = try body(connection)
            // The number has to be known before the commit; without it the outcome can't be looked
            // up.
            number = kind.writesRows ? try begun.value() : nil
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
        // Committing a failed transaction also succeeds, but rolls it back.
        guard !session.hasFailed else {
            try session.rollBack()
            throw PostgreSQLFailure.overlooked
        }
        guard kind != .read else {
            // The result is right, whatever happens to the connection.
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
    /// In a crash, the numbers of transactions that weren't on the disk yet are lost, and other
    /// transactions get them. So if the server has recovered since, a committed number may be
    /// another transaction's.
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
                    guard session.recovery == recovery else {
                        throw PostgreSQLFailure.unknownOutcome
                    }
                    return true
                case "aborted": return false
                default: continue
                }
            } catch let failure {
                // The number hasn't been used again since a crash.
                if failure.isInvalidValue { return false }
                // Whatever else prevents an answer, the transaction may have been committed.
                guard failure.isDisconnection else { throw PostgreSQLFailure.unknownOutcome }
                slot.disconnect()
            }
        }
        throw PostgreSQLFailure.unknownOutcome
    }
}
