import ServerBase

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A file as it was when the server started.
///
/// Small ones stay in memory. Large ones are read again when they're asked for: browsers keep them, so
/// that's rare, and the page's would take seven megabytes.
struct StoredFile: Sendable {
    private let path: String
    private let kept: [UInt8]?
    /// The SHA-256 of its octets, as hexadecimal digits.
    let hash: String
    let count: Int

    init(path: String) throws {
        let octets = try Self.read(path)
        self.path = path
        hash = sha256Text(octets)
        count = octets.count
        kept = octets.count <= Limits.fileKeptBytesMax ? octets : nil
    }

    /// What is only in memory.
    init(keeping octets: [UInt8]) {
        path = ""
        hash = sha256Text(octets)
        count = octets.count
        kept = octets
    }

    /// Throws ``ServerError/notFound`` if the file has changed: other octets don't belong to its address.
    func octets() throws -> [UInt8] {
        if let kept { return kept }
        guard let octets = try? Self.read(path), sha256Text(octets) == hash else {
            throw ServerError.notFound
        }
        return octets
    }

    private static func read(_ path: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(filePath: path)))
    }
}
