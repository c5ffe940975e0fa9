#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

extension AnyDatabase {
    /// How a database is about to be brought up to date.
    package struct Update: Hashable, Sendable {
        /// The number of the newest migration that it has.
        package let from: Int64
        /// The number of the newest one that there is.
        package let to: Int64
        /// Where the database as it was has been copied to; nil if it wasn't.
        package let copy: String?
    }

    /// What happens while a database is copied, which takes long if it's large.
    package enum CopyProgress: Hashable, Sendable {
        case begins(path: String)
        case isComplete
    }

    /// Copies a database whose tables aren't up to date, because there's no other way back.
    ///
    /// A file is copied beside itself; the caller sees to it that nobody else does that (``ServerLock``). A PostgreSQL database is copied if there's a folder for it, by one
    /// server while the others wait, and then its tables are brought up to date before the next one looks.
    /// Servers of the version before go on meanwhile, and what they write after the copy's moment isn't in
    /// it. The newest two copies stay.
    ///
    /// - Parameters:
    ///   - folder: Where a copy of a PostgreSQL database is made; nil for none.
    ///   - nowSecond: The current time.
    ///   - hash: A cryptographic hash, to compare the copy with.
    ///   - progress: Told when a copy begins, and when it's complete.
    /// - Returns: How the database is going to be updated, or was; nil if it needn't be.
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
            // Another server may have had its turn meanwhile.
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

    /// What is to be updated, without a copy; nil if nothing is.
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
