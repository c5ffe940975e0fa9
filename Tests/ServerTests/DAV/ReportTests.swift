import CivilTime
import HTTPTypes
import Testing
import WebDAV

@testable import Server

@Suite("CalDAV reports")
struct ReportTests {
    typealias Client = DAVTests.Client

    static let names = #"xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav""#

    /// A `calendar-query` for what is in VCALENDAR.
    static func query(
        _ conditions: String,
        data: String = "<C:calendar-data/>",
        more: String = ""
    ) -> String {
        """
        <C:calendar-query \(names)><D:prop><D:getetag/>\(data)</D:prop><C:filter>\
        <C:comp-filter name="VCALENDAR">\(conditions)</C:comp-filter></C:filter>\(more)\
        </C:calendar-query>
        """
    }

    static func events(_ start: String, _ end: String) -> String {
        #"<C:comp-filter name="VEVENT"><C:time-range start="\#(start)" end="\#(end)"/></C:comp-filter>"#
    }

    /// The names of the objects that an answer has, in order.
    static func found(_ xml: XMLElement) -> [String] {
        Client.statuses(xml).map { String($0.split(separator: " ")[0]) }.sorted()
    }

    static func texts(_ xml: XMLElement) -> [String] {
        xml.all(.dav("response")).compactMap { response in
            response.first(.dav("propstat"))?.first(.dav("prop"))?
                .first(.calDAV("calendar-data"))?.text
        }
    }

    static func run(_ body: @escaping @Sendable (Client) async throws -> Void) async throws {
        try await DAVTests.run { client, _ in
            let events = [
                (
                    "lunch",
                    "DTSTART;TZID=Europe/Berlin:20260312T120000\r\nDURATION:PT1H\r\nLOCATION:Mensa\r\nSTATUS:TENTATIVE"
                ),
                (
                    "weekly",
                    "DTSTART;TZID=Europe/Berlin:20260105T090000\r\nDURATION:PT1H\r\nRRULE:FREQ=WEEKLY\r\nBEGIN:VALARM\r\nACTION:DISPLAY\r\nTRIGGER:-P1D\r\nEND:VALARM"
                ),
                ("day", "DTSTART;VALUE=DATE:20260312"),
                ("floating", "DTSTART:20260313T100000\r\nDURATION:PT1H"),
                ("free", "DTSTART:20260312T150000Z\r\nDURATION:PT1H\r\nTRANSP:TRANSPARENT"),
            ]
            for (uid, lines) in events {
                let response = try await client.put(uid, DAVTests.event(uid, lines))
                #expect(response.status == .created, "\(response.text)")
            }
            try await body(client)
        }
    }

    @Test("Events are found by their texts, alarms and properties")
    func filters() async throws {
        try await Self.run { client in
            let rows = [
                (
                    """
                    <C:comp-filter name="VEVENT"><C:prop-filter name="LOCATION">\
                    <C:text-match>mensa</C:text-match></C:prop-filter></C:comp-filter>
                    """, ["lunch"]
                ),
                (
                    """
                    <C:comp-filter name="VEVENT"><C:prop-filter name="LOCATION">\
                    <C:is-not-defined/></C:prop-filter></C:comp-filter>
                    """, ["day", "floating", "free", "weekly"]
                ),
                (
                    """
                    <C:comp-filter name="VEVENT"><C:comp-filter name="VALARM"><C:time-range \
                    start="20260308T080000Z" end="20260308T080001Z"/></C:comp-filter>\
                    </C:comp-filter>
                    """, ["weekly"]
                ),
                (
                    """
                    <C:comp-filter name="VEVENT"><C:prop-filter name="DTSTART">\
                    <C:param-filter name="TZID"/></C:prop-filter></C:comp-filter>
                    """, ["lunch", "weekly"]
                ),
                (#"<C:comp-filter name="VTODO"/>"#, []),
                ("", ["day", "floating", "free", "lunch", "weekly"]),
            ]
            for (conditions, expected) in rows {
                let xml = try await client.xml("REPORT", client.calendar, Self.query(conditions))
                #expect(Self.found(xml) == expected, "\(conditions)")
            }
        }
    }

    @Test("Floating times are read in the zone of the request, of the calendar, or of the account")
    func zones() async throws {
        try await Self.run { client in
            // Ten in the morning: in UTC, nine in Berlin's winter, and in New York.
            func hours(_ more: String) async throws -> [Int] {
                var hours: [Int] = []
                for hour in [9, 10, 14] {
                    let start = "20260313T\(hour < 10 ? "0" : "")\(hour)"
                    let xml = try await client.xml(
                        "REPORT",
                        client.calendar,
                        Self.query(Self.events("\(start)0000Z", "\(start)3000Z"), more: more)
                    )
                    if Self.found(xml).contains("floating") { hours.append(hour) }
                }
                return hours
            }
            #expect(try await hours("") == [10])
            #expect(
                try await hours("<C:timezone-id>America/New_York</C:timezone-id>") == [14]
            )
            let calendar = """
                BEGIN:VCALENDAR
                VERSION:2.0
                PRODID:-//T//T//EN
                BEGIN:VTIMEZONE
                TZID:Mine
                BEGIN:STANDARD
                DTSTART:19700101T000000
                TZOFFSETFROM:+0100
                TZOFFSETTO:+0100
                END:STANDARD
                END:VTIMEZONE
                END:VCALENDAR

                """
            #expect(try await hours("<C:timezone>\(calendar)</C:timezone>") == [9])
            let patched = try await client.xml(
                "PROPPATCH",
                client.calendar,
                """
                <D:propertyupdate \(Self.names)><D:set><D:prop><C:calendar-timezone>\(calendar)\
                </C:calendar-timezone></D:prop></D:set></D:propertyupdate>
                """
            )
            #expect(Client.statuses(patched).allSatisfy { $0.hasSuffix("200") })
            #expect(try await hours("") == [9])
            let unknown = try await client.request(
                "REPORT",
                client.calendar,
                Self.query("", more: "<C:timezone-id>Moon/Tycho</C:timezone-id>")
            )
            #expect(unknown.status == .forbidden && unknown.text.contains("valid-timezone"))
        }
    }

    @Test("Instances of a month are written out, in a query and in a multiget")
    func expansion() async throws {
        try await Self.run { client in
            let expand =
                #"<C:calendar-data><C:expand start="20260301T000000Z" end="20260401T000000Z"/></C:calendar-data>"#
            let queried = try await client.xml(
                "REPORT",
                client.calendar,
                Self.query(Self.events("20260301T000000Z", "20260401T000000Z"), data: expand)
            )
            #expect(Self.found(queried) == ["day", "floating", "free", "lunch", "weekly"])
            let named = try await client.xml(
                "REPORT",
                client.calendar,
                """
                <C:calendar-multiget \(Self.names)><D:prop>\(expand)</D:prop>\
                <D:href>\(client.calendar)weekly</D:href></C:calendar-multiget>
                """
            )
            let starts = Self.texts(named).joined().split(separator: "\r\n")
                .filter { $0.hasPrefix("DTSTART") }
            // The clock changes on 29 March.
            #expect(
                starts == [
                    "DTSTART:20260302T080000Z", "DTSTART:20260309T080000Z",
                    "DTSTART:20260316T080000Z", "DTSTART:20260323T080000Z",
                    "DTSTART:20260330T070000Z",
                ]
            )
            #expect(Self.texts(queried).contains(Self.texts(named)[0]))
        }
    }

    @Test("Only the parts that were asked for are answered")
    func selection() async throws {
        try await Self.run { client in
            let data = """
                <C:calendar-data><C:comp name="VCALENDAR"><C:prop name="VERSION"/>\
                <C:comp name="VEVENT"><C:prop name="UID"/></C:comp></C:comp></C:calendar-data>
                """
            let xml = try await client.xml(
                "REPORT",
                client.calendar,
                Self.query(Self.events("20260312T110000Z", "20260312T113000Z"), data: data)
            )
            #expect(
                Self.texts(xml).contains(
                    "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nUID:lunch\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
                )
            )
        }
    }

    @Test("Busy times of a calendar and of the home are answered as a calendar")
    func busyTimes() async throws {
        try await Self.run { client in
            let query = """
                <C:free-busy-query \(Self.names)><C:time-range start="20260312T060000Z" \
                end="20260316T120000Z"/></C:free-busy-query>
                """
            for (path, depth) in [(client.calendar, "0"), (client.home, "1")] {
                let response = try await client.request(
                    "REPORT",
                    path,
                    query,
                    headers: ["Depth": depth]
                )
                #expect(response.status == .ok)
                #expect(response.headers[.contentType]?.hasPrefix("text/calendar") == true)
                let lines = response.text.replacing("\r\n ", with: "").split(separator: "\r\n")
                #expect(
                    lines.filter { $0.hasPrefix("FREEBUSY") } == [
                        "FREEBUSY;FBTYPE=BUSY:20260312T060000Z/20260313T000000Z,20260313T100000Z/20260313T110000Z,20260316T080000Z/20260316T090000Z",
                        "FREEBUSY;FBTYPE=BUSY-TENTATIVE:20260312T110000Z/20260312T120000Z",
                    ]
                )
            }
        }
    }

    @Test("A report on the home is about all its calendars, and one on an object about that")
    func places() async throws {
        try await Self.run { client in
            let query = Self.query(Self.events("20260312T110000Z", "20260312T113000Z"))
            let home = try await client.xml("REPORT", client.home, query, depth: "1")
            #expect(Self.found(home) == ["day", "lunch"])
            let alone = try await client.xml("REPORT", client.home, query, depth: "0")
            #expect(Self.found(alone) == [])
            let one = try await client.xml("REPORT", client.calendar + "lunch", query)
            #expect(Self.found(one) == ["lunch"])
            let other = try await client.xml("REPORT", client.calendar + "weekly", query)
            #expect(Self.found(other) == [])
            let named = try await client.xml(
                "REPORT",
                client.home,
                """
                <C:calendar-multiget \(Self.names)><D:prop><D:getetag/></D:prop>\
                <D:href>\(client.calendar)lunch</D:href><D:href>\(client.home)gone/lunch</D:href>\
                </C:calendar-multiget>
                """
            )
            #expect(Client.statuses(named) == ["lunch 200", "lunch 404"])
        }
    }

    @Test("What can't be answered is refused with the name of the condition")
    func refusals() async throws {
        try await Self.run { client in
            let rows = [
                (
                    Self.query(
                        #"<C:comp-filter name="VTIMEZONE"><C:time-range start="20260101T000000Z"/></C:comp-filter>"#
                    ),
                    "supported-filter"
                ),
                (Self.query(#"<C:comp-filter name="VALARM"/>"#), "valid-filter"),
                (
                    Self.query(
                        #"<C:prop-filter name="X"><C:text-match collation="i;no">a</C:text-match></C:prop-filter>"#
                    ), "supported-collation"
                ),
                (Self.query("", more: "<C:timezone>nothing</C:timezone>"), "valid-calendar-data"),
                (
                    Self.query("", data: #"<C:calendar-data content-type="text/plain"/>"#),
                    "supported-calendar-data"
                ),
            ]
            for (body, condition) in rows {
                let response = try await client.request("REPORT", client.calendar, body)
                #expect(
                    response.status == .forbidden && response.text.contains(condition),
                    "\(body)"
                )
            }
            let malformed = try await client.request(
                "REPORT",
                client.calendar,
                "<C:free-busy-query \(Self.names)/>"
            )
            #expect(malformed.status == .badRequest)
            let principal = try await client.request("REPORT", "/dav/", Self.query(""))
            #expect(principal.status == .forbidden && principal.text.contains("supported-report"))
        }
    }

    @Test("An event each second fails alone, and takes all of the time that somebody asks about")
    func everySecond() async throws {
        try await Self.run { client in
            let made = try await client.put(
                "dense",
                DAVTests.event(
                    "dense",
                    "DTSTART:20260301T000000Z\r\nDURATION:PT1S\r\nRRULE:FREQ=SECONDLY"
                )
            )
            let range = #"start="20260301T000000Z" end="20260401T000000Z""#
            let data = "<C:calendar-data><C:expand \(range)/></C:calendar-data>"
            for headers in [["Depth": "1"], ["Depth": "1", "Prefer": "return=minimal"]] {
                let response = try await client.request(
                    "REPORT",
                    client.calendar,
                    Self.query(Self.events("20260301T000000Z", "20260401T000000Z"), data: data),
                    headers: headers
                )
                let xml = try XMLReader.read(Array(response.text.utf8))
                #expect(Self.found(xml) == ["day", "dense", "floating", "free", "lunch", "weekly"])
                #expect(Self.texts(xml).count == 5)
                let dense = try #require(
                    xml.all(.dav("response")).first {
                        $0.first(.dav("href"))?.text.hasSuffix("/dense") == true
                    }
                )
                #expect(Client.property(.dav("getetag"), of: dense)?.text == made.headers[.eTag])
                let refused = try #require(dense.all(.dav("propstat")).last)
                #expect(refused.first(.dav("status"))?.text == "HTTP/1.1 404 Not Found")
                #expect(
                    refused.first(.dav("prop"))?.children.map(\.name) == [.calDAV("calendar-data")]
                )
                #expect(
                    refused.first(.dav("error"))?.children.map(\.name) == [.calDAV("max-instances")]
                )
            }
            let alone = try await client.xml(
                "REPORT",
                client.calendar,
                """
                <C:calendar-multiget \(Self.names)><D:prop>\(data)</D:prop>\
                <D:href>\(client.calendar)dense</D:href></C:calendar-multiget>
                """
            )
            #expect(Client.statuses(alone) == ["dense 404"])
            #expect(alone.first(.dav("response"))?.all(.dav("propstat")).count == 1)
            let busy = try await client.request(
                "REPORT",
                client.calendar,
                """
                <C:free-busy-query \(Self.names)><C:time-range start="20260101T000000Z" \
                end="20360101T000000Z"/></C:free-busy-query>
                """
            )
            #expect(busy.status == .ok)
            #expect(busy.text.contains("FBTYPE=BUSY:20260101T000000Z/20360101T000000Z\r\n"))
            let told = try await client.xml(
                "PROPFIND",
                client.calendar,
                DAVTests.props("<C:max-instances/>")
            )
            let most = told.first(.dav("response")).flatMap {
                Client.property(.calDAV("max-instances"), of: $0)?.text
            }
            #expect(most == "10000")
        }
    }
}
