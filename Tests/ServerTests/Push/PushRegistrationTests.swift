import HTTPTypes
import Testing
import WebDAV

@testable import CalDAVServer
@testable import Server
@testable import ServerBase
@testable import Store

@Suite("Registrations for push messages")
struct PushRegistrationTests {
    private static func run(
        _ body: @escaping @Sendable (PushProgram, Visitor) async throws -> Void
    ) async throws {
        try await TestServer.runSignedIn { visitor in
            try await body(try await PushProgram(visitor, named: "phone"), visitor)
        }
    }

    @Test("A program finds what it needs on calendars and on the home, and on nothing else")
    func properties() async throws {
        try await Self.run { program, visitor in
            let key = visitor.server.backend.programs.push.key.publicText
            let asked = """
                <D:propfind xmlns:D="DAV:" xmlns:P="https://bitfire.at/webdav-push"><D:prop>
                <P:transports/><P:topic/><P:supported-triggers/></D:prop></D:propfind>
                """
            for (path, topic, triggers) in [
                (program.client.calendar, visitor.calendar, ["content-update", "property-update"]),
                (program.client.home, visitor.account.id.text, ["content-update"]),
            ] {
                let answer = try await program.client.xml("PROPFIND", path, asked)
                let found = answer.first(.dav("response"))?.first(.dav("propstat"))?
                    .first(.dav("prop"))
                let web = found?.first(.push("transports"))?.first(.push("web-push"))
                #expect(web?.first(.push("vapid-public-key"))?.text == key)
                #expect(web?.first(.push("vapid-public-key"))?.attributes["type"] == "p256ecdsa")
                #expect(found?.first(.push("topic"))?.text == topic)
                let names = found?.first(.push("supported-triggers"))?.children.map(\.name.local)
                #expect(names == triggers)
            }
            for path in ["/dav/", program.client.home + "inbox/"] {
                let answer = try await program.client.xml("PROPFIND", path, asked)
                let status = answer.first(.dav("response"))?.first(.dav("propstat"))?
                    .first(.dav("status"))
                #expect(status?.text == "HTTP/1.1 404 Not Found")
            }
            for method in ["OPTIONS", "PROPFIND"] {
                let headers = ["Depth": "0"]
                let response = try await program.client.request(method, "/dav/", headers: headers)
                let name = try #require(HTTPField.Name("DAV"))
                #expect(response.headers[name]?.contains("webdav-push") == true)
            }
        }
    }

    @Test("The key stays the same, also for another process")
    func key() async throws {
        try await Self.run { _, visitor in
            let other = try await visitor.server.otherStore()
            let clock = visitor.server.clock.clockAndRandom
            let key = try await VAPIDKey(of: other, clockAndRandom: clock)
            #expect(key.publicText == visitor.server.backend.programs.push.key.publicText)
        }
    }

    @Test("A registration has a whole address and an end, and is renewed in its place")
    func registering() async throws {
        try await Self.run { program, visitor in
            let wanted = visitor.server.clock.nowSecond + 3 * 86_400
            let expires = "<expires>\(HTTPDate.text(of: wanted))</expires>"
            let calendar = program.client.calendar
            let text = program.registration(PushProgram.contentTrigger + expires)
            let first = try await program.client.request("POST", calendar, text)
            #expect(first.status == .created)
            #expect(first.headers[.expires] == HTTPDate.text(of: wanted))
            let address = try #require(first.headers[.location])
            #expect(address.hasPrefix("https://calendar.example.org/dav/push/"))

            let last = visitor.server.clock.nowSecond + Limits.pushDaysMax * 86_400
            for asked in [
                "", "<expires>soon</expires>", "<expires>\(HTTPDate.text(of: last + 1))</expires>",
            ] {
                let again = program.registration(PushProgram.contentTrigger + asked)
                let second = try await program.client.request("POST", calendar, again)
                #expect(second.status == .noContent)
                #expect(second.headers[.location] == address)
                #expect(second.headers[.expires] == HTTPDate.text(of: last))
            }
            let store = visitor.server.backend.store.pushRegistrations
            #expect(try await store.all(of: visitor.account.id).count == 1)
            // Another collection is another registration.
            #expect(try await program.register(at: program.client.home) != address)
            #expect(try await store.all(of: visitor.account.id).count == 2)
        }
    }

    @Test(
        "What is missing counts as the content, and what nobody knows as nothing",
        arguments: [
            ("", 1), ("<trigger/>", 1), ("<trigger><content-update/></trigger>", 1),
            (PushProgram.bothTriggers, 3), ("<trigger><property-update/></trigger>", 2),
            ("<trigger><moon-phase/></trigger>", 0),
        ]
    )
    func triggers(text: String, bits: Int) async throws {
        try await Self.run { program, visitor in
            let calendar = program.client.calendar
            let response = try await program.client.request(
                "POST",
                calendar,
                program.registration(text)
            )
            guard bits > 0 else {
                #expect(response.status == .forbidden)
                #expect(response.text.contains("<no-supported-trigger"))
                return
            }
            let id = try #require(response.headers[.location]?.split(separator: "/").last)
            let found = try await visitor.server.backend.store.pushRegistrations.registration(
                String(id),
                nowSecond: visitor.server.clock.nowSecond
            )
            #expect(found?.registration.triggers.rawValue == Int64(bits))
        }
    }

    @Test("What can't be sent to isn't taken")
    func refused() async throws {
        try await Self.run { program, _ in
            let client = program.client
            let texts = [
                program.registration(resource: "http://push.example.net/a"),
                program.registration(resource: "https://127.0.0.1@push.example.net/"),
                program.registration(resource: "https://[::1]/a"),
                program.registration(resource: "ftp://push.example.net/a"),
                program.registration(resource: ""),
                program.registration(
                    resource: "https://push.example.net/" + String(repeating: "a", count: 2000)
                ),
                program.registration(encoding: "aesgcm"),
                program.registration(key: "AAAA"),
                "<push-register xmlns=\"https://bitfire.at/webdav-push\"/>",
            ]
            for text in texts {
                let response = try await client.request("POST", client.calendar, text)
                #expect(response.status == .forbidden)
                #expect(response.text.contains("<invalid-subscription"), "\(response.text)")
            }
            for path in ["/dav/", client.home + "inbox/"] {
                let response = try await client.request("POST", path, program.registration())
                #expect(response.status == .forbidden)
                #expect(response.text.contains("<push-not-available"))
            }
            for text in ["", "<a/>", "<push-register xmlns=\"DAV:\"/>"] {
                let response = try await client.request("POST", client.calendar, text)
                #expect(response.status == .methodNotAllowed)
            }
            let nowhere = client.home + "nowhere/"
            let response = try await client.request("POST", nowhere, program.registration())
            #expect(response.status == .notFound)
        }
    }

    @Test("Only the account that registered removes a registration, once")
    func removing() async throws {
        try await TestServer.run { server, client in
            let anna = try await server.visitor(client)
            let ben = try await server.visitor(client, email: "ben@example.org")
            let phone = try await PushProgram(anna, named: "phone")
            let other = try await PushProgram(ben, named: "other")
            let address = try await phone.register()
            #expect(try await other.remove(address) == .notFound)
            #expect(try await other.remove("/dav/push/nothing") == .notFound)
            #expect(try await phone.client.request("PROPFIND", "/dav/push/x").status == .notFound)
            #expect(try await phone.remove(address) == .noContent)
            #expect(try await phone.remove(address) == .notFound)
            // One that has ended isn't there either.
            let second = try await phone.register()
            server.clock.advance(seconds: Limits.pushDaysMax * 86_400)
            #expect(try await phone.remove(second) == .notFound)
            // Neither is what somebody else sees registered for.
            let path = "/dav/calendars/\(ben.account.id.text)/" + anna.calendar + "/"
            let response = try await other.client.request("POST", path, other.registration())
            #expect(response.status == .notFound)
        }
    }

    @Test("A registration ends with the app password of its program")
    func revoked() async throws {
        try await Self.run { program, visitor in
            try await program.register()
            let other = try await PushProgram(visitor, named: "tablet")
            try await other.register()
            let path = "/api/v1/account/app-passwords/" + program.appPassword
            #expect(try await visitor.request(.delete, path).status == .noContent)
            let store = visitor.server.backend.store.pushRegistrations
            #expect(try await store.all(of: visitor.account.id).count == 1)
        }
    }

    @Test("A new password of the account ends what was registered with the old one, and only that")
    func changedPassword() async throws {
        try await Self.run { program, visitor in
            try await program.register()
            let store = visitor.server.backend.store.pushRegistrations
            let withAppPassword = try await store.all(of: visitor.account.id)
            let phone = try await visitor.program(TestServer.password)
            let made = try await phone.request(
                .post,
                absolute: program.client.home,
                program.registration(),
                more: [.contentType: "application/xml"]
            )
            #expect(made.status == .created)
            #expect(try await store.all(of: visitor.account.id).count == 2)
            let changed = try await visitor.request(
                .patch,
                "/api/v1/account",
                #"{"oldPassword":"\#(TestServer.password)","password":"a new password"}"#
            )
            #expect(changed.status == .ok, "\(changed.text)")
            #expect(try await store.all(of: visitor.account.id) == withAppPassword)
        }
    }

    @Test("An account has at most 200 registrations; one more ends the one that would end first")
    func limitOfAccount() async throws {
        try await Self.run { program, visitor in
            let limit = Store.Limits.pushRegistrationsPerAccountMax
            let store = visitor.server.backend.store.pushRegistrations
            try await Self.fill(visitor, count: limit - 1, expiresInSeconds: 86_400)
            try await program.register()
            #expect(try await store.all(of: visitor.account.id).count == Int(limit))
            let oldest = Self.filledID(1)
            #expect(try await store.all(of: visitor.account.id).contains(oldest))
            try await program.register(at: program.client.home)
            #expect(try await store.all(of: visitor.account.id).count == Int(limit))
            #expect(try await !store.all(of: visitor.account.id).contains(oldest))
        }
    }

    /// Gives an account registrations that end one after the other.
    private static func fill(
        _ visitor: Visitor,
        count: Int64,
        expiresInSeconds: Int64
    ) async throws {
        let expires = visitor.server.clock.nowSecond + expiresInSeconds
        let account = visitor.account.id.text
        let zeros = String(repeating: "0", count: 87)
        try await visitor.server.database.write(as: .server(.upkeep)) { connection in
            for number in 1...count {
                _ = try connection.execute(
                    """
                    INSERT INTO push_registrations VALUES ($1, $2, NULL, 'home', $3, $4, $5, 1, $6)
                    """,
                    [
                        .text(filledID(Int(number))), .text(account), .text("r\(number)"),
                        .text(zeros), .text(String(zeros.prefix(22))), .integer(expires + number),
                    ]
                )
            }
        }
    }

    private static func filledID(_ number: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: 32 - digits.count) + digits
    }

    @Test("The server has at most 10,000 registrations")
    func limitOfServer() async throws {
        try await Self.run { program, visitor in
            let server = visitor.server
            let ben = try await server.visitor(visitor.client, email: "ben@example.org")
            let limit = Store.Limits.pushRegistrationsMax
            try await Self.fill(ben, count: limit - 1, expiresInSeconds: 100)
            let client = program.client
            let last = try await client.request("POST", client.calendar, program.registration())
            #expect(last.status == .created)
            let more = try await client.request("POST", client.home, program.registration())
            #expect(more.status == .forbidden)
            #expect(more.text.contains("<push-not-available"))
            // What has ended makes room.
            server.clock.advance(seconds: 101)
            let later = try await client.request("POST", client.home, program.registration())
            #expect(later.status == .created)
        }
    }
}
