import Requests
import ServerBase

/// One file of the page, with its compressed forms.
struct WebFile: Sendable {
    private let plain: StoredFile
    private let gzip: StoredFile?
    private let brotli: StoredFile?
    let contentType: String
    /// Changes with the policy for pages, too: that an answer hasn't changed is said without it.
    let etag: String

    init(path: String, _ plain: StoredFile, gzip: StoredFile? = nil, brotli: StoredFile? = nil) {
        self.plain = plain
        self.gzip = gzip
        self.brotli = brotli
        contentType = Self.contentType(of: path)
        let sent = plain.hash + SecurityHeadersMiddleware.contentSecurityPolicy
        etag = "\"\(sha256Text(Array(sent.utf8)).prefix(32))\""
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
    func encoded(accepting text: String) -> (file: StoredFile, encoding: String?) {
        let accepted = AcceptedCodings(text)
        if let brotli, accepted.contains("br") { return (brotli, "br") }
        if let gzip, accepted.contains("gzip") { return (gzip, "gzip") }
        return (plain, nil)
    }
}
