/// The relational database underneath the repositories.
///
/// Each driver implements it.
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
    /// A body is brief if it changes few rows, so that others needn't mind waiting for it: the driver may let
    /// brief ones share a transaction.
    func write<Value: Sendable>(
        as principal: Principal,
        isBrief: Bool,
        _ body: @escaping @Sendable (Connection) throws -> Value
    ) async throws -> Value

    /// Whether it's another process, so that beginning and ending a transaction takes longer than looking up a row.
    var isRemote: Bool { get }

    /// How many writes wait for their turn.
    var waitingWriteCount: Int { get }

    /// Tells an observer of all writes from now on.
    func observeWrites(by observer: WriteObserver)

    /// An element whenever some process may have written to the database since the last one.
    ///
    /// It tells whose streams have to look for what isn't in the log. One may get lost, and one may come for
    /// nothing. The stream ends when its reader's task is cancelled. A driver that can't tell has none.
    var hints: AsyncStream<WriteHint> { get }

    /// Runs statements that make or alter tables, in a transaction.
    ///
    /// Of several servers that want to, one does so at a time.
    func alterSchema<Value: Sendable>(
        _ body: @escaping @Sendable (Connection) throws -> Value
    ) async throws -> Value

    /// Like ``write(_:)``, for deletions and for what somebody needs to get to them, such as signing
    /// in: on a full disk it may use the disk reserve. The body may then run twice.
    func writeUsingReserve<Value: Sendable>(
        as principal: Principal,
        _ body: @escaping @Sendable (Connection) throws -> Value
    ) async throws -> Value
}

extension Database {
    /// Runs statements in a transaction that others don't have to wait for.
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
    /// The first rows that a statement returns, up to the one with which their texts reach a number of
    /// octets, and whether there may be more.
    func rows(
        _ sql: String,
        _ arguments: [SQLValue],
        bytesMax: Int
    ) throws -> (rows: [Row], isCut: Bool)

    /// The number of rows a statement changed.
    @discardableResult
    func execute(_ sql: String, _ arguments: [SQLValue]) throws -> Int

    /// Runs a statement whose outcome nobody needs, at the latest before the next one or the commit.
    ///
    /// Its error is thrown by that one.
    func executeSoon(_ sql: String, _ arguments: [SQLValue]) throws

    /// Sends queries that are about to be made together, where each exchange with the database costs time.
    ///
    /// Only the time changes: what is asked for later is the same, and so are errors, which one of the
    /// statements up to there throws. Answers from before a write, or for another principal, aren't used.
    func prefetch(_ queries: [Query]) throws

    /// How the database says what the statements of the repositories can't say for all.
    var dialect: Dialect { get }

    /// Runs a body that makes or alters tables, if one is needed, and brings up to date what the driver
    /// keeps around them.
    func altering(isNeeded: Bool, _ body: () throws -> Void) throws

    /// What the schema has besides, or unlike, what the migrations make, as sentences; of a database that is a file.
    func schemaFaults() throws -> [String]

    /// For whom the transaction works at the moment.
    var principal: Principal { get }

    /// Works for somebody else from now on, in the same transaction.
    func become(_ principal: Principal) throws

    /// What this transaction has written to the change log.
    var entries: WrittenEntries { get }

    /// What this transaction has added to the storage of accounts and groups.
    var storage: StorageTally { get }

    /// The token of the next entry that this transaction writes to the change log.
    ///
    /// It's greater than those of all transactions that had been committed when this one began.
    func takeToken() throws -> ChangeToken

    /// A token that all later commits write greater ones than: nothing can come before it any more.
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
            // If the transaction has failed, that's over for both.
            try? become(before)
            throw error
        }
        try become(before)
        return value
    }

    /// Runs a body for the same account, with what a duty of the server needs besides.
    func also<Value>(_ duty: Duty, _ body: () throws -> Value) throws -> Value {
        try acting(as: principal.also(duty), body)
    }

    package func executeSoon(_ sql: String, _ arguments: [SQLValue]) throws {
        try execute(sql, arguments)
    }

    /// Runs a statement that makes or alters a table.
    func define(_ sql: String) throws { try execute(dialect.definition(sql), []) }

    /// All rows that a statement returns.
    func rows(_ sql: String, _ arguments: [SQLValue]) throws -> [Row] {
        try rows(sql, arguments, bytesMax: .max).rows
    }

    /// The first row that a statement returns, for statements that return at most one.
    func row(_ sql: String, _ arguments: [SQLValue] = []) throws -> Row? {
        try rows(sql, arguments).first
    }
}
