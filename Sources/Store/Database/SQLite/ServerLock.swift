#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Keeps a second server from using a SQLite file.
///
/// Two servers on one file wouldn't be told about each other's changes: pages and programs would
/// show outdated events. Commands may run beside a server.
///
/// The lock is on a file beside the database, because closing any descriptor of the database itself
/// would release SQLite's own locks. The system releases the lock when the process ends, however it
/// ends. The file stays: a server that removed it could remove the one that the next server has
/// just locked.
package final class ServerLock: Sendable {
    private let descriptor: Int32

    /// Takes the lock.
    ///
    /// - Parameter path: The path of the database, which needn't exist yet.
    /// - Throws: ``StoreError/served(by:)`` if another process has it. If a lock can't be taken for
    ///   another reason, such as on a file system without locks, the server runs without one.
    package init(beside path: String) throws(StoreError) {
        descriptor = open(Self.resolved(path) + "-lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            guard errno == EWOULDBLOCK else { return }
            let holder = Self.process(in: descriptor)
            close(descriptor)
            throw .served(by: holder)
        }
        let text = Array("\(getpid())\n".utf8)
        _ = ftruncate(descriptor, 0)
        _ = pwrite(descriptor, text, text.count, 0)
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// The path without symbolic links, so that every name of a file leads to the same lock.
    private static func resolved(_ path: String) -> String {
        guard let real = realpath(path, nil) else { return path }
        defer { free(real) }
        return String(cString: real)
    }

    /// The process that a locked file names; nil if it names none.
    private static func process(in descriptor: Int32) -> Int? {
        var octets = [UInt8](repeating: 0, count: 20)
        let count = pread(descriptor, &octets, octets.count, 0)
        let digits = octets.prefix(max(count, 0)).prefix { (48...57).contains($0) }
        return Int(String(decoding: digits, as: UTF8.self))
    }
}
