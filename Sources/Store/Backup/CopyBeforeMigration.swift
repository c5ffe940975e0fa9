#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

extension AnyDatabase {
    /// The update that a database is about to get.
    package struct Update: Hashable, Sendable {
        /// The number of the newest migration that the database has.
        package let from: Int64
        /// The number of the newest migration of this program.
        package let to: Int64
        /// The path of the copy of the old database; nil if none was made.
        package let copy: String?
    }

    /// The progress of copying a database, which takes long if it's large.
    package enum CopyProgress: Hashable, Sendable {
        case begins(path: String)
        case isComplete
    }

    /// Copies a database whose tables aren't up to date, because a migration can't be undone.
    ///
    /// A file is copied beside itself; the caller makes sure that nobody else does that at the same
    /// time (``ServerLock``). A PostgreSQL database is copied only if there's a folder for the
    /// copy. One server copies it and then updates its tables, while the other servers wait.
    /// Servers of the previous version go on meanwhile, and the copy lacks what they write after
    /// its moment. The newest two copies stay.
    ///
    /// - Parameters:
    ///   - folder: The folder for the copy of a PostgreSQL database; nil for no copy.
    ///   - nowSecond: The current time.
    ///   - hash: A cryptographic hash, for comparing the copy with the original.
    ///   - progress: Called when a copy begins, and when it's complete.
    /// - Returns: The update that the database is about to get, or just got; nil if it needs none.
    /// - Throws: ``BackupError`` if the copy can't be made, and ``StoreError``.
    package func copyBeforeMigration(
        into folder: String? = nil,
        nowSecond: Int64,
        hash: @escaping @Sendable ([UInt8]) -> [UInt8],
        progress: (CopyProgress) -> Void = { _ in }
    ) async throws -> Update? {
        guard let update = try await update() else { return nil }
        switch self {
        case .sqlite(let database):
            let start = database.path + "-before-"
            return try await copy(before: update, to: start, nowSecond, hash, progress)
        case .postgreSQL(let database):
            guard let folder else { return update }
            let turn = try await database.takeUpdateTurn()
            defer { turn.end() }
            // Another server may have updated it in the meantime.
            guard let update = try await self.update() else { return nil }
            let copied = try await copy(
                before: update,
                to: folder + "/meantime-before-",
                nowSecond,
                hash,
                progress
            )
            try await Migrations.apply(to: self, nowSecond: nowSecond)
            return copied
        }
    }

    /// Whether the tables are those of an older version.
    package func needsUpdate() async throws -> Bool { try await update() != nil }

    /// The update that the database needs, without a copy; nil if it needs none.
    private func update() async throws -> Update? {
        let from = try await read(as: .server(.upkeep)) { try $0.schemaVersion() }
        let to = Int64(Migrations.all.count)
        return (1..<to).contains(from) ? Update(from: from, to: to, copy: nil) : nil
    }

    /// Copies the database to a path that begins with `start` and ends in the new version.
    private func copy(
        before update: Update,
        to start: String,
        _ nowSecond: Int64,
        _ hash: @escaping @Sendable ([UInt8]) -> [UInt8],
        _ progress: (CopyProgress) -> Void
    ) async throws -> Update {
        let copy = start + "\(update.to)"
        progress(.begins(path: copy))
        _ = try await Backup(at: copy, hash: hash).make(of: self, nowSecond: nowSecond)
        progress(.isComplete)
        let present = (1...update.to).map { start + "\($0)" }.filter { access($0, F_OK) == 0 }
        for old in present.dropLast(Limits.copiesBeforeMigrationKept) { unlink(old) }
        return Update(from: update.from, to: update.to, copy: copy)
    }
}
