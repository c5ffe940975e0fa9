import HTTPTypes

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// One file of the page, with its compressed forms.
struct WebFile: Sendable {
    let octets: [UInt8]
    let gzip: [UInt8]?
    let brotli: [UInt8]?
    let contentType: String
    let etag: String

    init(path: String, octets: [UInt8], gzip: [UInt8]? = nil, brotli: [UInt8]? = nil) {
        self.octets = octets
        self.gzip = gzip
        self.brotli = brotli
        contentType = Self.contentType(of: path)
        etag = "\"\(sha256Text(octets).prefix(32))\""
    }

    private static let contentTypes = [
        "css": "text/css; charset=utf-8",
        "html": "text/html; charset=utf-8",
        "ico": "image/x-icon",
        "jpg": "image/jpeg",
        "js": "text/javascript; charset=utf-8",
        "json": "application/json",
        "map": "application/json",
        "mjs": "text/javascript; charset=utf-8",
        "png": "image/png",
        "svg": "image/svg+xml",
        "txt": "text/plain; charset=utf-8",
        "wasm": "application/wasm",
        "webmanifest": "application/manifest+json",
        "webp": "image/webp",
        "woff2": "font/woff2",
    ]

    private static func contentType(of path: String) -> String {
        let suffix = path.split(separator: ".").last.map { $0.lowercased() } ?? ""
        return contentTypes[suffix] ?? "application/octet-stream"
    }

    /// The smallest form that a client accepts.
    func encoded(accepting text: String) -> (octets: [UInt8], encoding: String?) {
        let accepted = AcceptedCodings(text)
        if let brotli, accepted.contains("br") { return (brotli, "br") }
        if let gzip, accepted.contains("gzip") { return (gzip, "gzip") }
        return (octets, nil)
    }
}
