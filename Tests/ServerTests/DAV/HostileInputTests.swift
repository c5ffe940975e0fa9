import Testing
import WebDAV

@testable import Server

/// What somebody sends who has an account, and means ill.
///
/// Each request is answered with a refusal or with less than it asked for, and somebody else's request
/// is answered meanwhile. docs/performance.md has what they cost.
@Suite("Hostile requests to the calendar server")
struct HostileInputTests {
    /// Runs a body with the calendar of somebody hostile, and with somebody else.
    private static func run(
        _ body: @escaping @Sendable (DAVTests.Client, DAVTests.Client) async throws -> Void
    ) async throws {
        try await TestServer.run { server, client in
            let mallory = try await server.visitor(client).calendarProgram()
            let other = try await server.visitor(client, email: "ben@example.org")
            try await body(mallory, try await other.calendarProgram())
        }
    }

    private static func check(
        _ row: HostileRows.Row,
        _ mallory: DAVTests.Client,
        _ other: DAVTests.Client
    ) async throws {
        let path = row.path.hasPrefix("/") ? row.path : mallory.calendar + row.path
        let body = row.body.replacing("<D:href>long<", with: "<D:href>\(mallory.calendar)long<")
        async let hostile = mallory.request(row.method, path, body, headers: row.headers)
        async let innocent = other.objects(in: other.calendar)
        #expect(try await innocent.isEmpty)
        let answer = try await hostile
        #expect(answer.status.code == row.status, "\(row): \(answer.text.prefix(300))")
        #expect(row.contains.isEmpty || answer.text.contains(row.contains), "\(row)")
        #expect(!answer.text.contains("root:"), "a file of the server")
    }

    @Test(
        "A document that is meant to be too much for a parser is refused",
        arguments: HostileRows.documents
    )
    func sendDocument(row: HostileRows.Row) async throws {
        try await Self.run { try await Self.check(row, $0, $1) }
    }

    @Test(
        "An object that is meant to be too much for its readers is refused",
        arguments: HostileRows.writes
    )
    func writeObject(row: HostileRows.Row) async throws {
        try await Self.run { mallory, other in
            try await Self.check(row, mallory, other)
            #expect(try await mallory.objects(in: mallory.calendar).isEmpty)
        }
    }

    @Test("Reports that would never end, or be endless, are refused or cut")
    func reports() async throws {
        try await Self.run { mallory, other in
            let rules = (1...10_000).map { "RRULE:FREQ=DAILY;INTERVAL=\($0)\r\n" }.joined()
            let long = String(repeating: "x", count: 1_000_000)
            let objects = [
                ("rules", rules + "DTSTART:20260101T000000Z"),
                ("long", "DTSTART:20260101T000000Z\r\nX-A:" + long),
                ("second", "DTSTART:20260101T000000Z\r\nDURATION:PT1S\r\nRRULE:FREQ=SECONDLY"),
            ]
            for (name, lines) in objects {
                let made = try await mallory.put(name, DAVTests.event(name, lines))
                #expect(made.status == .created, "\(made.text)")
            }
            for row in HostileRows.reports { try await Self.check(row, mallory, other) }
        }
    }

    @Test("Properties are kept up to the limit of an account")
    func properties() async throws {
        try await Self.run { mallory, other in
            func set(_ names: Range<Int>) async throws -> TestResponse {
                let value = String(repeating: "y", count: 60_000)
                let properties = names.map { "<x\($0) xmlns='u'>\(value)</x\($0)>" }.joined()
                return try await mallory.request(
                    "PROPPATCH",
                    mallory.calendar,
                    """
                    <D:propertyupdate \(HostileRows.names)><D:set><D:prop>\(properties)</D:prop>\
                    </D:set></D:propertyupdate>
                    """
                )
            }
            #expect(try await set(0..<10).status.code == 207)
            let more = try await set(10..<20)
            #expect(more.status.code == 507 && more.text.contains("quota-not-exceeded"))
            #expect(try await set(0..<10).status.code == 207)
            #expect(try await other.objects(in: other.calendar).isEmpty)
        }
    }

    @Test("Octets that aren't UTF-8 are refused")
    func octets() async throws {
        try await Self.run { mallory, _ in
            for octets in [[0xFF, 0xFE], [0xC0, 0xAF], [0xED, 0xA0, 0x80]] as [[UInt8]] {
                let event = DAVTests.event("new", "X-A:here")
                let rows = [
                    ("PUT", mallory.calendar + "new", event, 403),
                    ("PROPFIND", mallory.calendar, "<a>here</a>", 400),
                ]
                for (method, path, text, status) in rows {
                    let parts = text.split(separator: "here").map { Array($0.utf8) }
                    let answer = try await mallory.request(
                        method,
                        path,
                        octets: Array(parts.joined(separator: octets))
                    )
                    #expect(answer.status.code == status, "\(method) \(octets)")
                }
            }
        }
    }

    @Test(
        "A calendar gets no name with control characters; an event may, and is found by it",
        arguments: ["%01", "a%0Ab", "%1F", "%7F", "%C2%80", "%C2%9F"]
    )
    func controlNames(name: String) async throws {
        try await Self.run { client, _ in
            let refused = try await client.request("MKCALENDAR", client.home + name + "/")
            #expect(refused.status == .badRequest)
            #expect(refused.text.contains("A name has no control characters."))
            #expect(try await client.calendars().count == 1)
            #expect(try await client.put(name, DAVTests.event("event")).status == .created)
            let objects = try await client.objects(in: client.calendar)
            #expect(objects.keys.map { $0 } == [client.calendar + name])
        }
    }

    @Test(
        "A path leads nowhere but where it says",
        arguments: [
            "..", "%2E%2E", "%2e", "../..", "..%2F..%2F", "%", "%2", "%GG", "%00", "%FF", "%C3",
            ".hidden", "a/b/c",
        ]
    )
    func paths(name: String) async throws {
        try await Self.run { client, other in
            for method in ["GET", "PUT", "DELETE", "PROPFIND"] {
                for folder in [client.calendar, client.home, "/dav/principals/", other.home] {
                    let text = method == "PUT" ? DAVTests.event("new") : ""
                    let answer = try await client.request(
                        method,
                        folder + name,
                        text,
                        headers: ["Depth": "0"]
                    )
                    let statuses = [404, 405]
                    #expect(statuses.contains(answer.status.code), "\(method) \(folder)\(name)")
                }
            }
        }
    }

    @Test("A name that is encoded twice is a name with a percent sign, and nothing else")
    func encodedTwice() async throws {
        try await Self.run { client, _ in
            let name = "%252E%252E%252Fother"
            #expect(try await client.put(name, DAVTests.event("twice")).status == .created)
            let objects = try await client.objects(in: client.calendar)
            #expect(objects.keys.map { $0 } == [client.calendar + name])
            let read = try await client.request("GET", client.calendar + name)
            #expect(read.text == DAVTests.event("twice"))
            let decoded = try await client.request("GET", client.calendar + "%2E%2E%2Fother")
            #expect(decoded.status == .notFound)
        }
    }
}
