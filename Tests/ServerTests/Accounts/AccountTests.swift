import Foundation
import HTTPTypes
import NIOCore
import Testing

@testable import Accounts
@testable import Server
@testable import ServerBase
@testable import Store

extension Visitor {
    /// A client that signs in as this account with an app password.
    func program(_ password: String, email: String? = nil) async throws -> Program {
        let pair = (email ?? account.email) + ":" + password
        return Program(
            client: client,
            header: "Basic " + Data(pair.utf8).base64EncodedString()
        )
    }

    struct Program {
        let client: TestClient
        let header: String

        func request(
            _ method: HTTPRequest.Method,
            _ path: String,
            _ body: String = "",
            more: HTTPFields = [:]
        ) async throws -> TestResponse {
            try await request(method, absolute: "/api/v1/" + path, body, more: more)
        }

        func request(
            _ method: HTTPRequest.Method,
            absolute path: String,
            _ body: String = "",
            more: HTTPFields = [:]
        ) async throws -> TestResponse {
            var headers: HTTPFields = [
                .authorization: header, .contentType: "application/json",
            ]
            for field in more { headers[field.name] = field.value }
            return try await client.execute(
                uri: path,
                method: method,
                headers: headers,
                body: ByteBuffer(string: body)
            ) { $0 }
        }
    }

    /// Creates an app password.
    func appPassword(named name: String = "Mail") async throws -> (
        id: String, password: String
    ) {
        let response = try await request(
            .post,
            "/api/v1/account/app-passwords",
            #"{"name":"\#(name)"}"#
        )
        try #require(response.status == .created)
        let made = try response.json
        return (try #require(made["id"]?.text), try #require(made["password"]?.text))
    }

    /// Signs in again as another browser, and returns its cookie.
    func otherBrowser(_ name: String) async throws -> String {
        let form = #"{"email":"\#(account.email)","password":"\#(TestServer.password)"}"#
        let response = try await client.execute(
            uri: "/api/v1/session",
            method: .post,
            headers: [.userAgent: name, .contentType: "application/json"],
            body: ByteBuffer(string: form)
        ) { $0 }
        let pair = response.headers[.setCookie]?.split(separator: ";").first
        return String(try #require(pair))
    }

    fileprivate func isSignedIn(_ cookie: String) async throws -> Bool {
        try await client.execute(
            uri: "/api/v1/account",
            method: .get,
            headers: [.cookie: cookie]
        ) { $0.status } == .ok
    }
}

@Suite("Accounts")
struct AccountTests {
    @Test("An account is read and edited")
    func edit() async throws {
        try await TestServer.runSignedIn { visitor in
            let before = try await visitor.request(.get, "/api/v1/account").json
            #expect(before["zone"]?.text == "")
            #expect(before["from"] == .number(540))
            #expect(before["to"] == .number(1020))
            #expect(before["hasPassword"] == .bool(true))
            #expect(before["emailVerified"] == .bool(false))
            let form = #"{"name":" Anna B. ","zone":"Europe/Berlin","from":0,"to":1440}"#
            let after = try await visitor.request(.patch, "/api/v1/account", form).json
            #expect(after["name"]?.text == "Anna B.")
            #expect(after["zone"]?.text == "Europe/Berlin")
            #expect(after["to"] == .number(1440))
            #expect(after["weekHours"] == .array([]))
            let session = try await visitor.request(.get, "/api/v1/session").json
            #expect(session["account"]?["name"]?.text == "Anna B.")
        }
    }

    @Test("Hours by weekday are kept with the days off, and taken back")
    func weekHours() async throws {
        try await TestServer.runSignedIn { visitor in
            let week = "[[540,1020],[540,1020],[495,720],[540,1020],null,null,[0,1440]]"
            let form = #"{"weekHours":\#(week)}"#
            let after = try await visitor.request(.patch, "/api/v1/account", form)
            #expect(after.text.contains(#""weekHours":\#(week)"#))
            _ = try await visitor.request(.patch, "/api/v1/account", #"{"from":600}"#)
            let again = try await visitor.request(.get, "/api/v1/account").text
            #expect(again.contains(#""from":600,"to":1020,"weekHours":\#(week)"#))
            let none = try await visitor.request(.patch, "/api/v1/account", #"{"weekHours":[]}"#)
            #expect(none.text.contains(#""weekHours":[]"#))
        }
    }

    @Test(
        "An invalid change is refused and changes nothing",
        arguments: [
            #"{"name":" "}"#, #"{"zone":"Mars/Olympus"}"#, #"{"zone":"../../etc/passwd"}"#,
            #"{"weekHours":[[540,1020]]}"#,
            #"{"weekHours":[[540],null,null,null,null,null,null]}"#,
            #"{"weekHours":[[540,540],null,null,null,null,null,null]}"#,
            #"{"weekHours":[[2147483648,9223372036854775807],null,null,null,null,null,null]}"#,
            #"{"from":-1}"#, #"{"to":1441}"#, #"{"from":1020}"#, #"{"to":540}"#,
            #"{"password":"short"}"#, #"{"password":"long enough 1"}"#,
            #"{"password":"long enough 1","oldPassword":"wrong"}"#,
        ]
    )
    func limits(form: String) async throws {
        try await TestServer.runSignedIn { visitor in
            let before = try await visitor.request(.get, "/api/v1/account").text
            let response = try await visitor.request(.patch, "/api/v1/account", form)
            #expect(response.problem == "/problems/not-valid")
            #expect(try await visitor.request(.get, "/api/v1/account").text == before)
        }
    }

    @Test("A new password ends every other session")
    func password() async throws {
        try await TestServer.runSignedIn { visitor in
            let other = try await visitor.otherBrowser("Other/1")
            #expect(try await visitor.isSignedIn(other))
            let form = #"{"password":"battery staple","oldPassword":"correct horse"}"#
            #expect(try await visitor.request(.patch, "/api/v1/account", form).status == .ok)
            #expect(try await !visitor.isSignedIn(other))
            #expect(try await visitor.isSignedIn(visitor.cookie))
            let again = try await visitor.request(.patch, "/api/v1/account", form)
            #expect(again.problem == "/problems/not-valid", "the old one no longer works")
        }
    }

    @Test("The password can be changed while others guess at it")
    func passwordUnderAttack() async throws {
        try await TestServer.run(settings: TestServer.behindProxy) { server, client in
            let visitor = try await server.visitor(client)
            for number in 0..<Limits.attemptsFromEverywhereMax {
                _ = try await SignInTests.signIn(
                    client,
                    password: "wrong",
                    from: "192.0.2.\(number % 200)"
                )
            }
            let form = #"{"password":"battery staple","oldPassword":"correct horse"}"#
            #expect(try await visitor.request(.patch, "/api/v1/account", form).status == .ok)
        }
    }

    @Test("Attempts to guess the current password in an open session are limited")
    func guessing() async throws {
        try await TestServer.runSignedIn { visitor in
            let form = #"{"password":"long enough 1","oldPassword":"wrong"}"#
            for _ in 0..<Limits.attemptsPerAccountMax {
                _ = try await visitor.request(.patch, "/api/v1/account", form)
            }
            let refused = try await visitor.request(.patch, "/api/v1/account", form)
            #expect(refused.problem == "/problems/too-many-attempts")
        }
    }

    @Test("Deleting an account needs its password and address, and leaves nothing")
    func deletion() async throws {
        try await TestServer.runSignedIn { visitor in
            try await visitor.create("one")
            _ = try await visitor.appPassword()
            let preview = try await visitor.request(.get, "/api/v1/account/deletion")
            #expect(preview.text == #"{"calendars":1,"events":1,"groups":[]}"#)
            for wrong in [
                #"{"email":"anna@example.org"}"#,
                #"{"email":"anna@example.org","password":"wrong"}"#,
                #"{"email":"ben@example.org","password":"correct horse"}"#,
            ] {
                let response = try await visitor.request(.delete, "/api/v1/account", wrong)
                #expect(response.problem == "/problems/not-valid")
            }
            let right = #"{"email":"Anna@example.org","password":"correct horse"}"#
            let gone = try await visitor.request(.delete, "/api/v1/account", right)
            #expect(gone.status == .noContent)
            #expect(gone.headers[.setCookie]?.contains("Max-Age=0") == true)
            #expect(try await !visitor.isSignedIn(visitor.cookie))
            let store = visitor.server.backend.store
            #expect(try await store.accounts.account(email: visitor.account.email) == nil)
            #expect(try await store.calendars.all(of: visitor.account.id).isEmpty)
            #expect(try await store.appPasswords.all(of: visitor.account.id).isEmpty)
        }
    }

    @Test("An archive has everything in the account")
    func archive() async throws {
        try await TestServer.runSignedIn { visitor in
            try await visitor.create("one", title: "Lunch with Ana")
            _ = try await visitor.request(
                .post,
                "/api/v1/calendars",
                #"{"name":"../Süß & salty","color":"red"}"#
            )
            _ = try await visitor.request(
                .put,
                "/api/v1/settings",
                #"{"theme":"dark"}"#,
                headers: ["If-Match": "\"0\""]
            )
            let response = try await visitor.request(.get, "/api/v1/account/archive")
            #expect(response.headers[.contentType] == "application/x-tar")
            let octets = Array(response.body.readableBytesView)
            #expect(octets.count.isMultiple(of: 512))
            let files = try unpacked(octets)
            #expect(
                files.keys.sorted() == [
                    "meantime/account.json", "meantime/calendars/1-Personal.ics",
                    "meantime/calendars/2-S-salty.ics", "meantime/settings.json",
                ]
            )
            let personal = try #require(files["meantime/calendars/1-Personal.ics"])
            #expect(personal.contains("SUMMARY:Lunch with Ana"))
            #expect(personal.hasSuffix("END:VCALENDAR\r\n"))
            #expect(files["meantime/settings.json"] == #"{"theme":"dark"}"#)
            #expect(files["meantime/account.json"]?.contains("anna@example.org") == true)
        }
    }

    /// The files of a tar archive by name, with their checksums checked as POSIX defines them.
    private func unpacked(_ octets: [UInt8]) throws -> [String: String] {
        var files: [String: String] = [:]
        var rest = octets[...]
        while let first = rest.first, first != 0 {
            let header = Array(rest.prefix(512))
            func text(_ start: Int, _ count: Int) -> String {
                String(decoding: header[start..<start + count].prefix { $0 != 0 }, as: UTF8.self)
            }
            let blank = header[..<148] + [UInt8](repeating: 32, count: 8) + header[156...]
            #expect(Int(text(148, 6), radix: 8) == blank.reduce(0) { $0 + Int($1) })
            #expect(text(257, 6) == "ustar")
            let count = try #require(Int(text(124, 11), radix: 8))
            let body = rest.dropFirst(512).prefix(count)
            files[text(0, 100)] = String(decoding: body, as: UTF8.self)
            rest = rest.dropFirst(512 + (count + 511) / 512 * 512)
        }
        #expect(rest.count == 1024)
        return files
    }
}

@Suite("Registering")
struct RegistrationTests {
    private static func register(
        _ client: TestClient,
        email: String = "new@example.org",
        more: String = ""
    ) async throws -> TestResponse {
        let form = #"{"name":"New","email":"\#(email)","password":"correct horse"\#(more)}"#
        return try await client.execute(
            uri: "/api/v1/accounts",
            method: .post,
            headers: [.contentType: "application/json"],
            body: ByteBuffer(string: form)
        ) { $0 }
    }

    @Test(
        "Who can register depends on the administrator's setting",
        arguments: [
            (Registration.open, "", true), (.invited, "", false), (.closed, "", false),
            (.invited, #","invitation":"good-link""#, true),
            (.invited, #","invitation":"bad""#, false),
            (.closed, #","invitation":"good-link""#, false),
        ]
    )
    func modes(mode: Registration, more: String, isMade: Bool) async throws {
        try await TestServer.run(registration: mode) { server, client in
            _ = try await server.visitor(client)
            let response = try await Self.register(client, more: more)
            #expect(response.status == (isMade ? .created : .forbidden))
            #expect(response.problem == (isMade ? nil : "/problems/registration-closed"))
            #expect((response.headers[.setCookie] != nil) == isMade)
        }
    }

    @Test("Registering never creates the first account, which needs the setup code")
    func first() async throws {
        try await TestServer.run(registration: .open) { _, client in
            let response = try await Self.register(client)
            #expect(response.problem == "/problems/registration-closed")
        }
    }

    @Test("An address can be registered only once")
    func taken() async throws {
        try await TestServer.run(registration: .open) { server, client in
            _ = try await server.visitor(client)
            let response = try await Self.register(client, email: " ANNA@example.org")
            #expect(response.problem == "/problems/email-taken")
        }
    }

    @Test("Registrations from one network are limited")
    func many() async throws {
        try await TestServer.run(registration: .open) { server, client in
            _ = try await server.visitor(client)
            for number in 0..<Limits.registrationsPerNetworkMax {
                let response = try await Self.register(client, email: "n\(number)@example.org")
                #expect(response.status == .created)
            }
            let refused = try await Self.register(client)
            #expect(refused.problem == "/problems/too-many-attempts")
        }
    }
}

@Suite("Sessions and app passwords")
struct SignInListTests {
    private static func sessions(_ visitor: Visitor) async throws -> [JSONValue] {
        let json = try await visitor.request(.get, "/api/v1/account/sessions").json
        guard case .array(let sessions)? = json["sessions"] else { return [] }
        return sessions
    }

    @Test("Sessions are listed by their last use and can be ended one by one")
    func listing() async throws {
        try await TestServer.runSignedIn { visitor in
            visitor.server.clock.advance(seconds: 60)
            let other = try await visitor.otherBrowser(String(repeating: "b", count: 400))
            visitor.server.clock.advance(seconds: Limits.lastUseUpdateSeconds)
            #expect(try await visitor.isSignedIn(visitor.cookie))
            let all = try await Self.sessions(visitor)
            #expect(all.map { $0["current"] } == [.bool(true), .bool(false)])
            #expect(all[1]["browser"]?.text?.count == Limits.browserBytesMax)
            let now = Double(visitor.server.clock.nowSecond)
            #expect(all[0]["used"] == .number(now))
            #expect(all[1]["created"] == .number(now - Double(Limits.lastUseUpdateSeconds)))
            let id = try #require(all[1]["id"]?.text)
            let ben = try await visitor.server.visitor(visitor.client, email: "ben@example.org")
            let foreign = try await ben.request(.delete, "/api/v1/account/sessions/" + id)
            #expect(foreign.status == .notFound)
            #expect(try await visitor.isSignedIn(other))
            let path = "/api/v1/account/sessions/" + id
            #expect(try await visitor.request(.delete, path).status == .noContent)
            #expect(try await !visitor.isSignedIn(other))
            #expect(try await visitor.request(.delete, path).status == .notFound)
        }
    }

    @Test("All other sessions of the account can be ended at once")
    func others() async throws {
        try await TestServer.runSignedIn { visitor in
            let other = try await visitor.otherBrowser("Other/1")
            let ben = try await visitor.server.visitor(visitor.client, email: "ben@example.org")
            let response = try await visitor.request(.delete, "/api/v1/account/sessions")
            #expect(response.status == .noContent)
            #expect(try await !visitor.isSignedIn(other))
            #expect(try await visitor.isSignedIn(visitor.cookie))
            #expect(try await visitor.isSignedIn(ben.cookie))
        }
    }

    @Test("A program signs in with an app password until it is deleted")
    func program() async throws {
        try await TestServer.runSignedIn { visitor in
            let (id, password) = try await visitor.appPassword()
            #expect(password.count == 31)
            let program = try await visitor.program(password)
            #expect(try await program.request(.get, "sync").status == .ok)
            let loose = password.uppercased().replacing("-", with: " ")
            let typed = try await visitor.program(loose, email: "ANNA@example.org")
            #expect(try await typed.request(.get, "sync").status == .ok)
            let list = try await visitor.request(.get, "/api/v1/account/app-passwords")
            #expect(!list.text.contains(password))
            #expect(list.text.contains(#""used":"#))
            let path = "/api/v1/account/app-passwords/" + id
            #expect(try await visitor.request(.delete, path).status == .noContent)
            let late = try await program.request(.get, "sync")
            #expect(late.problem == "/problems/wrong-credentials")
            #expect(late.headers[.wwwAuthenticate]?.hasPrefix("Basic ") == true)
        }
    }

    @Test(
        "An app password can't manage the account",
        arguments: [
            (.patch, "account", #"{"password":"long enough 1","oldPassword":"correct horse"}"#),
            (.get, "account/sessions", ""), (.delete, "account/sessions", ""),
            (.get, "account/app-passwords", ""),
            (.post, "account/app-passwords", #"{"name":"More"}"#),
            (.delete, "account", #"{"email":"anna@example.org","password":"correct horse"}"#),
            (.delete, "account/picture", ""), (.delete, "account/identities/x", ""),
        ] as [(HTTPRequest.Method, String, String)]
    )
    func notForPrograms(method: HTTPRequest.Method, path: String, body: String) async throws {
        try await TestServer.runSignedIn { visitor in
            let program = try await visitor.program(try await visitor.appPassword().password)
            let response = try await program.request(method, path, body)
            #expect(response.problem == "/problems/not-for-programs")
            #expect(response.status == .forbidden)
        }
    }

    @Test("An app password works for its account only, and guesses at one are limited")
    func guessing() async throws {
        try await TestServer.runSignedIn { visitor in
            let password = try await visitor.appPassword().password
            let ben = try await visitor.server.visitor(visitor.client, email: "ben@example.org")
            let wrong = try await visitor.program(password, email: ben.account.email)
            for _ in 0..<Limits.attemptsPerAccountMax {
                #expect(try await wrong.request(.get, "sync").status == .unauthorized)
            }
            #expect(try await wrong.request(.get, "sync").status == .tooManyRequests)
            // The guesses lock out neither the person nor the right program.
            let right = try await visitor.program(password)
            #expect(try await right.request(.get, "sync").status == .ok)
            #expect(try await ben.otherBrowser("Other/1").hasPrefix(SessionCookie.name))
        }
    }

    @Test("The account's password isn't an app password")
    func ownPassword() async throws {
        try await TestServer.runSignedIn { visitor in
            let program = try await visitor.program(TestServer.password)
            #expect(try await program.request(.get, "sync").status == .unauthorized)
        }
    }

    @Test("An account can have up to 50 app passwords")
    func countMax() async throws {
        try await TestServer.runSignedIn { visitor in
            for number in 0..<50 {
                let id = visitor.server.backend.clockAndRandom.identifier()
                try await visitor.server.backend.store.appPasswords.create(
                    AppPassword(id: id, name: "P\(number)", createdSecond: 0),
                    hash: sha256Text([UInt8(number)]),
                    of: visitor.account.id
                )
            }
            let more = try await visitor.request(
                .post,
                "/api/v1/account/app-passwords",
                #"{"name":"One more"}"#
            )
            #expect(more.problem == "/problems/too-many")
        }
    }

    @Test(
        "Basic credentials are read as RFC 7617 defines them",
        arguments: [
            ("Basic YTpi", nil), ("Basic YUBiOmM6ZA==", "a@b c:d"), ("basic  YUBiOg==", "a@b "),
            ("Bearer YUBiOmM=", nil), ("Basic !", nil), ("Basic YWI=", nil),
        ] as [(String, String?)]
    )
    func basic(header: String, expected: String?) {
        let found = BasicCredentials(header).map { $0.email + " " + $0.password }
        // An invalid address is read as an empty one, which no account has.
        #expect(found == (header == "Basic YTpi" ? " b" : expected))
    }
}
