import CFileMode
package import ServerBase

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The file with the keys for secrets, one in a line, which only the server's account may read.
package struct SecretKeyFile: Sendable {
    package let path: String

    package init(path: String) { self.path = path }

    /// The file that belongs to a database unless a setting names another.
    package init(beside data: String) { path = data + "-secret-key" }

    /// Why the file isn't used; `code` is an error number of the system.
    package enum Failure: Error, Hashable, Sendable {
        case missing
        case notReadable(code: Int32)
        /// Others could read it, or write it.
        case openToOthers
        case notKeys
        case notWritten(code: Int32)
    }

    /// The keys in the file, made first if there is none.
    ///
    /// - Throws: ``Failure``.
    package func keys(making clockAndRandom: ClockAndRandom) throws -> SecretKeys {
        do {
            return SecretKeys(try read(), reading: read)
        } catch Failure.missing {
            let first = SecretKey.random(clockAndRandom)
            try write([first], suffix: clockAndRandom.identifier()) { new in
                // Unlike `rename`, this never replaces a file that another process made meanwhile.
                link(new, path) == 0 || errno == EEXIST
            }
            return SecretKeys(try read(), reading: read)
        }
    }

    /// Puts a new key first, which seals from then on; the oldest go beyond the limit.
    ///
    /// A server that runs meanwhile reads the file again when it meets the new key.
    ///
    /// - Throws: ``Failure``.
    package func rotate(_ clockAndRandom: ClockAndRandom) throws -> SecretKeys {
        let keys = [SecretKey.random(clockAndRandom)] + (try read())
        try write(
            Array(keys.prefix(Limits.secretKeysMax)),
            suffix: clockAndRandom.identifier()
        ) { new in rename(new, path) == 0 }
        return SecretKeys(try read(), reading: read)
    }

    /// What is wrong with the file; nil also if there is none yet.
    package var failure: Failure? {
        do {
            _ = try read()
            return nil
        } catch {
            return error == .missing ? nil : error
        }
    }

    /// Whether there is a file.
    package var isThere: Bool { access(path, F_OK) == 0 }

    @Sendable private func read() throws(Failure) -> [SecretKey] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw errno == ENOENT ? .missing : .notReadable(code: errno)
        }
        defer { close(descriptor) }
        let mode = mode_of_file(descriptor)
        guard mode >= 0 else { throw .notReadable(code: errno) }
        guard mode & 0o077 == 0 else { throw .openToOthers }
        var octets = [UInt8](repeating: 0, count: Limits.secretKeyFileBytesMax + 1)
        let count = Self.read(descriptor, &octets)
        guard count >= 0 else { throw .notReadable(code: errno) }
        guard count <= Limits.secretKeyFileBytesMax,
            let text = String(validating: octets.prefix(count), as: UTF8.self),
            let keys = SecretKeys.keys(text)
        else { throw .notKeys }
        return keys
    }

    private static func read(_ descriptor: Int32, _ octets: inout [UInt8]) -> Int {
        #if canImport(Glibc)
        Glibc.read(descriptor, &octets, octets.count)
        #else
        Darwin.read(descriptor, &octets, octets.count)
        #endif
    }

    /// Writes the keys to a new file, and lets a body put it into its place when it's whole and on
    /// the disk.
    private func write(
        _ keys: [SecretKey],
        suffix: String,
        _ place: (_ new: String) -> Bool
    ) throws(Failure) {
        let text =
            "# Keys for the secrets of other services. Keep a copy apart from the database.\n"
        let octets = Array((text + keys.map { $0.text + "\n" }.joined()).utf8)
        let new = path + "-" + suffix
        let descriptor = open(new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .notWritten(code: errno) }
        defer { unlink(new) }
        let isWritten =
            Self.write(descriptor, octets) == octets.count && fsync(descriptor) == 0
        let code = errno
        close(descriptor)
        guard isWritten else { throw .notWritten(code: code) }
        guard place(new) else { throw .notWritten(code: errno) }
        let folder = open(
            URL(filePath: path).deletingLastPathComponent().path(percentEncoded: false),
            O_RDONLY | O_CLOEXEC
        )
        guard folder >= 0 else { return }
        fsync(folder)
        close(folder)
    }

    private static func write(_ descriptor: Int32, _ octets: [UInt8]) -> Int {
        #if canImport(Glibc)
        Glibc.write(descriptor, octets, octets.count)
        #else
        Darwin.write(descriptor, octets, octets.count)
        #endif
    }
}
