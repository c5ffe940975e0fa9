/// The relational database underneath the repositories; each driver implements it.
///
/// SQL uses numbered placeholders (`$1`, `$2`), as PostgreSQL does; other drivers translate them.
/// Statements use only syntax that both SQLite 3.35 and PostgreSQL 15 understand.
package protocol Database: Sendable {
    associatedtype Connection: DatabaseConnection

    /// Runs statements that only read, all on the same snapshot.
    func read<Value: Sendable>(
        as principal: Principal,
        _ body: @escaping @Sendable (Connection) throws -> Value
    ) async throws -> Value

    /// Runs statements in a transaction, which is on the disk when the function returns.
    ///
    /// When the body throws, what it did is undone. The outcome is as if bodies never overlapped; for
    /// that, a body may run again from the beginning. Several may share one commit: if that fails, all of
    /// them throw.
    ///
    /// A body is brief if it changes few rows, so that other writes can wait for it; the driver may
    /// let brief bodies share a transaction.
    func write<Value: Sendable>(
        as principal: Principal,
        isBrief: Bool,
        _ body: @escaping @Sendable (Connection) throws -> Value
    ) async throws -> Value

    /// Whether the database is another process, so that a transaction costs more time than looking
    /// up a row.
    var isRemote: Bool { get }

    /// How many writes wait for their turn.
    var waitingWriteCount: Int { get }

    /// Reports all writes from now on to an observer.
    func observeWrites(by observer: WriteObserver)

    /// An element whenever some process may have written to the database since the last one.
    ///
    /// A hint says whose streams have to look for changes that aren't in the log. A hint may get
    /// lost, and one may come without a reason. The stream ends when its reader's task is
    /// cancelled. A driver that can't give hints returns an empty stream.
    var hints: AsyncStream<WriteHint> { get }

    /// Runs statements that make or alter tables, in a transaction.
    ///
    /// If several servers want to alter tables, one does at a time.
    func alterSchema<Value: Sendable>(
        _ body: @escaping @Sendable (Connection) throws -> Value
    ) async throws -> Value

    /// Like ``write(_:)``, but on a full disk it may use the disk reserve.
    ///
    /// It's for deletions and for the steps before them, such as signing in. The body may run
    /// twice.
    func writeUsingReserve<Value: Sendable>(
        as principal: Principal,
        _ body: @escaping @Sendable (Connection) throws -> Value
    ) async throws -> Value
}

extension Database {
    /// Runs statements in a transaction that isn't brief.
    package func write<Value: Sendable>(
        as principal: Principal,
        _ body: @escaping @Sendable (Connection) throws -> Value
    ) async throws -> Value {
        try await write(as: principal, isBrief: false, body)
    }
}

/// A connection within a transaction.
///
/// It must not be used after the closure it was passed to.
package protocol DatabaseConnection {
    /// The first rows that a statement that only reads returns, up to the row with which their texts reach a number
    /// of octets, and whether there may be more.
    func rows(
        _ sql: String,
        _ arguments: [SQLValue],
        bytesMax: Int
    ) throws -> (rows: [Row], isCut: Bool)

    /// The row that a statement has written and returns, for statements that write at most one.
    func writtenRow(_ sql: String, _ arguments: [SQLValue]) throws -> Row?

    /// The number of rows a statement changed.
    @discardableResult
    func execute(_ sql: String, _ arguments: [SQLValue]) throws -> Int

    /// Runs a statement whose result isn't needed.
    ///
    /// It runs at the latest before the next statement or the commit, which then throws its error.
    func executeSoon(_ sql: String, _ arguments: [SQLValue]) throws

    /// Sends queries in advance that are going to be made, if each exchange with the database costs
    /// time.
    ///
    /// Only the timing changes: the later results are the same. An error is thrown by one of the
    /// statements up to the query. Answers from before a write, or for another principal, aren't
    /// used.
    func prefetch(_ queries: [Query]) throws

    /// The SQL that differs between databases.
    var dialect: Dialect { get }

    /// Runs a body that makes or alters tables, if that's needed, and updates what the driver adds
    /// to them.
    func altering(isNeeded: Bool, _ body: () throws -> Void) throws

    /// The differences between the schema and the migrations, as sentences; only for a database
    /// that is a file.
    func schemaFaults() throws -> [String]

    /// The account or duty for which the transaction works at the moment.
    var principal: Principal { get }

    /// Makes the same transaction work for somebody else from now on.
    func become(_ principal: Principal) throws

    /// The entries that this transaction has written to the change log.
    var entries: WrittenEntries { get }

    /// The amounts that this transaction has added to the storage of accounts and groups.
    var storage: StorageTally { get }

    /// The token of the next entry that this transaction writes to the change log.
    ///
    /// It's greater than the tokens of all transactions that had been committed when this one
    /// began.
    func takeToken() throws -> ChangeToken

    /// A token that no later commit can come before.
    func completeToken() throws -> ChangeToken
}

extension DatabaseConnection {
    package func schemaFaults() throws -> [String] { [] }

    /// Runs a body as somebody else.
    func acting<Value>(as principal: Principal, _ body: () throws -> Value) throws -> Value {
        let before = self.principal
        try become(principal)
        let value: Value
        do {
            value = try body()
        } catch {
            // If the transaction has failed, this fails too, which doesn't matter any more.
            try? become(before)
            throw error
        }
        try become(before)
        return value
    }

    /// Runs a body for the same account, together with a duty of the server.
    func also<Value>(_ duty: Duty, _ body: () throws -> Value) throws -> Value {
        try acting(as: principal.also(duty), body)
    }

    package func writtenRow(_ sql: String, _ arguments: [SQLValue]) throws -> Row? {
        try row(sql, arguments)
    }

    package func executeSoon(_ sql: String, _ arguments: [SQLValue]) throws {
        try execute(sql, arguments)
    }

    /// Runs a statement that makes or alters a table.
    func define(_ sql: String) throws { try execute(dialect.definition(sql), []) }

    /// All rows that a statement that only reads returns.
    func rows(_ sql: String, _ arguments: [SQLValue]) throws -> [Row] {
        try rows(sql, arguments, bytesMax: .max).rows
    }

    /// The first row that a statement that only reads returns, for statements that return at most one.
    func row(_ sql: String, _ arguments: [SQLValue] = []) throws -> Row? {
        try rows(sql, arguments).first
    }
}
