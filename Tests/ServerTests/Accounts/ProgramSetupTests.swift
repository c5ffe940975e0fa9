import Foundation
import HTTPTypes
import NIOCore
import Testing

@testable import Server
@testable import ServerBase

@Suite("Setting up other programs")
struct ProgramSetupTests {
    private static func profile(
        for visitor: Visitor,
        form: String = "name=iPhone",
        headers: HTTPFields = [:]
    ) async throws -> TestResponse {
        var fields: HTTPFields = [
            .cookie: visitor.cookie, .contentType: "application/x-www-form-urlencoded",
        ]
        for field in headers { fields[field.name] = field.value }
        return try await visitor.client.execute(
            uri: "/api/v1/account/programs/apple-profile",
            method: .post,
            headers: fields,
            body: ByteBuffer(string: form)
        ) { $0 }
    }

    /// The names of an account's app passwords.
    private static func appPasswords(of visitor: Visitor) async throws -> [String] {
        let list = try await visitor.request(.get, "/api/v1/account/app-passwords").json
        return try entries(list["appPasswords"]).compactMap { $0["name"]?.text }
    }

    private static func entries(_ value: JSONValue?) throws -> [JSONValue] {
        guard case .array(let entries) = value else { throw NotAnArray() }
        return entries
    }

    private struct NotAnArray: Error {}

    private static func dictionary(_ response: TestResponse) throws -> [String: Any] {
        let list = try PropertyListSerialization.propertyList(
            from: Data(response.body.readableBytesView),
            format: nil
        )
        return try #require(list as? [String: Any])
    }

    private static func calendarAccount(_ response: TestResponse) throws -> [String: Any] {
        let content = try dictionary(response)["PayloadContent"] as? [[String: Any]]
        return try #require(content?.first)
    }

    @Test("The profile has all that an Apple device asks for, and isn't kept anywhere")
    func profile() async throws {
        try await TestServer.runSignedIn { visitor in
            let response = try await Self.profile(for: visitor)
            #expect(response.status == .ok)
            #expect(response.headers[.contentType] == "application/x-apple-aspen-config")
            #expect(response.headers[.cacheControl] == "no-store")
            let whole = try Self.dictionary(response)
            #expect(whole["PayloadType"] as? String == "Configuration")
            #expect(whole["PayloadVersion"] as? Int == 1)
            #expect(
                whole["PayloadIdentifier"] as? String
                    == "org.example.calendar.meantime.\(visitor.account.id.text)"
            )
            let account = try Self.calendarAccount(response)
            #expect(account["PayloadType"] as? String == "com.apple.caldav.account")
            #expect(account["CalDAVHostName"] as? String == "calendar.example.org")
            #expect(account["CalDAVPort"] as? Int == 443)
            #expect(account["CalDAVUseSSL"] as? Bool == true)
            #expect(account["CalDAVUsername"] as? String == visitor.account.email)
            #expect(account["CalDAVAccountDescription"] as? String == "Meantime")
            let uuids = [whole, account].map { $0["PayloadUUID"] as? String ?? "" }
            #expect(Set(uuids).count == 2)
            #expect(uuids.allSatisfy { UUID(uuidString: $0) != nil }, "\(uuids)")
        }
    }

    @Test("The profile's password and address let a program in")
    func signsIn() async throws {
        try await TestServer.runSignedIn { visitor in
            let account = try Self.calendarAccount(try await Self.profile(for: visitor))
            let password = try #require(account["CalDAVPassword"] as? String)
            let path = try #require(account["CalDAVPrincipalURL"] as? String)
            let program = try await visitor.program(password)
            let method = try #require(HTTPRequest.Method("PROPFIND"))
            let depth = try #require(HTTPField.Name("Depth"))
            let answer = try await program.request(method, absolute: path, more: [depth: "0"])
            #expect(answer.status.code == 207)
            #expect(try await Self.appPasswords(of: visitor) == ["iPhone"])
        }
    }

    @Test(
        "The profile names the address that the browser knows",
        arguments: [
            ("https://cal.example.com", "cal.example.com", 443, true),
            ("https://cal.example.com:8443", "cal.example.com", 8443, true),
            ("http://192.168.0.7:8080", "192.168.0.7", 8080, false),
            ("http://home", "home", 80, false),
            // Without a usable origin it's the public address.
            ("null", "calendar.example.org", 443, true),
        ]
    )
    func address(origin: String, host: String, port: Int, isSecure: Bool) async throws {
        try await TestServer.runSignedIn { visitor in
            var headers: HTTPFields = [.origin: origin]
            headers[try #require(HTTPField.Name("Sec-Fetch-Site"))] = "same-origin"
            let account = try Self.calendarAccount(
                try await Self.profile(for: visitor, headers: headers)
            )
            #expect(account["CalDAVHostName"] as? String == host)
            #expect(account["CalDAVPort"] as? Int == port)
            #expect(account["CalDAVUseSSL"] as? Bool == isSecure)
        }
    }

    @Test("A name is escaped, and refused where an app password's would be")
    func names() async throws {
        try await TestServer.run { server, client in
            let visitor = try await server.visitor(client, email: "a&b@example.org")
            let account = try Self.calendarAccount(
                try await Self.profile(for: visitor, form: "name=%3Cx%3E+%26+y")
            )
            #expect(account["CalDAVUsername"] as? String == "a&b@example.org")
            #expect(try await Self.appPasswords(of: visitor) == ["<x> & y"])
            for (form, status) in [
                ("name=", HTTPResponse.Status.unprocessableContent), ("", .badRequest),
                ("name=%00", .unprocessableContent), ("{\"name\":\"x\"}", .badRequest),
            ] {
                let refused = try await Self.profile(for: visitor, form: form)
                #expect(refused.status == status, "\(form)")
            }
        }
    }

    @Test("Another site can't make a browser fetch a profile")
    func otherSite() async throws {
        try await TestServer.runSignedIn { visitor in
            var headers: HTTPFields = [.origin: "https://evil.example"]
            #expect(try await Self.profile(for: visitor, headers: headers).status == .forbidden)
            headers[try #require(HTTPField.Name("Sec-Fetch-Site"))] = "cross-site"
            #expect(try await Self.profile(for: visitor, headers: headers).status == .forbidden)
            #expect(try await Self.appPasswords(of: visitor).isEmpty)
        }
    }

    // MARK: - QR codes

    private static func code(_ text: String, for visitor: Visitor) async throws -> TestResponse {
        try await visitor.request(
            .post,
            "/api/v1/account/programs/qr-code",
            #"{"text":"\#(text)"}"#
        )
    }

    @Test("A code is a square with the three corners that cameras look for")
    func square() async throws {
        try await TestServer.runSignedIn { visitor in
            let text = "caldavs://anna%40example.org@calendar.example.org/dav/"
            let response = try await Self.code(text, for: visitor)
            #expect(response.status == .ok)
            let rows = try Self.entries(try response.json["rows"]).compactMap(\.text)
            #expect(rows.count >= 21 && rows.count % 4 == 1)
            #expect(rows.allSatisfy { $0.utf8.count == rows.count })
            #expect(rows.joined().allSatisfy { $0 == "0" || $0 == "1" })
            let (edge, ring, core) = ("1111111", "1000001", "1011101")
            let corner = [edge, ring, core, core, core, ring, edge]
            #expect(rows.prefix(7).map { String($0.prefix(7)) } == corner)
            #expect(rows.prefix(7).map { String($0.suffix(7)) } == corner)
            #expect(rows.suffix(7).map { String($0.prefix(7)) } == corner)
            let other = try await Self.code("x" + text.dropFirst(), for: visitor).json
            #expect(try Self.entries(other["rows"]).compactMap(\.text) != rows)
        }
    }

    @Test(
        "A code's text has 1 to 500 octets",
        arguments: [(0, false), (1, true), (500, true), (501, false)]
    )
    func lengths(count: Int, isTaken: Bool) async throws {
        #expect(Limits.codeTextBytesMax == 500)
        try await TestServer.runSignedIn { visitor in
            let text = String(repeating: "x", count: count)
            let response = try await Self.code(text, for: visitor)
            #expect(response.status == (isTaken ? .ok : .unprocessableContent))
        }
    }
}
