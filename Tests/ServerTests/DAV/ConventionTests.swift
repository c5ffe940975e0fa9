import Foundation
import HTTPTypes
import Testing
import WebDAV

@testable import Server

/// What HTTP and WebDAV expect of every server: methods, versions, and whose properties are whose.
@Suite("Conventions of WebDAV")
struct ConventionTests {
    @Test("A refused method says which ones there are")
    func allowed() async throws {
        try await DAVTests.run { client, _ in
            _ = try await client.put("one.ics", DAVTests.event("one"))
            let object = client.calendar + "one.ics"
            for (method, path, allowed) in [
                ("PUT", client.calendar, "MKCALENDAR"), ("GET", client.calendar, "REPORT"),
                ("DELETE", client.home, "PROPFIND"), ("LOCK", object, "MOVE"),
                ("UNLOCK", object, "PUT"), ("POST", object, "GET"),
                ("MKCALENDAR", client.calendar, "DELETE"),
            ] {
                let refused = try await client.request(method, path)
                #expect(refused.status == .methodNotAllowed, "\(method) \(path)")
                let methods = refused.headers[.allow]?.split(separator: ",").map {
                    $0.filter { $0 != " " }
                }
                #expect(methods?.contains(allowed) == true, "\(method) \(path)")
                #expect(methods?.contains(method) != true || method == "MKCALENDAR")
            }
            let rights = try await client.request("ACL", object)
            #expect(rights.status == .forbidden && rights.text.contains("write-acl"))
            for method in ["PUT", "GET", "LOCK", "ACL"] {
                let other = "/dav/calendars/\(String(repeating: "a", count: 32))/x/one.ics"
                #expect(try await client.request(method, other).status == .notFound, "\(method)")
            }
        }
    }

    @Test("A text that the program has already isn't sent again")
    func notModified() async throws {
        try await DAVTests.run { client, visitor in
            _ = try await client.put("one.ics", DAVTests.event("one"))
            let path = client.calendar + "one.ics"
            let etag = try #require(try await client.request("GET", path).headers[.eTag])
            for known in [etag, "W/\(etag)", "\"x\", \(etag)", "*"] {
                let same = try await client.request("GET", path, headers: ["If-None-Match": known])
                #expect(same.status == .notModified && same.text.isEmpty, "\(known)")
                #expect(same.headers[.eTag] == etag)
            }
            let other = try await client.request("GET", path, headers: ["If-None-Match": "\"x\""])
            #expect(other.status == .ok)
            let page = try await visitor.request(
                .get,
                "/api/v1/calendars/\(visitor.calendar)/events/one.ics",
                headers: ["If-None-Match": etag]
            )
            #expect(page.status == .notModified)
        }
    }

    @Test("All properties leaves out what later specifications added")
    func allProperties() async throws {
        try await DAVTests.run { client, _ in
            let body = "<D:propfind \(CollectionTests.namespaces)><D:allprop/></D:propfind>"
            let all = try await client.request(
                "PROPFIND",
                client.calendar,
                body,
                headers: ["Depth": "0"]
            )
            for name in ["resourcetype", "displayname", "getctag", "calendar-color"] {
                #expect(all.text.contains(name), "\(name)")
            }
            for name in ["supported-privilege-set", "sync-token", "<D:acl"] {
                #expect(!all.text.contains(name), "\(name)")
            }
            let names = try await client.request(
                "PROPFIND",
                client.calendar,
                "<D:propfind \(CollectionTests.namespaces)><D:propname/></D:propfind>",
                headers: ["Depth": "0"]
            )
            #expect(names.text.contains("supported-privilege-set"))
        }
    }

    @Test(
        "A calendar has one zone, of which the name and the definition agree, whichever was set last"
    )
    func oneZone() async throws {
        try await DAVTests.run { client, _ in
            let definition = "<C:calendar-timezone>\(Self.zone)</C:calendar-timezone>"
            let name = "<C:calendar-timezone-id>Europe/Berlin</C:calendar-timezone-id>"
            let sameName = "<C:calendar-timezone-id>America/New_York</C:calendar-timezone-id>"
            let unknown = definition.replacing("America/New_York", with: "Mine")
            for (set, zone) in [
                ([name], "Europe/Berlin"), ([name, definition], "America/New_York"),
                ([definition, name], "Europe/Berlin"),
                ([sameName + definition], "America/New_York"),
                ([definition, unknown], "Mine"),
            ] {
                for properties in set {
                    let done = try await client.request(
                        "PROPPATCH",
                        client.calendar,
                        CollectionTests.set(properties)
                    )
                    #expect(done.text.contains("200 OK"), "\(done.text)")
                }
                let (id, text) = try await Self.zone(of: client)
                #expect(id == (zone == "Mine" ? nil : zone))
                #expect(text?.contains("TZID:\(zone)") == true, "\(text ?? "-")")
                #expect(text?.components(separatedBy: "BEGIN:VTIMEZONE").count == 2)
                #expect(text?.contains("TZOFFSETTO") == true)
            }
            for removed in ["<C:calendar-timezone/>", "<C:calendar-timezone-id/>"] {
                _ = try await client.request(
                    "PROPPATCH",
                    client.calendar,
                    CollectionTests.set(name)
                )
                let done = try await client.request(
                    "PROPPATCH",
                    client.calendar,
                    CollectionTests.set(removed).replacing("D:set>", with: "D:remove>")
                )
                #expect(done.text.contains("200 OK"), "\(done.text)")
                let (id, text) = try await Self.zone(of: client)
                #expect(id == nil && text == nil)
            }
        }
    }

    @Test("The name of one zone with the definition of another is refused, and nothing is stored")
    func twoZones() async throws {
        try await DAVTests.run { client, _ in
            let definition = "<C:calendar-timezone>\(Self.zone)</C:calendar-timezone>"
            let name = "<C:calendar-timezone-id>Europe/Berlin</C:calendar-timezone-id>"
            for properties in [name + definition, definition + name] {
                let answer = try await client.request(
                    "PROPPATCH",
                    client.calendar,
                    CollectionTests.set(properties)
                )
                #expect(answer.text.contains("valid-timezone"), "\(answer.text)")
                #expect(answer.text.contains("403 Forbidden"))
                let (id, text) = try await Self.zone(of: client)
                #expect(id == nil && text == nil)
            }
        }
    }

    /// The zone of the calendar by both properties, as far as they are there.
    private static func zone(of client: DAVTests.Client) async throws -> (String?, String?) {
        let xml = try await client.xml(
            "PROPFIND",
            client.calendar,
            DAVTests.props("<C:calendar-timezone/><C:calendar-timezone-id/>")
        )
        let found = xml.first(.dav("response"))?.all(.dav("propstat")).first {
            $0.first(.dav("status"))?.text.contains("200") == true
        }
        let prop = found?.first(.dav("prop"))
        return (
            prop?.first(.calDAV("calendar-timezone-id"))?.text,
            prop?.first(.calDAV("calendar-timezone"))?.text
        )
    }

    private static let zone = """
        BEGIN:VCALENDAR&#13;
        VERSION:2.0&#13;
        PRODID:-//T//T//EN&#13;
        BEGIN:VTIMEZONE&#13;
        TZID:America/New_York&#13;
        BEGIN:STANDARD&#13;
        DTSTART:19701101T020000&#13;
        TZOFFSETFROM:-0400&#13;
        TZOFFSETTO:-0500&#13;
        END:STANDARD&#13;
        END:VTIMEZONE&#13;
        END:VCALENDAR&#13;
        """

    @Test(
        "The same mistake in a query has the same answer, whatever is asked",
        arguments: [
            ("", 400, ""), ("<C:filter/>", 403, "valid-filter"),
            (
                """
                <C:filter><C:comp-filter name="VCALENDAR"><C:prop-filter name="X">\
                <C:text-match collation="i;no">a</C:text-match></C:prop-filter></C:comp-filter>\
                </C:filter>
                """, 403, "supported-collation"
            ),
        ]
    )
    func mistakes(filter: String, status: Int, condition: String) async throws {
        try await DAVTests.run { client, _ in
            let body = """
                <C:calendar-query \(ReportTests.names)><D:prop><D:getetag/></D:prop>\
                \(filter)</C:calendar-query>
                """
            for path in [client.home, client.calendar, client.home + "inbox/"] {
                let response = try await client.request("REPORT", path, body)
                #expect(response.status.code == status, "\(path) \(response.text)")
                #expect(condition.isEmpty || response.text.contains(condition))
            }
        }
    }

    @Test("Whoever wants little isn't told which properties of people and messages aren't there")
    func minimalReports() async throws {
        try await DAVTests.run { client, _ in
            let missing = "<X:none xmlns:X='urn:x'/>"
            let search = """
                <D:property-search><D:prop><D:displayname/></D:prop><D:match></D:match>\
                </D:property-search>
                """
            let prop = "<D:prop><D:displayname/>\(missing)</D:prop>"
            let nested = """
                <D:property name="owner"><D:property name="displayname"/>\
                <D:property name="none" namespace="urn:x"/></D:property>\
                <D:property name="none" namespace="urn:x"/>
                """
            let message = "<D:href>\(client.home)inbox/none.ics</D:href>"
            for (path, name, content) in [
                ("/dav/principals/", "D:principal-property-search", search + prop),
                ("/dav/principals/", "D:principal-match", "<D:self/>" + prop),
                (client.calendar, "D:acl-principal-prop-set", prop),
                (client.calendar, "D:expand-property", nested),
                (client.home + "inbox/", "C:calendar-multiget", prop + message),
            ] {
                let body = "<\(name) \(ReportTests.names)>\(content)</\(name)>"
                let plain = try await client.request("REPORT", path, body)
                let short = try await client.request(
                    "REPORT",
                    path,
                    body,
                    headers: ["Prefer": "return=minimal"]
                )
                #expect(plain.status.code == 207 && short.status.code == 207, "\(name)")
                #expect(!short.text.contains("urn:x"), "\(name): \(short.text)")
                #expect(plain.text.contains("404 Not Found"), "\(name)")
                let applied = try #require(HTTPField.Name("Preference-Applied"))
                #expect(plain.headers[applied] == nil)
                #expect(short.headers[applied] == "return=minimal")
            }
        }
    }

    @Test("A name that can't be taken is a conflict, not a property that can't be changed")
    func unfitName() async throws {
        try await DAVTests.run { client, _ in
            for name in ["", String(repeating: "n", count: 10_000)] {
                let refused = try await client.request(
                    "PROPPATCH",
                    client.calendar,
                    CollectionTests.set("<D:displayname>\(name)</D:displayname>")
                )
                #expect(refused.text.contains("409 Conflict"))
                #expect(!refused.text.contains("cannot-modify"))
            }
        }
    }

    @Test("A changed property moves the calendar's token, so that other devices find out")
    func tokenOfProperties() async throws {
        try await DAVTests.run { client, _ in
            let before = try await client.syncToken(of: client.calendar)
            _ = try await client.request(
                "PROPPATCH",
                client.calendar,
                CollectionTests.set("<A:calendar-order>9</A:calendar-order>")
            )
            #expect(try await client.syncToken(of: client.calendar) != before)
        }
    }

    @Test(
        "An event that other programs couldn't read is repaired, without an ETag",
        arguments: [
            ("DTSTART:20260824T154000-0500", "DTSTART:20260824T204000Z"),
            ("DTSTART;VALUE=DATE:20260302T200000", "DTSTART:20260302T200000"),
            (
                "DTSTART:20260415T110000Z\r\nDURATION:P1DT",
                "DTSTART:20260415T110000Z\r\nDURATION:P1D"
            ),
            (
                "DTSTART:20260415T110000Z\r\nDTEND:20250415T110000Z",
                "DTSTART:20260415T110000Z\r\nDTEND:20260415T120000Z"
            ),
            (
                "DTSTART:20260415T110000Z\r\nRRULE:FREQ=DAILY;COUNT=3;UNTIL=20260501T000000Z",
                "DTSTART:20260415T110000Z\r\nRRULE:FREQ=DAILY;COUNT=3"
            ),
            (
                "DTSTART:20260415T110000Z\r\nRRULE:W2 TU TH #4",
                "DTSTART:20260415T110000Z\r\nRRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,TH;COUNT=4"
            ),
        ]
    )
    func repaired(lines: String, expected: String) async throws {
        try await DAVTests.run { client, _ in
            let sent = DAVTests.event("one", lines + "\r\nX-OWN;A=\"b\":c")
            let put = try await client.put("one.ics", sent)
            #expect(put.status == .created)
            #expect(put.headers[.eTag] == nil)
            let read = try await client.request("GET", client.calendar + "one.ics")
            #expect(read.text == DAVTests.event("one", expected + "\r\nX-OWN;A=\"b\":c"))
        }
    }
}
