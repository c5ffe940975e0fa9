import GRDB

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A SQLite file that nobody else writes to: a backup, or a file that is going to be a database.
///
/// Unlike ``SQLiteDatabase`` it has no write-ahead log beside it, so the file alone contains
/// everything.
struct SQLiteFile {
    private let queue: DatabaseQueue

    /// Opens a file to read it, which never changes it.
    ///
    /// - Throws: ``BackupError/notADatabase`` for any other file, and ``StoreError``.
    init(reading path: String) throws {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(Double(Limits.readerBusyMilliseconds) / 1000)
        queue = try Self.open(path, configuration)
    }

    /// Makes an empty file that only its owner may read, replacing an existing one.
    ///
    /// - Throws: ``StoreError``.
    init(making path: String) throws {
        // The files of an earlier attempt would be taken for this file's own log.
        Self.remove(path)
        let descriptor = Self.systemOpen(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw BackupError.notWritten(path: path, code: errno) }
        Self.systemClose(descriptor)
        queue = try Self.open(path, Configuration())
    }

    private static func open(_ path: String, _ configuration: Configuration) throws -> DatabaseQueue
    {
        do {
            return try DatabaseQueue(path: path, configuration: configuration)
        } catch let error as DatabaseError {
            throw BackupError(error, path)
        }
    }

    /// Reads everything in one transaction.
    func read<Value>(_ body: (SQLiteConnection) throws -> Value) throws -> Value {
        try translated { try queue.read { try body(SQLiteConnection(database: $0)) } }
    }

    /// Writes in one transaction.
    func write<Value>(_ body: (SQLiteConnection) throws -> Value) throws -> Value {
        try translated { try queue.write { try body(SQLiteConnection(database: $0)) } }
    }

    /// Copies the database that a connection reads, page by page.
    ///
    /// - Throws: ``BackupError/noSpace(path:neededBytes:freeBytes:)`` before anything is written.
    func copy(_ source: SQLiteConnection) throws {
        try requireSpace(for: source.byteCount())
        try translated {
            try queue.writeWithoutTransaction { database in
                try source.database.backup(to: database, pagesPerStep: Limits.pagesPerBackupStep) {
                    _ in try Task.checkCancellation()
                }
            }
        }
    }

    private func requireSpace(for neededBytes: Int64) throws {
        var system = statvfs()
        guard statvfs(Backup.folder(of: queue.path), &system) == 0 else { return }
        let freeBytes = Int64(system.f_bavail) * Int64(system.f_frsize)
        guard freeBytes >= neededBytes else {
            throw BackupError.noSpace(
                path: queue.path,
                neededBytes: neededBytes,
                freeBytes: freeBytes
            )
        }
    }

    /// Removes all tables.
    func erase() throws { try translated { try queue.erase() } }

    /// Closes the file once everything is in it and on the disk.
    func finish(at path: String) throws {
        try translated {
            try queue.writeWithoutTransaction {
                try $0.execute(sql: "PRAGMA journal_mode = DELETE")
            }
            try queue.close()
        }
        try Self.sync(path)
    }

    func close() throws { try translated { try queue.close() } }

    private func translated<Value>(_ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let error as DatabaseError {
            throw BackupError(error, queue.path)
        }
    }

    /// Removes a file and those that SQLite keeps beside it, if they exist.
    static func remove(_ path: String) {
        for ending in ["", "-journal", "-wal", "-shm"] { unlink(path + ending) }
    }

    /// Waits until a file, or the entries of a folder, are on the disk.
    static func sync(_ path: String) throws {
        let descriptor = systemOpen(path, O_RDONLY | O_CLOEXEC, 0)
        guard descriptor >= 0 else { throw BackupError.notWritten(path: path, code: errno) }
        defer { systemClose(descriptor) }
        guard fsync(descriptor) == 0 else {
            throw BackupError.notWritten(path: path, code: errno)
        }
    }

    /// Calls the system's `open`, whose name the functions above shadow.
    private static func systemOpen(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 {
        #if canImport(Glibc)
        Glibc.open(path, flags, mode)
        #else
        Darwin.open(path, flags, mode)
        #endif
    }

    /// Calls the system's `close`.
    private static func systemClose(_ descriptor: Int32) {
        #if canImport(Glibc)
        _ = Glibc.close(descriptor)
        #else
        _ = Darwin.close(descriptor)
        #endif
    }
}

extension SQLiteConnection {
    /// The number of the newest migration that was applied to the file at a path.
    ///
    /// - Throws: ``BackupError/notOfMeantime(path:)`` if there is none.
    func schemaVersion(ofFile path: String) throws -> Int64 {
        let version = try schemaVersion()
        guard version > 0 else { throw BackupError.notOfMeantime(path: path) }
        return version
    }

    /// The size of the database.
    fileprivate func byteCount() throws -> Int64 {
        let sizes = try ["page_count", "page_size"].map { name in
            try row("PRAGMA \(name)")?.integer(0) ?? 0
        }
        return sizes[0] * sizes[1]
    }
}

/// Why a backup can't be made or restored.
package enum BackupError: Error, Hashable, Sendable {
    /// The file isn't a SQLite database.
    case notADatabase(path: String)
    /// The file is a SQLite database, but not one of Meantime's.
    case notOfMeantime(path: String)
    /// The file at the path of the backup isn't a backup.
    case notABackup(path: String)
    /// The file at the path of the backup is a database in use.
    case isDatabase(path: String)
    /// The file can't be written; the code is the system's.
    case notWritten(path: String, code: Int32)
    /// The copy differs from the original.
    case differs(String)
    /// A page of the file, or a reference in it, is damaged.
    case damaged(path: String, String)
    /// Some process has the database open.
    case inUse(path: String)
    /// The database has accounts, and its replacement wasn't allowed.
    case notEmpty(path: String)
    /// A write-ahead log without its database is at the path of the database.
    case strayLog(path: String)
    /// The database has the tables of a newer version of the program.
    case newer(path: String, version: Int64)
    /// There isn't enough space for a copy.
    case noSpace(path: String, neededBytes: Int64, freeBytes: Int64)
    /// The database reported another error.
    case database(path: String, StoreError)
}

extension BackupError {
    init(_ error: DatabaseError, _ path: String) {
        self =
            switch error.resultCode {
            case .SQLITE_NOTADB, .SQLITE_CORRUPT: .notADatabase(path: path)
            default: .database(path: path, StoreError(error))
            }
    }
}
