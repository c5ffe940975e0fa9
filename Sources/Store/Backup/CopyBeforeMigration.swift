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
        /// Where the database as it was has been copied to; nil if it's not in a file.
        package let copy: String?
    }

    /// Copies a file whose tables aren't up to date, because there's no other way back.
    ///
    /// The newest two such copies stay.
    ///
    /// - Returns: How the database is going to be updated; nil if it needn't be.
    /// - Throws: ``BackupError`` if there is no space for a copy.
    package func copyBeforeMigration(
        nowSecond: Int64,
        hash: @escaping @Sendable ([UInt8]) -> [UInt8]
    ) async throws -> Update? {
        let from = try await read(as: .server(.upkeep)) { try $0.schemaVersion() }
        let to = Int64(Migrations.all.count)
        guard (1..<to).contains(from) else { return nil }
        guard case .sqlite(let database) = self else {
            return Update(from: from, to: to, copy: nil)
        }
        let start = database.path + "-before-"
        let copy = start + "\(to)"
        _ = try await Backup(at: copy, hash: hash).make(of: self, nowSecond: nowSecond)
        let present = (1...to).map { start + "\($0)" }.filter { access($0, F_OK) == 0 }
        for old in present.dropLast(Limits.copiesBeforeMigrationKept) { unlink(old) }
        return Update(from: from, to: to, copy: copy)
    }
}
