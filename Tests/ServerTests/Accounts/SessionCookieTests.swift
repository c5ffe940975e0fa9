import Foundation
import HTTPTypes
import NIOCore
import Testing

@testable import Server

@Suite("Session cookie")
struct SessionCookieTests {
    /// Signs in, over HTTPS or not, and returns the Set-Cookie header.
    private static func cookie(
        _ client: TestClient,
        isSecure: Bool
    ) async throws -> String {
        let proto = try #require(HTTPField.Name("X-Forwarded-Proto"))
        let response = try await SignInTests.signIn(
            client,
            headers: [proto: isSecure ? "https" : "http"]
        )
        return try #require(response.headers[.setCookie])
    }

    private static func isSignedIn(
        _ client: TestClient,
        _ pair: String
    ) async throws -> Bool {
        let status = try await client.execute(
            uri: "/api/v1/account",
            method: .get,
            headers: [.cookie: pair]
        ) { $0.status }
        return status == .ok
    }

    @Test("The cookie is secure and bound to the host behind HTTPS", arguments: [true, false])
    func name(isSecure: Bool) async throws {
        try await TestServer.run(settings: TestServer.behindProxy) { server, client in
            _ = try await server.visitor(client)
            let cookie = try await Self.cookie(client, isSecure: isSecure)
            #expect(cookie.hasPrefix("__Host-meantime_session=") == isSecure)
            #expect(cookie.contains("Secure") == isSecure)
            #expect(!cookie.contains("Domain"))
            #expect(cookie.components(separatedBy: "; ").contains("Path=/"))
            let pair = String(cookie.prefix { $0 != ";" })
            #expect(try await Self.isSignedIn(client, pair))
            let end = try await client.execute(
                uri: "/api/v1/session",
                method: .delete,
                headers: [.cookie: pair]
            ) { $0 }
            let cleared = try #require(end.headers[.setCookie])
            #expect(
                cleared.hasPrefix(isSecure ? "__Host-meantime_session=;" : "meantime_session=;")
            )
            #expect(cleared.contains("Secure") == isSecure, "or the browser ignores the deletion")
            #expect(try await !Self.isSignedIn(client, pair))
        }
    }

    @Test("Without a proxy that is trusted, nobody is believed to have come by HTTPS")
    func unprovenHTTPS() async throws {
        try await TestServer.run { server, client in
            _ = try await server.visitor(client)
            let cookie = try await Self.cookie(client, isSecure: true)
            #expect(cookie.hasPrefix("meantime_session=") && !cookie.contains("Secure"))
        }
    }

    @Test("The settings can require secure cookies, whatever a request says")
    func requiredHTTPS() async throws {
        let settings: @Sendable (inout ServerSettings) -> Void = { $0.requiresSecureCookies = true }
        try await TestServer.run(settings: settings) { server, client in
            _ = try await server.visitor(client)
            let cookie = try await Self.cookie(client, isSecure: false)
            #expect(cookie.hasPrefix("__Host-meantime_session=") && cookie.contains("Secure"))
        }
    }

    @Test("A session's cookie works only under the name it was set with")
    func otherName() async throws {
        try await TestServer.run(settings: TestServer.behindProxy) { server, client in
            let before = try await server.visitor(client)
            #expect(try await Self.isSignedIn(client, before.cookie))
            let secure = try await Self.cookie(client, isSecure: true).prefix { $0 != ";" }
            let token = secure.drop { $0 != "=" }
            #expect(try await !Self.isSignedIn(client, "meantime_session" + token), "planted")
            let plain = try await Self.cookie(client, isSecure: false).prefix { $0 != ";" }
            let value = plain.drop { $0 != "=" }
            #expect(try await !Self.isSignedIn(client, "__Host-meantime_session" + value))
        }
    }
}
