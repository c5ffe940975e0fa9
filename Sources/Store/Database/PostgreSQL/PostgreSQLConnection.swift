/// A connection to PostgreSQL, within a transaction.
package struct PostgreSQLConnection: DatabaseConnection {
    let session: PostgreSQLSession
    let acting: ActingPrincipal
    let observer: StatementObserver?
    /// The number of the transaction.
    let number: TransactionNumber
    /// The number that is added to transaction numbers in tokens.
    let offset: Int64
    /// Whether the transaction may start again to see a newer state.
    let mayBeginAgain: Bool
    /// How many entries other writes have added to the change log in the same transaction.
    var entriesBefore = 0
    package let entries = WrittenEntries()
    package let storage = StorageTally()
    let progress = WriteProgress()
    private let prefetched = PrefetchedAnswers()

    package var dialect: Dialect { .postgreSQL }

    package func rows(
        _ sql: String,
        _ arguments: [SQLValue],
        bytesMax: Int
    ) throws -> (rows: [Row], isCut: Bool) {
        try observer?(self, sql, arguments)
        guard bytesMax < .max else { return (try answer(to: Query(sql, arguments)).rows, false) }
        return try session.firstRows(sql, arguments, bytesMax: bytesMax)
    }

    private func answer(to query: Query) throws -> PostgreSQLResult {
        assert(!query.sql.contains("RETURNING"), "writtenRow is for statements that write")
        if prefetched.expects(query) {
            try session.sendWaiting()
            if let answer = prefetched.answer(to: query) { return answer }
        }
        return try session.run(query.sql, query.arguments)
    }

    package func writtenRow(_ sql: String, _ arguments: [SQLValue]) throws -> Row? {
        try observer?(self, sql, arguments)
        willWrite()
        return try session.run(sql, arguments).rows.first
    }

    package func prefetch(_ queries: [Query]) throws {
        for query in queries {
            prefetched.expect(query)
            try session.runSoon(query.sql, query.arguments) { [prefetched] in
                prefetched.keep($0, to: query)
            }
        }
    }

    private func willWrite() {
        progress.hasWritten = true
        prefetched.forget()
    }

    @discardableResult
    package func execute(_ sql: String, _ arguments: [SQLValue]) throws -> Int {
        try observer?(self, sql, arguments)
        willWrite()
        return try session.run(sql, arguments).changedCount
    }

    package func executeSoon(_ sql: String, _ arguments: [SQLValue]) throws {
        try observer?(self, sql, arguments)
        willWrite()
        try session.runSoon(sql, arguments)
    }

    /// A connection for the next write in the same transaction, with its own account, entries and
    /// storage tally.
    func following(as principal: Principal) throws -> PostgreSQLConnection {
        try session.work(for: principal)
        return PostgreSQLConnection(
            session: session,
            acting: ActingPrincipal(principal),
            observer: observer,
            number: number,
            offset: offset,
            mayBeginAgain: mayBeginAgain,
            entriesBefore: entriesBefore + entries.count
        )
    }

    package var principal: Principal { acting.current }

    package func become(_ principal: Principal) throws {
        guard principal != acting.current else { return }
        prefetched.forget()
        try session.work(for: principal)
        acting.current = principal
    }

    package func takeToken() throws -> ChangeToken {
        try TransactionTokens(transaction: number.value(), offset: offset).next(
            entriesBefore + entries.count
        )
    }

    /// The last token before those of every transaction still running in this snapshot.
    ///
    /// Transactions of other databases on the same server don't count: one of them may run for
    /// hours. The database of a transaction is known only while it runs; if it has just ended, a
    /// new snapshot no longer has it. The role sees only its own servers' transactions. Others are
    /// found through the locks, which is slow: all locks of serializable transactions are listed
    /// there too.
    package func completeToken() throws -> ChangeToken {
        let row = try row(
            """
            SELECT min(running.number::text::bigint) FILTER (WHERE place.datid IS NOT NULL),
            min(running.number::text::bigint),
            pg_snapshot_xmax(pg_current_snapshot())::text::bigint
            FROM pg_snapshot_xip(pg_current_snapshot()) AS running (number)
            LEFT JOIN LATERAL (
                SELECT coalesce(
                    (
                        SELECT own.datid FROM pg_stat_get_activity(NULL) AS own
                        WHERE own.backend_xid = xid(running.number) LIMIT 1
                    ),
                    (
                        SELECT activity.datid FROM pg_locks
                        JOIN LATERAL pg_stat_get_activity(pg_locks.pid) AS activity ON true
                        WHERE pg_locks.locktype = 'transactionid'
                        AND pg_locks.mode = 'ExclusiveLock'
                        AND pg_locks.transactionid = xid(running.number) AND pg_locks.granted
                        LIMIT 1
                    )
                ) AS datid
            ) AS place ON true
            WHERE place.datid IS NULL OR place.datid = (
                SELECT oid FROM pg_database WHERE datname = current_database()
            )
            """
        )
        guard let row else { throw StoreError.notFound }
        let end = try row.integer(2)
        let oldest = try row.isNull(1) ? end : min(end, row.integer(1))
        let oldestKnown = try row.isNull(0) ? end : min(end, row.integer(0))
        guard oldest == oldestKnown || !mayBeginAgain else { throw PostgreSQLFailure.seesTooLittle }
        return ChangeToken(
            TransactionTokens(transaction: nil, offset: offset).first(of: oldest) - 1
        )
    }
}

/// The number of a writing transaction, which comes with the answer to its first statement.
final class TransactionNumber {
    private let session: PostgreSQLSession
    private var known: Int64?

    init(of session: PostgreSQLSession) { self.session = session }

    func set(_ number: Int64?) { known = number }

    /// The number, waiting for it if needed; nil if the transaction only reads.
    func value() throws -> Int64? {
        if known == nil { try session.sendWaiting() }
        return known
    }
}

/// Whether a write has changed anything so far.
final class WriteProgress {
    var hasWritten = false
}

/// The principal for which a transaction works at the moment.
final class ActingPrincipal {
    var current: Principal

    init(_ principal: Principal) { current = principal }
}

/// Makes the tokens of the change log on PostgreSQL.
///
/// Transactions run at the same time, and a later token may be committed before an earlier one. A
/// reader that trusted the highest token it sees would miss the other for good. So a token begins
/// with the number of its transaction (`xid8`), and a reader takes only the tokens of transactions
/// that are older than every running one: no more can come in between.
struct TransactionTokens {
    /// The bits of a token that count the entries of a transaction.
    static let entryBits: Int64 = 20

    /// The number of the transaction; nil if it only reads.
    let transaction: Int64?
    /// The number that is added to transaction numbers, so that tokens still ascend after a move to
    /// another server, which counts transactions from the beginning.
    let offset: Int64

    /// The token of a transaction's next entry.
    ///
    /// Throws ``StoreError/readOnly`` if the transaction only reads, and ``StoreError/tooMany(_:)``
    /// if it has as many entries as a token can count.
    func next(_ entriesSoFar: Int) throws(StoreError) -> ChangeToken {
        guard let transaction else { throw .readOnly }
        guard entriesSoFar < (1 << Self.entryBits) - 1 else { throw .tooMany(.events) }
        return ChangeToken(first(of: transaction) + Int64(entriesSoFar) + 1)
    }

    /// The lower bound of a transaction's tokens; all tokens of earlier transactions are less.
    func first(of transaction: Int64) -> Int64 { (transaction + offset) << Self.entryBits }
}
