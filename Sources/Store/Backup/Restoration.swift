import GRDB

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Restores everything from a backup.
package struct Restoration: Sendable {
    /// The backup, or another database of Meantime, which is left as it is.
    let backup: String
    let nowSecond: Int64
    /// The name for a database whose address may contain a password.
    static let postgreSQL = "The PostgreSQL database"

    package init(from backup: String, nowSecond: Int64) {
        self.backup = backup
        self.nowSecond = nowSecond
    }

    /// Makes a file with the contents of the backup and the tables of this version.
    ///
    /// Readers of the change log have to read everything again.
    ///
    /// - Throws: ``BackupError``, ``StoreError``.
    package func prepare(_ path: String) throws {
        let source = try SQLiteFile(reading: backup)
        let file = try SQLiteFile(making: path)
        do {
            try source.read { connection in
                let version = try connection.schemaVersion(ofFile: backup)
                guard version <= Migrations.all.count else {
                    throw BackupError.newer(path: backup, version: version)
                }
                guard try !connection.isHalfFilled() else {
                    throw BackupError.database(path: backup, .halfFilled)
                }
                try file.copy(connection)
            }
            try file.write { connection in
                if let fault = try connection.faults(max: 1).first {
                    throw BackupError.damaged(path: backup, fault)
                }
                try Migrations.apply(on: connection, nowSecond: nowSecond)
                // The backup may be a copy of a database in use, which is restored the same way.
                try connection.setCounter(Backup.mark, nowSecond)
                try connection.finishRestoration(nowSecond: nowSecond)
            }
            try file.finish(at: path)
        } catch {
            SQLiteFile.remove(path)
            throw error
        }
        try source.close()
    }

    /// Restores a database file, and returns where the earlier database is now.
    ///
    /// - Parameters:
    ///   - path: The path of the database file, which needn't exist.
    ///   - replaces: Whether a database with accounts may be replaced. It's kept under another name.
    ///   - ending: What is added to the name of the database that was there.
    /// - Returns: The path of the earlier database; nil if there was none with accounts.
    /// - Throws: ``BackupError``, ``StoreError``.
    package func run(intoFile path: String, replaces: Bool, ending: String) throws -> String? {
        let new = path + Backup.unfinishedEnding
        guard access(path, F_OK) == 0 else {
            guard access(path + "-wal", F_OK) != 0 else { throw BackupError.strayLog(path: path) }
            try prepare(new)
            defer { SQLiteFile.remove(new) }
            // Unlike a rename, a link doesn't replace a database that was made in the meantime.
            guard link(new, path) == 0 else {
                throw BackupError.notWritten(path: path, code: errno)
            }
            try SQLiteFile.sync(Backup.folder(of: path))
            return nil
        }
        let present = try HeldFile(path)
        let isEmpty = try present.isEmpty()
        guard isEmpty || replaces else { throw BackupError.notEmpty(path: path) }
        try prepare(new)
        defer { SQLiteFile.remove(new) }
        let kept = path + ending
        guard link(path, kept) == 0, rename(new, path) == 0 else {
            throw BackupError.notWritten(path: kept, code: errno)
        }
        if isEmpty { unlink(kept) }
        try SQLiteFile.sync(Backup.folder(of: path))
        try present.close()
        return isEmpty ? nil : kept
    }

    /// Restores a PostgreSQL database.
    ///
    /// - Parameters:
    ///   - database: A database to which nobody else is connected.
    ///   - prepared: The path for a temporary file.
    ///   - copy: The path to which the present contents are copied before they're replaced; nil if
    ///     they mustn't be replaced.
    ///   - hash: A cryptographic hash, for comparing.
    /// - Returns: Whether there were contents, so that a copy was made.
    /// - Throws: ``BackupError``, ``StoreError``, ``MoveError``.
    package func run(
        into database: PostgreSQLDatabase,
        preparedAt prepared: String,
        keepingAs copy: String?,
        hash: @escaping @Sendable ([UInt8]) -> [UInt8]
    ) async throws -> Bool {
        try await database.requireNobodyElse()
        try prepare(prepared)
        defer { SQLiteFile.remove(prepared) }
        let isReplaced = try await database.hasAccounts()
        if isReplaced {
            guard let copy else { throw BackupError.notEmpty(path: Self.postgreSQL) }
            let backup = Backup(at: copy, hash: hash)
            let made = try await backup.make(of: .postgreSQL(database), nowSecond: nowSecond)
            do {
                try await database.empty(copiedAs: made.tables, hash: hash)
            } catch let refusal as BackupError {
                // If nothing was replaced, nobody needs the copy. But something may have been
                // replaced, if the connection was lost during the commit and the body ran again.
                // After any other error, the copy may be all there is.
                let isEmptied = (try? await database.isHalfFilled()) ?? true
                if !isEmptied { SQLiteFile.remove(copy) }
                throw refusal
            }
        } else if try await database.isHalfFilled() {
            // It may come from another backup, but nobody can have used it yet.
            try await database.empty(copiedAs: nil, hash: hash)
        }
        let source = try SQLiteDatabase(path: prepared)
        let move = DatabaseMove(from: .sqlite(source), to: .postgreSQL(database), hash: hash)
        _ = try await move.run(nowSecond: nowSecond) { _, _, _ in }
        try source.close()
        return isReplaced
    }
}

/// A database file that nobody else can open while this value exists.
private struct HeldFile {
    private let queue: DatabaseQueue

    /// Throws ``BackupError/inUse(path:)`` if somebody has it open.
    init(_ path: String) throws {
        var configuration = Configuration()
        configuration.busyMode = .immediateError
        do {
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            try queue.writeWithoutTransaction { database in
                // Only the sole user of a file can merge its write-ahead log into it.
                let mode = try String.fetchOne(database, sql: "PRAGMA journal_mode = DELETE")
                guard mode == "delete" else { throw BackupError.inUse(path: path) }
                try database.execute(sql: "PRAGMA locking_mode = EXCLUSIVE")
                try database.inTransaction(.exclusive) { .commit }
            }
            self.queue = queue
        } catch let error as DatabaseError {
            throw error.resultCode == .SQLITE_BUSY
                ? BackupError.inUse(path: path) : BackupError(error, path)
        }
    }

    /// Whether the file has no accounts.
    func isEmpty() throws -> Bool {
        try queue.read { database in
            let connection = SQLiteConnection(database: database)
            guard try !connection.columns(of: "users").isEmpty else {
                // A file without any tables doesn't belong to anybody.
                return try connection.tableNames().isEmpty
            }
            return try connection.row("SELECT 1 FROM users LIMIT 1") == nil
        }
    }

    func close() throws { try queue.close() }
}

extension PostgreSQLDatabase {
    /// Whether there are accounts, and no move or restoration stopped in the middle.
    fileprivate func hasAccounts() async throws -> Bool {
        try await read(as: .server(.upkeep)) { connection in
            guard try !connection.columns(of: "users").isEmpty, try !connection.isHalfFilled()
            else { return false }
            return try connection.row("SELECT 1 FROM users LIMIT 1") != nil
        }
    }

    /// Whether a move or a restoration stopped in the middle.
    fileprivate func isHalfFilled() async throws -> Bool {
        try await read(as: .server(.upkeep)) { connection in
            guard try !connection.columns(of: "counters").isEmpty else { return false }
            return try connection.isHalfFilled()
        }
    }

    /// Removes all rows, and marks the database as a move does that has begun to fill it.
    ///
    /// Somebody may have connected since the copy was made. While the tables are locked nobody can
    /// write, so this is the time to check. Tables of an older version stay as they are: the move
    /// updates them once they're empty, which takes a moment, and the copy leads back to the older
    /// version.
    ///
    /// - Parameters:
    ///   - copied: The digest of each table in the copy; nil if there's no copy, because nobody can
    ///     have used the database.
    ///   - hash: The hash of `copied`.
    /// - Throws: ``BackupError/inUse(path:)`` if somebody else is connected, or has changed
    ///   something since the copy.
    fileprivate func empty(
        copiedAs copied: [String: TableSum]?,
        hash: @escaping @Sendable ([UInt8]) -> [UInt8]
    ) async throws {
        try await alterSchema { connection in
            try connection.lockAllTables()
            try connection.requireNoOtherSessions()
            if let copied {
                // The owner of the tables can't see rows that belong to accounts.
                try connection.actAsServer()
                // Compare everything, because not every change has a log entry: a new password has
                // none.
                guard try connection.contents(hash) == copied else {
                    throw BackupError.inUse(path: Restoration.postgreSQL)
                }
                try connection.actAsOwner()
            }
            if let names = try connection.namesOfFilledTables() {
                try connection.execute("TRUNCATE \(names)", [])
            }
            try connection.setCounter(UnfinishedFillMark.name, 1)
        }
    }
}

extension PostgreSQLConnection {
    /// Throws ``BackupError/inUse(path:)`` if the server's role is connected from elsewhere.
    ///
    /// A connection that was just closed may be listed for another moment.
    func requireNoOtherSessions() throws {
        for _ in 0..<Limits.sessionLooksMax {
            // Within a transaction, the view keeps the connections of the first look.
            _ = try row("SELECT pg_stat_clear_snapshot()")
            let other = try row(
                """
                SELECT 1 FROM pg_stat_activity WHERE datname = current_database()
                AND usename = session_user AND pid <> pg_backend_pid() LIMIT 1
                """
            )
            guard other != nil else { return }
            usleep(UInt32(Limits.sessionLookMilliseconds) * 1000)
        }
        throw BackupError.inUse(path: Restoration.postgreSQL)
    }

    /// The tables in the database, whatever its version, except those that every database keeps for
    /// itself.
    ///
    /// - Returns: Their names, separated by commas; nil if there are none.
    fileprivate func namesOfFilledTables() throws -> String? {
        let own = MovedTable.tablesNotCopied.sorted().map { "'\($0)'" }.joined(separator: ", ")
        let names = try row(
            """
            SELECT string_agg(quote_ident(relname), ', ') FROM pg_class WHERE relkind = 'r'
            AND relnamespace = 'public'::regnamespace AND relname NOT IN (\(own))
            """
        )
        return try names.flatMap { $0.isNull(0) ? nil : try $0.text(0) }
    }
}

extension DatabaseConnection {
    /// The number of rows and the digest of each table that this version of the database has.
    fileprivate func contents(_ hash: ([UInt8]) -> [UInt8]) throws -> [String: TableSum] {
        var contents: [String: TableSum] = [:]
        for table in MovedTable.all where try !columns(of: table.name).isEmpty {
            contents[table.name] = try sum(of: table.name, hash)
        }
        return contents
    }
}
