import HTTPTypes
import NIOCore
import Testing

@testable import Server
@testable import ServerBase
@testable import Store

@Suite("Disabled accounts")
struct DisabledAccountTests {
    /// Runs a body with somebody whose account has just been disabled.
    private static func run(_ body: @escaping @Sendable (Visitor) async throws -> Void) async throws
    {
        try await TestServer.runSignedIn { visitor in
            #expect(try await visitor.server.backend.accounts.disable(visitor.account.id))
            try await body(visitor)
        }
    }

    @Test("The right password gets told that the account is disabled, a wrong one as ever")
    func password() async throws {
        try await Self.run { visitor in
            let right = try await SignInTests.signIn(visitor.client)
            #expect(right.status == .forbidden)
            #expect(right.problem == "/problems/account-disabled")
            #expect(right.text.contains("This account is disabled. Ask whoever runs this server."))
            #expect(right.headers[.setCookie] == nil)
            let wrong = try await SignInTests.signIn(visitor.client, password: "wrong horse")
            #expect(wrong.problem == "/problems/wrong-credentials")
            #expect(try await visitor.server.backend.accounts.enable(visitor.account.id))
            #expect(try await SignInTests.signIn(visitor.client).status == .ok)
        }
    }

    @Test("A session ends, and stays ended when the account is enabled again")
    func session() async throws {
        try await Self.run { visitor in
            #expect(try await visitor.request(.get, "/api/v1/sync").status == .unauthorized)
            _ = try await visitor.server.backend.accounts.enable(visitor.account.id)
            #expect(try await visitor.request(.get, "/api/v1/sync").status == .unauthorized)
        }
    }

    @Test("Programs are refused with both kinds of passwords until it's enabled")
    func programs() async throws {
        try await TestServer.runSignedIn { visitor in
            let appPassword = try await visitor.appPassword().password
            let propfind = try #require(HTTPRequest.Method("PROPFIND"))
            func problem(_ password: String, _ path: String) async throws -> String? {
                let program = try await visitor.program(password)
                let method = path.hasPrefix("/dav") ? propfind : .get
                return try await program.request(method, absolute: path).problem
            }
            func problems() async throws -> [String?] {
                [
                    try await problem(appPassword, "/dav/"),
                    try await problem(TestServer.password, "/dav/"),
                    // Found right within the last minutes.
                    try await problem(TestServer.password, "/dav/"),
                    try await problem(appPassword, "/api/v1/sync"),
                ]
            }
            #expect(try await problems() == [nil, nil, nil, nil])
            _ = try await visitor.server.backend.accounts.disable(visitor.account.id)
            let disabled = "/problems/account-disabled"
            #expect(try await problems() == [disabled, disabled, disabled, disabled])
            #expect(try await problem("wrong horse", "/dav/") == "/problems/wrong-credentials")
            _ = try await visitor.server.backend.accounts.enable(visitor.account.id)
            #expect(try await problems() == [nil, nil, nil, nil])
        }
    }

    @Test("Live streams end, of pages and of programs")
    func streams() async throws {
        try await TestServer.runSignedIn { visitor in
            let backend = visitor.server.backend
            let id = try await visitor.appPassword().id
            let entries: [RequestEntry] = [visitor.entry, .program(appPassword: id)]
            for entry in entries {
                let stream = LiveStream(backend: backend, owner: visitor.account.id, entry: entry)
                let listener = try await stream.listen()
                let since = try await backend.store.changes.latest()
                let (starts, continuation) = AsyncStream.makeStream(of: Void.self)
                let run = Task {
                    try await stream.run(listener, since: since) { _ in continuation.yield() }
                }
                for await _ in starts { break }
                _ = try await backend.accounts.disable(visitor.account.id)
                try await run.value
                _ = try await backend.accounts.enable(visitor.account.id)
                let token = String(visitor.cookie.dropFirst(SessionCookie.name.count + 1))
                try await backend.store.sessions.create(
                    NewSession(
                        tokenHash: SessionCookie.hash(of: token),
                        account: visitor.account.id,
                        createdSecond: visitor.server.clock.nowSecond,
                        expiresSecond: visitor.server.clock.nowSecond + 100
                    )
                )
            }
        }
    }

    @Test("Signing in with another service is refused with a reason")
    func otherService() async throws {
        try await OpenIDBrowser.run { browser in
            let account = try await browser.account(try await browser.signIn())
            let id = try #require(account["id"]?.text.flatMap { AccountID($0) })
            _ = try await browser.server.backend.accounts.disable(id)
            let refused = try await browser.signIn()
            #expect(refused.signInProblem == "account-disabled")
            #expect(refused.cookiePairs[SessionCookie.name] == nil)
        }
    }

    @Test("Its secret addresses answer as if they had never been")
    func secretAddresses() async throws {
        try await TestServer.runSignedIn { visitor in
            let address = try await visitor.secretAddress()
            #expect(try await visitor.read(address).status == .ok)
            _ = try await visitor.server.backend.accounts.disable(visitor.account.id)
            let gone = try await visitor.read(address)
            let never = try await visitor.read(MadeAddress(id: "", path: "/secret/never.ics"))
            #expect(gone.status == .notFound)
            #expect(gone.text == never.text)
            #expect(gone.headersOfKind == never.headersOfKind)
        }
    }
}
