import CPostgreSQL

/// One connection to the server, for one caller at a time.
///
/// Every call waits for the server's answer, and blocks its thread meanwhile.
final class PostgreSQLSession {
    private let connection: OpaquePointer
    private var preparedNames: [String: String] = [:]

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

    /// Whether a transaction is open, as far as the last answer tells.
    var isInTransaction: Bool { PQtransactionStatus(connection) != PQTRANS_IDLE }

    /// Runs one or more statements without arguments, and returns the rows of the last.
    @discardableResult
    func run(_ sql: String) throws(PostgreSQLFailure) -> PostgreSQLResult {
        try answer(PQexec(connection, sql))
    }

    /// Runs a statement, which is prepared the first time.
    func run(_ sql: String, _ arguments: [SQLValue]) throws -> PostgreSQLResult {
        let name = try preparedName(of: sql)
        let result = try withArguments(arguments) { execute_prepared(connection, name, $0) }
        return try answer(result)
    }

    /// Runs a prepared statement within a transaction, and returns its first rows up to some bytes of text.
    ///
    /// The server doesn't even read the rest: a page of the longest texts is larger than both could hold.
    /// Declaring a cursor would spare the savepoint, but it would be planned each time, which takes longer
    /// than all the rest because of the policies.
    ///
    /// - Returns: The rows, one of which may exceed the bytes, and whether they were reached.
    func firstRows(
        _ sql: String,
        _ arguments: [SQLValue],
        bytesMax: Int
    ) throws -> (rows: [Row], isCut: Bool) {
        try run("SAVEPOINT page")
        let name = try preparedName(of: sql)
        let isSent = try withArguments(arguments) { send_prepared(connection, name, $0) } == 1
        guard isSent else {
            throw PostgreSQLFailure(state: "", message: Self.message(of: connection))
        }
        let (rows, isCut) = try sentRows(bytesMax: bytesMax)
        try run(isCut ? "ROLLBACK TO page; RELEASE page" : "RELEASE page")
        return (rows, isCut)
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
            throw PostgreSQLFailure(state: "", message: Self.message(of: connection))
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
        preparedNames = [:]
        try run("DEALLOCATE ALL")
    }

    private func preparedName(of sql: String) throws(PostgreSQLFailure) -> String {
        if let name = preparedNames[sql] { return name }
        let name = "s\(preparedNames.count)"
        // The server infers the types of the arguments from where they stand.
        _ = try answer(PQprepare(connection, name, sql, 0, nil))
        preparedNames[sql] = name
        return name
    }

    private func withArguments<Value>(
        _ values: [SQLValue],
        _ run: (statement_arguments) -> Value
    ) throws(StoreError) -> Value {
        let arguments = statement_arguments_make(Int32(values.count))
        defer { statement_arguments_free(arguments) }
        for (index, value) in values.enumerated() {
            switch value {
            case .null: break
            case .integer(let number):
                statement_arguments_set(arguments, Int32(index), String(number))
            case .text(let text):
                guard !text.utf8.contains(0) else { throw StoreError.nul }
                statement_arguments_set(arguments, Int32(index), text)
            }
        }
        return run(arguments)
    }

    private func answer(_ result: OpaquePointer?) throws(PostgreSQLFailure) -> PostgreSQLResult {
        guard let result else {
            throw PostgreSQLFailure(state: "", message: Self.message(of: connection))
        }
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

    private static func message(of connection: OpaquePointer) -> String {
        String(cString: PQerrorMessage(connection))
    }
}

/// The answer to a statement.
final class PostgreSQLResult {
    private let result: OpaquePointer

    init(_ result: OpaquePointer) { self.result = result }

    deinit { PQclear(result) }

    /// What was done, such as `COMMIT`.
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
