import HTTPTypes
import ICalendar
import Testing
import WebDAV

@testable import Server
@testable import ServerBase

/// What programs get of events in time zones (RFC 5545, 3.6.5; RFC 7809).
@Suite("Zones of programs")
struct ZoneTextTests {
    typealias Client = DAVTests.Client

    private static let description = "BEGIN:VTIMEZONE\r\nTZID:Europe/Berlin\r\n"
    private static let lunch = DAVTests.event("lunch", "DTSTART;TZID=Europe/Berlin:20260312T120000")

    private static let descriptions = ZoneDescriptions(
        zones: ZoneFiles(root: ServerSettings().zoneRoot),
        now: .init(secondsSinceEpoch: 1_767_225_600)
    )

    @Test(
        "Each zone that a text names is described once, before the first component",
        arguments: [
            ("DTSTART:20260312T120000Z", []),
            ("DTSTART;TZID=Europe/Berlin:20260312T120000", ["Europe/Berlin"]),
            ("DTSTART;tzid=Europe/Berlin:20260312T120000", ["Europe/Berlin"]),
            ("DTSTART;TZ\r\n ID=Europe/Berlin:20260312T120000", ["Europe/Berlin"]),
            (
                """
                DTSTART;TZID=Europe/Berlin:20260312T120000\r\nDTEND;TZID=Asia/Tokyo:20260312T210000\
                \r\nEXDATE;TZID=Europe/Berlin:20260313T120000
                """, ["Europe/Berlin", "Asia/Tokyo"]
            ),
            (
                "DTSTART;TZID=W. Europe Standard Time:20260312T120000",
                ["W. Europe Standard Time"]
            ),
            ("DTSTART;TZID=Moon/Tycho:20260312T120000", []),
            ("DTSTART;TZID=../../etc/passwd:20260312T120000", []),
            ("DTSTART:20260312T120000Z\r\nDESCRIPTION:TZID=Europe/Berlin", []),
        ]
    )
    func completing(lines: String, expected: [String]) {
        let text = DAVTests.event("one", lines)
        let completed = Self.descriptions.completing(text)
        let calendar = CalendarText.parse(completed).components.first
        let described = calendar?.components(named: "VTIMEZONE") ?? []
        #expect(described.compactMap { $0.first("TZID")?.textValue } == expected)
        #expect(calendar?.components.first?.name == (expected.isEmpty ? "VEVENT" : "VTIMEZONE"))
        #expect(Self.withoutZones(completed) == text)
        #expect(Self.descriptions.completing(completed) == completed)
    }

    /// A text without the lines of its VTIMEZONEs.
    private static func withoutZones(_ text: String) -> String {
        text.replacing(/BEGIN:VTIMEZONE\r\n(?s:.)*?END:VTIMEZONE\r\n/, with: "")
    }

    @Test("A zone that is described already stays as it is")
    func describedAlready() {
        let own = """
            BEGIN:VTIMEZONE\r\nTZID:Europe/Berlin\r\nBEGIN:STANDARD\r\nDTSTART:19700101T000000\r\n\
            TZOFFSETFROM:+0100\r\nTZOFFSETTO:+0100\r\nEND:STANDARD\r\nEND:VTIMEZONE\r\n
            """
        let text = Self.lunch.replacing("BEGIN:VEVENT", with: own + "BEGIN:VEVENT")
        #expect(Self.descriptions.completing(text) == text)
        let both = text.replacing(
            "SUMMARY",
            with: "DTEND;TZID=Asia/Tokyo:20260312T210000\r\nSUMMARY"
        )
        let completed = Self.descriptions.completing(both)
        #expect(completed.contains(own))
        #expect(completed.ranges(of: "BEGIN:VTIMEZONE").count == 2)
    }

    @Test("Wherever a program gets an event of the page, its zone is described")
    func everywhere() async throws {
        try await DAVTests.run { client, visitor in
            let page = ["If-None-Match": "*"]
            let made = try await visitor.request(
                .put,
                visitor.events + "lunch",
                Self.lunch,
                headers: page
            )
            #expect(made.status == .created)
            let read = try await client.request("GET", client.calendar + "lunch")
            #expect(read.text.contains(Self.description))
            #expect(Self.withoutZones(read.text) == Self.lunch)
            // The page and history have what was written.
            #expect(try await visitor.request(.get, visitor.events + "lunch").text == Self.lunch)
            let range = #"start="20260301T000000Z" end="20260401T000000Z""#
            let data = "<D:getcontentlength/><C:calendar-data/>"
            let href = "<D:href>\(client.calendar)lunch</D:href>"
            let requests = [
                ("PROPFIND", client.calendar + "lunch", DAVTests.props(data)),
                ("REPORT", client.calendar, ReportTests.query("", data: data)),
                (
                    "REPORT", client.calendar,
                    """
                    <C:calendar-multiget \(ReportTests.names)><D:prop>\(data)</D:prop>\(href)\
                    </C:calendar-multiget>
                    """
                ),
                ("REPORT", client.calendar, SyncedCalendar.body(since: "", data: data)),
            ]
            for (method, path, body) in requests {
                let response = try #require(
                    try await client.xml(method, path, body).first(.dav("response"))
                )
                #expect(Client.property(.calDAV("calendar-data"), of: response)?.text == read.text)
                let length = Client.property(.dav("getcontentlength"), of: response)?.text
                #expect(length == String(read.text.utf8.count))
            }
            for (part, isDescribed) in [("limit-recurrence-set", true), ("expand", false)] {
                let xml = try await client.xml(
                    "REPORT",
                    client.calendar,
                    ReportTests.query(
                        "",
                        data: "<C:calendar-data><C:\(part) \(range)/></C:calendar-data>"
                    )
                )
                #expect(ReportTests.texts(xml)[0].contains("VTIMEZONE") == isDescribed, "\(part)")
            }
            // Whoever knows zones by name gets what is stored.
            let known = try await client.request(
                "GET",
                client.calendar + "lunch",
                headers: ["CalDAV-Timezones": "F"]
            )
            #expect(known.text == Self.lunch)
            let etag = try #require(read.headers[.eTag])
            let changed = try await client.put("lunch", read.text, headers: ["If-Match": etag])
            #expect(changed.status == .noContent)
            #expect(try await client.request("GET", client.calendar + "lunch").text == read.text)
        }
    }

    @Test("The response to a write has an ETag if a program would get back what it sent")
    func writing() async throws {
        try await DAVTests.run { client, _ in
            let whole = Self.descriptions.completing(Self.lunch)
            let rows: [(text: String, headers: [String: String], hasTag: Bool)] = [
                (whole, [:], true), (Self.lunch, [:], false),
                (Self.lunch, ["CalDAV-Timezones": "T"], false),
                (Self.lunch, ["CalDAV-Timezones": "F"], true),
            ]
            for (text, headers, hasTag) in rows {
                let response = try await client.put("lunch", text, headers: headers)
                #expect((response.headers[.eTag] != nil) == hasTag)
                let read = try await client.request(
                    "GET",
                    client.calendar + "lunch",
                    headers: headers
                )
                #expect((read.text == text) == hasTag)
            }
        }
    }

    @Test("A zone is read once, and a name that is none each time")
    func cache() {
        let cache = ZoneCache()
        var readCount = 0
        for _ in 0..<3 {
            _ = cache.zone("A") {
                readCount += 1
                return .utc
            }
        }
        #expect(readCount == 1)
        for _ in 0..<3 {
            _ = cache.zone("B") {
                readCount += 1
                return nil
            }
        }
        #expect(readCount == 4)
    }
}
