import HTTPTypes
import Logging
import NIOCore
import Testing

@testable import CalDAVServer
@testable import Observability
@testable import OpenIDConnect
@testable import Server
@testable import ServerBase
@testable import Store

@Suite("Request IDs and the access log")
struct RequestRecordTests {
    /// Runs a body with a server whose log and access log go to the same lines.
    private static func run(
        _ part: TestedPart = .router,
        trustsProxy: Bool = false,
        _ body:
            @escaping @Sendable (LogLines, TestServer, TestClient) async throws ->
            Void
    ) async throws {
        try await LogLines.run { lines in
            let observing = Observing(
                observation: Observation(accessLog: AccessLog(lines.logger("access"))),
                logger: lines.logger()
            )
            try await TestServer.run(
                part,
                settings: { $0.trustsProxy = trustsProxy },
                observing: observing
            ) { server, client in try await body(lines, server, client) }
        }
    }

    private static func id(
        _ path: String = "/healthz",
        sending sent: String? = nil,
        _ client: TestClient
    ) async throws -> String {
        let name = try #require(HTTPField.Name("X-Request-ID"))
        var headers: HTTPFields = [:]
        headers[name] = sent
        let answer = try await client.execute(uri: path, method: .get, headers: headers) { $0 }
        return try #require(answer.headers[name])
    }

    @Test("Every answer has an ID of its own", arguments: ["/healthz", "/nothing", "/dav/"])
    func made(path: String) async throws {
        try await Self.run { _, _, client in
            let first = try await Self.id(path, client)
            #expect(first.wholeMatch(of: /[0-9a-f]{32}/) != nil)
            #expect(try await Self.id(path, client) != first)
        }
    }

    @Test("Only a trusted proxy can say the ID", arguments: [true, false])
    func proxy(trustsProxy: Bool) async throws {
        try await Self.run(trustsProxy: trustsProxy) { _, _, client in
            let answered = try await Self.id(sending: "proxy-1.2:3/4+5=@_", client)
            #expect((answered == "proxy-1.2:3/4+5=@_") == trustsProxy)
        }
    }

    @Test(
        "A proxy's ID is taken up to its longest, and replaced if it's longer or has odd characters",
        arguments: [
            (String(repeating: "a", count: Limits.requestIDLengthMax), true),
            (String(repeating: "a", count: Limits.requestIDLengthMax + 1), false),
            ("", false), ("a b", false), ("a\"b", false), ("a{b", false), ("é", false),
        ]
    )
    func checked(sent: String, isTaken: Bool) {
        #expect(RequestIdentifier.checked(sent) == (isTaken ? sent : nil))
    }

    @Test("A record of the access log has the route and not the path, and who asked")
    func access() async throws {
        try await Self.run(trustsProxy: true) { lines, server, client in
            let visitor = try await server.visitor(client)
            let answer = try await visitor.request(
                .get,
                "/api/v1/calendars/\(visitor.calendar)/events/secret-name?token=secret-token",
                headers: ["X-Forwarded-For": "192.0.2.7"]
            )
            #expect(answer.status == .notFound)
            let text = try lines.text
            #expect(!text.contains("secret-name"))
            #expect(!text.contains("secret-token"))
            let records = try lines.records(of: "access")
            let record = try #require(records.last)
            #expect(record["level"]?.text == "info")
            #expect(record["request"]?.text == answer.headers[try #require(.init("X-Request-ID"))])
            let metadata = try #require(record["metadata"])
            #expect(metadata["method"]?.text == "GET")
            #expect(metadata["route"]?.text == "/api/v1/calendars/{calendar}/events/{href}")
            #expect(metadata["status"] == .number(404))
            #expect(metadata["bytes"] == .number(Double(answer.body.readableBytes)))
            #expect(metadata["account"]?.text == visitor.account.id.text)
            #expect(metadata["network"]?.text == "192.0.2.7")
            guard case .number(let milliseconds) = metadata["ms"] else {
                Issue.record("no duration")
                return
            }
            #expect(milliseconds > 0)
        }
    }

    @Test(
        "Somebody who isn't signed in, an unknown path and an unknown method have their own words"
    )
    func stranger() async throws {
        try await Self.run { lines, _, client in
            let method = try #require(HTTPRequest.Method("BREW"))
            _ = try await client.execute(uri: "/a/secret/path", method: method) { $0 }
            let metadata = try #require(try lines.records(of: "access").last?["metadata"])
            #expect(metadata["method"]?.text == "other")
            #expect(metadata["route"]?.text == "unknown")
            #expect(metadata["account"] == nil)
            #expect(try !lines.text.contains("secret"))
            #expect(try !lines.text.contains("BREW"))
        }
    }

    @Test("At the most detailed level, the log names the services, and nothing that they hold")
    func services() async throws {
        try await LogLines.run { lines in
            try await TestServer.run(
                providers: [
                    OpenIDProvider(
                        id: "work",
                        name: "Work",
                        issuer: "https://id.example.org",
                        clientID: "meantime",
                        clientSecret: "client-secret-of-the-test"
                    )
                ],
                observing: Observing(logger: lines.logger())
            ) { _, _ in
                let text = try await waited {
                    let text = try lines.text
                    return text.contains("ReadingWatch") && text.contains("PushWatch") ? text : nil
                }
                let found = try #require(text)
                for held in ["client-secret-of-the-test", "Backend(", "SecretKeys("] {
                    #expect(!found.contains(held), "\(held)")
                }
            }
        }
    }

    @Test("A body that is written in pieces is counted when it has ended")
    func stream() async throws {
        try await Self.run(.wholeServer) { lines, server, client in
            let visitor = try await server.visitor(client)
            for number in 0..<200 { try await visitor.create("event-\(number)") }
            let answer = try await visitor.request(.get, "/api/v1/sync")
            // The record is written after the last byte was sent, which the client may have by then.
            let record = try await waited {
                try lines.records(of: "access").first {
                    $0["metadata"]?["route"]?.text == "/api/v1/sync"
                }
            }
            #expect(record?["metadata"]?["bytes"] == .number(Double(answer.body.readableBytes)))
            #expect(record?["metadata"]?["cut"] == nil)
            #expect(answer.body.readableBytes > 40_000)
        }
    }

    @Test("Everything that is logged during a request has its ID, whichever logger it's of")
    func scope() async throws {
        try await Self.run { lines, server, client in
            await server.breakDatabase()
            let id = try await Self.id("/readyz", client)
            let warning = try lines.records.first {
                $0["level"]?.text == "warning" && $0["request"] != nil
            }
            #expect(warning?["request"]?.text == id)
            #expect(warning?["logger"]?.text == "meantime")
            #expect(warning?["metadata"]?["hb.request.id"] == nil)
        }
    }
}
