import Testing

@testable import WebDAV

@Suite("Calendars at other services")
struct ForeignCalendarTests {
    private static func calendars(_ answer: String) throws -> [CalDAVCalendarEntry] {
        try ForeignMultistatus(Array(answer.utf8)).responses.compactMap { CalDAVCalendarEntry($0) }
    }

    /// A line for each calendar: path, name, colour, components, rights, ctag, token, sync.
    private static func lines(_ answer: String) throws -> [String] {
        try calendars(answer).map { calendar in
            [
                calendar.href.path, calendar.name, calendar.color ?? "-",
                calendar.components.sorted().joined(separator: "+"),
                calendar.canWrite ? "write" : "read", calendar.state.ctag ?? "-",
                calendar.state.syncToken ?? "-", calendar.state.hasSync ? "sync" : "",
            ].joined(separator: "|")
        }
    }

    @Test(
        "The calendars of a home are found as each service lists them",
        arguments: [
            (
                ForeignAnswers.radicale,
                [
                    "/anna/2d4b5c6a-work/|Work|#1e90ff|VEVENT|write|\"9c1e\"|"
                        + "http://radicale.org/ns/sync/9c1e|sync"
                ]
            ),
            (ForeignAnswers.xandikos, ["/user/calendars/calendar/|calendar|-||write|5d3f|5d3f|"]),
            (
                ForeignAnswers.nextcloud,
                [
                    "/remote.php/dav/calendars/anna@example.org/personal/|Persönlich|#0082c9|"
                        + "VEVENT+VTODO|write|http://sabre.io/ns/sync/42|http://sabre.io/ns/sync/42|",
                    "/remote.php/dav/calendars/anna@example.org/shared_by_ben/|Ben|-||read|-|-|",
                ]
            ),
            (
                ForeignAnswers.iCloud,
                [
                    "/10012345/calendars/home/|Home|#1badf8|VEVENT|write|HwoQEgwAAA==|HwoQEgwAAA==|",
                    "/10012345/calendars/tasks/|Reminders ⚠️|-|VTODO|write|-|-|",
                ]
            ),
            (
                ForeignAnswers.fastmail,
                [
                    "/dav/calendars/user/anna@fastmail.example/8b5f/|Calendar & more|#3a429c||write|"
                        + "-|-|"
                ]
            ),
            (
                ForeignAnswers.google,
                [
                    "/caldav/v2/anna@example.org/events/|anna@example.org|-||write|63760000000|"
                        + "https://www.googleapis.com/caldav/v2/sync-token/CJDm|"
                ]
            ),
        ]
    )
    func homes(answer: String, expected: [String]) throws {
        #expect(try Self.lines(answer) == expected)
    }

    @Test("A list of tasks isn't a calendar with events")
    func tasks() throws {
        #expect(try Self.calendars(ForeignAnswers.iCloud).map(\.hasEvents) == [true, false])
        #expect(try Self.calendars(ForeignAnswers.google).map(\.hasEvents) == [true])
    }

    @Test(
        "A colour is taken in Apple's form and in the short one",
        arguments: [
            ("#A1b2C3", "#a1b2c3"), (" #a1b2c3ff ", "#a1b2c3"), ("red", nil), ("#abc", nil),
            ("#a1b2cg", nil), ("a1b2c3d", nil), ("#a1b2c3f", nil), ("", nil),
        ] as [(String, String?)]
    )
    func colors(text: String, color: String?) throws {
        let answer = Self.answer(
            """
            <D:href>/a/</D:href><D:propstat><D:prop><D:resourcetype><D:collection/><C:calendar/>\
            </D:resourcetype><A:calendar-color>\(text)</A:calendar-color></D:prop></D:propstat>
            """
        )
        #expect(try Self.calendars(answer).map(\.color) == [color])
    }

    @Test("200 characters of a name are kept")
    func longName() throws {
        let name = String(repeating: "ü", count: Limits.foreignNameLengthMax + 1)
        let answer = Self.answer(
            """
            <D:href>/a/</D:href><D:propstat><D:prop><D:resourcetype><D:collection/><C:calendar/>\
            </D:resourcetype><D:displayname>\(name)</D:displayname></D:prop></D:propstat>
            """
        )
        #expect(try Self.calendars(answer).map(\.name) == [String(name.dropLast())])
    }

    @Test("A sync tells what changed, what went, and whether there's more")
    func changes() throws {
        let answer = Self.answer(
            "<D:href>/a/1.ics</D:href>\(Self.etag("&quot;1&quot;"))",
            "<D:href>/a/2%20.ics</D:href><D:status>HTTP/1.1 404 Not Found</D:status>",
            "<D:href>/a/3.ics</D:href><D:status>HTTP/1.1 410 Gone</D:status>",
            "<D:href>/a/4.ics</D:href><D:propstat><D:prop/></D:propstat>",
            "<D:href>/a/5.ics</D:href><D:status>HTTP/1.1 403 Forbidden</D:status>",
            "<D:href>https://b.example/a/</D:href><D:status>HTTP/1.1 507 Full</D:status>",
            "<D:href>/a/folder/</D:href>\(Self.etag("7"))",
            more: "<D:sync-token> token-2 </D:sync-token>"
        )
        let changes = ForeignChanges(try ForeignMultistatus(Array(answer.utf8)), of: "/a/")
        #expect(changes.changed.map(\.href.path) == ["/a/1.ics", "/a/4.ics"])
        #expect(changes.changed.map(\.etag) == ["\"1\"", nil])
        #expect(changes.removed.map(\.path) == ["/a/2%20.ics", "/a/3.ics"])
        #expect(changes.syncToken == "token-2")
        #expect(changes.isCut)
    }

    @Test("A listing of members leaves out the calendar itself, in whatever spelling")
    func members() throws {
        let answer = Self.answer(
            "<D:href>/anna%40b/a</D:href>\(Self.etag("0"))",
            "<D:href>/anna@b/a/%C3%BC.ics</D:href>\(Self.etag("1"))"
        )
        let changes = ForeignChanges(try ForeignMultistatus(Array(answer.utf8)), of: "/anna@b/%61/")
        #expect(changes.changed.map(\.href.text) == ["/anna@b/a/%C3%BC.ics"])
        #expect(!changes.isCut)
        #expect(changes.syncToken == nil)
    }

    @Test("Objects come with their texts; one that's gone has none")
    func objects() throws {
        let text = "BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n"
        // A reader would turn a line break of two characters into one.
        let escaped = "BEGIN:VCALENDAR&#13;\nEND:VCALENDAR&#13;\n"
        let answer = Self.answer(
            """
            <D:href>/a/1.ics</D:href><D:propstat><D:prop><D:getetag>"1"</D:getetag>\
            <C:calendar-data>\(escaped)</C:calendar-data></D:prop></D:propstat>
            """,
            "<D:href>/a/2.ics</D:href><D:status>HTTP/1.1 404 Not Found</D:status>"
        )
        let objects = try ForeignMultistatus(Array(answer.utf8)).responses.compactMap {
            ForeignObject($0)
        }
        #expect(objects.map(\.text) == [text])
        #expect(objects.map(\.etag) == ["\"1\""])
    }

    static func answer(_ responses: String..., more: String = "") -> String {
        let all = responses.map { "<D:response>\($0)</D:response>" }.joined()
        return """
            <D:multistatus xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav" \
            xmlns:A="http://apple.com/ns/ical/">\(all)\(more)</D:multistatus>
            """
    }

    private static func etag(_ text: String) -> String {
        """
        <D:propstat><D:prop><D:getetag>\(text)</D:getetag></D:prop>\
        <D:status>HTTP/1.1 200 OK</D:status></D:propstat>
        """
    }
}
