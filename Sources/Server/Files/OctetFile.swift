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

/// A file that could not be read to its end.
package struct FileReadError: Error, Hashable, Sendable {
    /// The system's error number.
    package let code: Int32
}

/// A file that is read in pieces, so that memory use doesn't depend on its size.
package final class OctetFile: Sendable {
    /// Bytes read at once.
    private static let pieceOctets = 262_144

    private let descriptor: Int32

    /// Opens a file for reading, or returns nil if that fails.
    package init?(path: String) {
        descriptor = open(path, O_RDONLY | O_CLOEXEC)
        // A folder can be opened, but not read.
        guard descriptor >= 0, lseek(descriptor, 0, SEEK_END) >= 0, Self.isFile(descriptor) else {
            return nil
        }
    }

    /// Reads instead of calling `stat`: a C module of NIO also declares that type, and which one
    /// the compiler takes depends on the files it happens to compile together.
    private static func isFile(_ descriptor: Int32) -> Bool {
        var octet: UInt8 = 0
        return pread(descriptor, &octet, 1, 0) >= 0 || errno != EISDIR
    }

    /// Creates an empty file without a name, deleted when it is closed.
    ///
    /// Returns nil when the disk is full.
    package init?(temporaryIn folder: String = FileManager.default.temporaryDirectory.path) {
        var name = Array((folder + "/meantime-XXXXXX").utf8CString)
        descriptor = mkstemp(&name)
        guard descriptor >= 0 else { return nil }
        unlink(name)
    }

    /// Takes ownership of an open file.
    init(descriptor: Int32) { self.descriptor = descriptor }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Reads the next bytes from an offset.
    ///
    /// Empty at the end of the file.
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

    /// Reads the whole file piece by piece.
    package func forEachPiece(_ body: ([UInt8]) throws -> Void) throws {
        var offset = 0
        while true {
            let piece = try piece(from: offset)
            guard !piece.isEmpty else { return }
            try body(piece)
            offset += piece.count
        }
    }

    /// Reads the whole file into memory, for formats that need it.
    package var octets: [UInt8] {
        get throws {
            var octets: [UInt8] = []
            try forEachPiece { octets += $0 }
            return octets
        }
    }

    /// Appends bytes.
    ///
    /// Returns false when the disk is full.
    package func append(_ octets: [UInt8]) -> Bool {
        var rest = octets
        while !rest.isEmpty {
            let count = write(descriptor, rest, rest.count)
            // A signal may interrupt it before anything is written.
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            rest.removeFirst(count)
        }
        return true
    }
}
