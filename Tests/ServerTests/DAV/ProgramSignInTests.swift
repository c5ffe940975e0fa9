import Foundation
import HTTPTypes
import Testing

@testable import Accounts
@testable import Server
@testable import ServerBase

/// How calendar programs sign in.
@Suite("Sign-in of calendar programs")
struct ProgramSignInTests {
    private static func status(
        _ client: TestClient,
        _ password: String,
        email: String = TestServer.email,
        headers: HTTPFields = [:]
    ) async throws -> Int {
        var headers = headers
        let credentials = Data("\(email):\(password)".utf8).base64EncodedString()
        headers[.authorization] = "Basic " + credentials
        headers[try #require(HTTPField.Name("Depth"))] = "0"
        let method = try #require(HTTPRequest.Method("PROPFIND"))
        return try await client.execute(uri: "/dav/", method: method, headers: headers).status.code
    }

    @Test("The account's own password works, and a changed one doesn't any more")
    func ownPassword() async throws {
        try await TestServer.runSignedIn { visitor in
            let client = visitor.client
            #expect(try await Self.status(client, TestServer.password) == 207)
            #expect(try await Self.status(client, TestServer.password) == 207)
            #expect(try await Self.status(client, "another password") == 401)
            let changed = try await visitor.request(
                .patch,
                "/api/v1/account",
                #"{"oldPassword":"\#(TestServer.password)","password":"a new password"}"#
            )
            #expect(changed.status.code < 300, "\(changed.text)")
            #expect(try await Self.status(client, TestServer.password) == 401)
            #expect(try await Self.status(client, "a new password") == 207)
        }
    }

    @Test("A revoked app password is refused at once")
    func revoked() async throws {
        try await TestServer.runSignedIn { visitor in
            let made = try await visitor.appPassword()
            #expect(try await Self.status(visitor.client, made.password) == 207)
            let count = try await visitor.server.backend.accounts.revokeAppPasswords(
                named: "Mail",
                of: visitor.account.id
            )
            #expect(count == 1)
            #expect(try await Self.status(visitor.client, made.password) == 401)
        }
    }

    @Test("The administrator can turn the account's own password off")
    func turnedOff() async throws {
        let settings: @Sendable (inout ServerSettings) -> Void = {
            $0.letsProgramsUseAccountPasswords = false
        }
        try await TestServer.run(settings: settings) { server, client in
            let visitor = try await server.visitor(client)
            #expect(try await Self.status(client, TestServer.password) == 401)
            let password = try await visitor.appPassword().password
            #expect(try await Self.status(client, password) == 207)
        }
    }

    @Test("Guessing stops at the limit, also for the account over all networks")
    func throttled() async throws {
        try await TestServer.runSignedIn { visitor in
            let client = visitor.client
            var statuses: [Int] = []
            for _ in 0...Limits.attemptsPerAccountMax {
                statuses.append(try await Self.status(client, "wrong password"))
            }
            statuses.append(try await Self.status(client, TestServer.password))
            #expect(
                statuses
                    == Array(repeating: 401, count: Limits.attemptsPerAccountMax) + [429, 429]
            )
        }
    }

    @Test("Right passwords are accepted while a forgotten program keeps trying a wrong one")
    func wrongBesideRight() async throws {
        try await TestServer.runSignedIn { visitor in
            let client = visitor.client
            let appPassword = try await visitor.appPassword().password
            // Found right, and remembered for some minutes.
            #expect(try await Self.status(client, TestServer.password) == 207)
            for _ in 0...Limits.attemptsPerAccountMax {
                _ = try await Self.status(client, "revoked")
            }
            #expect(try await Self.status(client, "revoked") == 429)
            #expect(try await Self.status(client, appPassword) == 207)
            #expect(try await Self.status(client, TestServer.password) == 207)
        }
    }

    @Test(
        "A password isn't taken from a proxy whose client came without HTTPS, trusted or on this machine",
        arguments: [false, true],
        [
            ("X-Forwarded-Proto", "https", 207), ("X-Forwarded-Proto", "http", 403),
            ("X-Forwarded-Proto", "HTTP", 403), ("X-Forwarded-Proto", " http ", 403),
            ("X-Forwarded-Proto", "http, https", 403), ("X-Forwarded-Proto", "https,http", 403),
            ("X-Forwarded-Scheme", "http", 403), ("X-Forwarded-Protocol", "http", 403),
            ("X-Forwarded-Ssl", "off", 403), ("X-Forwarded-Ssl", "on", 207),
            ("Front-End-Https", "Off", 403),
            ("Forwarded", "for=192.0.2.1;proto=https", 207), ("Forwarded", "proto=http", 403),
            ("Forwarded", "for=192.0.2.1; Proto=\"http\";by=a", 403),
            ("Forwarded", "for=192.0.2.1;proto=http, for=192.0.2.2;proto=https", 403),
            ("Forwarded", "for=192.0.2.1, proto=http", 403), ("Forwarded", "for=http", 207),
            ("X-Forwarded-For", "192.0.2.1", 207), ("Accept", "*/*", 207),
        ]
    )
    func unprotected(trustsProxy: Bool, header: (String, String, Int)) async throws {
        let (field, value, expected) = header
        let change: @Sendable (inout ServerSettings) -> Void = { $0.trustsProxy = trustsProxy }
        try await TestServer.run(settings: change) { server, client in
            _ = try await server.visitor(client)
            let name = try #require(HTTPField.Name(field))
            let status = try await Self.status(client, TestServer.password, headers: [name: value])
            #expect(status == expected, "\(field): \(value)")
        }
    }

    @Test("At the limit, the right passwords that have ended are forgotten first, or else all")
    func remembered() async {
        let checked = CheckedPasswords()
        let limit = Limits.checkedPasswordsMax
        for number in 0..<limit {
            await checked.insert("\(number)", stored: "hash", nowSecond: number == 0 ? 0 : 10)
        }
        #expect(await checked.contains("0", stored: "hash", nowSecond: 1))
        #expect(await checked.contains("\(limit - 1)", stored: "hash", nowSecond: 1))
        // The first has ended by now, and only that.
        let end = Limits.checkedPasswordSeconds
        await checked.insert("new", stored: "hash", nowSecond: end)
        #expect(await !checked.contains("0", stored: "hash", nowSecond: 1))
        #expect(await checked.contains("1", stored: "hash", nowSecond: end))
        #expect(await checked.contains("new", stored: "hash", nowSecond: end))
        await checked.insert("newer", stored: "hash", nowSecond: end)
        #expect(await !checked.contains("1", stored: "hash", nowSecond: end))
        #expect(await checked.contains("newer", stored: "hash", nowSecond: end))
        #expect(await !checked.contains("newer", stored: "another", nowSecond: end))
        #expect(await !checked.contains("newer", stored: "hash", nowSecond: 2 * end))
    }
}
