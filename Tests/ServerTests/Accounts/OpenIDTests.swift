import Foundation
import HTTPTypes
import Synchronization
import Testing

@testable import Accounts
@testable import OpenIDConnect
@testable import Secrets
@testable import Server
@testable import ServerBase
@testable import Store

@Suite("Signing in with OpenID Connect")
struct OpenIDTests {
    @Test("The first sign-in creates an account, and the next finds it by its subject")
    func thereAndBack() async throws {
        try await OpenIDBrowser.run { browser in
            let first = try await browser.signIn("?return=/week/2026-03-11")
            #expect(first.status == .seeOther)
            #expect(first.headers[.location] == "/week/2026-03-11")
            let cookies = first.headers[values: .setCookie]
            let session = try #require(cookies.first { $0.hasPrefix("meantime_session=") })
            for part in ["HttpOnly", "SameSite=Strict"] { #expect(session.contains(part)) }
            let account = try await browser.account(first)
            #expect(account["name"]?.text == "Anna of Acme")
            #expect(account["email"]?.text == "anna@example.com")
            #expect(account["hasPassword"] == .bool(false))
            #expect(account["emailVerified"] == .bool(true))
            browser.provider.change { $0.email = "new@example.com" }
            let second = try await browser.account(try await browser.signIn())
            #expect(second["id"] == account["id"])
            #expect(browser.provider.count(of: "/keys") == 1, "the keys are kept")
        }
    }

    @Test("A sign-in starts with fresh secrets and a short-lived cookie")
    func authorization() async throws {
        try await OpenIDBrowser.run { browser in
            let (location, cookie) = try await browser.begin()
            #expect(location.contains("redirect_uri=https%3A%2F%2Fcalendar.example.org%2Fsign-in"))
            let other = try await browser.begin().location
            func items(_ text: String) -> [String: String] {
                let items = URLComponents(string: text)?.queryItems ?? []
                return Dictionary(items.map { ($0.name, $0.value ?? "") }) { first, _ in first }
            }
            for name in ["state", "nonce", "code_challenge"] {
                #expect(items(location)[name] != items(other)[name])
            }
            // Whoever sees the cookie doesn't learn what the provider will ask for.
            #expect(cookie.hasPrefix("meantime_sign_in=1."))
            let nonce = try #require(items(location)["nonce"])
            #expect(!cookie.contains(nonce))
            #expect(cookie != (try await browser.begin().cookie))
            let set = try await browser.get("/sign-in/acme").headers[.setCookie]
            for part in ["HttpOnly", "SameSite=Lax", "Path=/sign-in", "Max-Age=600"] {
                #expect(set?.contains(part) == true)
            }
        }
    }

    private static let faults: [(String, @Sendable (inout FakeProvider.Behaviour) -> Void)] = [
        ("expired", { $0.expiresAfter = -121 }),
        ("made in the future", { $0.madeAfter = 121 }),
        ("made long ago", { $0.madeAfter = -3600 }),
        ("of another issuer", { $0.issuer = "https://evil.example.com" }),
        ("for another client", { $0.audience = #""client 2""# }),
        ("for several, and nobody says for whom", { $0.audience = #"["client 1","client 2"]"# }),
        ("for another party", { $0.party = "client 2" }),
        ("for another sign-in", { $0.nonce = "another" }),
        ("signed by another key", { $0.signsWrongly = true }),
        ("signed by an unknown key", { $0.namedKey = "another" }),
        ("of nobody", { $0.subject = "" }),
        ("of a subject too long", { $0.subject = String(repeating: "s", count: 256) }),
    ]

    @Test("A faulty ID token is refused", arguments: faults.indices)
    func wrongToken(index: Int) async throws {
        let (what, fault) = Self.faults[index]
        try await OpenIDBrowser.run { browser in
            browser.provider.change(fault)
            let response = try await browser.signIn()
            #expect(response.signInProblem == "provider-failed", "\(what)")
            #expect(response.cookiePairs[SessionCookie.name] == nil)
            let holder = try await browser.server.backend.store.identities
                .account(email: "anna@example.com")
            #expect(holder == nil)
        }
    }

    @Test(
        "An ID token just within the limits is accepted",
        arguments: [0, 1, 2, 3, 4]
    )
    func rightToken(index: Int) async throws {
        let faults: [@Sendable (inout FakeProvider.Behaviour) -> Void] = [
            { $0.expiresAfter = -119 }, { $0.madeAfter = 120 }, { $0.madeAfter = -3599 },
            {
                $0.audience = #"["client 1","client 2"]"#
                $0.party = "client 1"
            },
            { $0.methods = #"["client_secret_post"]"# },
        ]
        try await OpenIDBrowser.run { browser in
            browser.provider.change(faults[index])
            let response = try await browser.signIn()
            #expect(response.headers[.location] == "/")
        }
    }

    @Test("A faulty answer of the provider is refused", arguments: 0...7)
    func wrongProvider(index: Int) async throws {
        let faults: [@Sendable (inout FakeProvider.Behaviour) -> Void] = [
            { $0.isDown = true },
            { $0.metadataIssuer = "https://other.example.com" },
            { $0.tokenEndpoint = "http://id.example.com/token" },
            { $0.oversizes = "/.well-known/openid-configuration" },
            { $0.oversizes = "/token" }, { $0.oversizes = "/keys" },
            { $0.tokenEndpoint = FakeProvider.issuer + "/nothing" },
            { $0.isVerified = "\"perhaps\"" },
        ]
        try await OpenIDBrowser.run { browser in
            browser.provider.change(faults[index])
            let (location, cookie) = try await browser.begin()
            guard !cookie.isEmpty else {
                #expect(location == "/?problem=provider-failed")
                return
            }
            let response = try await browser.finish(
                try browser.provider.grant(location),
                cookie: cookie
            )
            #expect(response.signInProblem == "provider-failed")
        }
    }

    @Test("A new key of the provider is fetched, but only once in a while")
    func rotation() async throws {
        try await OpenIDBrowser.run { browser in
            _ = try await browser.signIn()
            browser.provider.rotate(to: "key-2")
            #expect(try await browser.signIn().signInProblem == "provider-failed")
            #expect(browser.provider.count(of: "/keys") == 1)
            browser.server.clock.advance(seconds: Limits.keyFetchSeconds)
            #expect(try await browser.signIn().headers[.location] == "/")
            browser.provider.change { $0.namedKey = "made up" }
            for _ in 0..<3 { _ = try await browser.signIn() }
            #expect(browser.provider.count(of: "/keys") == 2)
        }
    }

    @Test("A state works once, in time, and only in the browser that started")
    func state() async throws {
        try await OpenIDBrowser.run { browser in
            let (location, cookie) = try await browser.begin()
            let grant = try browser.provider.grant(location)
            #expect(try await browser.finish(grant, cookie: cookie).signInProblem == nil)
            let replayed = try await browser.finish(grant, cookie: cookie)
            #expect(replayed.signInProblem == "provider-failed", "a code works once")
            #expect(replayed.cookiePairs["meantime_sign_in"] == "")
            let foreign = try await browser.begin().cookie
            for wrong in ["", "meantime_sign_in=", "meantime_sign_in=00", foreign] {
                let (location, _) = try await browser.begin()
                let stolen = try browser.provider.grant(location)
                let response = try await browser.finish(stolen, cookie: wrong)
                #expect(response.signInProblem == "sign-in-expired")
            }
            let other = try await browser.begin()
            let wrong = (code: try browser.provider.grant(other.location).code, state: "made-up")
            let response = try await browser.finish(wrong, cookie: other.cookie)
            #expect(response.signInProblem == "sign-in-expired")
            #expect(response.cookiePairs["meantime_sign_in"] == nil)
            let right = try browser.provider.grant(other.location)
            let goesOn = try await browser.finish(right, cookie: other.cookie)
            #expect(goesOn.signInProblem == nil, "anybody can send somebody a wrong state")
            let late = try await browser.begin()
            let lateGrant = try browser.provider.grant(late.location)
            browser.server.clock.advance(seconds: Limits.signInSeconds)
            let end = try await browser.finish(lateGrant, cookie: late.cookie)
            #expect(end.signInProblem == "sign-in-expired")
        }
    }

    @Test("A code of another sign-in is refused")
    func code() async throws {
        try await OpenIDBrowser.run { browser in
            let victim = try await browser.begin()
            let attacker = try await browser.begin()
            let code = try browser.provider.grant(attacker.location).code
            let state = try browser.provider.grant(victim.location).state
            let injected = try await browser.finish((code, state), cookie: victim.cookie)
            #expect(injected.signInProblem == "provider-failed")
        }
    }

    @Test(
        "A refusal by the provider is reported on the page",
        arguments: [
            ("error=access_denied", "sign-in-cancelled"), ("error=server_error", "provider-failed"),
            ("code=x&iss=https://evil.example.com", "provider-failed"), ("x=y", "provider-failed"),
        ]
    )
    func refusals(query: String, problem: String) async throws {
        try await OpenIDBrowser.run { browser in
            let (location, cookie) = try await browser.begin()
            let state = try browser.provider.grant(location).state
            let response = try await browser.get(
                "/sign-in/acme/callback?state=\(state)&\(query)",
                cookie: cookie
            )
            #expect(response.signInProblem == problem)
        }
    }

    @Test(
        "A sign-in returns only to paths of the page",
        arguments: [
            ("/week", "/week"), ("/join/abc", "/join/abc"), ("", "/"), ("//evil.example.com", "/"),
            ("/..//evil.example.com", "/"), ("/.//evil.example.com", "/"),
            ("/%2e%2E//evil.example.com", "/"), ("/week/..//evil.example.com", "/"),
            ("/week//evil.example.com", "/"), ("/week/../..", "/"), ("/week/..", "/"),
            ("/week/...", "/week/..."), ("/week/", "/week/"),
            ("/search?q=a//b/../c", "/search?q=a//b/../c"),
            ("https://evil.example.com", "/"), ("/%5Cevil.example.com", "/"), ("/%09/evil", "/"),
            ("/a%0d%0aSet-Cookie:x", "/"), ("/sign-in/acme", "/"), ("/api/v1/session", "/"),
        ]
    )
    func openRedirect(given: String, expected: String) async throws {
        try await OpenIDBrowser.run { browser in
            let response = try await browser.signIn("?return=\(given)")
            #expect(response.headers[.location] == expected)
        }
    }

    @Test("A sign-in that began at one server ends at another")
    func twoServers() async throws {
        try await OpenIDBrowser.run { browser in
            let (location, cookie) = try await browser.begin("?return=/week")
            let grant = try browser.provider.grant(location)
            try await browser.server.withOtherServer { server, client in
                let other = OpenIDBrowser(
                    server: server,
                    client: client,
                    provider: browser.provider
                )
                let response = try await other.finish(grant, cookie: cookie)
                #expect(response.headers[.location] == "/week")
                #expect(try await other.account(response)["email"]?.text == "anna@example.com")
            }
        }
    }

    @Test("A sealed sign-in opens in its place, with its key and unchanged only")
    func sealed() async throws {
        try await OpenIDBrowser.run { browser in
            let secrets = browser.server.backend.secrets
            let attempt = OpenIDAttempt(
                at: FakeProvider.configured,
                returnPath: "/",
                joins: nil,
                consent: nil,
                browser.server.clock.clockAndRandom
            )
            func opens(_ text: String, by keys: SecretKeys, at provider: String = "acme") -> Bool {
                let opened = try? OpenIDAttempt(
                    sealed: text,
                    by: keys,
                    state: attempt.state,
                    provider: provider,
                    nowSecond: browser.server.clock.nowSecond
                )
                return opened?.nonce == attempt.nonce
            }
            let text = try attempt.sealed(by: secrets)
            #expect(opens(text, by: secrets))
            #expect(!opens(text, by: secrets, at: "google"))
            #expect(!opens(text, by: .forgotten()))
            #expect(!opens(secrets.seal("{}", for: "sign-in at another service"), by: secrets))
            let plain = try secrets.open(text, for: "sign-in at another service")
            #expect(!opens(secrets.seal(plain, for: "somewhere else"), by: secrets))
            let end = text.hasSuffix("A") ? "Q" : "A"
            #expect(!opens(text.dropLast() + end, by: secrets))
        }
    }

    @Test("The path to return to may have so many bytes, and no more", arguments: [0, 1])
    func longPath(more: Int) async throws {
        try await OpenIDBrowser.run { browser in
            let path = "/" + String(repeating: "a", count: Limits.returnPathBytesMax - 1 + more)
            let (location, cookie) = try await browser.begin("?return=" + path)
            #expect(cookie.utf8.count < 3000, "with the other headers it's less than 4 KiB")
            let grant = try browser.provider.grant(location)
            let response = try await browser.finish(grant, cookie: cookie)
            #expect(response.headers[.location] == (more == 0 ? path : "/"))
        }
    }

    @Test("An e-mail address missing in the token is read from the userinfo endpoint")
    func userInfo() async throws {
        try await OpenIDBrowser.run { browser in
            browser.provider.change { $0.tellsEmailInToken = false }
            let account = try await browser.account(try await browser.signIn())
            #expect(account["email"]?.text == "anna@example.com")
            browser.provider.change {
                $0.subject = "subject-2"
                $0.email = nil
            }
            #expect(try await browser.signIn().signInProblem == "email-missing")
        }
    }

    @Test("A provider that isn't configured isn't found", arguments: ["other", "acme%2F..", ""])
    func unknownProvider(id: String) async throws {
        try await OpenIDBrowser.run { browser in
            let response = try await browser.get("/sign-in/" + id)
            #expect(response.status == .notFound)
        }
    }
}

@Suite("Linking identities to accounts")
struct IdentityTests {
    @Test("An unverified address doesn't sign in to an existing account")
    func unproved() async throws {
        try await OpenIDBrowser.run { browser in
            let anna = try await browser.server.visitor(browser.client, email: "anna@example.com")
            #expect(try await browser.signIn().signInProblem == "account-exists")
            // Somebody who is signed in can link the identity.
            let joined = try await browser.signIn("?join=account&return=/", cookie: anna.cookie)
            #expect(joined.headers[.location] == "/")
            #expect(joined.cookiePairs[SessionCookie.name] == nil, "the session stays")
            let account = try await browser.account(try await browser.signIn())
            #expect(account["id"]?.text == anna.account.id.text)
            #expect(account["hasPassword"] == .bool(true))
        }
    }

    @Test(
        "An identity joins an account only by an address that both have verified",
        arguments: ["true", "false"]
    )
    func proved(isVerified: String) async throws {
        try await OpenIDBrowser.run { browser in
            let first = try await browser.account(try await browser.signIn())
            browser.provider.change {
                $0.subject = "subject-2"
                $0.isVerified = isVerified
            }
            let second = try await browser.signIn()
            if isVerified == "true" {
                #expect(try await browser.account(second)["id"] == first["id"])
            } else {
                #expect(second.signInProblem == "account-exists")
            }
        }
    }

    @Test("An identity isn't moved from one account to another")
    func taken() async throws {
        try await OpenIDBrowser.run { browser in
            _ = try await browser.signIn()
            let ben = try await browser.server.visitor(browser.client, email: "ben@example.com")
            let response = try await browser.signIn("?join=account", cookie: ben.cookie)
            #expect(response.signInProblem == "identity-taken")
        }
    }

    @Test("The last way to sign in can't be removed")
    func lastWay() async throws {
        try await OpenIDBrowser.run { browser in
            let response = try await browser.signIn()
            let account = try await browser.account(response)
            guard case .array(let identities)? = account["identities"] else {
                Issue.record("no identities")
                return
            }
            let id = try #require(identities.first?["id"]?.text)
            let token = try #require(response.cookiePairs[SessionCookie.name])
            func send(
                _ method: HTTPRequest.Method,
                _ path: String,
                _ body: String = ""
            ) async throws -> TestResponse {
                try await browser.client.execute(
                    uri: "/api/v1/account" + path,
                    method: method,
                    headers: [
                        .contentType: "application/json", .cookie: "meantime_session=" + token,
                    ],
                    body: .init(string: body)
                ) { $0 }
            }
            let refused = try await send(.delete, "/identities/" + id)
            #expect(refused.problem == "/problems/last-sign-in-way")
            let set = try await send(.patch, "", #"{"password":"a new password"}"#)
            #expect(set.status == .ok)
            #expect(try await send(.delete, "/identities/" + id).status == .noContent)
            let store = browser.server.backend.store
            let gone = try await store.identities.account(
                issuer: FakeProvider.issuer,
                subject: "subject-1"
            )
            #expect(gone == nil)
        }
    }

    @Test(
        "Signing in creates an account only if registration allows it",
        arguments: [
            (Registration.open, "/", true), (.closed, "/", false),
            (.closed, "/join/good-link", false), (.invited, "/", false),
            (.invited, "/join/bad-link", false), (.invited, "/join/good-link", true),
        ]
    )
    func registration(mode: Registration, path: String, isMade: Bool) async throws {
        try await OpenIDBrowser.run(registration: mode) { browser in
            let response = try await browser.signIn("?return=" + path)
            #expect(response.signInProblem == (isMade ? nil : "registration-closed"))
            #expect((response.cookiePairs[SessionCookie.name] != nil) == isMade)
        }
    }

    @Test("Signing in starts a new session and ends the browser's earlier one")
    func fixation() async throws {
        try await OpenIDBrowser.run { browser in
            let ben = try await browser.server.visitor(browser.client, email: "ben@example.com")
            let (location, binding) = try await browser.begin()
            let grant = try browser.provider.grant(location)
            let response = try await browser.finish(grant, cookie: binding + "; " + ben.cookie)
            let token = try #require(response.cookiePairs[SessionCookie.name])
            #expect(!ben.cookie.contains(token))
            #expect(try await ben.request(.get, "/api/v1/sync").status == .unauthorized)
        }
    }
}
