import ServerBase

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

/// The folder in which a device keeps what it knows of one account; only its owner may look into it.
///
/// One process uses it at a time. The system releases the lock when the process ends, however it ends.
package final class StateFolder: Sendable {
    /// Why the folder can't be used.
    package enum Fault: Error, Hashable, Sendable {
        /// Another process uses it; its number, if it's known.
        case inUse(process: Int?)
        /// What is there is a link, or belongs to somebody else.
        case notOwn(path: String)
        /// The system's error number, and the file or folder.
        case system(path: String, code: Int32)
    }

    package let path: String
    private let lock: Int32

    /// Makes the folder if there is none, and locks it.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - root: The folder in which it is, which is made as well. Somebody else may have been here first: the folder for
    ///     the account must be one's own, and no link.
    /// - Throws: ``Fault``.
    package init(_ name: String, in root: String) throws(Fault) {
        path = root + "/" + name
        try Self.make(path)
        var info = stat()
        guard lstat(path, &info) == 0 else { throw .system(path: path, code: errno) }
        guard info.st_mode & S_IFMT == S_IFDIR, info.st_uid == geteuid() else {
            throw .notOwn(path: path)
        }
        guard chmod(path, 0o700) == 0 else { throw .system(path: path, code: errno) }
        let lockPath = path + "/lock"
        lock = try Self.open(lockPath, O_RDWR | O_CREAT)
        guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
            let (code, process) = (errno, Self.process(in: lock))
            close(lock)
            throw code == EWOULDBLOCK
                ? .inUse(process: process) : .system(path: lockPath, code: code)
        }
        let text = Array("\(getpid())\n".utf8)
        _ = ftruncate(lock, 0)
        _ = pwrite(lock, text, text.count, 0)
    }

    deinit { close(lock) }

    /// Lets another process use the folder; this one mustn't write to it any more.
    func unlock() { _ = flock(lock, LOCK_UN) }

    /// The name of the folder for somebody's account at a server.
    ///
    /// The digest differs where the readable part is the same, so that no server gets what is meant for another one.
    package static func name(email: String, at address: ServerAddress) -> String {
        let readable = percentEncoded(email) + "-" + percentEncoded(address.host)
        let digest = sha256Text(Array("\(address.text)\n\(email)".utf8))
        return readable.prefix(Limits.folderNameBytesMax) + "-" + digest.prefix(32)
    }

    private static func make(_ path: String) throws(Fault) {
        if access(path, F_OK) == 0 { return }
        if let slash = path.lastIndex(of: "/"), slash != path.startIndex {
            try make(String(path[..<slash]))
        }
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
            throw .system(path: path, code: errno)
        }
    }

    /// The process that a locked file names; nil if it names none.
    private static func process(in descriptor: Int32) -> Int? {
        var octets = [UInt8](repeating: 0, count: 20)
        let count = pread(descriptor, &octets, octets.count, 0)
        let digits = octets.prefix(max(count, 0)).prefix { (48...57).contains($0) }
        return Int(String(decoding: digits, as: UTF8.self))
    }

    // MARK: - Files

    /// Opens a file, which only its owner may read, or a folder; links aren't followed.
    private static func open(_ path: String, _ flags: Int32) throws(Fault) -> Int32 {
        let descriptor = systemOpen(path, flags | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else {
            throw errno == ELOOP ? .notOwn(path: path) : .system(path: path, code: errno)
        }
        var info = stat()
        guard fstat(descriptor, &info) == 0, info.st_uid == geteuid() else {
            close(descriptor)
            throw .notOwn(path: path)
        }
        return descriptor
    }

    /// What a file has; nil if there is none.
    func read(_ name: String) throws(Fault) -> [UInt8]? {
        let path = path + "/" + name
        let descriptor: Int32
        do throws(Fault) {
            descriptor = try Self.open(path, O_RDONLY)
        } catch .system(_, ENOENT) {
            return nil
        }
        defer { close(descriptor) }
        var octets: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = systemRead(descriptor, &piece)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .system(path: path, code: errno) }
            guard count > 0 else { return octets }
            octets += piece.prefix(count)
        }
    }

    /// Replaces a file: after a crash it's either the old one or the new one, and after this call the new one.
    func write(_ name: String, _ octets: [UInt8]) throws(Fault) {
        let path = path + "/" + name
        let new = path + ".new"
        let descriptor = try Self.open(new, O_WRONLY | O_CREAT | O_TRUNC)
        let isWritten = Self.writeAll(descriptor, octets) && fsync(descriptor) == 0
        let code = errno
        close(descriptor)
        guard isWritten else { throw .system(path: new, code: code) }
        guard rename(new, path) == 0 else { throw .system(path: path, code: errno) }
        let folder = try Self.open(self.path, O_RDONLY)
        defer { close(folder) }
        guard fsync(folder) == 0 else { throw .system(path: self.path, code: errno) }
    }

    /// Removes a file, if there is one, and what a crash has left of writing it.
    func remove(_ name: String) throws(Fault) {
        for path in [path + "/" + name, path + "/" + name + ".new"] {
            guard unlink(path) == 0 || errno == ENOENT else {
                throw .system(path: path, code: errno)
            }
        }
    }

    /// The names of its files, in no order; none if they can't be read.
    var names: [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    }

    /// What the second name of a file has before a number.
    static let asideMark = "-unread-"

    /// Gives a file a second name, under which it stays when it's replaced.
    ///
    /// - Returns: The second path.
    func setAside(_ name: String) throws(Fault) -> String {
        let path = path + "/" + name
        var number = 1
        while access(path + Self.asideMark + "\(number)", F_OK) == 0 { number += 1 }
        let aside = path + Self.asideMark + "\(number)"
        guard link(path, aside) == 0 else { throw .system(path: path, code: errno) }
        return aside
    }

    private static func writeAll(_ descriptor: Int32, _ octets: [UInt8]) -> Bool {
        var rest = octets[...]
        while !rest.isEmpty {
            let count = systemWrite(descriptor, Array(rest.prefix(1 << 20)))
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }
}

extension StateFolder.Fault {
    /// What is wrong, as a sentence.
    package var sentence: String {
        switch self {
        case .inUse(let process):
            "Another program watches this account with the same folder already\(process.map { " (process \($0))" } ?? ""). "
                + "Quit it first, or give this one another folder with --state."
        case .notOwn(let path):
            "\(path) is a link or belongs to somebody else, so nothing is read from it or written to it. "
                + "Remove it, or give another folder with --state."
        case .system(let path, let code): "\(path): \(systemErrorText(code))"
        }
    }
}

private func systemOpen(_ path: String, _ flags: Int32) -> Int32 {
    #if canImport(Glibc)
    Glibc.open(path, flags, 0o600)
    #else
    Darwin.open(path, flags, 0o600)
    #endif
}

private func systemRead(_ descriptor: Int32, _ octets: inout [UInt8]) -> Int {
    #if canImport(Glibc)
    Glibc.read(descriptor, &octets, octets.count)
    #else
    Darwin.read(descriptor, &octets, octets.count)
    #endif
}

private func systemWrite(_ descriptor: Int32, _ octets: [UInt8]) -> Int {
    #if canImport(Glibc)
    Glibc.write(descriptor, octets, octets.count)
    #else
    Darwin.write(descriptor, octets, octets.count)
    #endif
}
