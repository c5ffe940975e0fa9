import HTTPTypes
import Hummingbird
import NIOCore
import Testing
import WebDAV

@testable import Requests
@testable import Server
@testable import ServerBase

@Suite("CalDAV")
struct DAVTests {
    /// A calendar program with an app password.
    struct Client {
        let program: Visitor.Program
        let home: String
        let calendar: String

        func request(
            _ method: String,
            _ path: String,
            _ body: String = "",
            headers: [String: String] = [:]
        ) async throws -> TestResponse {
            var fields: HTTPFields = [.contentType: "application/xml"]
            for (name, value) in headers { fields[try #require(HTTPField.Name(name))] = value }
            let method = try #require(HTTPRequest.Method(method))
            return try await program.request(method, absolute: path, body, more: fields)
        }

        /// The answer to octets that needn't be text.
        func request(
            _ method: String,
            _ path: String,
            octets: [UInt8]
        ) async throws -> TestResponse {
            try await program.client.execute(
                uri: path,
                method: try #require(HTTPRequest.Method(method)),
                headers: [
                    .authorization: program.header, .contentType: "application/xml",
                    try #require(HTTPField.Name("Depth")): "0",
                ],
                body: ByteBuffer(bytes: octets)
            ) { $0 }
        }

        /// The elements of an answer, with the status 207.
        func xml(
            _ method: String,
            _ path: String,
            _ body: String,
            depth: String = "0"
        ) async throws -> XMLElement {
            let response = try await request(method, path, body, headers: ["Depth": depth])
            #expect(response.status.code == 207, "\(response.text)")
            return try XMLReader.read(Array(response.text.utf8))
        }

        func put(
            _ name: String,
            _ text: String,
            headers: [String: String] = [:]
        ) async throws -> TestResponse {
            try await request("PUT", calendar + name, text, headers: headers)
        }

        /// The objects that an answer names, with their statuses.
        static func statuses(_ xml: XMLElement) -> [String] {
            xml.all(.dav("response")).map { response in
                let path = response.first(.dav("href"))?.text.split(separator: "/").last ?? ""
                let status =
                    response.first(.dav("status"))
                    ?? response.first(.dav("propstat"))?.first(.dav("status"))
                return "\(path) \(status?.text.split(separator: " ")[1] ?? "")"
            }
        }
    }

    /// Whether a route is for calendar programs, and tested here.
    static func covers(_ route: Router<AppContext>.RouteDescription) -> Bool {
        route.path.description.contains("dav")
            || ["/", "/principals"].contains(route.path.description) && route.method != .get
    }

    static func run(_ body: @escaping @Sendable (Client, Visitor) async throws -> Void) async throws
    {
        try await TestServer.runSignedIn { visitor in
            let program = try await visitor.program(try await visitor.appPassword().password)
            let home = "/dav/calendars/\(visitor.account.id.text)/"
            try await body(
                Client(program: program, home: home, calendar: home + visitor.calendar + "/"),
                visitor
            )
        }
    }

    static func props(_ names: String) -> String {
        """
        <D:propfind xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav" \
        xmlns:CS="http://calendarserver.org/ns/"><D:prop>\(names)</D:prop></D:propfind>
        """
    }

    static func event(_ uid: String, _ lines: String = "DTSTART:20260312T100000Z") -> String {
        [
            "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//T//T//EN", "BEGIN:VEVENT", "UID:\(uid)",
            "DTSTAMP:20260101T000000Z", lines, "SUMMARY:\(uid) & <co>", "END:VEVENT",
            "END:VCALENDAR", "",
        ].joined(separator: "\r\n")
    }

    @Test("A program finds the calendars from the name of the server")
    func discovery() async throws {
        try await Self.run { client, visitor in
            let known = try await client.request("PROPFIND", "/.well-known/caldav")
            #expect(known.status == .movedPermanently)
            #expect(known.headers[.location] == "/dav/")
            let root = try await client.xml(
                "PROPFIND",
                "/dav/",
                Self.props("<D:current-user-principal/><D:nonsense/>")
            )
            let response = try #require(root.first(.dav("response")))
            let parts = response.all(.dav("propstat"))
            #expect(
                parts.map { $0.first(.dav("status"))?.text } == [
                    "HTTP/1.1 200 OK", "HTTP/1.1 404 Not Found",
                ]
            )
            let principal = try #require(
                parts[0].first(.dav("prop"))?.children.first?.first(.dav("href"))?.text
            )
            #expect(principal.hasSuffix("/"))
            let found = try await client.xml(
                "PROPFIND",
                principal,
                Self.props("<C:calendar-home-set/>")
            )
            let home = found.first(.dav("response"))?.first(.dav("propstat"))?.first(.dav("prop"))?
                .children.first?.first(.dav("href"))?.text
            #expect(home == client.home)
            // The same by the e-mail address, with and without a slash.
            for address in ["anna@example.org", "anna%40example.org/"] {
                let path = "/dav/calendars/" + address
                let list = try await client.xml(
                    "PROPFIND",
                    path,
                    Self.props("<D:resourcetype/>"),
                    depth: "1"
                )
                // With the inbox and the outbox.
                #expect(list.all(.dav("response")).count == 4)
            }
        }
    }

    @Test("Nobody gets anything without an app password, and nothing of others")
    func rights() async throws {
        try await Self.run { client, visitor in
            for headers: HTTPFields in [[:], [.cookie: visitor.cookie]] {
                let response = try await visitor.client.execute(
                    uri: "/dav/",
                    method: try #require(HTTPRequest.Method("PROPFIND")),
                    headers: headers
                )
                #expect(response.status == .unauthorized)
                #expect(response.headers[.wwwAuthenticate]?.hasPrefix("Basic") == true)
            }
            let stranger = String(repeating: "0", count: 32)
            for path in [
                "/dav/principals/\(stranger)/", "/dav/calendars/\(stranger)/",
                client.home + stranger + "/", client.calendar + "nothing", "/dav/nothing",
                "/dav/calendars/" + stranger + "/" + visitor.calendar + "/",
            ] {
                let response = try await client.request("PROPFIND", path, headers: ["Depth": "0"])
                #expect(response.status == .notFound, "\(path)")
            }
        }
    }

    @Test("An event is stored octet for octet, and the condition of a write holds")
    func writing() async throws {
        try await Self.run { client, visitor in
            let text = Self.event("one")
            let made = try await client.put("one.ics", text, headers: ["If-None-Match": "*"])
            #expect(made.status == .created)
            let etag = try #require(made.headers[.eTag])
            let read = try await client.request("GET", client.calendar + "one.ics")
            #expect(read.text == text)
            #expect(read.headers[.eTag] == etag)
            #expect(
                try await client.put("one.ics", text, headers: ["If-None-Match": "*"]).status
                    == .preconditionFailed
            )
            #expect(
                try await client.put("one.ics", text, headers: ["If-Match": "\"x\""]).status
                    == .preconditionFailed
            )
            let changed = try await client.put(
                "one.ics",
                Self.event("one", "DTSTART:20260313T100000Z"),
                headers: ["If-Match": etag]
            )
            #expect(changed.status == .noContent)
            let page = try await visitor.request(.get, visitor.events + "one.ics")
            #expect(page.text.contains("20260313"))
            let twin = try await client.put("two.ics", text)
            #expect(twin.status == .conflict)
            #expect(
                twin.text.contains("no-uid-conflict")
                    && twin.text.contains(client.calendar + "one.ics")
            )
            let broken = try await client.put("three.ics", "BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n")
            #expect(broken.status == .forbidden && broken.text.contains("valid-calendar-data"))
            #expect(
                try await client.request("DELETE", client.calendar + "one.ics").status == .noContent
            )
            #expect(
                try await client.request("GET", client.calendar + "one.ics").status == .notFound
            )
        }
    }

    @Test("Reports find events by address and by time, recurring and in zones")
    func reports() async throws {
        try await Self.run { client, _ in
            let events = [
                ("one", "DTSTART:20260312T100000Z\r\nDTEND:20260312T110000Z"),
                (
                    "weekly",
                    "DTSTART;TZID=Europe/Berlin:20260105T090000\r\nDURATION:PT1H\r\nRRULE:FREQ=WEEKLY"
                ),
                ("day", "DTSTART;VALUE=DATE:20260312"),
                ("late", "DTSTART:20270101T000000Z"),
            ]
            for (uid, lines) in events { _ = try await client.put(uid, Self.event(uid, lines)) }
            func found(_ start: String, _ end: String) async throws -> [String] {
                let xml = try await client.xml(
                    "REPORT",
                    client.calendar,
                    """
                    <C:calendar-query xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav">
                    <D:prop><D:getetag/><C:calendar-data/></D:prop><C:filter>
                    <C:comp-filter name="VCALENDAR"><C:comp-filter name="VEVENT">
                    <C:time-range start="\(start)" end="\(end)"/></C:comp-filter></C:comp-filter>
                    </C:filter></C:calendar-query>
                    """
                )
                return Client.statuses(xml).map { String($0.split(separator: " ")[0]) }.sorted()
            }
            #expect(try await found("20260312T103000Z", "20260312T104500Z") == ["day", "one"])
            #expect(try await found("20260312T110000Z", "20260312T120000Z") == ["day"])
            // Eight o'clock in UTC is nine in Berlin, in winter.
            #expect(try await found("20260309T080000Z", "20260309T080100Z") == ["weekly"])
            #expect(try await found("20260309T090000Z", "20260309T100000Z") == [])
            let some = try await client.xml(
                "REPORT",
                client.calendar,
                """
                <C:calendar-multiget xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav">
                <D:prop><D:getetag/><C:calendar-data/></D:prop>
                <D:href>\(client.calendar)one</D:href>
                <D:href>https://calendar.example.org\(client.calendar)day</D:href>
                <D:href>\(client.calendar)gone</D:href></C:calendar-multiget>
                """
            )
            #expect(Client.statuses(some) == ["one 200", "day 200", "gone 404"])
            let text = some.first(.dav("response"))?.first(.dav("propstat"))?.first(.dav("prop"))?
                .first(.calDAV("calendar-data"))?.text
            #expect(text == Self.event("one", events[0].1))
        }
    }

    @Test("A sync tells what changed since a token, in pieces if asked")
    func sync() async throws {
        try await Self.run { client, visitor in
            func sync(_ token: String, limit: Int? = nil) async throws -> XMLElement {
                let limit = limit.map { "<D:limit><D:nresults>\($0)</D:nresults></D:limit>" } ?? ""
                return try await client.xml(
                    "REPORT",
                    client.calendar,
                    """
                    <D:sync-collection xmlns:D="DAV:"><D:sync-token>\(token)</D:sync-token>
                    <D:sync-level>1</D:sync-level>\(limit)<D:prop><D:getetag/></D:prop>
                    </D:sync-collection>
                    """
                )
            }
            for uid in ["a", "b"] { _ = try await client.put(uid, Self.event(uid)) }
            let first = try await sync("")
            #expect(Client.statuses(first).sorted() == ["a 200", "b 200"])
            let token = try #require(first.first(.dav("sync-token"))?.text)
            let before = try await client.xml(
                "PROPFIND",
                client.calendar,
                Self.props("<CS:getctag/>")
            )
            #expect(Client.statuses(try await sync(token)) == [])
            _ = try await client.request("DELETE", client.calendar + "a")
            try await visitor.create("page")
            _ = try await client.put("c", Self.event("c"))
            let after = try await client.xml(
                "PROPFIND",
                client.calendar,
                Self.props("<CS:getctag/>")
            )
            #expect(before != after)
            #expect(Client.statuses(try await sync(token)) == ["a 404", "page 200", "c 200"])
            var (seen, next) = ([String](), token)
            for _ in 0..<5 {
                let piece = try await sync(next, limit: 1)
                seen += Client.statuses(piece)
                next = try #require(piece.first(.dav("sync-token"))?.text)
            }
            #expect(seen.filter { !$0.hasSuffix("507") } == ["a 404", "page 200", "c 200"])
            #expect(seen.count { $0.hasSuffix("507") } == 2)
            let wrong = try await client.request(
                "REPORT",
                client.calendar,
                ##"<D:sync-collection xmlns:D="DAV:"><D:sync-token>urn:meantime:sync:\##(TestServer.tokenOfNoLog)</D:sync-token></D:sync-collection>"##
            )
            #expect(wrong.status == .forbidden && wrong.text.contains("valid-sync-token"))
        }
    }

    @Test("What programs may not ask gets the name of the condition")
    func preconditions() async throws {
        try await Self.run { client, _ in
            let endless = try await client.request(
                "PROPFIND",
                client.home,
                headers: ["Depth": "infinity"]
            )
            #expect(endless.status == .forbidden && endless.text.contains("propfind-finite-depth"))
            let bomb = #"<!DOCTYPE a [<!ENTITY b "b">]><a>&b;</a>"#
            let refused = try await client.request(
                "PROPFIND",
                "/dav/",
                bomb,
                headers: ["Depth": "0"]
            )
            #expect(refused.status == .badRequest)
            let report = try await client.request("REPORT", client.calendar, #"<x xmlns="DAV:"/>"#)
            #expect(report.status == .forbidden && report.text.contains("supported-report"))
            let options = try await client.request("OPTIONS", client.calendar)
            #expect(options.status == .ok)
            #expect(
                options.headers[try #require(HTTPField.Name("DAV"))]?.contains("calendar-access")
                    == true
            )
        }
    }

    @Test("A request of the most bytes is read, and one of more isn't")
    func longRequest() async throws {
        try await Self.run { client, _ in
            let body = Self.props("<D:resourcetype/>")
            let room = Limits.xmlBytesMax - body.utf8.count
            for (more, status) in [(room, 207), (room + 1, 413)] {
                let padded = body + String(repeating: " ", count: more)
                let response = try await client.request(
                    "PROPFIND",
                    "/dav/",
                    padded,
                    headers: ["Depth": "0"]
                )
                #expect(response.status.code == status)
            }
        }
    }

    @Test("Rules that repeat every second don't hold up a report over ten years")
    func denseRules() async throws {
        try await Self.run { client, _ in
            for number in 0..<20 {
                let lines = "DTSTART:20200101T000000Z\r\nRRULE:FREQ=SECONDLY"
                _ = try await client.put("dense-\(number)", Self.event("dense-\(number)", lines))
            }
            let xml = try await client.xml(
                "REPORT",
                client.calendar,
                """
                <C:calendar-query xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav">
                <D:prop><D:getetag/></D:prop><C:filter><C:comp-filter name="VCALENDAR">
                <C:comp-filter name="VEVENT">
                <C:time-range start="20200101T000000Z" end="20300101T000000Z"/>
                </C:comp-filter></C:comp-filter></C:filter></C:calendar-query>
                """
            )
            #expect(xml.all(.dav("response")).count == 20)
        }
    }
}
