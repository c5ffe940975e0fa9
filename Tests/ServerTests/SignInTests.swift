import HTTPTypes
import NIOCore
import Testing

@testable import Accounts
@testable import Server
@testable import ServerBase

@Suite("Signing in")
struct SignInTests {
    static func signIn(
        _ client: TestClient,
        email: String = TestServer.email,
        password: String = TestServer.password,
        from address: String? = nil,
        headers: HTTPFields = [:]
    ) async throws -> TestResponse {
        let form = #"{"email":"\#(email)","password":"\#(password)"}"#
        var headers = headers
        headers[.contentType] = "application/json"
        if let address { headers[try #require(HTTPField.Name("X-Forwarded-For"))] = address }
        return try await client.execute(
            uri: "/api/v1/session",
            method: .post,
            headers: headers,
            body: ByteBuffer(string: form)
        ) { $0 }
    }

    @Test("The right password starts a session, and signing out ends it")
    func inAndOut() async throws {
        try await TestServer.run { server, client in
            _ = try await server.visitor(client)
            let response = try await Self.signIn(client, email: " ANNA@example.org ")
            #expect(response.status == .ok)
            let cookie = try #require(response.headers[.setCookie])
            for part in ["HttpOnly", "SameSite=Strict", "Path=/", "Max-Age=2592000"] {
                #expect(cookie.contains(part))
            }
            #expect(!cookie.contains("Secure"), "the connection is not HTTPS")
            let pair = try #require(cookie.split(separator: ";").first.map(String.init))
            func session() async throws -> TestResponse {
                try await client.execute(
                    uri: "/api/v1/session",
                    method: .get,
                    headers: [.cookie: pair]
                ) { $0 }
            }
            #expect(try await session().json["account"]?["email"]?.text == TestServer.email)
            let end = try await client.execute(
                uri: "/api/v1/session",
                method: .delete,
                headers: [.cookie: pair]
            ) { $0 }
            #expect(end.status == .noContent)
            #expect(try await session().json["account"] == nil)
        }
    }

    @Test(
        "A wrong password and an unknown address get the same answer",
        arguments: [
            (TestServer.email, "wrong horse"), ("nobody@example.org", TestServer.password),
            ("not an address", "x"), (TestServer.email, String(repeating: "x", count: 1025)),
        ]
    )
    func wrongCredentials(email: String, password: String) async throws {
        try await TestServer.run { server, client in
            _ = try await server.visitor(client)
            let response = try await Self.signIn(client, email: email, password: password)
            #expect(response.status == .unauthorized)
            #expect(response.problem == "/problems/wrong-credentials")
            #expect(response.headers[.setCookie] == nil)
            let other = try await Self.signIn(client, email: "x@example.org", password: "y")
            #expect(other.text == response.text)
        }
    }

    @Test("A session expires")
    func sessionEnd() async throws {
        try await TestServer.runSignedIn { visitor in
            #expect(try await visitor.request(.get, "/api/v1/sync").status == .ok)
            visitor.server.clock.advance(seconds: 86_400)
            let late = try await visitor.request(.get, "/api/v1/sync")
            #expect(late.problem == "/problems/not-signed-in")
        }
    }

    @Test(
        "Routes that show or change calendars need a session",
        arguments: [
            (.get, "sync"), (.get, "live"), (.get, "calendars"), (.post, "calendars"),
            (.get, "zones?name=UTC"), (.patch, "calendars/\(id)"), (.delete, "calendars/\(id)"),
            (.get, "calendars/\(id)/export"), (.post, "calendars/\(id)/import"),
            (.get, "calendars/\(id)/events/a"), (.put, "calendars/\(id)/events/a"),
            (.delete, "calendars/\(id)/events/a"),
        ] as [(HTTPRequest.Method, String)]
    )
    func signInRequired(method: HTTPRequest.Method, path: String) async throws {
        try await TestServer.run { _, client in
            let response = try await client.execute(uri: "/api/v1/" + path, method: method) { $0 }
            #expect(response.status == .unauthorized)
            #expect(response.problem == "/problems/not-signed-in")
        }
    }

    private static let id = "c0000000000000000000000000000001"
}

@Suite("Setting up")
struct SetupTests {
    private static func setUp(
        _ client: TestClient,
        code: String,
        email: String = TestServer.email,
        name: String = "Anna",
        password: String = TestServer.password
    ) async throws -> TestResponse {
        let form = """
            {"code":"\(code)","email":"\(email)","name":"\(name)","password":"\(password)"}
            """
        return try await client.execute(
            uri: "/api/v1/setup",
            method: .post,
            headers: [.contentType: "application/json"],
            body: ByteBuffer(string: form)
        ) { $0 }
    }

    @Test("Setup creates one account with one calendar, and works only once")
    func once() async throws {
        try await TestServer.run { server, client in
            let before = try await client.execute(uri: "/api/v1/session", method: .get) { $0 }
            #expect(
                before.text == #"{"setup":true,"providers":[],"registration":"invited"}"#
            )
            let code = server.backend.accounts.setupCode.text
            let first = try await Self.setUp(client, code: code.lowercased().filter { $0 != "-" })
            #expect(first.status == .created)
            let cookie = try #require(first.headers[.setCookie]?.split(separator: ";").first)
            let sync = try await client.execute(
                uri: "/api/v1/sync",
                method: .get,
                headers: [.cookie: String(cookie)]
            ) { $0 }
            #expect(try sync.lines[1]["name"]?.text == "Personal")
            let second = try await Self.setUp(client, code: code, email: "ben@example.org")
            #expect(second.status == .conflict)
            #expect(second.problem == "/problems/setup-done")
        }
    }

    @Test("Setup refuses wrong codes, and then even the right one after too many attempts")
    func wrongCode() async throws {
        try await TestServer.run { server, client in
            for _ in 0..<Limits.attemptsPerAccountMax {
                let response = try await Self.setUp(client, code: "AAAAA-AAAAA")
                #expect(response.problem == "/problems/wrong-code")
            }
            let right = try await Self.setUp(client, code: server.backend.accounts.setupCode.text)
            #expect(right.status == .tooManyRequests)
            #expect(try await server.backend.store.accounts.isEmpty())
        }
    }

    @Test(
        "E-mail address, name and password are limited in form and length",
        arguments: [
            ("a@b", "", 10, true), ("a@b", "", 9, false), ("a@b", "", 1024, true),
            ("a@b", "", 1025, false), ("ab", "", 10, false), ("@b", "", 10, false),
            ("a@", "", 10, false), ("a@b@c", "", 10, false), ("a b@c", "", 10, false),
            (String(repeating: "a", count: 252) + "@b", "", 10, true),
            (String(repeating: "a", count: 253) + "@b", "", 10, false),
            ("a@b", String(repeating: "n", count: 200), 10, true),
            ("a@b", String(repeating: "n", count: 201), 10, false),
        ]
    )
    func limits(email: String, name: String, passwordLength: Int, isTaken: Bool) async throws {
        try await TestServer.run { server, client in
            let response = try await Self.setUp(
                client,
                code: server.backend.accounts.setupCode.text,
                email: email,
                name: name,
                password: String(repeating: "x", count: passwordLength)
            )
            #expect(response.status == (isTaken ? .created : .unprocessableContent))
            #expect(response.problem == (isTaken ? nil : "/problems/not-valid"))
        }
    }
}

@Suite("Passwords")
struct PasswordTests {
    private let passwords = Passwords(cost: .init(rounds: 16, blockSize: 1, parallelism: 1))

    @Test("A stored password is hashed, with the cost it was made with")
    func storedForm() async throws {
        let stored = try await passwords.stored("correct horse", salt: [1, 2, 255])
        #expect(stored.hasPrefix("scrypt$16$1$1$0102ff$"))
        #expect(!stored.contains("correct"))
        let dearer = Passwords(cost: .init(rounds: 32, blockSize: 1, parallelism: 1))
        #expect(try await dearer.matches("correct horse", stored: stored))
    }

    @Test("The standard cost is 32768 rounds of block size 8")
    func cost() async throws {
        let stored = try await Passwords().stored("x", salt: [0])
        #expect(stored.hasPrefix("scrypt$32768$8$1$"))
    }

    @Test(
        "Only the exact password matches",
        arguments: ["", "correct horse ", "Correct horse", "correct horsf", "correct hors"]
    )
    func others(typed: String) async throws {
        let stored = try await passwords.stored("correct horse", salt: [7])
        #expect(try await !passwords.matches(typed, stored: stored))
    }

    @Test(
        "A missing or broken stored password matches nothing",
        arguments: [nil, "", "scrypt$16$1$1$00", "plain"]
    )
    func nobody(stored: String?) async throws {
        #expect(try await !passwords.matches("", stored: stored))
    }

    @Test("Hashing agrees with the test vector of RFC 7914, section 12")
    func vector() async throws {
        let cost = Passwords.Cost(rounds: 1024, blockSize: 8, parallelism: 16)
        let stored = try await Passwords(cost: cost).stored("password", salt: Array("NaCl".utf8))
        #expect(
            stored.hasSuffix("$fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b373162")
        )
    }
}
