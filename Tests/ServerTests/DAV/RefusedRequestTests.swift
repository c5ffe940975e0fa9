import HTTPTypes
import Testing
import WebDAV

@testable import CalDAVServer
@testable import Server

/// How requests are refused: with the condition that doesn't hold, or as malformed.
@Suite("Refused requests")
struct RefusedRequestTests {
    private typealias Client = DAVTests.Client

    private static let names = ReportTests.names

    @Test(
        "Every child of an error is a condition, and the words are in it",
        arguments: [
            ("BEGIN:VEVENT", "BEGIN:VFOO", "valid-calendar-data"),
            ("VERSION:2.0", "VERSION:2.0\r\nMETHOD:PUBLISH", "valid-calendar-object-resource"),
            ("END:VEVENT", "RRULE:FREQ=SOMETIMES\r\nEND:VEVENT\r\nBEGIN:VEVENT", "valid-calendar"),
            ("END:VCALENDAR", "", "valid-calendar"),
            ("DTSTART", "X-DTSTART", "valid-calendar-data"),
            ("UID:tea", "UID:tea\u{0}", "valid-calendar-data"),
        ]
    )
    func words(part: String, other: String, condition: String) async throws {
        try await DAVTests.run { client, visitor in
            let text = DAVTests.event("tea").replacing(part, with: other)
            let answer = try await client.put("tea.ics", text)
            #expect(answer.status.code == 403, "\(answer.text)")
            let error = try XMLReader.read(Array(answer.text.utf8))
            #expect(error.name == .dav("error"))
            #expect(error.children.count == 1, "\(answer.text)")
            let child = try #require(error.children.first)
            #expect(child.name.namespace == XMLName.Namespace.calDAV)
            #expect(child.name.local.hasPrefix(condition), "\(answer.text)")
            let reason = child.first(.meantime("reason"))?.text ?? ""
            #expect(reason.hasPrefix("Line "), "\(answer.text)")
            let page = try await visitor.request(
                .put,
                visitor.events + "tea",
                text,
                headers: ["If-None-Match": "*"]
            )
            // Nothing of a text that is refused was kept in another form.
            for said in [reason, page.text] {
                #expect(!said.contains("dropped") && !said.contains("repaired"), "\(said)")
            }
        }
    }

    @Test("Other refusals have their condition alone as well")
    func otherWords() async throws {
        try await DAVTests.run { client, _ in
            let twice = try await client.request("DELETE", client.calendar)
            #expect(twice.status.code == 403)
            let queries = [
                ReportTests.query(#"<C:comp-filter name="VALARM"/>"#),
                ReportTests.query("", more: "<C:timezone-id>Moon/Tycho</C:timezone-id>"),
            ]
            var answers = [twice.text]
            for body in queries {
                answers.append(try await client.request("REPORT", client.calendar, body).text)
            }
            for text in answers {
                let error = try XMLReader.read(Array(text.utf8))
                #expect(error.children.count == 1, "\(text)")
                #expect(error.children.first?.first(.meantime("reason"))?.text.isEmpty == false)
            }
        }
    }

    // MARK: Malformed requests

    @Test(
        "Whoever asks in two ways at once, or by no name, is told that the request is malformed",
        arguments: [
            ("PROPFIND", "<D:propfind NS><D:allprop/><D:propname/></D:propfind>"),
            ("PROPFIND", "<D:propfind NS><D:propname/><D:allprop/></D:propfind>"),
            ("PROPFIND", "<D:propfind NS><D:prop/><D:propname/></D:propfind>"),
            ("PROPFIND", "<D:propfind NS><D:prop/><D:allprop/></D:propfind>"),
            ("PROPFIND", "<D:propfind NS><D:prop/><D:prop/></D:propfind>"),
            (
                "REPORT",
                "<C:calendar-query NS><D:allprop/><D:propname/><C:filter>F</C:filter></C:calendar-query>"
            ),
            ("REPORT", "<C:calendar-multiget NS><D:allprop/><D:prop/></C:calendar-multiget>"),
            ("REPORT", "<D:expand-property NS><D:property/></D:expand-property>"),
            ("REPORT", #"<D:expand-property NS><D:property name=""/></D:expand-property>"#),
            (
                "REPORT",
                #"<D:expand-property NS><D:property namespace="DAV:"/></D:expand-property>"#
            ),
            (
                "REPORT",
                #"<D:expand-property NS><D:property name="owner"><D:property/></D:property></D:expand-property>"#
            ),
        ]
    )
    func malformed(method: String, body: String) async throws {
        try await DAVTests.run { client, _ in
            let filter = #"<C:comp-filter name="VCALENDAR"/>"#
            let body = body.replacing("NS", with: Self.names).replacing(">F<", with: ">\(filter)<")
            for path in [client.calendar, client.home] {
                let answer = try await client.request(method, path, body, headers: ["Depth": "0"])
                #expect(answer.status == .badRequest, "\(body): \(answer.status) \(answer.text)")
            }
        }
    }

    @Test(
        "Reports about people have the depth 0, which is also the one that isn't said",
        arguments: [
            "principal-match", "principal-property-search", "principal-search-property-set",
            "acl-principal-prop-set",
        ]
    )
    func depth(report: String) async throws {
        try await DAVTests.run { client, _ in
            let body = "<D:\(report) \(Self.names)><D:self/></D:\(report)>"
            for (depth, isTaken) in [
                (nil, true), ("0", true), ("1", false), ("infinity", false), ("2", false),
            ] {
                var headers: [String: String] = [:]
                headers["Depth"] = depth
                let answer = try await client.request(
                    "REPORT",
                    "/dav/principals/",
                    body,
                    headers: headers
                )
                #expect(
                    (answer.status == .badRequest) != isTaken,
                    "\(depth ?? "none"): \(answer.status)"
                )
            }
        }
    }

    // MARK: Zones

    private static let observance = [
        "BEGIN:STANDARD", "DTSTART:19700101T000000", "TZOFFSETFROM:+0100", "TZOFFSETTO:+0100",
        "END:STANDARD",
    ]

    private static func zone(_ parts: [String]..., name: String = "TZID:Mine") -> String {
        let head = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//T//T//EN"]
        let zones = parts.map { ["BEGIN:VTIMEZONE", name] + $0 + ["END:VTIMEZONE"] }
        return (head + zones.flatMap { $0 } + ["END:VCALENDAR"]).joined(separator: "\n")
    }

    static let unreadableZones = [
        "", "nothing", "<C:x/>", zone(), zone([]), zone(observance, observance),
        zone(observance, name: "X-NAME:Mine"),
        zone(observance + observance.map { $0.replacing("TZOFFSETTO:+0100", with: "X-A:1") }),
        zone(observance.map { $0.replacing("+0100", with: "one hour") }),
        zone(observance.filter { !$0.hasPrefix("DTSTART") }),
        zone(observance).replacing("END:VTIMEZONE\n", with: ""),
        zone(observance).replacing(
            "BEGIN:VTIMEZONE",
            with: "BEGIN:VEVENT\nUID:a\nEND:VEVENT\nBEGIN:VTIMEZONE"
        ),
    ]

    @Test(
        "A zone that can't be read is refused, wherever a request names it",
        arguments: unreadableZones
    )
    func unreadableZone(text: String) async throws {
        try await DAVTests.run { client, _ in
            _ = try await client.put("tea.ics", DAVTests.event("tea"))
            let query = ReportTests.query("", more: "<C:timezone>\(text)</C:timezone>")
            let paths = [client.calendar, client.home, client.calendar + "tea.ics"]
            for path in paths + [client.home + "inbox/"] {
                for depth in ["0", "1"] {
                    let answer = try await client.request(
                        "REPORT",
                        path,
                        query,
                        headers: ["Depth": depth]
                    )
                    #expect(answer.status == .forbidden, "\(path): \(answer.text)")
                    #expect(answer.text.contains("valid-calendar-data"), "\(path): \(answer.text)")
                }
            }
            let set = try await client.request(
                "PROPPATCH",
                client.calendar,
                CollectionTests.set("<C:calendar-timezone>\(text)</C:calendar-timezone>")
            )
            #expect(set.text.contains("valid-calendar-data"), "\(set.text)")
        }
    }

    @Test("On the home, floating times are read by the zone of each calendar")
    func floatingTimes() async throws {
        try await DAVTests.run { client, visitor in
            var calendars: [String] = []
            for (name, zone) in [("berlin", "Europe/Berlin"), ("tokyo", "Asia/Tokyo"), ("own", "")]
            {
                let path = client.home + name + "/"
                calendars.append(path)
                _ = try await client.request("MKCALENDAR", path)
                if !zone.isEmpty {
                    let id = "<C:calendar-timezone-id>\(zone)</C:calendar-timezone-id>"
                    _ = try await client.request("PROPPATCH", path, CollectionTests.set(id))
                }
                let text = DAVTests.event(name, "DTSTART:20260312T100000\r\nDURATION:PT1H")
                #expect(try await client.request("PUT", path + name, text).status == .created)
            }
            let set = try await visitor.request(
                .patch,
                "/api/v1/account",
                #"{"zone":"America/New_York","from":540,"to":1020}"#
            )
            #expect(set.status == .ok)
            // Ten in the morning in Tokyo, in Berlin and in New York, where the account's clock is.
            for (hour, found) in [("01", "tokyo"), ("09", "berlin"), ("14", "own")] {
                let (start, end) = ("20260312T\(hour)0000Z", "20260312T\(hour)5959Z")
                let xml = try await client.xml(
                    "REPORT",
                    client.home,
                    ReportTests.query(ReportTests.events(start, end)),
                    depth: "1"
                )
                #expect(ReportTests.found(xml) == [found], "\(hour)")
                let busy = try await client.request(
                    "REPORT",
                    client.home,
                    """
                    <C:free-busy-query \(Self.names)><C:time-range start="\(start)" end="\(end)"/>\
                    </C:free-busy-query>
                    """,
                    headers: ["Depth": "1"]
                )
                #expect(busy.text.contains("FBTYPE=BUSY:\(start)/\(end)"), "\(busy.text)")
            }
            let hrefs = calendars.map {
                "<D:href>\($0)\($0.split(separator: "/").last ?? "")</D:href>"
            }
            let expand =
                #"<C:calendar-data><C:expand start="20260312T000000Z" end="20260313T000000Z"/></C:calendar-data>"#
            let xml = try await client.xml(
                "REPORT",
                client.home,
                """
                <C:calendar-multiget \(Self.names)><D:prop>\(expand)</D:prop>\
                \(hrefs.joined())</C:calendar-multiget>
                """
            )
            let starts = ReportTests.texts(xml).compactMap { text in
                text.split(separator: "\r\n").first { $0.hasPrefix("DTSTART") }.map(String.init)
            }
            #expect(starts.count == 3)
            // A zone that the request names counts for all.
            let all = try await client.xml(
                "REPORT",
                client.home,
                ReportTests.query(
                    ReportTests.events("20260312T100000Z", "20260312T103000Z"),
                    more: "<C:timezone-id>UTC</C:timezone-id>"
                ),
                depth: "1"
            )
            #expect(ReportTests.found(all).sorted() == ["berlin", "own", "tokyo"])
        }
    }
}
