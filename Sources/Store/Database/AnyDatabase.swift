/// The database that an administrator chose: a file, or a PostgreSQL server.
///
/// The whole program is built for this one type, instead of once for each driver.
package enum AnyDatabase: Database {
    case sqlite(SQLiteDatabase)
    case postgreSQL(PostgreSQLDatabase)

    package func read<Value: Sendable>(
        as principal: Principal,
        _ body: @escaping @Sendable (AnyConnection) throws -> Value
    ) async throws -> Value {
        switch self {
        case .sqlite(let database): try await database.read(as: principal) { try body(.sqlite($0)) }
        case .postgreSQL(let database):
            try await database.read(as: principal) { try body(.postgreSQL($0)) }
        }
    }

    package func write<Value: Sendable>(
        as principal: Principal,
        isBrief: Bool,
        _ body: @escaping @Sendable (AnyConnection) throws -> Value
    ) async throws -> Value {
        switch self {
        case .sqlite(let database):
            try await database.write(as: principal, isBrief: isBrief) { try body(.sqlite($0)) }
        case .postgreSQL(let database):
            try await database.write(as: principal, isBrief: isBrief) { try body(.postgreSQL($0)) }
        }
    }

    package func writeUsingReserve<Value: Sendable>(
        as principal: Principal,
        _ body: @escaping @Sendable (AnyConnection) throws -> Value
    ) async throws -> Value {
        switch self {
        case .sqlite(let database):
            try await database.writeUsingReserve(as: principal) { try body(.sqlite($0)) }
        case .postgreSQL(let database):
            try await database.writeUsingReserve(as: principal) { try body(.postgreSQL($0)) }
        }
    }

    package var isRemote: Bool {
        switch self {
        case .sqlite(let database): database.isRemote
        case .postgreSQL(let database): database.isRemote
        }
    }

    package var waitingWriteCount: Int {
        switch self {
        case .sqlite(let database): database.waitingWriteCount
        case .postgreSQL(let database): database.waitingWriteCount
        }
    }

    package func observeWrites(by observer: WriteObserver) {
        switch self {
        case .sqlite(let database): database.observeWrites(by: observer)
        case .postgreSQL(let database): database.observeWrites(by: observer)
        }
    }

    package var hints: AsyncStream<WriteHint> {
        switch self {
        case .sqlite(let database): database.hints
        case .postgreSQL(let database): database.hints
        }
    }

    package func alterSchema<Value: Sendable>(
        _ body: @escaping @Sendable (AnyConnection) throws -> Value
    ) async throws -> Value {
        switch self {
        case .sqlite(let database): try await database.alterSchema { try body(.sqlite($0)) }
        case .postgreSQL(let database):
            try await database.alterSchema { try body(.postgreSQL($0)) }
        }
    }

    /// Closes the file, or the unused connections, once other servers have been told about the last
    /// writes.
    package func close() async throws {
        switch self {
        case .sqlite(let database): try database.close()
        case .postgreSQL(let database): await database.finish()
        }
    }
}

/// A connection to the chosen database, within a transaction.
package enum AnyConnection: DatabaseConnection {
    case sqlite(SQLiteConnection)
    case postgreSQL(PostgreSQLConnection)

    package var dialect: Dialect {
        switch self {
        case .sqlite(let connection): connection.dialect
        case .postgreSQL(let connection): connection.dialect
        }
    }

    package func altering(isNeeded: Bool, _ body: () throws -> Void) throws {
        switch self {
        case .sqlite(let connection): try connection.altering(isNeeded: isNeeded, body)
        case .postgreSQL(let connection): try connection.altering(isNeeded: isNeeded, body)
        }
    }

    package func executeSoon(_ sql: String, _ arguments: [SQLValue]) throws {
        switch self {
        case .sqlite(let connection): try connection.executeSoon(sql, arguments)
        case .postgreSQL(let connection): try connection.executeSoon(sql, arguments)
        }
    }

    package func prefetch(_ queries: [Query]) throws {
        switch self {
        case .sqlite(let connection): try connection.prefetch(queries)
        case .postgreSQL(let connection): try connection.prefetch(queries)
        }
    }

    package func schemaFaults() throws -> [String] {
        switch self {
        case .sqlite(let connection): try connection.schemaFaults()
        case .postgreSQL(let connection): try connection.schemaFaults()
        }
    }

    package var principal: Principal {
        switch self {
        case .sqlite(let connection): connection.principal
        case .postgreSQL(let connection): connection.principal
        }
    }

    package func become(_ principal: Principal) throws {
        switch self {
        case .sqlite(let connection): connection.become(principal)
        case .postgreSQL(let connection): try connection.become(principal)
        }
    }

    package var entries: WrittenEntries {
        switch self {
        case .sqlite(let connection): connection.entries
        case .postgreSQL(let connection): connection.entries
        }
    }

    package var storage: StorageTally {
        switch self {
        case .sqlite(let connection): connection.storage
        case .postgreSQL(let connection): connection.storage
        }
    }

    package func rows(
        _ sql: String,
        _ arguments: [SQLValue],
        bytesMax: Int
    ) throws -> (rows: [Row], isCut: Bool) {
        switch self {
        case .sqlite(let connection): try connection.rows(sql, arguments, bytesMax: bytesMax)
        case .postgreSQL(let connection): try connection.rows(sql, arguments, bytesMax: bytesMax)
        }
    }

    package func writtenRow(_ sql: String, _ arguments: [SQLValue]) throws -> Row? {
        switch self {
        case .sqlite(let connection): try connection.writtenRow(sql, arguments)
        case .postgreSQL(let connection): try connection.writtenRow(sql, arguments)
        }
    }

    @discardableResult
    package func execute(_ sql: String, _ arguments: [SQLValue]) throws -> Int {
        switch self {
        case .sqlite(let connection): try connection.execute(sql, arguments)
        case .postgreSQL(let connection): try connection.execute(sql, arguments)
        }
    }

    package func takeToken() throws -> ChangeToken {
        switch self {
        case .sqlite(let connection): try connection.takeToken()
        case .postgreSQL(let connection): try connection.takeToken()
        }
    }

    package func completeToken() throws -> ChangeToken {
        switch self {
        case .sqlite(let connection): try connection.completeToken()
        case .postgreSQL(let connection): try connection.completeToken()
        }
    }
}
