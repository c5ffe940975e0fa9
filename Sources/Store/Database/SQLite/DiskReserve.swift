#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Disk space kept in reserve, so that things can be deleted when the disk is full.
package struct DiskReserve: Sendable {
    /// Frees the space; false when there was none in reserve.
    let giveUp: @Sendable (SQLiteConnection) -> Bool
    /// Reserves the space again, or as much as the disk has.
    let take: @Sendable (SQLiteConnection) -> Void

    package init(
        giveUp: @escaping @Sendable (SQLiteConnection) -> Bool,
        take: @escaping @Sendable (SQLiteConnection) -> Void
    ) {
        self.giveUp = giveUp
        self.take = take
    }

    /// No reserve: deletions fail when the disk is full.
    package static let none = DiskReserve(giveUp: { _ in false }, take: { _ in })

    /// A file next to the database, which only takes up space.
    package static func file(beside path: String) -> DiskReserve {
        let file = ReserveFile(path: path + "-reserve", byteCount: Limits.reserveBytes)
        return DiskReserve(giveUp: { _ in file.giveUp() }, take: { _ in file.take() })
    }
}

/// A file of zeros that reserves disk space.
struct ReserveFile {
    private static let pieceBytes = 65_536

    let path: String
    let byteCount: Int

    /// Appends zeros until the file has its full size or the disk is full.
    func take() {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        var length = Int(lseek(descriptor, 0, SEEK_END))
        guard length < byteCount else { return }
        // Write zeros instead of calling `fallocate`, which not every file system supports.
        let zeros = [UInt8](repeating: 0, count: Self.pieceBytes)
        while length >= 0, length < byteCount {
            let count = write(descriptor, zeros, min(zeros.count, byteCount - length))
            guard count > 0 else { break }
            length += count
        }
    }

    /// Truncates the file; false when it was empty or missing.
    func giveUp() -> Bool {
        let descriptor = open(path, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return lseek(descriptor, 0, SEEK_END) > 0 && ftruncate(descriptor, 0) == 0
    }
}
