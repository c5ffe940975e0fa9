import CPostgreSQL

/// One connection to the server, for one caller at a time.
///
/// Calls block their thread until the server answers, except ``runSoon(_:_:)`` and ``endReading()``.
final class PostgreSQLSession {
    /// When the database server last recovered from a crash or took over from another, as far as
    /// this connection can tell: its statistics count from there.
    var recovery: String?
    /// Whether the table of migrations is known to exist.
    var hasMigrationsTable = false

    private let connection: OpaquePointer
    private var preparedNames: [String: String] = [:]
    /// Statements that are sent with the next one, each with a closure for its result.
    private var waiting: [(call: PreparedCall, take: ((PostgreSQLResult) -> Void)?)] = []

    /// Connects to the database at an address (`postgres://…`).
    init(address: String) throws(PostgreSQLFailure) {
        let seconds = String(Limits.connectSeconds)
        let unanswered = String(Limits.unansweredMilliseconds)
        guard let connection = connect_to(address, seconds, unanswered) else {
            throw PostgreSQLFailure(state: "53200", message: "There is no memory to connect.")
        }
        guard PQstatus(connection) == CONNECTION_OK else {
            defer { PQfinish(connection) }
            throw PostgreSQLFailure(state: "", message: Self.message(of: connection))
        }
        self.connection = connection
    }

    deinit { PQfinish(connection) }

    /// Whether a transaction is open, according to the last answer.
    var isInTransaction: Bool { PQtransactionStatus(connection) != PQTRANS_IDLE }

    /// Whether a statement of the open transaction has failed, so that it can only be given up.
    var hasFailed: Bool { PQtransactionStatus(connection) == PQTRANS_INERROR }

    /// Runs one or more statements without arguments, and returns the rows of the last.
    @discardableResult
    func run(_ sql: String) throws(PostgreSQLFailure) -> PostgreSQLResult {
        try sendWaiting()
        return try answer(PQexec(connection, sql))
    }

    /// Runs a statement, which is prepared the first time.
    func run(_ sql: String, _ arguments: [SQLValue]) throws -> PostgreSQLResult {
        let call = try PreparedCall(name: preparedName(of: sql), arguments: arguments)
        guard waiting.isEmpty else { return try exchange(call) }
        return try answer(call.withArguments { execute_prepared(connection, call.name, $0) })
    }

    /// Runs a statement together with the next one, which saves an exchange with the server.
    ///
    /// The closure, if any, gets its result. The next call that waits for an answer throws its
    /// error.
    func runSoon(
        _ sql: String,
        _ arguments: [SQLValue] = [],
        then take: ((PostgreSQLResult) -> Void)? = nil
    ) throws {
        let call = try PreparedCall(name: preparedName(of: sql), arguments: arguments)
        waiting.append((call, take))
        if waiting.count >= Limits.waitingStatementsMax { try sendWaiting() }
    }

    /// Sends the statements that wait for the next one, and waits for their results.
    func sendWaiting() throws(PostgreSQLFailure) {
        guard let last = waiting.popLast() else { return }
        let result = try exchange(last.call)
        last.take?(result)
    }

    /// Rolls back the open transaction, if any, and drops the statements that wait to be sent.
    func rollBack() throws(PostgreSQLFailure) {
        waiting = []
        awaitEndOfReading()
        if isInTransaction { try run("ROLLBACK") }
    }

    /// Ends a transaction that has only read, without waiting for the answer.
    func endReading() throws(PostgreSQLFailure) {
        waiting = []
        guard isInTransaction else { return }
        guard PQsendQuery(connection, "COMMIT") == 1 else { throw lost }
    }

    private func awaitEndOfReading() {
        guard PQtransactionStatus(connection) == PQTRANS_ACTIVE else { return }
        while let result = PQgetResult(connection) { PQclear(result) }
    }

    /// Runs a prepared statement within a transaction, and returns its first rows, up to some bytes
    /// of text.
    ///
    /// The server doesn't even compute the rest, because all of the longest texts would exceed the
    /// memory of both. Declaring a cursor would make the savepoint unnecessary, but a cursor is
    /// planned each time, and because of the policies planning takes longer than running.
    ///
    /// - Returns: The rows, the last of which may exceed the bytes, and whether the bytes were
    ///   reached.
    func firstRows(
        _ sql: String,
        _ arguments: [SQLValue],
        bytesMax: Int
    ) throws -> (rows: [Row], isCut: Bool) {
        let call = try PreparedCall(name: preparedName(of: sql), arguments: arguments)
        try runSoon("SAVEPOINT page")
        let (rows, isCut) = try exchange(call, bytesMax: bytesMax)
        if isCut { try run("ROLLBACK TO page") }
        try runSoon("RELEASE page")
        return (rows, isCut)
    }

    /// Sends a statement with those that wait, and returns its result.
    private func exchange(_ call: PreparedCall) throws(PostgreSQLFailure) -> PostgreSQLResult {
        try exchange(call) { () throws(PostgreSQLFailure) -> PostgreSQLResult in
            try takeAnswer()
        }
    }

    /// Sends a statement with those that wait, and returns its rows, up to some bytes of text.
    private func exchange(
        _ call: PreparedCall,
        bytesMax: Int
    ) throws(PostgreSQLFailure) -> (rows: [Row], isCut: Bool) {
        try exchange(call) { () throws(PostgreSQLFailure) -> (rows: [Row], isCut: Bool) in
            PQsetSingleRowMode(connection)
            return try sentRows(bytesMax: bytesMax)
        }
    }

    /// Sends a statement with those that wait, in libpq's pipeline mode, and lets a body take the
    /// result.
    private func exchange<Value>(
        _ call: PreparedCall,
        _ take: () throws(PostgreSQLFailure) -> Value
    ) throws(PostgreSQLFailure) -> Value {
        let earlier = waiting
        waiting = []
        guard PQenterPipelineMode(connection) == 1 else { throw lost }
        for call in earlier.map(\.call) + [call] {
            guard call.withArguments({ send_prepared(connection, call.name, $0) }) == 1 else {
                throw lost
            }
        }
        guard PQpipelineSync(connection) == 1 else { throw lost }
        // After a statement that fails, the server skips the others.
        var failure: PostgreSQLFailure?
        for (_, take) in earlier {
            do throws(PostgreSQLFailure) {
                let result = try takeAnswer()
                take?(result)
            } catch let caught {
                failure = failure ?? caught
            }
        }
        var value: Value?
        do throws(PostgreSQLFailure) {
            value = try take()
        } catch let caught {
            failure = failure ?? caught
        }
        while let end = PQgetResult(connection) { PQclear(end) }
        guard PQexitPipelineMode(connection) == 1 else { throw lost }
        guard let value, failure == nil else { throw failure ?? lost }
        return value
    }

    /// Takes the result of a statement that was sent.
    private func takeAnswer() throws(PostgreSQLFailure) -> PostgreSQLResult {
        defer { while let more = PQgetResult(connection) { PQclear(more) } }
        return try answer(PQgetResult(connection))
    }

    /// The rows of the statement that was sent, up to some bytes of text.
    private func sentRows(bytesMax: Int) throws(PostgreSQLFailure) -> (rows: [Row], isCut: Bool) {
        var rows: [Row] = []
        var bytes = 0
        var failure: PostgreSQLFailure?
        while let result = PQgetResult(connection) {
            guard bytes < bytesMax, failure == nil else {
                PQclear(result)
                continue
            }
            do {
                for row in try answer(result).rows {
                    rows.append(row)
                    bytes += row.values.reduce(0) { $0 + $1.textBytes }
                }
                if bytes >= bytesMax { cancel_statement(connection) }
            } catch let caught {
                failure = caught
            }
        }
        if let failure { throw failure }
        return (rows, bytes >= bytesMax)
    }

    /// Waits up to some milliseconds for notifications, and returns the texts of those that came.
    func notifications(waitingMilliseconds: Int32) throws(PostgreSQLFailure) -> [String] {
        wait_for_input(connection, waitingMilliseconds)
        guard PQconsumeInput(connection) == 1 else {
            throw lost
        }
        var texts: [String] = []
        while let notification = PQnotifies(connection) {
            texts.append(String(cString: notification.pointee.extra))
            PQfreemem(notification)
        }
        return texts
    }

    /// Forgets the prepared statements.
    func forgetStatements() throws(PostgreSQLFailure) {
        try run("DEALLOCATE ALL")
        preparedNames = [:]
    }

    private func preparedName(of sql: String) throws(PostgreSQLFailure) -> String {
        if let name = preparedNames[sql] { return name }
        let name = "s\(preparedNames.count)"
        // The server infers the types of the arguments from where they stand.
        _ = try answer(PQprepare(connection, name, sql, 0, nil))
        preparedNames[sql] = name
        return name
    }

    private func answer(_ result: OpaquePointer?) throws(PostgreSQLFailure) -> PostgreSQLResult {
        guard let result else { throw lost }
        switch PQresultStatus(result) {
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_SINGLE_TUPLE, PGRES_EMPTY_QUERY:
            return PostgreSQLResult(result)
        default:
            defer { PQclear(result) }
            let state = sqlstate_of(result).map { String(cString: $0) }
            let isLost = PQstatus(connection) != CONNECTION_OK
            throw PostgreSQLFailure(
                state: isLost ? "" : state ?? "",
                message: String(cString: PQresultErrorMessage(result))
            )
        }
    }

    private var lost: PostgreSQLFailure {
        PostgreSQLFailure(state: "", message: Self.message(of: connection))
    }

    private static func message(of connection: OpaquePointer) -> String {
        String(cString: PQerrorMessage(connection))
    }
}

/// A prepared statement with its arguments.
private struct PreparedCall {
    let name: String
    private let arguments: [SQLValue]

    init(name: String, arguments: [SQLValue]) throws(StoreError) {
        for case .text(let text) in arguments where text.utf8.contains(0) { throw .nul }
        self.name = name
        self.arguments = arguments
    }

    func withArguments<Value>(_ body: (statement_arguments) -> Value) -> Value {
        let texts = statement_arguments_make(Int32(arguments.count))
        defer { statement_arguments_free(texts) }
        for (index, value) in arguments.enumerated() {
            switch value {
            case .null: break
            case .integer(let number): statement_arguments_set(texts, Int32(index), String(number))
            case .text(let text): statement_arguments_set(texts, Int32(index), text)
            }
        }
        return body(texts)
    }
}

/// The result of a statement.
final class PostgreSQLResult {
    private let result: OpaquePointer

    init(_ result: OpaquePointer) { self.result = result }

    deinit { PQclear(result) }

    /// The command that was run, such as `COMMIT`.
    var command: String { String(cString: PQcmdStatus(result)) }

    /// The number of rows that the statement changed.
    var changedCount: Int { Int(String(cString: PQcmdTuples(result))) ?? 0 }

    var rows: [Row] {
        let types = (0..<PQnfields(result)).map { PQftype(result, $0) }
        return (0..<PQntuples(result)).map { row in
            Row(values: types.indices.map { value(row, Int32($0), type: types[$0]) })
        }
    }

    /// The first value of the first row, as text.
    var firstText: String? {
        PQntuples(result) > 0 && PQgetisnull(result, 0, 0) == 0
            ? String(cString: PQgetvalue(result, 0, 0)) : nil
    }

    private func value(_ row: Int32, _ column: Int32, type: UInt32) -> SQLValue {
        guard PQgetisnull(result, row, column) == 0 else { return .null }
        let text = String(cString: PQgetvalue(result, row, column))
        switch type {
        case Self.bool: return .bool(text == "t")
        case Self.int8, Self.int2, Self.int4, Self.numeric:
            return Int64(text).map(SQLValue.integer) ?? .text(text)
        default: return .text(text)
        }
    }

    // The numbers of the types in the server's catalogue; sums of integers are numeric.
    private static let bool: UInt32 = 16
    private static let int8: UInt32 = 20
    private static let int2: UInt32 = 21
    private static let int4: UInt32 = 23
    private static let numeric: UInt32 = 1700
}
