import ServerBase
import Synchronization

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Where the lines of a log go.
package final class LogOutput: Sendable {
    /// Why a file can't be opened or written: what the system says.
    package struct Failure: Error, Hashable, CustomStringConvertible {
        package let description: String
    }

    private let descriptor: Mutex<Int32>
    private let path: String?
    /// Why the last line couldn't be written, and whether that was told.
    private let failure = Mutex<(failure: Failure, isTold: Bool)?>(nil)

    /// The process's standard error.
    package static let standardError = LogOutput(descriptor: STDERR_FILENO, path: nil)

    private init(descriptor: Int32, path: String?) {
        self.descriptor = Mutex(descriptor)
        self.path = path
    }

    /// Opens a file to append to, or creates it so that only the server's account can read it.
    ///
    /// - Throws: ``Failure`` with what the system says.
    package convenience init(path: String) throws(Failure) {
        self.init(descriptor: try Self.open(path), path: path)
    }

    deinit {
        guard path != nil else { return }
        let last = descriptor.withLock { $0 }
        close(last)
    }

    /// Opens the file by its name again, after it was renamed.
    ///
    /// If that fails, lines still go to the old one.
    ///
    /// - Throws: ``Failure`` with what the system says.
    package func reopen() throws(Failure) {
        guard let path else { return }
        let new = try Self.open(path)
        let old = descriptor.withLock { current in
            defer { current = new }
            return current
        }
        close(old)
    }

    /// Writes a line at once, so that a crash loses none.
    ///
    /// - Returns: False if the system didn't take all of it.
    @discardableResult
    package func write(line: String) -> Bool {
        let octets = Array((line + "\n").utf8)
        let failure: Failure? = writeWhole(octets)
        self.failure.withLock { known in
            let isTold = known?.isTold ?? false
            known = failure.map { ($0, isTold: isTold) }
        }
        return failure == nil
    }

    /// Why lines can't be written, once until one can be written again.
    func takeFailure() -> Failure? {
        failure.withLock { known in
            guard let (failure, isTold) = known, !isTold else { return nil }
            known = (failure, isTold: true)
            return failure
        }
    }

    private func writeWhole(_ octets: [UInt8]) -> Failure? {
        // Under the lock, lines can't be torn apart by other lines, or go to a closed file.
        descriptor.withLock { descriptor in
            var rest = octets[...]
            while !rest.isEmpty {
                let piece = Array(rest)
                let count = Self.write(piece, to: descriptor)
                if count > 0 {
                    rest = rest.dropFirst(count)
                } else if errno != EINTR {
                    return Failure(description: systemErrorText(errno))
                }
            }
            return nil
        }
    }

    /// Calls the system's `write`, whose name the method shadows.
    private static func write(_ octets: [UInt8], to descriptor: Int32) -> Int {
        #if canImport(Glibc)
        Glibc.write(descriptor, octets, octets.count)
        #else
        Darwin.write(descriptor, octets, octets.count)
        #endif
    }

    private static func open(_ path: String) throws(Failure) -> Int32 {
        let flags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC
        #if canImport(Glibc)
        let descriptor = Glibc.open(path, flags, 0o600)
        #else
        let descriptor = Darwin.open(path, flags, 0o600)
        #endif
        guard descriptor >= 0 else { throw Failure(description: systemErrorText(errno)) }
        return descriptor
    }
}
