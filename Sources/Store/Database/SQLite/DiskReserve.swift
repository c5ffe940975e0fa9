#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Room that is kept, so that something can be deleted on a full disk.
package struct DiskReserve: Sendable {
    /// Gives the room up; false when there is none.
    let giveUp: @Sendable (SQLiteConnection) -> Bool
    /// Takes it again, or as much of it as there is.
    let take: @Sendable (SQLiteConnection) -> Void

    package init(
        giveUp: @escaping @Sendable (SQLiteConnection) -> Bool,
        take: @escaping @Sendable (SQLiteConnection) -> Void
    ) {
        self.giveUp = giveUp
        self.take = take
    }

    /// None: what is deleted on a full disk fails.
    package static let none = DiskReserve(giveUp: { _ in false }, take: { _ in })

    /// A file beside the database that only takes room.
    package static func file(beside path: String) -> DiskReserve {
        let file = ReserveFile(path: path + "-reserve", byteCount: Limits.reserveBytes)
        return DiskReserve(giveUp: { _ in file.giveUp() }, take: { _ in file.take() })
    }
}

/// A file that nothing is read from.
struct ReserveFile {
    private static let pieceBytes = 65_536

    let path: String
    let byteCount: Int

    /// Fills the file up, until it is as large as it should be or the disk is full.
    func take() {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        var length = Int(lseek(descriptor, 0, SEEK_END))
        guard length < byteCount else { return }
        // Written and not set apart: that holds on every file system.
        let zeros = [UInt8](repeating: 0, count: Self.pieceBytes)
        while length >= 0, length < byteCount {
            let count = write(descriptor, zeros, min(zeros.count, byteCount - length))
            guard count > 0 else { break }
            length += count
        }
    }

    /// Empties the file; false where it had nothing.
    func giveUp() -> Bool {
        let descriptor = open(path, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return lseek(descriptor, 0, SEEK_END) > 0 && ftruncate(descriptor, 0) == 0
    }
}
