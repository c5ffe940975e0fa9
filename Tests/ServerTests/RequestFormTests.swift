import HTTPTypes
import NIOCore
import NIOPosix
import Testing

@testable import Server

@Suite("Malformed requests")
struct RequestFormTests {
    /// Sends octets over a new connection and returns all that the server sends until it closes.
    private static func answer(to octets: String, at port: Int) async throws -> String {
        try await withThrowingTaskGroup(of: String.self) { group in
            group.addTask {
                let connection = try await ClientBootstrap(
                    group: MultiThreadedEventLoopGroup.singleton
                ).connect(host: "127.0.0.1", port: port) { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try NIOAsyncChannel<ByteBuffer, ByteBuffer>(
                            wrappingChannelSynchronously: channel
                        )
                    }
                }
                return try await connection.executeThenClose { inbound, outbound in
                    try await outbound.write(ByteBuffer(string: octets))
                    var text = ""
                    for try await part in inbound { text += String(buffer: part) }
                    return text
                }
            }
            return try await group.next() ?? ""
        }
    }

    private static let session = "POST /api/v1/session HTTP/1.1\r\nConnection: close\r\n"

    @Test(
        "A malformed or ambiguous request is refused",
        arguments: [
            (session + "Host: a\r\nTransfer-Encoding: foo\r\n\r\n5\r\nhello\r\n0\r\n\r\n", 400),
            (session + "Host: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n", 400),
            ("GET /health HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: foo\r\n\r\n", 400),
            ("GET /health HTTP/1.1\r\nConnection: close\r\n\r\n", 400),
            ("GET /health HTTP/1.1\r\nHost:\r\nConnection: close\r\n\r\n", 400),
            ("GET /health HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n", 400),
            ("GET /health HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", 200),
            (
                session + "Host: a\r\nContent-Type: application/json\r\n"
                    + "Transfer-Encoding: Chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n", 400
            ),
        ]
    )
    func malformed(octets: String, status: Int) async throws {
        try await TestServer.run(.wholeServer) { _, client in
            let port = try #require(client.port)
            let answer = try await Self.answer(to: octets, at: port)
            #expect(answer.hasPrefix("HTTP/1.1 \(status) "))
        }
    }

    @Test(
        "A JSON body needs the content type application/json",
        arguments: [
            (nil, false), ("text/plain", false), ("application/x-www-form-urlencoded", false),
            ("application/jsonx", false), ("application/json", true),
            ("Application/JSON ; charset=utf-8", true),
        ] as [(String?, Bool)]
    )
    func contentType(type: String?, isTaken: Bool) async throws {
        try await TestServer.runSignedIn { visitor in
            for (method, path, body) in [
                (HTTPRequest.Method.post, "calendars", #"{"name":"A","color":"red"}"#),
                (.patch, "account", #"{"name":"Anna"}"#), (.put, "settings", "{}"),
            ] {
                var headers: HTTPFields = [.cookie: visitor.cookie, .ifMatch: "*"]
                headers[.contentType] = type
                let response = try await visitor.client.execute(
                    uri: "/api/v1/" + path,
                    method: method,
                    headers: headers,
                    body: ByteBuffer(string: body)
                ) { $0 }
                #expect((response.status.code < 300) == isTaken, "\(path)")
                #expect(response.problem == (isTaken ? nil : "/problems/type-not-taken"))
                #expect(isTaken || response.status == .unsupportedMediaType)
            }
        }
    }

    private static let nul = "a\\u0000b"

    @Test(
        "A NUL in a text is refused",
        arguments: [
            (.post, "calendars", #"{"name":"NUL","color":"red"}"#),
            (.patch, "calendars/ID", #"{"name":"NUL"}"#), (.patch, "account", #"{"name":"NUL"}"#),
            (.post, "groups", #"{"name":"NUL"}"#),
            (.post, "account/app-passwords", #"{"name":"NUL"}"#),
            (.post, "accounts", #"{"name":"NUL","email":"a@b","password":"correct horse"}"#),
        ] as [(HTTPRequest.Method, String, String)]
    )
    func noNUL(method: HTTPRequest.Method, path: String, form: String) async throws {
        try await TestServer.run(registration: .open) { server, client in
            let visitor = try await server.visitor(client)
            let response = try await visitor.request(
                method,
                "/api/v1/" + path.replacing("ID", with: visitor.calendar),
                form.replacing("NUL", with: Self.nul)
            )
            #expect(response.status == .unprocessableContent)
            #expect(response.problem == "/problems/not-valid")
            #expect(try response.json["field"]?.text == "name")
        }
    }

    @Test("An event with a NUL is refused, and dropped by an import")
    func noNULInEvents() async throws {
        try await TestServer.runSignedIn { visitor in
            let put = try await visitor.create("one", title: "a\0b")
            #expect(put.status == .unprocessableContent)
            #expect(put.problem == "/problems/not-valid")
            let both =
                event("two", title: "a\0b").replacing("END:VCALENDAR\r\n", with: "")
                + event("three").split(separator: "\r\n").dropFirst(3).joined(separator: "\r\n")
            let lines = try await visitor.request(
                .post,
                "/api/v1/calendars/\(visitor.calendar)/import",
                both + "\r\n"
            ).lines
            #expect(lines.contains { $0["code"]?.text == "nul" })
            #expect(lines.last?["added"] == .number(1))
            #expect(lines.last?["dropped"] == .number(1))
        }
    }
}

@Suite("Strict transport security")
struct SecureTransportTests {
    @Test(
        "Browsers are told to keep to HTTPS only if the public address has it",
        arguments: [
            ("https://calendar.example.org", "max-age=31536000"), ("http://127.0.0.1:8080", nil),
            (nil, nil),
        ] as [(String?, String?)]
    )
    func header(publicURL: String?, expected: String?) async throws {
        let change: @Sendable (inout ServerSettings) -> Void = { $0.publicURL = publicURL }
        try await TestServer.run(settings: change) { _, client in
            for path in ["/health", "/nothing"] {
                let response = try await client.execute(uri: path, method: .get) { $0 }
                #expect(response.headers[.strictTransportSecurity] == expected)
            }
        }
    }
}
