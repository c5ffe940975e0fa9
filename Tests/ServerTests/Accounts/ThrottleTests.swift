import HTTPTypes
import NIOCore
import Testing

@testable import Accounts
@testable import Observability
@testable import Server
@testable import ServerBase
@testable import Store

@Suite("Limits on sign-in attempts")
struct ThrottleTests {
    private static func run(
        _ body: @escaping @Sendable (TestServer, TestClient) async throws -> Void
    ) async throws {
        try await TestServer.run(settings: TestServer.behindProxy) { server, client in
            _ = try await server.visitor(client)
            try await body(server, client)
        }
    }

    private static func signIn(
        _ client: TestClient,
        email: String = TestServer.email,
        password: String = TestServer.password,
        from address: String = "192.0.2.1"
    ) async throws -> TestResponse {
        try await SignInTests.signIn(client, email: email, password: password, from: address)
    }

    @Test("Too many attempts lock an account until the window has passed")
    func window() async throws {
        try await Self.run { server, client in
            for _ in 0..<Limits.attemptsPerAccountMax {
                #expect(try await Self.signIn(client, password: "wrong").status == .unauthorized)
            }
            let refused = try await Self.signIn(client)
            #expect(refused.status == .tooManyRequests)
            #expect(refused.problem == "/problems/too-many-attempts")
            #expect(refused.headers[.retryAfter] == "\(Limits.attemptWindowSeconds)")
            server.clock.advance(seconds: Limits.attemptWindowSeconds - 1)
            #expect(try await Self.signIn(client).headers[.retryAfter] == "1")
            server.clock.advance(seconds: 1)
            #expect(try await Self.signIn(client).status == .ok)
        }
    }

    @Test("Attempts from one network don't lock the account for others")
    func elsewhere() async throws {
        try await Self.run { _, client in
            for _ in 0...Limits.attemptsPerAccountMax {
                _ = try await Self.signIn(client, password: "wrong", from: "198.51.100.7")
            }
            #expect(try await Self.signIn(client, from: "198.51.100.7").status == .tooManyRequests)
            #expect(try await Self.signIn(client).status == .ok)
        }
    }

    @Test("Attempts from many networks lock the account except where its owner signed in before")
    func everywhere() async throws {
        try await Self.run { _, client in
            #expect(try await Self.signIn(client, from: "203.0.113.5").status == .ok)
            for number in 0..<Limits.attemptsFromEverywhereMax {
                let response = try await Self.signIn(
                    client,
                    password: "wrong",
                    from: "192.0.2.\(number)"
                )
                #expect(response.status == .unauthorized)
            }
            #expect(try await Self.signIn(client, from: "198.51.100.7").status == .tooManyRequests)
            #expect(try await Self.signIn(client, from: "203.0.113.5").status == .ok)
        }
    }

    @Test("Nobody pushes out what is counted at an account by failing under other names")
    func flood() async throws {
        try await Self.run { server, client in
            for _ in 0..<Limits.attemptsPerAccountMax {
                #expect(try await Self.signIn(client, password: "wrong").status == .unauthorized)
            }
            let failures = server.backend.store.signInFailures
            let now = server.clock.nowSecond
            // As many as the issue is about, from many networks, and each under several keys.
            for network in 0..<360 {
                let text = "198.51.\(network / 250).\(network % 250)"
                let keys = (0..<30).flatMap { name -> [ThrottleKey] in
                    let address = "p\(network)-\(name)@example.org"
                    return [.pair(account: address, network: text), .account(address)]
                }
                let new = (keys + [.network(text)]).map { key in
                    NewSignInFailure(
                        keyHash: key.hash,
                        account: key.account,
                        attemptsMax: key.countMax,
                        endsSecond: now + key.windowSeconds
                    )
                }
                try await failures.add(new, nowSecond: now)
            }
            try await failures.clear(nowSecond: now, keeping: 1_000)
            #expect(try await Self.signIn(client).status == .tooManyRequests)
            server.clock.advance(seconds: Limits.attemptWindowSeconds)
            #expect(try await Self.signIn(client).status == .ok)
        }
    }

    @Test("What an account asks for stays counted, however many networks ask for something else")
    func requests() async throws {
        let throttle = RequestThrottle()
        let account = ThrottleKey.externalCalendars(account: "anna")
        let link = ThrottleKey.secretAddress("link")
        let network = ThrottleKey.secretAddressNetwork("192.0.2.1")
        for key in [account, link, network] {
            for _ in 0..<key.countMax { try await throttle.admit(key, nowSecond: 0) }
        }
        for number in 0..<3 * Limits.requestCountsMax {
            try await throttle.admit(.secretAddressNetwork("n\(number)"), nowSecond: 1)
        }
        for key in [account, link, network] {
            await #expect(throws: ServerError.self, "\(key)") {
                try await throttle.admit(key, nowSecond: 1)
            }
        }
        #expect(await throttle.countedCount <= Limits.requestCountsMax + 2)
        for number in 0..<2 * Limits.requestCountsMax {
            try await throttle.admit(.secretAddress("l\(number)"), nowSecond: 100)
        }
        #expect(
            await throttle.countedCount == 2 * Limits.requestCountsMax + 1,
            "and what has ended goes"
        )
    }

    @Test("Attempts at many accounts lock their network, even with successes in between")
    func manyAccounts() async throws {
        try await Self.run { server, client in
            for number in 0..<Limits.attemptsPerNetworkMax {
                let response = try await Self.signIn(client, email: "p\(number)@example.org")
                #expect(response.status == .unauthorized)
                guard number < Limits.attemptsPerNetworkMax - 1 else { break }
                #expect(try await Self.signIn(client).status == .ok, "after \(number)")
            }
            #expect(try await Self.signIn(client).status == .tooManyRequests)
        }
    }

    @Test("The right password clears the failed attempts")
    func forgiving() async throws {
        try await Self.run { _, client in
            for _ in 0..<3 {
                for _ in 1..<Limits.attemptsPerAccountMax {
                    _ = try await Self.signIn(client, password: "wrong")
                }
                #expect(try await Self.signIn(client).status == .ok)
            }
        }
    }

    @Test("An account that is unlocked can be tried again, from everywhere")
    func unlocked() async throws {
        try await Self.run { server, client in
            let found = try await server.backend.store.accounts.account(email: TestServer.email)
            let account = try #require(found)
            #expect(try await !server.backend.accounts.unlock(account), "nothing is counted")
            for network in ["192.0.2.1", "198.51.100.7"] {
                for _ in 0..<Limits.attemptsPerAccountMax {
                    _ = try await Self.signIn(client, password: "wrong", from: network)
                }
            }
            let end = server.clock.nowSecond + Limits.attemptWindowSeconds
            #expect(try await server.backend.accounts.waitEnd(at: TestServer.email) == end)
            #expect(try await Self.signIn(client).status == .tooManyRequests)
            #expect(try await server.backend.accounts.unlock(account))
            #expect(try await server.backend.accounts.waitEnd(at: TestServer.email) == nil)
            for network in ["192.0.2.1", "198.51.100.7"] {
                #expect(try await Self.signIn(client, from: network).status == .ok)
            }
        }
    }

    @Test("Several servers on one database count together")
    func severalServers() async throws {
        try await Self.run { server, client in
            let other = SignInThrottle(in: server.backend.store.signInFailures)
            let key = ThrottleKey.pair(account: TestServer.email, network: "192.0.2.1")
            let now = server.clock.nowSecond
            for _ in 0..<Limits.attemptsPerAccountMax - 1 {
                _ = try await Self.signIn(client, password: "wrong")
            }
            await #expect(throws: ServerError.wrongCredentials, "the last one here") {
                try await other.attempt([key], nowSecond: now) {
                    throw ServerError.wrongCredentials
                }
            }
            #expect(try await Self.signIn(client).status == .tooManyRequests)
        }
    }

    @Test("Parallel attempts can't exceed the limit")
    func parallel() async throws {
        try await Self.run { server, client in
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<Limits.attemptsPerAccountMax * 2 {
                    group.addTask { try await Self.signIn(client, password: "wrong").status.code }
                }
                return try await group.reduce(into: [:]) { $0[$1, default: 0] += 1 }
            }
            let limit = Limits.attemptsPerAccountMax
            #expect(statuses == [401: limit, 429: limit])
        }
    }

    @Test("Signing in without a failure before writes nothing about attempts")
    func nothingWritten() async throws {
        try await Self.run { server, client in
            func count() async throws -> Int64? {
                try await server.database.read(as: .server(.signIn)) {
                    try $0.row("SELECT count(*) FROM sign_in_failures")?.integer(0)
                }
            }
            #expect(try await Self.signIn(client).status == .ok)
            #expect(try await count() == 0)
            _ = try await Self.signIn(client, password: "wrong")
            #expect(try await count() == 2, "of the account in this network, and of the network")
            #expect(try await Self.signIn(client).status == .ok)
            #expect(try await count() == 1, "the network's stays")
        }
    }

    @Test("All addresses of an IPv6 network count as one")
    func version6() async throws {
        try await Self.run { _, client in
            for number in 0..<Limits.attemptsPerAccountMax {
                _ = try await Self.signIn(
                    client,
                    password: "wrong",
                    from: "2001:db8:1:2::\(number)"
                )
            }
            let neighbour = try await Self.signIn(client, from: "2001:db8:1:2:ffff::1")
            #expect(neighbour.status == .tooManyRequests)
            #expect(try await Self.signIn(client, from: "2001:db8:1:3::1").status == .ok)
        }
    }

    @Test(
        "An address is counted by its network",
        arguments: [
            ("192.0.2.1", "192.0.2.1"), (" 192.0.2.1:8080", "192.0.2.1"),
            ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
            ("[2001:db8::1]:443", "2001:db8:0:0::/64"),
            ("[2001:db8::1]", "2001:db8:0:0::/64"), ("fe80::1%eth0", "fe80:0:0:0::/64"),
            ("::1", "0:0:0:0::/64"), ("::ffff:192.0.2.1", "192.0.2.1"),
            ("::ffff:c000:201", "192.0.2.1"), ("2001:DB8::", "2001:db8:0:0::/64"),
            ("local", "local"), ("::ffff:192.0.2.256", "::ffff:192.0.2.256"),
            (String(repeating: "x", count: 65), String(repeating: "x", count: 64)),
        ]
    )
    func networks(address: String, network: String) {
        #expect(ClientNetwork(address).text == network)
    }
}
