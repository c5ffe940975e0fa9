import GRDB

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A copy of a whole database in one SQLite file, whatever kind of database it was made from.
///
/// The key that seals the secrets of other services isn't in it, because it isn't in the database.
package struct Backup: Sendable {
    /// The size of a backup.
    package struct Summary: Hashable, Sendable {
        /// The number of rows in each table, and the digest of each if it's a PostgreSQL database.
        let tables: [String: TableSum]
        /// The size of the file.
        package let byteCount: Int

        package var rowCount: Int { tables.values.reduce(0) { $0 + $1.rowCount } }
    }

    /// The counter that tells a backup from a database that is in use: the second at which it was made.
    static let mark = "backup-second"

    let path: String
    /// A cryptographic hash, to compare the copy with.
    let hash: @Sendable ([UInt8]) -> [UInt8]

    package init(at path: String, hash: @escaping @Sendable ([UInt8]) -> [UInt8]) {
        self.path = path
        self.hash = hash
    }

    /// Copies a database as it is at one moment, reads the copy back, and then puts it in its place.
    ///
    /// Writes to the database go on meanwhile. An earlier backup stays until the new one is
    /// complete.
    ///
    /// - Parameters:
    ///   - database: The database.
    ///   - nowSecond: The current time.
    ///   - replacesAnything: Whether a file that isn't a backup may be replaced. A database in use
    ///     never is: a server may be writing to it.
    /// - Returns: The size of the copy.
    /// - Throws: ``BackupError``, and ``StoreError`` of the database.
    package func make(
        of database: AnyDatabase,
        nowSecond: Int64,
        replacesAnything: Bool = false
    ) async throws -> Summary {
        try requireReplaceable(replacesAnything)
        let unfinished = path + Self.unfinishedEnding
        let file = try SQLiteFile(making: unfinished)
        defer { SQLiteFile.remove(unfinished) }
        let sums =
            switch database {
            case .sqlite(let database): try database.copy(to: file)
            case .postgreSQL(let database): try await database.copy(to: file, hash: hash)
            }
        try file.write { try $0.setCounter(Self.mark, nowSecond) }
        try file.finish(at: unfinished)
        try check(unfinished, sums)
        let byteCount = Self.byteCount(of: unfinished)
        guard rename(unfinished, path) == 0 else {
            throw BackupError.notWritten(path: path, code: errno)
        }
        try SQLiteFile.sync(Self.folder(of: path))
        return Summary(tables: sums, byteCount: byteCount)
    }

    /// Throws if the file at the path may not be replaced.
    private func requireReplaceable(_ replacesAnything: Bool) throws {
        guard access(path, F_OK) == 0 else { return }
        do {
            guard try Self.creationSecond(of: path) == nil else { return }
        } catch BackupError.notADatabase, BackupError.notOfMeantime {
            guard !replacesAnything else { return }
            throw BackupError.notABackup(path: path)
        }
        throw BackupError.isDatabase(path: path)
    }

    /// The ending of a backup's name while it's being made.
    package static let unfinishedEnding = "-unfinished"

    /// When the backup at a path was made, in seconds since 1970; nil if it's another database of Meantime.
    ///
    /// - Throws: ``BackupError`` if the file can't be read, or isn't a database of Meantime.
    package static func creationSecond(of path: String) throws -> Int64? {
        let file = try SQLiteFile(reading: path)
        let second = try file.read { connection in
            _ = try connection.schemaVersion(ofFile: path)
            return try connection.counterIfAny(mark)
        }
        try file.close()
        return second
    }

    /// How many accounts and events the database file at a path has.
    ///
    /// - Throws: ``BackupError``, ``StoreError``.
    package static func counts(in path: String) throws -> (accounts: Int, events: Int) {
        let file = try SQLiteFile(reading: path)
        let counts = try file.read { connection in
            _ = try connection.schemaVersion(ofFile: path)
            return try connection.rowCounts(["users", "objects"])
        }
        try file.close()
        return (counts["users"]?.rowCount ?? 0, counts["objects"]?.rowCount ?? 0)
    }

    /// Whether there is a backup at a path.
    package static func isBackup(_ path: String) -> Bool {
        (try? creationSecond(of: path)).flatMap { $0 } != nil
    }

    /// The folder that a path is in.
    static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    private static func byteCount(of path: String) -> Int {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return 0 }
        defer { close(descriptor) }
        return Int(lseek(descriptor, 0, SEEK_END))
    }

    /// Reads a copy as a restoration would, and compares it with the original.
    private func check(_ path: String, _ sums: [String: TableSum]) throws {
        let file = try SQLiteFile(reading: path)
        try file.read { connection in
            if let fault = try connection.faults(max: 1).first { throw BackupError.differs(fault) }
            for (table, sum) in sums {
                let found =
                    sum.digest.isEmpty
                    ? try connection.rowCounts([table])[table]
                    : try connection.sum(of: table, hash)
                guard found == sum else { throw BackupError.differs("table \(table)") }
            }
        }
        try file.close()
    }
}

extension SQLiteDatabase {
    /// Copies the file as it is at one moment, and returns the number of rows in each table.
    ///
    /// A reader of the write-ahead log sees the moment at which it began, whatever is written
    /// afterwards.
    fileprivate func copy(to file: SQLiteFile) throws -> [String: TableSum] {
        do {
            return try readHere { connection in
                try connection.requireWhole()
                let counts = try connection.rowCounts(connection.tableNames())
                try file.copy(connection)
                return counts
            }
        } catch let error as DatabaseError {
            throw StoreError(error)
        }
    }
}

extension PostgreSQLDatabase {
    /// Copies all rows as they are at one moment, and returns their number and digest for each
    /// table.
    fileprivate func copy(
        to file: SQLiteFile,
        hash: @escaping @Sendable ([UInt8]) -> [UInt8]
    ) async throws -> [String: TableSum] {
        let box = UnsharedFile(file: file)
        return try await read(as: .server(.upkeep)) { connection in
            let version = try connection.requireWhole()
            // This may be the second run, after a connection ended during the first.
            try box.file.erase()
            return try box.file.write { copy in
                try Migrations.apply(on: copy, through: Int(version), nowSecond: 0)
                var sums: [String: TableSum] = [:]
                for table in MovedTable.all {
                    sums[table.name] = try table.copy(from: connection, to: copy, hash)
                }
                let floor = try connection.counter("change-floor").number
                try copy.setCounter("change", max(floor, copy.lastToken()))
                try copy.setCounter("change-floor", floor)
                return sums
            }
        }
    }
}

/// Takes a file to the thread on which a connection is read.
///
/// The thread that made the file waits until the reading has ended.
private struct UnsharedFile: @unchecked Sendable {
    let file: SQLiteFile
}

extension MovedTable {
    /// Copies all rows within two transactions; nil if this version of the database doesn't have
    /// the table.
    fileprivate func copy(
        from source: some DatabaseConnection,
        to target: some DatabaseConnection,
        _ hash: ([UInt8]) -> [UInt8]
    ) throws -> TableSum? {
        let columns = try target.columns(of: name)
        guard try source.columns(of: name) == columns else {
            throw BackupError.differs("table \(name)")
        }
        guard !columns.isEmpty else { return nil }
        var sum = TableSum()
        try source.eachPage(of: self, columns) { page in
            for row in page { sum.add(row, hash) }
            try target.insert(page, into: self, columns)
        }
        return sum
    }
}

extension DatabaseConnection {
    /// The tables of a SQLite file, except those that SQLite keeps for itself.
    func tableNames() throws -> [String] {
        try rows(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'",
            []
        ).map { try $0.text(0) }
    }

    /// How many rows some tables have.
    func rowCounts(_ tables: [String]) throws -> [String: TableSum] {
        var counts: [String: TableSum] = [:]
        // The tables that aren't copied include the one in which a copy is marked.
        for table in tables where !MovedTable.tablesNotCopied.contains(table) {
            var sum = TableSum()
            sum.rowCount = Int(try row("SELECT count(*) FROM \(table)")?.integer(0) ?? 0)
            counts[table] = sum
        }
        return counts
    }

    /// The number of rows in a table, and their digest; nil if a backup doesn't have the table.
    func sum(of name: String, _ hash: ([UInt8]) -> [UInt8]) throws -> TableSum? {
        guard let table = MovedTable.all.first(where: { $0.name == name }) else { return nil }
        var sum = TableSum()
        try eachPage(of: table, columns(of: name)) { for row in $0 { sum.add(row, hash) } }
        return sum
    }
}
