import GRDB

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The default driver: SQLite in one file, with several readers next to one writer.
package struct SQLiteDatabase: Database {
    private let pool: DatabasePool
    let wait = WriterWait()
    let queue: WriteQueue
    private let reserve: DiskReserve
    /// Where the file is.
    var path: String { pool.path }

    /// Opens a database file, or creates it.
    package init(path: String, reserve: DiskReserve = .none) throws {
        self.reserve = reserve
        let wait = wait
        var configuration = Configuration()
        configuration.foreignKeysEnabled = true
        configuration.busyMode = .callback { _ in
            guard wait.takeRetry() else { return false }
            usleep(Limits.busyRetryMicroseconds)
            return true
        }
        configuration.prepareDatabase { database in
            // GRDB makes readers wait up to ten seconds, and has no setting for that.
            guard database.configuration.readonly else { return }
            try database.execute(sql: "PRAGMA busy_timeout = \(Limits.readerBusyMilliseconds)")
        }
        configuration.maximumReaderCount = Limits.readersMax
        configuration.label = "meantime"
        do {
            pool = try DatabasePool(path: path, configuration: configuration)
            queue = WriteQueue(pool: pool, wait: wait)
            // With the write-ahead log GRDB sets `synchronous` to NORMAL, which may lose the last
            // transactions when the power fails. An acknowledged write must not be lost.
            try pool.writeWithoutTransaction { database in
                try database.execute(sql: "PRAGMA synchronous = FULL")
                reserve.take(SQLiteConnection(database: database))
            }
        } catch let error as DatabaseError {
            throw StoreError(error)
        }
    }

    package func read<Value: Sendable>(
        as principal: Principal,
        _ body: @escaping @Sendable (SQLiteConnection) throws -> Value
    ) async throws -> Value {
        try Task.checkCancellation()
        do {
            return try readHere(body)
        } catch let error as DatabaseError {
            throw StoreError(error)
        }
    }

    /// Reads on the current thread, which it blocks.
    ///
    /// A read takes some hundredths of a millisecond, and switching to another thread and back
    /// takes longer than that. It waits for nothing that needs this thread: only for the disk, for
    /// one of the connections that other threads are reading with, or for a process that is
    /// recovering the file.
    func readHere<Value>(_ body: (SQLiteConnection) throws -> Value) throws -> Value {
        try pool.read { try body(SQLiteConnection(database: $0)) }
    }

    package func write<Value: Sendable>(
        as principal: Principal,
        isBrief: Bool,
        _ body: @escaping @Sendable (SQLiteConnection) throws -> Value
    ) async throws -> Value {
        try await inTurn { try body(SQLiteConnection(database: $0)) }
    }

    package var isRemote: Bool { false }

    /// An empty stream, because SQLite doesn't tell a process about the writes of another.
    package var hints: AsyncStream<WriteHint> { AsyncStream { _ in } }

    package func alterSchema<Value: Sendable>(
        _ body: @escaping @Sendable (SQLiteConnection) throws -> Value
    ) async throws -> Value {
        try await write(as: .server(.upkeep), body)
    }

    package func writeUsingReserve<Value: Sendable>(
        as principal: Principal,
        _ body: @escaping @Sendable (SQLiteConnection) throws -> Value
    ) async throws -> Value {
        try await inTurn(makesTransactions: true) { database in
            do {
                let value = try Self.transact(on: database, body)
                reserve.take(SQLiteConnection(database: database))
                return value
            } catch let error as DatabaseError {
                let connection = SQLiteConnection(database: database)
                guard StoreError(error) == .full, reserve.giveUp(connection) else { throw error }
                defer {
                    // Restart the log, so that the next writes reuse its space instead of growing
                    // it. Readers may prevent that; don't wait for them.
                    wait.allow(0)
                    _ = try? database.checkpoint(.restart)
                    reserve.take(connection)
                }
                return try Self.transact(on: database, body)
            }
        }
    }

    /// Waits for this writer's turn, and runs the body with the retries that the request has left.
    private func inTurn<Value: Sendable>(
        makesTransactions: Bool = false,
        _ body: @escaping @Sendable (GRDB.Database) throws -> Value
    ) async throws -> Value {
        do {
            return try await queue.run(makesTransactions: makesTransactions, body)
        } catch let error as DatabaseError {
            throw StoreError(error)
        }
    }

    private static func transact<Value>(
        on database: GRDB.Database,
        _ body: (SQLiteConnection) throws -> Value
    ) throws -> Value {
        var value: Value?
        try database.inTransaction(.immediate) {
            value = try body(SQLiteConnection(database: database))
            return .commit
        }
        guard let value else { preconditionFailure("A committed transaction has a value.") }
        return value
    }

    /// Checkpoints and removes the write-ahead log, and closes the database for good.
    package func close() throws {
        // The last connection to close does the checkpoint, which readers can't do, so close them
        // first.
        pool.releaseMemory()
        try pool.close()
    }
}

extension StoreError {
    init(_ error: DatabaseError) {
        let message = error.message ?? ""
        self =
            switch (error.resultCode, error.extendedResultCode) {
            case (.SQLITE_CONSTRAINT, _): .constraint(message)
            case (.SQLITE_BUSY, _), (.SQLITE_LOCKED, _): .busy
            // SHMSIZE: the index of the write-ahead log can't grow.
            case (.SQLITE_FULL, _), (_, .SQLITE_IOERR_SHMSIZE): .full
            case (.SQLITE_READONLY, _): .readOnly
            default: .driver(code: Int(error.extendedResultCode.rawValue), message: message)
            }
    }
}
