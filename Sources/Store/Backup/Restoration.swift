import GRDB

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Brings everything back from a backup.
package struct Restoration: Sendable {
    /// The backup, or another database of Meantime, which is left as it is.
    let backup: String
    let nowSecond: Int64
    /// What a database is called whose address may have a password in it.
    static let postgreSQL = "The PostgreSQL database"

    package init(from backup: String, nowSecond: Int64) {
        self.backup = backup
        self.nowSecond = nowSecond
    }

    /// Makes a file that is like the backup, with the tables of this version.
    ///
    /// Readers of the log have to begin anew with it.
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
                // A copy of a database in use is restored like a backup.
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

    /// Puts everything into a database file, and says where what was there before is now.
    ///
    /// - Parameters:
    ///   - path: The database file, or where it should be.
    ///   - replaces: Whether a database with accounts may be replaced. It's kept under another name.
    ///   - ending: What is added to the name of the database that was there.
    /// - Returns: The name of the database that was there; nil if there was none with accounts.
    /// - Throws: ``BackupError``, ``StoreError``.
    package func run(intoFile path: String, replaces: Bool, ending: String) throws -> String? {
        let new = path + Backup.unfinishedEnding
        guard access(path, F_OK) == 0 else {
            guard access(path + "-wal", F_OK) != 0 else { throw BackupError.strayLog(path: path) }
            try prepare(new)
            defer { SQLiteFile.remove(new) }
            // Unlike a renamed file, a link doesn't take the place of a database that was made meanwhile.
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

    /// Puts everything into a PostgreSQL database.
    ///
    /// - Parameters:
    ///   - database: A database to which nobody else is connected.
    ///   - prepared: Where a temporary file may be made.
    ///   - copy: Where what is there is copied to before it's replaced; nil if it mustn't be.
    ///   - hash: A cryptographic hash, to compare with.
    /// - Returns: Whether something was there, and was copied.
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
                // Nobody needs it if nothing was replaced. It may have been, if the connection was lost while that
                // was committed and the body ran again. After any other error, the copy may be all there is.
                let isEmptied = (try? await database.isHalfFilled()) ?? true
                if !isEmptied { SQLiteFile.remove(copy) }
                throw refusal
            }
        } else if try await database.isHalfFilled() {
            // Perhaps from another backup. Nobody can have used it.
            try await database.empty(copiedAs: nil, hash: hash)
        }
        let source = try SQLiteDatabase(path: prepared)
        let move = DatabaseMove(from: .sqlite(source), to: .postgreSQL(database), hash: hash)
        _ = try await move.run(nowSecond: nowSecond) { _, _, _ in }
        try source.close()
        return isReplaced
    }
}

/// A database file that nobody else can open as long as this holds it.
private struct HeldFile {
    private let queue: DatabaseQueue

    /// Throws ``BackupError/inUse(path:)`` if somebody has it open.
    init(_ path: String) throws {
        var configuration = Configuration()
        configuration.busyMode = .immediateError
        do {
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            try queue.writeWithoutTransaction { database in
                // Only somebody who is alone with a file can take its log into it.
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

    /// Whether there are no accounts in it.
    func isEmpty() throws -> Bool {
        try queue.read { database in
            let connection = SQLiteConnection(database: database)
            guard try !connection.columns(of: "users").isEmpty else {
                // Only what has no tables at all is anybody's to use.
                return try connection.tableNames().isEmpty
            }
            return try connection.row("SELECT 1 FROM users LIMIT 1") == nil
        }
    }

    func close() throws { try queue.close() }
}

extension PostgreSQLDatabase {
    /// Whether somebody has an account, and no move or restoration stopped in the middle.
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

    /// Removes all rows, and marks the database like one that a move has begun to fill.
    ///
    /// A server or a command may have come since the copy was made. While the tables are locked nobody can
    /// write, so this is the time to look. The tables stay those of an older version, if they are: the move
    /// brings them up to date when they're empty, which takes a moment, and the copy leads back to that
    /// version.
    ///
    /// - Parameters:
    ///   - copied: What the copy has of each table; nil if there's no copy, because nobody can have used it.
    ///   - hash: The hash of `copied`.
    /// - Throws: ``BackupError/inUse(path:)`` if somebody else is connected, or has changed something since.
    fileprivate func empty(
        copiedAs copied: [String: TableSum]?,
        hash: @escaping @Sendable ([UInt8]) -> [UInt8]
    ) async throws {
        try await alterSchema { connection in
            try connection.lockAllTables()
            try connection.requireNoOtherSessions()
            if let copied {
                // The owner of the tables sees nothing of what belongs to somebody.
                try connection.actAsServer()
                // All of it, because not every change has an entry in the log: a new password has none.
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
    /// A connection that was just closed goes away a moment later.
    func requireNoOtherSessions() throws {
        for _ in 0..<Limits.sessionLooksMax {
            // Within a transaction, the view would go on showing the connections of the first look.
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

    /// The tables that there are, whatever the version, except those that every database keeps for itself.
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
    /// How much there is of each table that this version of the database has, with digests.
    fileprivate func contents(_ hash: ([UInt8]) -> [UInt8]) throws -> [String: TableSum] {
        var contents: [String: TableSum] = [:]
        for table in MovedTable.all where try !columns(of: table.name).isEmpty {
            contents[table.name] = try sum(of: table.name, hash)
        }
        return contents
    }
}
