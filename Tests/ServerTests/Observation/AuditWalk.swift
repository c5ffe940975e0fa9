import HTTPTypes
import Logging
import NIOCore
import Outgoing
import Synchronization
import Testing

@testable import ExternalCalendars
@testable import Observability
@testable import OpenIDConnect
@testable import Server
@testable import ServerBase
@testable import Store

/// People who do everything once that the audit log has a record of.
struct AuditWalk: Sendable {
    let server: TestServer
    let client: TestClient
    let provider: FakeProvider
    let lines: LogLines
    /// What must not be in the log.
    let secrets = Secrets()

    /// Texts that are learned on the way.
    final class Secrets: Sendable {
        private let texts = Mutex(["correct horse", "wrong horse", "better horse", "Dentist"])

        var all: [String] { texts.withLock { $0 } }

        func add(_ text: String?) throws {
            let text = try #require(text)
            texts.withLock { $0.append(text) }
        }
    }

    static let feed = "https://club.example.com/s3cret-feed.ics"

    /// Runs a body with a server that has no accounts yet.
    static func run(_ body: @escaping @Sendable (AuditWalk) async throws -> Void) async throws {
        try await LogLines.run { lines in
            let observing = Observing(
                observation: Observation(audit: AuditLog(to: [lines.logger(AuditLog.label)]))
            )
            let made = Mutex<FakeProvider?>(nil)
            let google = OpenIDProvider(
                id: OpenIDProvider.googleID,
                name: "Google",
                issuer: "https://accounts.example.com",
                clientID: "client 2",
                clientSecret: "secret"
            )
            try await TestServer.run(
                providers: [FakeProvider.configured, google],
                registration: .open,
                settings: TestServer.behindProxy,
                fetcher: { clock in
                    let provider = FakeProvider(clock: clock)
                    made.withLock { $0 = provider }
                    return fetcher(provider)
                },
                observing: observing
            ) { server, client in
                let provider = try #require(made.withLock { $0 })
                try await body(
                    AuditWalk(server: server, client: client, provider: provider, lines: lines)
                )
            }
        }
    }

    private static func fetcher(_ provider: FakeProvider) -> WebFetcher {
        WebFetcher(
            resolve: provider.fetcher.resolve,
            { request in
                guard request.address == feed else {
                    return try await provider.fetcher.fetch(request)
                }
                let text = ClubFeed.calendar(["a": "Training"])
                return OutgoingResponse(
                    status: 200,
                    headers: [("Content-Type", "text/calendar")],
                    octets: Array(text.utf8)
                )
            }
        )
    }

    @discardableResult
    func done(
        _ visitor: Visitor,
        _ method: HTTPRequest.Method,
        _ path: String,
        _ body: String? = nil
    ) async throws -> TestResponse {
        let answer = try await visitor.request(
            method,
            "/api/v1/" + path,
            body,
            headers: ["If-Match": "*"]
        )
        #expect(answer.status.kind == .successful, "\(method) \(path): \(answer.text)")
        return answer
    }

    // MARK: - Steps

    /// Creates the first account, then signs in rightly and wrongly.
    func signingIn() async throws {
        func setUp(_ code: String) async throws -> TestResponse {
            let password = TestServer.password
            return try await client.execute(
                uri: "/api/v1/setup",
                method: .post,
                headers: [.contentType: "application/json"],
                body: ByteBuffer(
                    string: #"{"code":"\#(code)","email":"first@b.org","password":"\#(password)"}"#
                )
            ) { $0 }
        }
        #expect(try await setUp("wrong").status == .forbidden)
        #expect(try await setUp(server.backend.accounts.setupCode.text).status == .created)
        try secrets.add(server.backend.accounts.setupCode.text)
        func signIn(_ email: String, _ password: String, _ network: String) async throws
            -> TestResponse
        {
            try await SignInTests.signIn(client, email: email, password: password, from: network)
        }
        for _ in 0..<Limits.attemptsPerAccountMax {
            _ = try await signIn("first@b.org", "wrong horse", "192.0.2.1")
        }
        for _ in 0..<3 {
            let refused = try await signIn("first@b.org", "correct horse", "192.0.2.1")
            #expect(refused.status == .tooManyRequests)
        }
        for _ in 0...Limits.attemptsPerNetworkMax {
            _ = try await signIn("no address", "wrong horse", "192.0.2.2")
        }
        let signedIn = try await signIn("first@b.org", "correct horse", "192.0.2.3")
        try secrets.add(signedIn.cookiePairs[SessionCookie.name])
        let register = #"{"email":"new@b.org","password":"correct horse"}"#
        let registered = try await client.execute(
            uri: "/api/v1/accounts",
            method: .post,
            headers: [.contentType: "application/json"],
            body: ByteBuffer(string: register)
        ) { $0 }
        #expect(registered.status == .created)
    }

    /// Signs in with another service, adds it to an account and removes it again.
    func signingInElsewhere(_ anna: Visitor) async throws {
        let browser = OpenIDBrowser(server: server, client: client, provider: provider)
        provider.change { $0.email = "elsewhere@b.org" }
        #expect(try await browser.signIn().headers[.location] == "/")
        #expect(try await browser.get("/sign-in/acme/callback?state=x").signInProblem != nil)
        provider.change { $0.subject = "subject-2" }
        _ = try await browser.signIn("?join=account", cookie: anna.cookie)
        let account = try await done(anna, .get, "account").json
        let identity = try #require(account["identities"]?.objects.first?["id"]?.text)
        try await done(anna, .delete, "account/identities/\(identity)")
    }

    /// Makes, uses and ends passwords and sessions.
    func passwords(_ anna: Visitor) async throws {
        let wrong = #"{"password":"better horse","oldPassword":"wrong horse"}"#
        #expect(try await anna.request(.patch, "/api/v1/account", wrong).status.code == 422)
        let right = #"{"password":"better horse","oldPassword":"correct horse"}"#
        try await done(anna, .patch, "account", right)
        let made = try await anna.appPassword()
        try secrets.add(made.password)
        for password in [made.password, made.password, "wrong horse", "better horse"] {
            let program = try await anna.program(password)
            let propfind = try #require(HTTPRequest.Method("PROPFIND"))
            _ = try await program.request(propfind, absolute: "/dav/calendars/")
        }
        try await done(anna, .delete, "account/app-passwords/\(made.id)")
        let profile = try await client.execute(
            uri: "/api/v1/account/programs/apple-profile",
            method: .post,
            headers: [
                .cookie: anna.cookie, .contentType: "application/x-www-form-urlencoded",
            ],
            body: ByteBuffer(string: "name=iPhone")
        ) { $0 }
        #expect(profile.status == .ok)
        let other = try await server.visitor(client, email: "sessions@example.org")
        _ = try await other.otherBrowser("One")
        let sessions = try await done(other, .get, "account/sessions").json["sessions"]
        let id = try #require(
            sessions?.objects.first { $0["current"] == .bool(false) }?["id"]?.text
        )
        try await done(other, .delete, "account/sessions/\(id)")
        try await done(other, .delete, "account/sessions")
        try await done(other, .delete, "session")
    }

    /// What an administrator does with accounts, and choosing a password by a link.
    func administration() async throws {
        let visitor = try await server.visitor(client, email: "forgot@example.org")
        let backend = server.backend
        _ = try await SignInTests.signIn(
            client,
            email: visitor.account.email,
            password: "wrong horse",
            from: "192.0.2.4"
        )
        #expect(try await backend.accounts.unlock(visitor.account))
        let link = try await backend.accounts.makePasswordLink(for: visitor.account.id)
        let token = String(link.path.drop { $0 != "#" }.dropFirst())
        try secrets.add(token)
        for token in ["wrong", token] {
            for method in [HTTPRequest.Method.post, .put] {
                let form = #"{"token":"\#(token)","password":"better horse"}"#
                _ = try await visitor.request(method, "/api/v1/password-link", form)
            }
        }
        #expect(try await backend.accounts.disable(visitor.account.id))
        #expect(try await backend.accounts.enable(visitor.account.id))
        backend.audit.noteRestoration(from: "backup.sqlite", (accounts: 1, events: 0))
    }

    /// Makes a group, gives and takes rights, and removes it.
    func groups(_ anna: Visitor) async throws {
        let group = try #require(
            try await done(anna, .post, "groups", #"{"name":"Club"}"#).json["id"]?.text
        )
        func join(_ email: String) async throws -> Visitor {
            let visitor = try await server.visitor(client, email: email)
            let invited = try await done(anna, .post, "groups/\(group)/invitations", "{}").json
            let token = try #require(invited["token"]?.text)
            try secrets.add(token)
            try await done(visitor, .post, "invitations/\(token)", "{}")
            return visitor
        }
        let (ben, cleo) = (try await join("ben@example.org"), try await join("cleo@example.org"))
        let members = "groups/\(group)/members/"
        try await done(anna, .patch, members + ben.account.id.text, #"{"role":"admin"}"#)
        let shares = #"{"default":"busy","calendars":{"\#(ben.calendar)":"full"}}"#
        try await done(ben, .put, "groups/\(group)/shares", shares)
        try await done(ben, .delete, members + ben.account.id.text)
        try await done(anna, .delete, members + cleo.account.id.text)
        let link = try await done(anna, .post, "groups/\(group)/invitations", "{}").json
        let id = try #require(link["id"]?.text)
        try await done(anna, .delete, "groups/\(group)/invitations/\(id)")
        try await done(anna, .delete, "groups/\(group)")
    }

    /// Removes calendars in every way, and gives one out.
    func calendars(_ anna: Visitor) async throws {
        let address = try await anna.secretAddress()
        try secrets.add(String(address.path.dropFirst(SecretAddressPath.folder.count)))
        try await done(anna, .delete, "account/secret-addresses/\(address.id)")
        func made() async throws -> String {
            try #require(
                try await done(anna, .post, "calendars", #"{"name":"More"}"#).json["id"]?.text
            )
        }
        let (one, two, three) = (try await made(), try await made(), try await made())
        try await done(anna, .delete, "calendars/\(one)")
        try await done(anna, .post, "bin/calendars/\(one)")
        try await done(anna, .delete, "calendars/\(two)")
        try await done(anna, .delete, "bin/calendars/\(two)")
        let program = try await anna.program(try await anna.appPassword().password)
        let propfind = try #require(HTTPRequest.Method("PROPFIND"))
        _ = try await program.request(propfind, absolute: "/dav/calendars/")
        let place = "/dav/calendars/\(anna.account.id.text)/\(three)/"
        #expect(try await program.request(.delete, absolute: place).status == .noContent)
        try await anna.create("dentist", title: "Dentist")
        _ = try await anna.request(.delete, anna.events + "dentist", headers: ["If-Match": "*"])
        let bin = try await done(anna, .get, "bin/events").json["events"]
        let event = try #require(bin?.objects.first?["id"]?.text)
        try await done(anna, .delete, "bin/events/\(event)")
        try await done(anna, .delete, "bin")
    }

    /// Adds calendars of other services, and removes them.
    func externalCalendars(_ anna: Visitor) async throws {
        try secrets.add("s3cret-feed")
        let form = #"{"address":"\#(Self.feed)"}"#
        let added = try await done(anna, .post, "sources", form).json
        let calendar = try #require(added["calendar"]?["id"]?.text)
        try await done(anna, .patch, "sources/\(calendar)", #"{"paused":true}"#)
        try await done(anna, .delete, "calendars/\(calendar)")
        let answer = GoogleAnswer(
            subject: "1",
            email: "anna@google.example",
            refreshToken: "l4sting-token",
            canWrite: false
        )
        let left = try await server.backend.externalCalendars.leave(answer, for: anna.account.id)
        try secrets.add("l4sting-token")
        let kept = try await done(anna, .post, "sources/google", #"{"answer":"\#(left)"}"#).json
        let id = try #require(kept["account"]?.text)
        try await done(anna, .delete, "sources/google/\(id)")
    }

    func leaving() async throws {
        let visitor = try await server.visitor(client, email: "leaving@example.org")
        let form = #"{"email":"leaving@example.org","password":"correct horse"}"#
        try await done(visitor, .delete, "account", form)
    }
}
