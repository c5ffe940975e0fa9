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

/// A file could not be read to its end.
package struct FileReadError: Error, Hashable, Sendable {
    /// The system's number for what went wrong.
    package let code: Int32
}

/// A file of octets that is read in pieces, so that its size does not matter.
package final class OctetFile: Sendable {
    /// Octets that are read at once.
    private static let pieceOctets = 262_144

    private let descriptor: Int32

    /// Opens a file to read it; nil when that is not possible.
    package init?(path: String) {
        descriptor = open(path, O_RDONLY | O_CLOEXEC)
        // A folder can be opened, but has no octets.
        guard descriptor >= 0, lseek(descriptor, 0, SEEK_END) >= 0, Self.isFile(descriptor) else {
            return nil
        }
    }

    /// Asks by reading, not by `stat`: a C module of NIO declares that type too, and which one the
    /// compiler takes depends on the files it happens to compile together.
    private static func isFile(_ descriptor: Int32) -> Bool {
        var octet: UInt8 = 0
        return pread(descriptor, &octet, 1, 0) >= 0 || errno != EISDIR
    }

    /// Makes an empty file that has no name and is gone when it is closed; nil when there is no
    /// room for one.
    package init?(temporaryIn folder: String = FileManager.default.temporaryDirectory.path) {
        var name = Array((folder + "/meantime-XXXXXX").utf8CString)
        descriptor = mkstemp(&name)
        guard descriptor >= 0 else { return nil }
        unlink(name)
    }

    /// Takes over a file that is open.
    init(descriptor: Int32) { self.descriptor = descriptor }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// The next octets from a place on; none at the end.
    package func piece(from offset: Int) throws(FileReadError) -> [UInt8] {
        var octets = [UInt8](repeating: 0, count: Self.pieceOctets)
        var count = pread(descriptor, &octets, octets.count, off_t(offset))
        while count < 0, errno == EINTR {
            count = pread(descriptor, &octets, octets.count, off_t(offset))
        }
        guard count >= 0 else { throw FileReadError(code: errno) }
        octets.removeSubrange(count...)
        return octets
    }

    /// Hands the whole file on, piece by piece.
    package func forEachPiece(_ body: ([UInt8]) throws -> Void) throws {
        var offset = 0
        while true {
            let piece = try piece(from: offset)
            guard !piece.isEmpty else { return }
            try body(piece)
            offset += piece.count
        }
    }

    /// All octets, for what can only be read as a whole.
    package var octets: [UInt8] {
        get throws {
            var octets: [UInt8] = []
            try forEachPiece { octets += $0 }
            return octets
        }
    }

    /// Adds octets at the end; false when the disk is full.
    package func append(_ octets: [UInt8]) -> Bool {
        var rest = octets
        while !rest.isEmpty {
            let count = write(descriptor, rest, rest.count)
            guard count > 0 else { return false }
            rest.removeFirst(count)
        }
        return true
    }
}
