import HTTPTypes
import NIOCore
import Testing

@testable import Server
@testable import ServerBase
@testable import Store

@Suite("Links for a new password")
struct PasswordLinkTests {
    private static func ask(
        _ client: TestClient,
        _ method: HTTPRequest.Method,
        token: String,
        password: String? = nil
    ) async throws -> TestResponse {
        let more = password.map { #","password":"\#($0)""# } ?? ""
        return try await client.execute(
            uri: "/api/v1/password-link",
            method: method,
            headers: [.contentType: "application/json"],
            body: ByteBuffer(string: #"{"token":"\#(token)"\#(more)}"#)
        ) { $0 }
    }

    private static func token(for visitor: Visitor) async throws -> String {
        let link = try await visitor.server.backend.accounts.makePasswordLink(
            for: visitor.account.id
        )
        #expect(link.expiresSecond == visitor.server.clock.nowSecond + 86_400)
        let start = "/password#"
        #expect(link.path.hasPrefix(start))
        return String(link.path.dropFirst(start.count))
    }

    @Test("A link lets somebody choose a password, signs them in and ends all their sessions")
    func once() async throws {
        try await TestServer.runSignedIn { visitor in
            let token = try await Self.token(for: visitor)
            let shown = try await Self.ask(visitor.client, .post, token: token)
            #expect(shown.status == .ok)
            #expect(try shown.json["email"]?.text == TestServer.email)
            #expect(try shown.json["name"]?.text == "Anna")
            let used = try await Self.ask(
                visitor.client,
                .put,
                token: token,
                password: "a new password"
            )
            #expect(used.status == .ok)
            let cookie = try #require(used.cookiePairs[SessionCookie.name])
            let session = try await visitor.request(
                .get,
                "/api/v1/account",
                headers: ["Cookie": SessionCookie.name + "=" + cookie]
            )
            #expect(session.status == .ok)
            #expect(try await visitor.request(.get, "/api/v1/account").status == .unauthorized)
            #expect(try await SignInTests.signIn(visitor.client).status == .unauthorized)
            let signedIn = try await SignInTests.signIn(visitor.client, password: "a new password")
            #expect(signedIn.status == .ok)
        }
    }

    @Test("A link that was used, replaced, or is a day old says so")
    func over() async throws {
        try await TestServer.runSignedIn { visitor in
            let client = visitor.client
            func isOver(_ token: String) async throws -> Bool {
                let shown = try await Self.ask(client, .post, token: token)
                let used = try await Self.ask(
                    client,
                    .put,
                    token: token,
                    password: "newer password"
                )
                let problem = "/problems/link-over"
                #expect(shown.problem == used.problem || shown.status == .ok)
                return shown.status == .notFound && shown.problem == problem
            }
            let first = try await Self.token(for: visitor)
            let second = try await Self.token(for: visitor)
            #expect(try await isOver(first), "replaced")
            visitor.server.clock.advance(seconds: 86_399)
            #expect(try await !isOver(second))
            #expect(try await isOver(second), "used")
            let third = try await Self.token(for: visitor)
            visitor.server.clock.advance(seconds: 86_400)
            #expect(try await isOver(third), "old")
            #expect(try await isOver("never"))
        }
    }

    @Test("A password that is too short is refused, and the link stays")
    func shortPassword() async throws {
        try await TestServer.runSignedIn { visitor in
            let token = try await Self.token(for: visitor)
            let short = try await Self.ask(visitor.client, .put, token: token, password: "short")
            #expect(short.problem == "/problems/not-valid")
            #expect(try await Self.ask(visitor.client, .post, token: token).status == .ok)
        }
    }

    @Test("Somebody who mistyped the password too often can sign in after a link was used")
    func locked() async throws {
        try await TestServer.runSignedIn { visitor in
            for _ in 0..<Limits.attemptsPerAccountMax {
                _ = try await SignInTests.signIn(visitor.client, password: "wrong horse")
            }
            #expect(try await SignInTests.signIn(visitor.client).status == .tooManyRequests)
            let token = try await Self.token(for: visitor)
            _ = try await Self.ask(visitor.client, .put, token: token, password: "a new password")
            let signedIn = try await SignInTests.signIn(visitor.client, password: "a new password")
            #expect(signedIn.status == .ok)
        }
    }

    @Test("App passwords stay, unless they're revoked as well")
    func appPasswords() async throws {
        try await TestServer.runSignedIn { visitor in
            let program = try await visitor.program(try await visitor.appPassword().password)
            let token = try await Self.token(for: visitor)
            _ = try await Self.ask(visitor.client, .put, token: token, password: "a new password")
            #expect(try await program.request(.get, "sync").status == .ok)
            let backend = visitor.server.backend
            #expect(try await backend.accounts.revokeAppPasswords(of: visitor.account.id) == 1)
            #expect(try await program.request(.get, "sync").status == .unauthorized)
        }
    }
}
