import HTTPTypes
import Testing
import WebDAV

@testable import Server

/// Calendars as programs make, change and remove them, and objects that move between them.
@Suite("CalDAV collections")
struct CollectionTests {
    static let namespaces = """
        xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav" \
        xmlns:A="http://apple.com/ns/ical/"
        """

    private static func making(_ properties: String) -> String {
        "<C:mkcalendar \(namespaces)><D:set><D:prop>\(properties)</D:prop></D:set></C:mkcalendar>"
    }

    private static func update(_ instructions: String) -> String {
        "<D:propertyupdate \(namespaces)>\(instructions)</D:propertyupdate>"
    }

    static func set(_ properties: String) -> String {
        update("<D:set><D:prop>\(properties)</D:prop></D:set>")
    }

    private static let zone = """
        BEGIN:VCALENDAR&#13;
        VERSION:2.0&#13;
        PRODID:-//T//T//EN&#13;
        BEGIN:VTIMEZONE&#13;
        TZID:Europe/Berlin&#13;
        BEGIN:STANDARD&#13;
        DTSTART:19701025T030000&#13;
        TZOFFSETFROM:+0200&#13;
        TZOFFSETTO:+0100&#13;
        END:STANDARD&#13;
        END:VTIMEZONE&#13;
        END:VCALENDAR&#13;
        """

    /// What Apple's programs send for a new calendar, all at once.
    private static let appleProperties = """
        <D:displayname>Work &amp; more</D:displayname>
        <A:calendar-color symbolic-color="purple">#9A3ACBFF</A:calendar-color>
        <A:calendar-order>7</A:calendar-order>
        <C:calendar-timezone>\(zone)</C:calendar-timezone>
        <C:schedule-calendar-transp><C:transparent/></C:schedule-calendar-transp>
        <C:supported-calendar-component-set><C:comp name="VTODO"/><C:comp name="VEVENT"/>
        </C:supported-calendar-component-set>
        """

    /// The elements in a resource's properties that were found, by their local names.
    private static func found(
        _ client: DAVTests.Client,
        _ path: String,
        _ names: String
    ) async throws -> [String: XMLElement] {
        let xml = try await client.xml(
            "PROPFIND",
            path,
            "<D:propfind \(namespaces)><D:prop>\(names)</D:prop></D:propfind>"
        )
        var found: [String: XMLElement] = [:]
        for part in xml.first(.dav("response"))?.all(.dav("propstat")) ?? []
        where part.first(.dav("status"))?.text.contains("200") == true {
            for property in part.first(.dav("prop"))?.children ?? [] {
                found[property.name.local] = property
            }
        }
        return found
    }

    @Test("A program makes a calendar with everything that Apple's programs set")
    func making() async throws {
        try await DAVTests.run { client, visitor in
            let path = client.home + "Work%20things/"
            let made = try await client.request(
                "MKCALENDAR",
                path,
                Self.making(Self.appleProperties)
            )
            #expect(made.status == .created, "\(made.text)")
            let found = try await Self.found(
                client,
                path,
                """
                <D:displayname/><A:calendar-color/><A:calendar-order/><C:calendar-timezone/>
                <C:schedule-calendar-transp/><C:supported-calendar-component-set/><D:resourcetype/>
                """
            )
            #expect(found["displayname"]?.text == "Work & more")
            #expect(found["calendar-color"]?.text == "#9A3ACBFF")
            #expect(found["calendar-color"]?.attributes == ["symbolic-color": "purple"])
            #expect(found["calendar-order"]?.text == "7")
            #expect(found["calendar-timezone"]?.text.contains("TZID:Europe/Berlin\r\n") == true)
            #expect(
                found["schedule-calendar-transp"]?.children.map(\.name) == [.calDAV("transparent")]
            )
            #expect(
                found["supported-calendar-component-set"]?.children.map { $0.attributes["name"] }
                    == ["VEVENT", "VTODO"]
            )
            #expect(found["resourcetype"]?.first(.calDAV("calendar")) != nil)
            let page = try await visitor.request(.get, "/api/v1/calendars").text
            #expect(page.contains(#""name":"Work & more","color":"purple""#))
            let again = try await client.request("MKCALENDAR", path)
            #expect(again.status == .methodNotAllowed)
            #expect(again.text.contains("resource-must-be-null"))
        }
    }

    @Test("A calendar that can't be made whole isn't made")
    func makingNothing() async throws {
        try await DAVTests.run { client, _ in
            let path = client.home + "half/"
            for (properties, condition) in [
                ("<D:displayname>A</D:displayname><D:getetag>x</D:getetag>", "cannot-modify"),
                (
                    """
                    <C:supported-calendar-component-set><C:comp name="VPOLL"/>
                    </C:supported-calendar-component-set>
                    """,
                    "supported-calendar-component"
                ),
                ("<C:calendar-timezone>no zone</C:calendar-timezone>", "valid-calendar-data"),
                ("<C:calendar-timezone-id>Mars/Base</C:calendar-timezone-id>", "valid-timezone"),
            ] {
                let refused = try await client.request(
                    "MKCALENDAR",
                    path,
                    Self.making(properties)
                )
                #expect(refused.status == .forbidden && refused.text.contains(condition))
                let gone = try await client.request("PROPFIND", path, headers: ["Depth": "0"])
                #expect(gone.status == .notFound)
            }
            for place in [client.calendar + "inner/", "/dav/elsewhere/", "/dav/calendars/x/y/"] {
                let refused = try await client.request("MKCALENDAR", place)
                #expect([403, 404].contains(refused.status.code), "\(place)")
            }
            let plain = try await client.request(
                "MKCOL",
                path,
                """
                <D:mkcol \(Self.namespaces)><D:set><D:prop><D:resourcetype><D:collection/>
                </D:resourcetype></D:prop></D:set></D:mkcol>
                """
            )
            #expect(plain.status == .forbidden && plain.text.contains("valid-resourcetype"))
        }
    }

    @Test("Properties change all together or not at all")
    func changing() async throws {
        try await DAVTests.run { client, visitor in
            func change(_ body: String) async throws -> String {
                let response = try await client.request("PROPPATCH", client.calendar, body)
                #expect(response.status.code == 207)
                return response.text
            }
            let done = try await change(
                Self.set(
                    """
                    <D:displayname>Renamed</D:displayname>
                    <A:calendar-color>#1E7F37</A:calendar-color><x xmlns="urn:x" xml:lang="de">y</x>
                    """
                )
            )
            #expect(!done.contains("403") && done.contains("200 OK"))
            let page = try await visitor.request(.get, "/api/v1/calendars").text
            #expect(page.contains(#""name":"Renamed","color":"green""#))
            let kept = try await client.request(
                "PROPFIND",
                client.calendar,
                #"<D:propfind xmlns:D="DAV:"><D:prop><x xmlns="urn:x"/></D:prop></D:propfind>"#,
                headers: ["Depth": "0"]
            )
            #expect(kept.text.contains(#"<x xmlns="urn:x" xml:lang="de">y</x>"#))
            let mixed = try await change(
                Self.set("<D:displayname>No</D:displayname><D:getetag>x</D:getetag>")
            )
            #expect(mixed.contains("403 Forbidden") && mixed.contains("424 Failed Dependency"))
            #expect(mixed.contains("cannot-modify-protected-property"))
            let unchanged = try await visitor.request(.get, "/api/v1/calendars").text
            #expect(!unchanged.contains(#""name":"No""#))
            _ = try await change(
                Self.update(#"<D:remove><D:prop><x xmlns="urn:x"/></D:prop></D:remove>"#)
            )
            let found = try await Self.found(client, client.calendar, #"<x xmlns="urn:x"/>"#)
            #expect(found.isEmpty)
            // What the page changes later counts more than what a program stored before.
            let own = "/api/v1/calendars/\(visitor.calendar)"
            _ = try await visitor.request(.patch, own, #"{"color":"red"}"#)
            let color = try await Self.found(client, client.calendar, "<A:calendar-color/>")
            #expect(color["calendar-color"]?.text == "#D92D20FF")
        }
    }

    @Test("A property of the most bytes is kept, and one of more isn't")
    func longProperty() async throws {
        try await DAVTests.run { client, _ in
            let frame = #"<x xmlns="urn:x"></x>"#.utf8.count
            for (length, status) in [(65_536 - frame, 207), (65_537 - frame, 507)] {
                let text = String(repeating: "a", count: length)
                let response = try await client.request(
                    "PROPPATCH",
                    client.home,
                    Self.set(#"<x xmlns="urn:x">\#(text)</x>"#)
                )
                #expect(response.status.code == status)
            }
        }
    }

    @Test("A calendar takes the kinds of objects that it says, one whole object each")
    func kinds() async throws {
        try await DAVTests.run { client, _ in
            let tasks = client.home + "tasks/"
            _ = try await client.request(
                "MKCALENDAR",
                tasks,
                Self.making(
                    """
                    <C:supported-calendar-component-set><C:comp name="VTODO"/>
                    </C:supported-calendar-component-set>
                    """
                )
            )
            let task = DAVTests.event("task").replacing("VEVENT", with: "VTODO")
            #expect(try await client.request("PUT", tasks + "t.ics", task).status == .created)
            let read = try await client.request("GET", tasks + "t.ics")
            #expect(read.text == task)
            for (path, text, condition) in [
                (client.calendar, task, "supported-calendar-component"),
                (tasks, DAVTests.event("event"), "supported-calendar-component"),
                (
                    client.calendar,
                    DAVTests.event("m").replacing("PRODID", with: "METHOD:REQUEST\r\nPRODID"),
                    "valid-calendar-object-resource"
                ),
                (
                    client.calendar,
                    DAVTests.event("a").replacing(
                        "END:VCALENDAR",
                        with: "BEGIN:VEVENT\r\nUID:b\r\nDTSTAMP:20260101T000000Z\r\n"
                            + "DTSTART:20260312T100000Z\r\nEND:VEVENT\r\nEND:VCALENDAR"
                    ),
                    "valid-calendar-object-resource"
                ),
                (client.calendar, "nonsense", "valid-calendar-data"),
            ] {
                let refused = try await client.request("PUT", path + "x.ics", text)
                #expect(refused.status == .forbidden, "\(condition)")
                #expect(refused.text.contains(condition), "\(condition): \(refused.text)")
            }
        }
    }

    @Test("The page doesn't hear of a calendar without events")
    func tasksOnThePage() async throws {
        try await DAVTests.run { client, visitor in
            _ = try await client.request(
                "MKCALENDAR",
                client.home + "tasks/",
                Self.making(
                    """
                    <D:displayname>Reminders</D:displayname><C:supported-calendar-component-set>
                    <C:comp name="VTODO"/></C:supported-calendar-component-set>
                    """
                )
            )
            #expect(try await !visitor.request(.get, "/api/v1/sync").text.contains("Reminders"))
        }
    }

    @Test("Names may have any characters, spelled in any way")
    func names() async throws {
        try await DAVTests.run { client, _ in
            let spellings = [
                ("a%20b.ics", "a%20b.ics"), ("%C3%BC.ics", "%c3%bc.ics"),
                ("me%40x.ics", "me@x.ics"), ("a%2Fb.ics", "a%2fb.ics"), ("100%25", "100%25"),
            ]
            for (number, (name, other)) in spellings.enumerated() {
                let text = DAVTests.event("name-\(number)")
                #expect(try await client.put(name, text).status == .created, "\(name)")
                let read = try await client.request("GET", client.calendar + other)
                #expect(read.text == text, "\(other)")
            }
            let list = try await client.xml(
                "PROPFIND",
                client.calendar,
                DAVTests.props("<D:getetag/>"),
                depth: "1"
            )
            for href in list.all(.dav("response")).compactMap({ $0.first(.dav("href"))?.text }) {
                let response = try await client.request("PROPFIND", href, headers: ["Depth": "0"])
                #expect(response.status.code == 207, "\(href)")
            }
            let long = String(repeating: "n", count: 200)
            #expect(try await client.put(long, DAVTests.event("long")).status == .created)
            #expect(try await client.put(long + "n", DAVTests.event("more")).status == .notFound)
        }
    }

    @Test("Objects are copied and moved between one's calendars")
    func copying() async throws {
        try await DAVTests.run { client, visitor in
            let other = client.home + "other/"
            _ = try await client.request("MKCALENDAR", other)
            _ = try await client.put("one.ics", DAVTests.event("one"))
            func send(
                _ method: String,
                _ from: String,
                _ to: String,
                overwrite: String = "T"
            ) async throws -> Int {
                let headers = [
                    "Destination": "https://calendar.example.org" + to, "Overwrite": overwrite,
                ]
                return try await client.request(method, from, headers: headers).status.code
            }
            let one = client.calendar + "one.ics"
            #expect(try await send("COPY", one, client.calendar + "two.ics") == 409)
            #expect(try await send("COPY", one, other + "one.ics") == 201)
            #expect(try await send("COPY", one, other + "one.ics", overwrite: "F") == 412)
            #expect(try await send("COPY", one, other + "one.ics") == 204)
            #expect(try await send("MOVE", one, client.calendar + "renamed.ics") == 201)
            #expect(try await client.request("GET", one).status == .notFound)
            let renamed = client.calendar + "renamed.ics"
            #expect(try await send("MOVE", renamed, other + "third.ics") == 409)
            _ = try await client.request("DELETE", other + "one.ics")
            #expect(try await send("MOVE", renamed, other + "third.ics") == 201)
            let read = try await client.request("GET", other + "third.ics")
            #expect(read.text == DAVTests.event("one"))
            #expect(try await send("MOVE", other + "third.ics", "/dav/nowhere/x") == 400)
            #expect(try await send("MOVE", other + "none.ics", client.calendar + "y") == 404)
        }
    }

    @Test("A removed calendar is in the bin, and its address is free again")
    func removing() async throws {
        try await DAVTests.run { client, visitor in
            let path = client.home + "again/"
            for _ in 0..<2 {
                #expect(try await client.request("MKCALENDAR", path).status == .created)
                #expect(try await client.request("DELETE", path).status == .noContent)
                let gone = try await client.request("PROPFIND", path, headers: ["Depth": "0"])
                #expect(gone.status == .notFound)
            }
            let bin = try await visitor.request(.get, "/api/v1/bin/calendars").text
            #expect(bin.ranges(of: #""name":"again""#).count == 2)
            let last = try await client.request("DELETE", client.calendar)
            #expect(last.status == .forbidden)
        }
    }

    @Test("A first sync comes in pieces, and misses nothing that happens between them")
    func firstSyncInPieces() async throws {
        try await DAVTests.run { client, visitor in
            for number in 0..<7 {
                _ = try await client.put("e\(number)", DAVTests.event("e\(number)"))
            }
            var present: Set<String> = []
            var token = ""
            var pieces = 0
            repeat {
                let xml = try await client.xml(
                    "REPORT",
                    client.calendar,
                    """
                    <D:sync-collection xmlns:D="DAV:"><D:sync-token>\(token)</D:sync-token>
                    <D:sync-level>1</D:sync-level><D:limit><D:nresults>3</D:nresults></D:limit>
                    <D:prop><D:getetag/></D:prop></D:sync-collection>
                    """
                )
                token = try #require(xml.first(.dav("sync-token"))?.text)
                var isCut = false
                for status in DAVTests.Client.statuses(xml) {
                    let parts = status.split(separator: " ").map(String.init)
                    if parts[1] == "507" { isCut = true }
                    if parts[1] == "200" { present.insert(parts[0]) }
                    if parts[1] == "404" { present.remove(parts[0]) }
                }
                pieces += 1
                if pieces == 1 {
                    _ = try await client.request("DELETE", client.calendar + "e0")
                    _ = try await client.request("DELETE", client.calendar + "e5")
                    _ = try await client.put("new", DAVTests.event("new"))
                }
                if !isCut, pieces > 4 { break }
            } while pieces < 10
            #expect(present == ["e1", "e2", "e3", "e4", "e6", "new"])
        }
    }

    @Test("A sync of the home tells which calendars changed")
    func homeSync() async throws {
        try await DAVTests.run { client, _ in
            func sync(_ token: String) async throws -> (statuses: [String], token: String) {
                let xml = try await client.xml(
                    "REPORT",
                    client.home,
                    """
                    <D:sync-collection xmlns:D="DAV:"><D:sync-token>\(token)</D:sync-token>
                    <D:sync-level>1</D:sync-level><D:prop><D:getetag/></D:prop></D:sync-collection>
                    """
                )
                return (
                    DAVTests.Client.statuses(xml),
                    try #require(xml.first(.dav("sync-token"))?.text)
                )
            }
            let calendar = client.calendar.split(separator: "/").last ?? ""
            let first = try await sync("")
            #expect(first.statuses == ["\(calendar) 200"])
            _ = try await client.request("MKCALENDAR", client.home + "made/")
            let second = try await sync(first.token)
            #expect(second.statuses == ["made 200"])
            _ = try await client.put("one", DAVTests.event("one"))
            let third = try await sync(second.token)
            #expect(third.statuses == ["\(calendar) 200"])
            #expect(try await sync(third.token).statuses == [])
        }
    }
}
