import GRDB

/// The default driver: SQLite in one file, readers beside one writer.
package struct SQLiteDatabase: Database {
    private let pool: DatabasePool

    /// Opens a file, creating it when it is not there.
    package init(path: String) throws {
        var configuration = Configuration()
        configuration.foreignKeysEnabled = true
        configuration.busyMode = .timeout(Limits.busySecondsMax)
        configuration.maximumReaderCount = Limits.readersMax
        configuration.label = "meantime"
        do {
            pool = try DatabasePool(path: path, configuration: configuration)
            // GRDB chooses NORMAL when it turns the write-ahead log on, which may lose the last
            // transactions when the machine loses power: an acknowledged write has to stay.
            try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
        } catch let error as DatabaseError {
            throw StoreError(error)
        }
    }

    package func read<Value: Sendable>(
        _ body: @escaping @Sendable (SQLiteConnection) throws -> Value
    ) async throws -> Value {
        do {
            return try await pool.read { try body(SQLiteConnection(database: $0)) }
        } catch let error as DatabaseError {
            throw StoreError(error)
        }
    }

    package func write<Value: Sendable>(
        _ body: @escaping @Sendable (SQLiteConnection) throws -> Value
    ) async throws -> Value {
        do {
            return try await pool.write { try body(SQLiteConnection(database: $0)) }
        } catch let error as DatabaseError {
            throw StoreError(error)
        }
    }

    /// Writes the log back into the file and closes it; nothing may be asked afterwards.
    package func close() throws { try pool.close() }
}

extension StoreError {
    init(_ error: DatabaseError) {
        let message = error.message ?? ""
        self =
            switch error.resultCode {
            case .SQLITE_CONSTRAINT: .constraint(message)
            case .SQLITE_BUSY, .SQLITE_LOCKED: .busy
            case .SQLITE_FULL: .full
            default: .driver(code: Int(error.extendedResultCode.rawValue), message: message)
            }
    }
}
