import Foundation
import HTTPTypes
import NIOCore
import Testing

@testable import Server
@testable import ServerBase

@Suite("The page's files")
struct WebTests {
    private static let web = [
        "index.html": #"<script type="module" src="{{assets}}/app.js"></script>"#,
        "worker.js": "const assets = '{{assets}}'",
        "app.js": "console.log('plain')",
        "app.js.gz": "gzipped",
        "app.js.br": "brotlied",
        "core.wasm": "\0asm",
        "views/month.css": "p {}",
        "lonely.gz": "archive",
        ".secret": "hidden",
        "favicon.ico": "icon",
        "large.js": String(repeating: "a", count: 100_000),
    ]

    private static func get(
        _ client: TestClient,
        _ path: String,
        _ headers: HTTPFields = [:],
        method: HTTPRequest.Method = .get
    ) async throws -> TestResponse {
        try await client.execute(uri: path, method: method, headers: headers) { $0 }
    }

    /// Runs a body with a client and the path of the assets.
    private static func run(
        _ body: @escaping @Sendable (TestClient, String) async throws -> Void
    ) async throws {
        try await TestServer.run(web: web) { _, client in
            let index = try await get(client, "/").text
            let start = try #require(index.range(of: "/assets/"))
            let tree = index[start.upperBound...].prefix { $0 != "/" }
            try await body(client, "/assets/" + tree)
        }
    }

    @Test(
        "Every view's address answers with the page",
        arguments: ["/", "/month/2026-11", "/day/2026-11-21", "/agenda/2026-11-21", "/new"]
    )
    func views(path: String) async throws {
        try await Self.run { client, assets in
            let response = try await Self.get(client, path)
            #expect(response.status == .ok)
            #expect(response.headers[.contentType] == "text/html; charset=utf-8")
            #expect(response.headers[.cacheControl] == "no-cache")
            #expect(response.text.contains(assets + "/app.js"))
            #expect(!response.text.contains("{{"))
        }
    }

    @Test(
        "Files have their types and can be cached for ever",
        arguments: [
            ("/app.js", "text/javascript; charset=utf-8"), ("/core.wasm", "application/wasm"),
            ("/views/month.css", "text/css; charset=utf-8"),
            ("/lonely.gz", "application/octet-stream"),
        ]
    )
    func types(path: String, type: String) async throws {
        try await Self.run { client, assets in
            let response = try await Self.get(client, assets + path)
            #expect(response.status == .ok)
            #expect(response.headers[.contentType] == type)
            #expect(response.headers[.cacheControl] == "public, max-age=31536000, immutable")
        }
    }

    @Test(
        "A file is sent in the smallest encoding that the client accepts",
        arguments: [
            ("gzip, deflate, br", "br", "brotlied"), ("gzip", "gzip", "gzipped"),
            ("gzip;q=1.0, br;q=0", "gzip", "gzipped"), ("", nil, "console.log('plain')"),
            ("identity", nil, "console.log('plain')"),
        ] as [(String, String?, String)]
    )
    func encodings(accepted: String, encoding: String?, text: String) async throws {
        try await Self.run { client, assets in
            let response = try await Self.get(
                client,
                assets + "/app.js",
                [.acceptEncoding: accepted]
            )
            #expect(response.headers[.contentEncoding] == encoding)
            #expect(response.text == text)
            #expect(response.headers[.vary] == "Accept-Encoding")
        }
    }

    @Test("A file that hasn't changed isn't sent again", arguments: ["/app.js", "index"])
    func notModified(path: String) async throws {
        try await Self.run { client, assets in
            let address = path == "index" ? "/" : assets + path
            let etag = try #require(try await Self.get(client, address).headers[.eTag])
            let again = try await Self.get(client, address, [.ifNoneMatch: etag])
            #expect(again.status == .notModified)
            #expect(again.body.readableBytes == 0)
            // The browser has the policy with the file.
            #expect(again.headers[.contentSecurityPolicy] == nil)
            let other = try await Self.get(client, address, [.ifNoneMatch: "\"other\""])
            #expect(other.status == .ok)
        }
    }

    @Test(
        "Files that are hidden, outside the folder or of another version aren't served",
        arguments: [
            "/assets/TREE/../index.html", "/assets/TREE/%2e%2e/%2e%2e/etc/passwd",
            "/assets/TREE/..%2f..%2fetc/passwd", "/assets/TREE//etc/passwd",
            "/assets/TREE/.secret", "/assets/TREE/app.js.gz", "/assets/TREE/index.html",
            "/assets/TREE", "/assets/0000000000000000/app.js", "/app.js", "/etc/passwd",
        ]
    )
    func traversal(path: String) async throws {
        try await Self.run { client, assets in
            let tree = String(assets.dropFirst("/assets/".count))
            let address = path.replacingOccurrences(of: "TREE", with: tree)
            let response = try await Self.get(client, address)
            #expect(response.status == .notFound)
            #expect(response.problem == "/problems/not-found")
        }
    }

    @Test("The service worker has the addresses of its version, and is always asked for")
    func worker() async throws {
        try await Self.run { client, assets in
            let response = try await Self.get(client, "/worker.js")
            #expect(response.status == .ok)
            #expect(response.headers[.contentType] == "text/javascript; charset=utf-8")
            #expect(response.headers[.cacheControl] == "no-cache")
            #expect(response.text == "const assets = '\(assets)'")
            #expect(try await Self.get(client, assets + "/worker.js").status == .notFound)
        }
    }

    @Test("HEAD gets no body")
    func head() async throws {
        try await Self.run { client, assets in
            let response = try await Self.get(client, assets + "/app.js", method: .head)
            #expect(response.status == .ok)
            #expect(response.body.readableBytes == 0)
        }
    }

    @Test(
        "A small file stays in memory, and a large one is what it was at the start, or isn't there",
        arguments: [(65_536, true), (65_537, false)]
    )
    func largeFiles(count: Int, isKept: Bool) async throws {
        try await TestServer.withFolder { folder in
            let (old, new) = (String(repeating: "a", count: count), "b")
            try TestServer.write(["core.wasm": old], below: folder)
            let files = try WebFiles(root: folder)
            let (file, _) = try #require(files.file("core.wasm")).encoded(accepting: "")
            #expect(try file.octets() == Array(old.utf8))
            try TestServer.write(["core.wasm": new], below: folder)
            if isKept {
                #expect(try file.octets() == Array(old.utf8))
            } else {
                #expect(throws: ServerError.notFound) { try file.octets() }
            }
            try TestServer.write(["core.wasm": old], below: folder)
            #expect(try file.octets() == Array(old.utf8))
        }
    }

    @Test("The assets' path changes when any file changes")
    func treeHash() async throws {
        try await TestServer.withFolder { folder in
            try TestServer.write(Self.web, below: folder)
            let before = try WebFiles(root: folder).treeHash
            #expect(try WebFiles(root: folder).treeHash == before)
            try TestServer.write(["views/month.css": "q {}"], below: folder)
            let edited = try WebFiles(root: folder).treeHash
            try TestServer.write(["views/new.css": "q {}"], below: folder)
            let added = try WebFiles(root: folder).treeHash
            #expect(Set([before, edited, added]).count == 3)
        }
    }

    private static let onlyOfPages = [
        "Referrer-Policy", "Cross-Origin-Opener-Policy", "Permissions-Policy",
    ]

    @Test(
        "The page and its scripts say what they may do",
        arguments: ["/", "/worker.js", "/app.js"]
    )
    func headersOfPages(path: String) async throws {
        try await Self.run { client, assets in
            let address = path == "/app.js" ? assets + path : path
            let headers = try await Self.get(client, address).headers
            let policy = try #require(headers[.contentSecurityPolicy])
            #expect(policy.hasPrefix("default-src 'none'; script-src 'self' 'wasm-unsafe-eval';"))
            #expect(policy.contains("frame-ancestors 'none'"))
            #expect(!policy.contains("unsafe-inline"))
            #expect(headers[.xContentTypeOptions] == "nosniff")
            for name in Self.onlyOfPages {
                #expect(headers[try #require(HTTPField.Name(name))] != nil)
            }
        }
    }

    @Test(
        "Every other answer may do nothing, and isn't taken for something else",
        arguments: ["/nothing", "/health", "/api/v1/sync", "/api/v1/nothing"]
    )
    func headersOfData(path: String) async throws {
        try await Self.run { client, _ in
            let headers = try await Self.get(client, path).headers
            #expect(
                headers[.contentSecurityPolicy] == "default-src 'none'; frame-ancestors 'none'"
            )
            #expect(headers[.xContentTypeOptions] == "nosniff")
            let resource = try #require(HTTPField.Name("Cross-Origin-Resource-Policy"))
            #expect(headers[resource] == "same-origin")
            for name in Self.onlyOfPages {
                #expect(headers[try #require(HTTPField.Name(name))] == nil)
            }
        }
    }
}

@Suite("Origins of changes")
struct OriginTests {
    private static let fetchSite = "Sec-Fetch-Site"

    @Test(
        "Only the page itself and programs may make changes",
        arguments: [
            ([:], true), (["Origin": "http://localhost"], true),
            (["Origin": "https://localhost"], true), (["Origin": "http://evil.example"], false),
            (["Origin": "http://localhost.evil.example"], false), (["Origin": "null"], false),
            ([fetchSite: "same-origin"], true), ([fetchSite: "none"], true),
            ([fetchSite: "same-site"], false), ([fetchSite: "cross-site"], false),
            ([fetchSite: "cross-site", "Origin": "http://localhost"], false),
        ] as [([String: String], Bool)]
    )
    func origins(headers: [String: String], isTaken: Bool) async throws {
        try await TestServer.runSignedIn { visitor in
            let response = try await visitor.request(
                .post,
                "/api/v1/calendars",
                #"{"name":"Work"}"#,
                headers: headers
            )
            #expect(response.status == (isTaken ? .created : .forbidden))
            #expect(response.problem == (isTaken ? nil : "/problems/wrong-origin"))
        }
    }

    @Test("Reading isn't refused by origin; the cookie's SameSite rule guards it")
    func reading() async throws {
        try await TestServer.runSignedIn { visitor in
            let response = try await visitor.request(
                .get,
                "/api/v1/sync",
                headers: [Self.fetchSite: "cross-site"]
            )
            #expect(response.status == .ok)
        }
    }
}

@Suite("Time zones over HTTP")
struct ZoneTests {
    @Test("Known zones are sent as TZif files, and unknown names are listed")
    func zones() async throws {
        try await TestServer.runSignedIn { visitor in
            let names = "name=Europe/Berlin&name=Europe%2FLondon&name=Nowhere/City&name=../passwd"
            let response = try await visitor.request(.get, "/api/v1/zones?" + names)
            #expect(response.headers[.cacheControl] == "private, max-age=86400")
            let json = try response.json
            let berlin = try #require(json["zones"]?["Europe/Berlin"]?.text)
            #expect(Data(base64Encoded: berlin)?.prefix(4) == Data("TZif".utf8))
            #expect(json["zones"]?["Europe/London"] != nil)
            #expect(json["unknown"] == .array([.string("../passwd"), .string("Nowhere/City")]))
        }
    }

    @Test(
        "A blank in a query is written as a plus sign or not, and a plus sign encoded",
        arguments: [
            ("Customized+Time+Zone", "Customized Time Zone"),
            ("Customized%20Time%20Zone", "Customized Time Zone"),
            ("Mitteleurop%C3%A4ische+Zeit", "Mitteleuropäische Zeit"),
            ("Nowhere%2B5", "Nowhere+5"), ("+", " "),
        ]
    )
    func formEncoding(written: String, name: String) async throws {
        try await TestServer.runSignedIn { visitor in
            let response = try await visitor.request(.get, "/api/v1/zones?name=\(written)")
            #expect(try response.json["unknown"] == .array([.string(name)]))
        }
    }

    @Test(
        "A zone name is checked for its form",
        arguments: [
            ("UTC", true), ("Europe/Berlin", true), ("America/Argentina/Buenos_Aires", true),
            ("Etc/GMT+12", true), ("", false), ("/etc/passwd", false), ("..", false),
            ("a/../b", false), ("a//b", false), ("a.b", false), ("a/b/c/d", false),
            (String(repeating: "a", count: 64), true), (String(repeating: "a", count: 65), false),
        ]
    )
    func names(name: String, isName: Bool) {
        #expect(ZoneFiles.isName(name) == isName)
    }

    @Test("A request can ask for up to 200 zones", arguments: [(200, true), (201, false)])
    func limit(count: Int, isTaken: Bool) async throws {
        try await TestServer.runSignedIn { visitor in
            let names = (0..<count).map { "name=Zone\($0)" }.joined(separator: "&")
            let response = try await visitor.request(.get, "/api/v1/zones?" + names)
            #expect((response.status == .ok) == isTaken)
        }
    }
}
