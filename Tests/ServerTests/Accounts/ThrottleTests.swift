import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing

@testable import Server

@Suite("Limits on sign-in attempts")
struct ThrottleTests {
    private static func run(
        _ body: @escaping @Sendable (TestServer, any TestClientProtocol) async throws -> Void
    ) async throws {
        try await TestServer.run(settings: TestServer.behindProxy) { server, client in
            _ = try await server.visitor(client)
            try await body(server, client)
        }
    }

    private static func signIn(
        _ client: any TestClientProtocol,
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
