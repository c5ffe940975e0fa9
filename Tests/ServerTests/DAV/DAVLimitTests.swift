import HTTPTypes
import Store
import Testing
import WebDAV

@testable import Server
@testable import ServerBase

/// What programs may ask for at once: each at the limit, and one more.
@Suite("Limits of programs")
struct DAVLimitTests {
    typealias Client = DAVTests.Client

    private static func properties(_ count: Int) -> String {
        (0..<count).map { "<X:p\($0) xmlns:X='urn:x'/>" }.joined()
    }

    @Test("A request names some hundred properties")
    func propertiesAsked() async throws {
        try await DAVTests.run { client, _ in
            for (count, status) in [(200, 207), (201, 400)] {
                let names = Self.properties(count)
                let bodies = [
                    ("PROPFIND", DAVTests.props(names)),
                    (
                        "PROPFIND",
                        "<D:propfind xmlns:D='DAV:'><D:allprop/><D:include>\(names)</D:include></D:propfind>"
                    ),
                    ("REPORT", ReportTests.query("", data: Self.properties(count - 1))),
                    (
                        "REPORT",
                        """
                        <D:sync-collection xmlns:D='DAV:'><D:sync-token/><D:prop>\(names)</D:prop>\
                        </D:sync-collection>
                        """
                    ),
                ]
                for (method, body) in bodies {
                    let response = try await client.request(
                        method,
                        client.calendar,
                        body,
                        headers: ["Depth": "0"]
                    )
                    #expect(response.status.code == status, "\(method) \(count)")
                }
            }
        }
    }

    @Test("A search for people has some conditions, of some properties each")
    func searches() async throws {
        try await DAVTests.run { client, _ in
            let name = "<D:prop><D:displayname/></D:prop><D:match></D:match>"
            let many = { "<D:prop>\(Self.properties($0))</D:prop><D:match></D:match>" }
            for (condition, count, status) in [
                (name, 50, 207), (name, 51, 403), (many(200), 1, 207), (many(201), 1, 400),
            ] {
                let search = "<D:property-search>\(condition)</D:property-search>"
                let response = try await client.request(
                    "REPORT",
                    "/dav/principals/",
                    """
                    <D:principal-property-search xmlns:D='DAV:'>\
                    \(String(repeating: search, count: count))<D:prop><D:displayname/></D:prop>\
                    </D:principal-property-search>
                    """
                )
                #expect(response.status.code == status, "\(count)")
            }
        }
    }

    private static func expanding(_ properties: String) -> String {
        "<D:expand-property xmlns:D='DAV:'>\(properties)</D:expand-property>"
    }

    @Test("A report follows some properties, and the first hundred addresses in them")
    func expandedProperties() async throws {
        try await DAVTests.run { client, _ in
            let plain = #"<D:property name="owner"/>"#
            let followed =
                #"<D:property name="owner"><D:property name="displayname"/></D:property>"#
            let rows = [
                (String(repeating: plain, count: 200), 207),
                (String(repeating: plain, count: 201), 403),
                (String(repeating: followed, count: 20), 207),
                (String(repeating: followed, count: 21), 403),
            ]
            for (properties, status) in rows {
                let response = try await client.request(
                    "REPORT",
                    client.calendar,
                    Self.expanding(properties)
                )
                #expect(response.status.code == status)
            }
            for (count, expected) in [(100, 100), (101, 100)] {
                let links = String(repeating: "<D:href>/dav/</D:href>", count: count)
                let patched = try await client.xml(
                    "PROPPATCH",
                    client.home,
                    """
                    <D:propertyupdate xmlns:D='DAV:'><D:set><D:prop><X:links xmlns:X='urn:x'>\(links)\
                    </X:links></D:prop></D:set></D:propertyupdate>
                    """
                )
                #expect(Client.statuses(patched).allSatisfy { $0.hasSuffix("200") })
                let xml = try await client.xml(
                    "REPORT",
                    client.home,
                    Self.expanding(
                        """
                        <D:property name="links" namespace="urn:x">\
                        <D:property name="displayname"/></D:property>
                        """
                    )
                )
                let response = try #require(xml.first(.dav("response")))
                let found = Client.property(
                    XMLName(namespace: "urn:x", local: "links"),
                    of: response
                )
                #expect(found?.all(.dav("response")).count == expected)
            }
            // A second property gets what the first one leaves.
            let two = """
                <X:some xmlns:X='urn:x'>\(String(repeating: "<D:href>/dav/</D:href>", count: 60))\
                </X:some><X:more xmlns:X='urn:x'>\
                \(String(repeating: "<D:href>\(client.home)</D:href>", count: 60))</X:more>
                """
            _ = try await client.request("PROPPATCH", client.home, CollectionTests.set(two))
            let property = { (name: String) in
                """
                <D:property name="\(name)" namespace="urn:x"><D:property name="displayname"/>\
                </D:property>
                """
            }
            let xml = try await client.xml(
                "REPORT",
                client.home,
                Self.expanding(property("some") + property("more"))
            )
            let response = try #require(xml.first(.dav("response")))
            for (name, count) in [("some", 60), ("more", 40)] {
                let found = Client.property(XMLName(namespace: "urn:x", local: name), of: response)
                #expect(found?.all(.dav("response")).count == count)
            }
        }
    }

    // MARK: Syncs

    @Test("A sync with texts is cut where its answer grows long, and goes on until all is told")
    func syncBytes() async throws {
        try await DAVTests.run { client, _ in
            let long = String(repeating: "&", count: 1_000_000)
            let names = (0..<10).map { "e\($0)" }
            let before = try await Self.piece(client, since: "")
            for name in names {
                let lines = "DTSTART:20260312T100000Z\r\nDESCRIPTION:\(long)"
                let made = try await client.put(name, DAVTests.event(name, lines))
                #expect(made.status == .created)
            }
            // A first reading grows long by what XML makes of the texts, five million bytes each;
            // changes of a calendar that was empty by the texts themselves.
            for (start, count) in [("", 6), (before.token, 5)] {
                let first = try await Self.piece(client, since: start)
                #expect(first.names == Array(names.prefix(count)) && first.isCut)
                let second = try await Self.piece(client, since: first.token)
                #expect(second.names == Array(names.dropFirst(count)) && !second.isCut)
                #expect(try await Self.piece(client, since: second.token).names == [])
            }
            // Without texts nothing is long.
            var calendar = SyncedCalendar(path: client.calendar)
            #expect(try await !calendar.syncPiece(client))
            #expect(calendar.objects.count == names.count)
        }
    }

    @Test("A sync names twenty thousand members at once, and the rest with the next one")
    func syncMembers() async throws {
        try await DAVTests.run { client, visitor in
            let before = try await Self.piece(client, since: "")
            let count = Limits.syncMembersMax + 1
            let text = DAVTests.event("e")
            let objects = try (0..<count).map { number in
                let name = String(number)
                let zeros = String(repeating: "0", count: 32 - name.count)
                return ImportedObject(
                    id: zeros + name,
                    href: try #require(Href("e" + name)),
                    draft: ObjectDraft(
                        uid: name,
                        etag: "\"\(name)\"",
                        ical: text,
                        firstSecond: 0,
                        lastSecond: 0
                    )
                )
            }
            _ = try await visitor.server.backend.store.objects.add(
                objects,
                to: try #require(CalendarID(visitor.calendar)),
                by: visitor.account.id
            )
            for start in ["", before.token] {
                var token = start
                for expected in [count - 1, 1] {
                    let response = try await client.request(
                        "REPORT",
                        client.calendar,
                        SyncedCalendar.body(since: token, limit: count)
                    )
                    let memberCount = response.text.ranges(of: "<D:getetag>").count
                    #expect(memberCount == expected)
                    #expect(response.text.contains("507 Insufficient") == (expected > 1))
                    token = try Self.token(response)
                }
            }
        }
    }

    private static func token(_ response: TestResponse) throws -> String {
        let match = response.text.firstMatch(of: /<D:sync-token>(.*)<\/D:sync-token>/)
        return try #require(match.map { String($0.1) })
    }

    private static func piece(
        _ client: Client,
        since token: String
    ) async throws -> (names: [String], isCut: Bool, token: String) {
        let response = try await client.request(
            "REPORT",
            client.calendar,
            SyncedCalendar.body(since: token, data: "<C:calendar-data/>")
        )
        #expect(response.status.code == 207)
        // It's longer than what the reader of requests takes.
        let text = response.text
        return (
            text.matches(of: /(e\d)<\/D:href>/).map { String($0.1) },
            text.contains("507 Insufficient Storage"),
            try Self.token(response)
        )
    }

    @Test("A short answer in pieces leaves out what isn't there, but neither removals nor the cut")
    func minimalPieces() async throws {
        try await DAVTests.run { client, _ in
            for number in 0..<5 {
                _ = try await client.put("e\(number)", DAVTests.event("e\(number)"))
            }
            var token = ""
            var seen: [String] = []
            for _ in 0..<5 {
                let response = try await client.request(
                    "REPORT",
                    client.calendar,
                    SyncedCalendar.body(since: token, limit: 2, data: Self.properties(100)),
                    headers: ["Prefer": "return=minimal"]
                )
                #expect(!response.text.contains("urn:x"))
                let xml = try XMLReader.read(Array(response.text.utf8))
                if token.isEmpty {
                    _ = try await client.request("DELETE", client.calendar + "e4")
                }
                token = try #require(xml.first(.dav("sync-token"))?.text)
                seen += Client.statuses(xml)
            }
            let calendar = client.calendar.split(separator: "/").last ?? ""
            let cut = "\(calendar) 507"
            // The last piece of the first reading sends on to what changed meanwhile.
            #expect(seen == ["e0 200", "e1 200", cut, "e2 200", "e3 200", cut, cut, "e4 404"])
        }
    }

    @Test("A sync tells the schedule tag of what has guests")
    func scheduleTags() async throws {
        try await DAVTests.run { client, visitor in
            let host = "ORGANIZER:mailto:\(visitor.account.email)\r\nATTENDEE:mailto:x@y.org"
            let made = try await client.put(
                "party",
                DAVTests.event("party", "DTSTART:20260312T100000Z\r\n\(host)")
            )
            _ = try await client.put("alone", DAVTests.event("alone"))
            let name = try #require(HTTPField.Name("Schedule-Tag"))
            let tag = try #require(made.headers[name])
            for limit in [nil, 5] {
                let xml = try await client.xml(
                    "REPORT",
                    client.calendar,
                    SyncedCalendar.body(since: "", limit: limit, data: "<C:schedule-tag/>")
                )
                let tags = xml.all(.dav("response")).map {
                    Client.property(.calDAV("schedule-tag"), of: $0)?.text
                }
                #expect(tags == [tag, ""])
            }
        }
    }

    // MARK: Changes

    @Test("Whoever wants little of a change of properties hears of failures only")
    func minimalChange() async throws {
        try await DAVTests.run { client, _ in
            func patch(_ property: String) async throws -> TestResponse {
                try await client.request(
                    "PROPPATCH",
                    client.calendar,
                    """
                    <D:propertyupdate xmlns:D='DAV:'><D:set><D:prop>\(property)</D:prop></D:set>\
                    </D:propertyupdate>
                    """,
                    headers: ["Prefer": "return=minimal"]
                )
            }
            let applied = try #require(HTTPField.Name("Preference-Applied"))
            let changed = try await patch("<X:a xmlns:X='urn:x'>b</X:a>")
            #expect(changed.status == .ok && changed.text.isEmpty)
            #expect(changed.headers[applied] == "return=minimal")
            let refused = try await patch("<D:getetag>x</D:getetag>")
            #expect(refused.status.code == 207 && refused.text.contains("403"))
            #expect(refused.headers[applied] == nil)
        }
    }

    @Test("A calendar is made by a body of its method, or by none")
    func makingBodies() async throws {
        try await DAVTests.run { client, _ in
            let name = "<D:set><D:prop><D:displayname>A</D:displayname></D:prop></D:set>"
            let type = """
                <D:set><D:prop><D:resourcetype><D:collection/><C:calendar/></D:resourcetype>\
                </D:prop></D:set>
                """
            let rows = [
                ("MKCALENDAR", "C:mkcalendar", name, 201), ("MKCALENDAR", "D:mkcol", name, 400),
                ("MKCALENDAR", "D:mkcalendar", name, 400), ("MKCOL", "D:mkcol", type, 201),
                ("MKCOL", "C:mkcalendar", type, 400),
            ]
            for (place, (method, root, content, status)) in rows.enumerated() {
                let response = try await client.request(
                    method,
                    client.home + "made\(place)/",
                    "<\(root) \(ReportTests.names)>\(content)</\(root)>"
                )
                #expect(response.status.code == status, "\(method) \(root)")
            }
        }
    }
}
