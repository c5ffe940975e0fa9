import HTTPTypes
import Testing

@testable import Server
@testable import ServerBase
@testable import Store

@Suite("Sharing with the page")
struct ShareTests {
    private static let boundary = "----WebKitFormBoundary7MA4YWxkTrZu0gW"
    private static let headers = ["Content-Type": "multipart/form-data; boundary=\(boundary)"]

    /// A form as Chromium sends it.
    private static func form(_ parts: [(head: String, body: String)]) -> String {
        parts.map { part in
            "--\(boundary)\r\nContent-Disposition: form-data; \(part.head)\r\n\r\n\(part.body)\r\n"
        }
        .joined() + "--\(boundary)--\r\n"
    }

    private static func file(_ name: String, _ text: String) -> (head: String, body: String) {
        ("name=\"file\"; filename=\"\(name)\"\r\nContent-Type: text/calendar", text)
    }

    /// Shares a form and returns the `shared` parameter of the redirect: an identifier or a refusal.
    private static func share(
        _ parts: [(head: String, body: String)],
        by visitor: Visitor
    ) async throws -> String {
        let answer = try await visitor.request(.post, "/share", form(parts), headers: headers)
        #expect(answer.status == .seeOther)
        let location = try #require(answer.headers[.location])
        let prefix = "/import?shared="
        #expect(location.hasPrefix(prefix))
        return String(location.dropFirst(prefix.count))
    }

    /// How many shared items are in the database, with those that have expired.
    private static func count(_ server: TestServer) async throws -> Int64? {
        try await server.database.read(as: .server(.handovers)) { connection in
            try connection.row("SELECT count(*) FROM handovers WHERE part = 0")?.integer(0)
        }
    }

    @Test("The page gets the shared texts, trimmed, and the files octet for octet")
    func handedOver() async throws {
        try await TestServer.runSignedIn { visitor in
            let text = event("one", title: "Füße\r\n --no boundary")
            let parts = [
                ("name=\"title\"", "A title"), ("name=\"text\"", " Lunch Friday "),
                ("name=\"url\"", ""), Self.file("a;b.ics", text), Self.file("empty.ics", ""),
                Self.file("two.ics", "BEGIN"),
            ]
            let id = try await Self.share(parts, by: visitor)
            let shared = try await visitor.request(.get, "/api/v1/shared/" + id).json
            #expect(shared["title"] == .string("A title"))
            #expect(shared["text"] == .string("Lunch Friday"))
            #expect(shared["files"] == .array([.string("a;b.ics"), .string("two.ics")]))
            let files = "/api/v1/shared/\(id)/files/"
            #expect(try await visitor.request(.get, files + "-1").status == .notFound)
            let last = files + "\(Int.max)"
            #expect(try await visitor.request(.get, last).status == .notFound)
            #expect(try await visitor.request(.get, files + "0").text == text)
            #expect(try await visitor.request(.get, files + "1").text == "BEGIN")
            #expect(try await visitor.request(.get, files + "2").status == .notFound)
        }
    }

    @Test("Each share is kept for a minute under its own identifier")
    func kept() async throws {
        try await TestServer.runSignedIn { visitor in
            var paths: [String] = []
            for name in ["one", "two"] {
                let parts = [("name=\"text\"", name), Self.file("a.ics", name)]
                paths.append("/api/v1/shared/" + (try await Self.share(parts, by: visitor)))
            }
            visitor.server.clock.advance(seconds: Limits.shareKeptSeconds - 1)
            for (path, name) in zip(paths, ["one", "two"]) {
                let shared = try await visitor.request(.get, path)
                #expect(try shared.json["text"] == .string(name))
                #expect(try await visitor.request(.get, path + "/files/0").text == name)
            }
            visitor.server.clock.advance(seconds: 1)
            for path in paths {
                #expect(try await visitor.request(.get, path).status == .notFound)
                #expect(try await visitor.request(.get, path + "/files/0").status == .notFound)
            }
        }
    }

    @Test("An expired share is removed by any server without a request")
    func removed() async throws {
        try await TestServer.runSignedIn { visitor in
            let server = visitor.server
            _ = try await Self.share([("name=\"text\"", "one")], by: visitor)
            server.clock.advance(seconds: Limits.shareKeptSeconds - 1)
            let later = try await Self.share([("name=\"text\"", "two")], by: visitor)
            #expect(try await Self.count(server) == 2)
            server.clock.advance(seconds: 1)
            try await server.withOtherServer { other, _ in
                for _ in 0..<1_000 where try await Self.count(other) != 1 {
                    try await Task.sleep(for: .milliseconds(10))
                }
            }
            #expect(try await Self.count(server) == 1)
            let shared = try await visitor.request(.get, "/api/v1/shared/" + later)
            #expect(shared.status == .ok)
        }
    }

    @Test("What is shared with one server is fetched from another")
    func twoServers() async throws {
        try await TestServer.runSignedIn { visitor in
            let parts = [("name=\"text\"", "Lunch"), Self.file("a.ics", "\0 BEGIN")]
            let id = try await Self.share(parts, by: visitor)
            try await visitor.server.withOtherServer { server, client in
                let elsewhere = Visitor(
                    server: server,
                    client: client,
                    account: visitor.account,
                    calendar: visitor.calendar,
                    cookie: visitor.cookie
                )
                let shared = try await elsewhere.request(.get, "/api/v1/shared/" + id)
                #expect(try shared.json["text"]?.text == "Lunch")
                let file = try await elsewhere.request(.get, "/api/v1/shared/\(id)/files/0")
                #expect(file.text == "\0 BEGIN")
            }
        }
    }

    @Test("What is shared counts as a write, of which there may be so many")
    func counted() async throws {
        let oneWriteAMinute: @Sendable (inout ServerSettings) -> Void = { $0.writesPerMinute = 1 }
        try await TestServer.run(settings: oneWriteAMinute) { server, client in
            let visitor = try await server.visitor(client)
            let body = Self.form([("name=\"text\"", "Lunch")])
            var statuses: [HTTPResponse.Status] = []
            for _ in 0...Limits.writeBurstMinutes {
                let answer = try await visitor.request(
                    .post,
                    "/share",
                    body,
                    headers: Self.headers
                )
                statuses.append(answer.status)
            }
            #expect(statuses.last == .tooManyRequests)
            #expect(statuses.dropLast().allSatisfy { $0 == .seeOther })
        }
    }

    @Test("Shares are private to an account, and need a session and the same site")
    func others() async throws {
        try await TestServer.run { server, client in
            let anna = try await server.visitor(client)
            let ben = try await server.visitor(client, email: "ben@example.org")
            let parts = [("name=\"text\"", "mine")]
            let id = try await Self.share(parts, by: anna)
            #expect(try await ben.request(.get, "/api/v1/shared/" + id).status == .notFound)
            #expect(try await anna.request(.get, "/api/v1/shared/" + id).status == .ok)
            let signedOut = try await client.execute(uri: "/share", method: .post) { $0 }
            #expect(signedOut.headers[.location] == "/import?shared=signed-out")
            let foreign = try await ben.request(
                .post,
                "/share",
                Self.form(parts),
                headers: Self.headers.merging(["Sec-Fetch-Site": "cross-site"]) { $1 }
            )
            #expect(foreign.problem == "/problems/wrong-origin")
            #expect(try await Self.count(server) == 1)
        }
    }

    @Test(
        "A form can be as large as the limit, and no larger",
        arguments: [(0, nil), (1, "too-large")]
    )
    func octets(more: Int, refusal: String?) async throws {
        try await TestServer.runSignedIn { visitor in
            let frame = Self.form([Self.file("a.ics", "")]).utf8.count
            let filling = String(repeating: "x", count: Limits.sharedBytesMax - frame + more)
            let shared = try await Self.share([Self.file("a.ics", filling)], by: visitor)
            #expect((shared == refusal) == (refusal != nil))
            #expect(try await Self.count(visitor.server) == (refusal == nil ? 1 : 0))
        }
    }

    @Test("A form can have only so many parts", arguments: [(0, nil), (1, "not-readable")])
    func parts(more: Int, refusal: String?) async throws {
        try await TestServer.runSignedIn { visitor in
            let count = Limits.sharedPartsMax + more
            let parts = Array(repeating: Self.file("a.ics", "x"), count: count)
            let shared = try await Self.share(parts, by: visitor)
            #expect((shared == refusal) == (refusal != nil))
            #expect(try await Self.count(visitor.server) == (refusal == nil ? 1 : 0))
        }
    }

    @Test(
        "The head of a part can be as large as the limit, and no larger",
        arguments: [(0, nil), (1, "not-readable")]
    )
    func head(more: Int, refusal: String?) async throws {
        try await TestServer.runSignedIn { visitor in
            let start = "name=\"text\"; x="
            let frame = "\r\nContent-Disposition: form-data; \(start)\r\n\r\n".utf8.count
            let filling = String(repeating: "x", count: Limits.sharedHeadBytesMax - frame + more)
            let shared = try await Self.share([(start + filling, "Lunch")], by: visitor)
            #expect((shared == refusal) == (refusal != nil))
        }
    }

    @Test("Texts and file names are cut to their limits between characters", arguments: [0, 1])
    func texts(more: Int) {
        func text(_ countMax: Int) -> String { "a" + String(repeating: "é", count: countMax / 2) }
        func part(_ name: String, _ countMax: Int) -> FormPart {
            let octets = Array(text(countMax).utf8.dropFirst(1 - more))
            return FormPart(name: name, fileName: nil, octets: octets[...])
        }
        let countMax = Limits.sharedTextBytesMax
        let fileName = String(text(Limits.nameBytesMax).dropFirst(1 - more))
        let thing = SharedThing(
            ["title", "text", "url"].map { part($0, countMax) }
                + [FormPart(name: "file", fileName: fileName, octets: [65])]
        )
        for text in [thing.title, thing.text, thing.url] {
            #expect(text.utf8.count == countMax - more)
        }
        #expect(thing.files.first?.name.utf8.count == Limits.nameBytesMax - more)
    }

    @Test("A refused form gives its place back")
    func refused() async throws {
        try await TestServer.runSignedIn { visitor in
            let huge = Self.file("a.ics", String(repeating: "x", count: Limits.sharedBytesMax))
            for _ in 0..<2 { #expect(try await Self.share([huge], by: visitor) == "too-large") }
            _ = try await visitor.request(.post, "/share", "x", headers: Self.headers)
            #expect(await visitor.server.backend.sharedForms.count == 0)
        }
    }

    /// Begins to share something, and waits until the server has it.
    private static func beginSharing(_ visitor: Visitor) async throws -> RawConnection {
        let forms = visitor.server.backend.sharedForms
        let count = await forms.count
        let connection = try await RawConnection.open(port: try #require(visitor.client.port))
        let head = [
            "POST /share HTTP/1.1", "Host: a", "Cookie: \(visitor.cookie)", "Content-Length: 1000",
        ]
        let lines = head + headers.map { "\($0): \($1)" } + ["", "--\(boundary)"]
        await connection.send(lines.joined(separator: "\r\n"))
        let hasBegun = try await waited { await forms.count > count ? true : nil }
        try #require(hasBegun == true)
        return connection
    }

    @Test("Slow forms take one place of their account, and of all accounts together so many")
    func inFlight() async throws {
        try await TestServer.run(.wholeServer) { server, client in
            let text = ("name=\"text\"", "Lunch")
            var slow: [RawConnection] = []
            var visitors: [Visitor] = []
            for number in 0...Limits.formsInFlightMax {
                visitors.append(try await server.visitor(client, email: "p\(number)@example.org"))
            }
            let last = try #require(visitors.last)
            for visitor in visitors.dropLast() {
                slow.append(try await Self.beginSharing(visitor))
                #expect(try await Self.share([text], by: visitor) == "too-many")
                if slow.count < Limits.formsInFlightMax {
                    #expect(try await Self.share([text], by: last).count == 32)
                }
            }
            #expect(try await Self.share([text], by: last) == "too-many")
            slow[0].close()
            let forms = server.backend.sharedForms
            let isFree = try await waited {
                await forms.count < Limits.formsInFlightMax ? true : nil
            }
            #expect(isFree == true)
            #expect(try await Self.share([text], by: last).count == 32)
            for connection in slow { connection.close() }
        }
    }

    @Test("A form that doesn't arrive in time is refused, and gives its place back")
    func slow() async throws {
        // With hundreds of tests running, another form may take a second.
        let limit: @Sendable (inout ServerSettings) -> Void = { $0.formArrival = .seconds(4) }
        try await TestServer.run(.wholeServer, settings: limit) { server, client in
            let visitor = try await server.visitor(client)
            let slow = try await Self.beginSharing(visitor)
            let isTold = try await waited {
                slow.sendLater("x")
                return slow.text.contains("/import?shared=too-slow\r\n") ? true : nil
            }
            #expect(isTold == true)
            #expect(slow.statuses == [303])
            let id = try await Self.share([("name=\"text\"", "Lunch")], by: visitor)
            #expect(try await visitor.request(.get, "/api/v1/shared/" + id).status == .ok)
            slow.close()
        }
    }

    @Test("A sender that falls silent keeps its place no longer than the limit either")
    func silent() async throws {
        let limit: @Sendable (inout ServerSettings) -> Void = { $0.formArrival = .seconds(1) }
        try await TestServer.run(.wholeServer, settings: limit) { server, client in
            let silent = try await Self.beginSharing(try await server.visitor(client))
            let isFree = try await waited {
                await server.backend.sharedForms.count == 0 ? true : nil
            }
            #expect(isFree == true)
            silent.close()
        }
    }

    @Test("Reading a form copies no octets")
    func uncopied() throws {
        let body = Array(Self.form([Self.file("a.ics", String(repeating: "x", count: 100))]).utf8)
        let type = "multipart/form-data; boundary=\(Self.boundary)"
        let parts = try #require(MultipartForm.parts(of: body, contentType: type))
        let part = try #require(parts.first)
        #expect(part.octets.count == 100)
        body.withUnsafeBytes { whole in
            part.octets.withUnsafeBytes { octets in
                #expect(octets.baseAddress == whole.baseAddress.map { $0 + part.octets.startIndex })
            }
        }
        let preamble = MultipartForm.parts(of: Array("Hello\r\n".utf8) + body, contentType: type)
        #expect(try #require(preamble).map(\.octets) == parts.map(\.octets))
    }

    @Test(
        "A body that isn't a form is refused",
        arguments: [
            "", "x", "--\(boundary)", "--\(boundary)\r\n", "--\(boundary)\r\n\r\n\r\n",
            "--\(boundary)\r\nContent-Disposition: form-data\r\n\r\nx\r\n--\(boundary)--",
        ]
    )
    func noForm(body: String) async throws {
        try await TestServer.runSignedIn { visitor in
            let answer = try await visitor.request(
                .post,
                "/share",
                body,
                headers: Self.headers
            )
            #expect(answer.headers[.location] == "/import?shared=not-readable")
            let plain = try await visitor.request(.post, "/share", body)
            #expect(plain.headers[.location] == "/import?shared=not-readable")
        }
    }
}
