import Foundation
import HTTPTypes
import Outgoing
import Synchronization
import Testing

@testable import Accounts
@testable import Server

/// A browser that signs in with the fake provider.
struct OpenIDBrowser: Sendable {
    let server: TestServer
    let client: TestClient
    let provider: FakeProvider

    static func run(
        registration: Registration = .open,
        _ body: @escaping @Sendable (OpenIDBrowser) async throws -> Void
    ) async throws {
        let made = Mutex<FakeProvider?>(nil)
        @Sendable
        func fetcher(_ clock: TestClock) -> WebFetcher {
            let provider = FakeProvider(clock: clock)
            made.withLock { $0 = provider }
            return provider.fetcher
        }
        try await TestServer.run(
            providers: [FakeProvider.configured],
            registration: registration,
            fetcher: fetcher
        ) { server, client in
            let provider = try #require(made.withLock { $0 })
            // Only the setup code creates the first account, so create it here.
            let first = try NewPerson(email: "first@b", name: "First", password: "correct horse")
            _ = try await server.backend.accounts.create(first, isFirst: true)
            try await body(OpenIDBrowser(server: server, client: client, provider: provider))
        }
    }

    func get(_ path: String, cookie: String = "") async throws -> TestResponse {
        let headers: HTTPFields = cookie.isEmpty ? [:] : [.cookie: cookie]
        return try await client.execute(uri: path, method: .get, headers: headers) { $0 }
    }

    /// Starts a sign-in: the redirect to the provider, and the cookie that the callback needs.
    func begin(
        _ query: String = "",
        cookie: String = ""
    ) async throws -> (location: String, cookie: String) {
        let response = try await get("/sign-in/acme" + query, cookie: cookie)
        try #require(response.status == .seeOther)
        let location = try #require(response.headers[.location])
        let pairs = response.cookiePairs
        return (location, pairs["meantime_sign_in"].map { "meantime_sign_in=" + $0 } ?? "")
    }

    /// Follows the redirect back from the provider.
    func finish(_ grant: (code: String, state: String), cookie: String) async throws
        -> TestResponse
    {
        try await get(
            "/sign-in/acme/callback?code=\(grant.code)&state=\(grant.state)",
            cookie: cookie
        )
    }

    /// A whole sign-in.
    func signIn(_ query: String = "", cookie: String = "") async throws -> TestResponse {
        let (location, binding) = try await begin(query, cookie: cookie)
        try #require(!binding.isEmpty, "refused at the start: \(location)")
        return try await finish(try provider.grant(location), cookie: binding)
    }

    func account(_ response: TestResponse) async throws -> [String: JSONValue] {
        let token = try #require(response.cookiePairs[SessionCookie.name])
        let answer = try await get("/api/v1/account", cookie: "meantime_session=" + token)
        return try answer.json
    }
}

extension TestResponse {
    /// The cookies that are set, by name.
    var cookiePairs: [String: String] {
        var pairs: [String: String] = [:]
        for field in headers[values: .setCookie] {
            let pair = field.split(separator: ";")[0].split(separator: "=", maxSplits: 1)
            pairs[String(pair[0])] = pair.count > 1 ? String(pair[1]) : ""
        }
        return pairs
    }

    var signInProblem: String? {
        guard let location = headers[.location], location.hasPrefix("/?problem=") else {
            return nil
        }
        return String(location.dropFirst("/?problem=".count))
    }
}
