import CivilTime
import ICalendar
import Testing

@testable import WebDAV

@Suite("Calendar data")
struct CalendarDataTests {
    static func lines(
        _ request: String,
        of object: ParsedObject,
        floating: Zone = .utc
    ) throws -> [String] {
        let request = try CalendarDataRequest(
            element("<calendar-data>\(request)</calendar-data>")
        )
        var context = reportContext(floating: floating)
        let text = try request.text(of: object, &context)
        return String(decoding: text, as: UTF8.self).split(separator: "\r\n").map(String.init)
    }

    @Test("Parts are selected as in RFC 4791, 7.8.1")
    func selection() throws {
        let object = try #require(StandardObjects.object("abcd3"))
        let lines = try Self.lines(
            """
            <comp name="VCALENDAR"><prop name="VERSION"/><comp name="VEVENT">
            <prop name="SUMMARY"/><prop name="uid"/><prop name="DTSTART"/><prop name="DURATION"/>
            </comp><comp name="VTIMEZONE"/></comp>
            """,
            of: object
        )
        let zone = StandardObjects.zone.split(separator: "\n").map(String.init)
        #expect(
            lines == ["BEGIN:VCALENDAR", "VERSION:2.0"] + zone + [
                "BEGIN:VEVENT", "DTSTART;TZID=US/Eastern:20060104T100000", "DURATION:PT1H",
                "SUMMARY:Event #3", "UID:DC6C50A017428C5216A2F1CD@example.com", "END:VEVENT",
                "END:VCALENDAR",
            ]
        )
    }

    @Test("All properties or components are selected by one word, and values can be left out")
    func wholeParts() throws {
        let object = try #require(StandardObjects.object("abcd4"))
        let lines = try Self.lines(
            """
            <comp name="VCALENDAR"><allprop/><comp name="VTODO">
            <prop name="DUE" novalue="yes"/><prop name="SUMMARY" novalue="no"/><allcomp/>
            </comp></comp>
            """,
            of: object
        )
        #expect(
            lines == [
                "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Example Corp.//CalDAV Client//EN",
                "BEGIN:VTODO", "DUE;VALUE=DATE:", "SUMMARY:Task #1", "BEGIN:VALARM",
                "ACTION:AUDIO", "TRIGGER;RELATED=START:-PT10M", "END:VALARM", "END:VTODO",
                "END:VCALENDAR",
            ]
        )
    }

    @Test("Instances are written out as in RFC 4791, 7.8.3, with its errata")
    func expansion() throws {
        let object = try #require(StandardObjects.object("abcd2"))
        let expand = #"<expand start="20060103T000000Z" end="20060105T000000Z"/>"#
        func event(_ start: String, _ original: String, _ title: String) -> [String] {
            [
                "BEGIN:VEVENT", "DTSTAMP:20060206T001121Z", "DTSTART:\(start)", "DURATION:PT1H",
                "SUMMARY:\(title)", "UID:00959BC664CA650E933C892C@example.com",
                "RECURRENCE-ID:\(original)", "END:VEVENT",
            ]
        }
        #expect(
            try Self.lines(expand, of: object) == [
                "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Example Corp.//CalDAV Client//EN",
            ] + event("20060103T170000Z", "20060103T170000Z", "Event #2")
                + event("20060104T190000Z", "20060104T170000Z", "Event #2 bis")
                + ["END:VCALENDAR"]
        )
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let body: String
        /// The lines of times, in order.
        let times: [String]

        var testDescription: String { name }
    }

    static let rows = [
        Row(
            name: "floating times stay",
            body: """
                BEGIN:VEVENT
                UID:1
                DTSTART:20260310T100000
                DTEND:20260310T110000
                RRULE:FREQ=DAILY;COUNT=2
                END:VEVENT
                """,
            times: [
                "DTSTART:20260310T100000", "DTEND:20260310T110000", "RECURRENCE-ID:20260310T100000",
                "DTSTART:20260311T100000", "DTEND:20260311T110000", "RECURRENCE-ID:20260311T100000",
            ]
        ),
        Row(
            name: "dates stay",
            body: """
                BEGIN:VEVENT
                UID:1
                DTSTART;VALUE=DATE:20260310
                DTEND;VALUE=DATE:20260312
                RRULE:FREQ=MONTHLY;COUNT=2
                END:VEVENT
                """,
            times: [
                "DTSTART;VALUE=DATE:20260310", "DTEND;VALUE=DATE:20260312",
                "RECURRENCE-ID;VALUE=DATE:20260310",
            ]
        ),
        Row(
            name: "what happens once has no RECURRENCE-ID",
            body: """
                BEGIN:VEVENT
                UID:1
                DTSTART;TZID=Europe/Berlin:20260310T100000
                DTEND;TZID=Fixed/PlusFive:20260310T180000
                END:VEVENT
                """,
            times: ["DTSTART:20260310T090000Z", "DTEND:20260310T130000Z"]
        ),
        Row(
            name: "days over a change of the clock become exact",
            body: """
                BEGIN:VEVENT
                UID:1
                DTSTART;TZID=Europe/Berlin:20260328T100000
                DURATION:P1D
                END:VEVENT
                """,
            times: ["DTSTART:20260328T090000Z", "DTEND:20260329T080000Z"]
        ),
        Row(
            name: "a period has its own end",
            body: """
                BEGIN:VEVENT
                UID:1
                DTSTART:20250310T100000Z
                DURATION:PT1H
                RDATE;VALUE=PERIOD:20260310T100000Z/PT3H
                END:VEVENT
                """,
            times: [
                "DTSTART:20260310T100000Z", "DTEND:20260310T130000Z",
                "RECURRENCE-ID:20260310T100000Z",
            ]
        ),
        Row(
            name: "a later instance is where an override for all later ones puts it",
            body: """
                BEGIN:VEVENT
                UID:1
                DTSTART;TZID=Europe/Berlin:20260216T100000
                DURATION:PT1H
                RRULE:FREQ=WEEKLY;COUNT=4
                END:VEVENT
                BEGIN:VEVENT
                UID:1
                RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Berlin:20260223T100000
                DTSTART;TZID=Europe/Berlin:20260224T120000
                DURATION:PT2H
                END:VEVENT
                """,
            times: [
                "DTSTART:20260303T110000Z", "DURATION:PT2H", "RECURRENCE-ID:20260302T090000Z",
                "DTSTART:20260310T110000Z", "DURATION:PT2H", "RECURRENCE-ID:20260309T090000Z",
            ]
        ),
        Row(
            name: "a task that is due",
            body: """
                BEGIN:VTODO
                UID:1
                DUE;TZID=Europe/Berlin:20260310T100000
                RRULE:FREQ=YEARLY
                END:VTODO
                """,
            times: ["DUE:20260310T090000Z", "RECURRENCE-ID:20260310T090000Z"]
        ),
        Row(
            name: "another property in a zone",
            body: """
                BEGIN:VEVENT
                UID:1
                DTSTART:20260310T100000Z
                X-SEEN;X-BY=me;TZID=Europe/Berlin:20260310T100000
                END:VEVENT
                """,
            times: ["DTSTART:20260310T100000Z", "X-SEEN;X-BY=me:20260310T090000Z"]
        ),
        Row(
            name: "nothing in the range",
            body: "BEGIN:VEVENT\nUID:1\nDTSTART:20260101T100000Z\nEND:VEVENT",
            times: []
        ),
    ]

    @Test("Times of instances are in UTC, or stay without a zone", arguments: rows)
    func times(row: Row) throws {
        let lines = try Self.lines(
            #"<expand start="20260301T000000Z" end="20260401T000000Z"/>"#,
            of: object(row.body)
        )
        let times = lines.filter { line in
            ["DTSTART", "DTEND", "DUE", "DURATION", "RECURRENCE-ID", "X-SEEN"].contains {
                line.hasPrefix($0)
            }
        }
        #expect(times == row.times)
        #expect(!lines.contains { $0.contains("TZID") || $0.hasPrefix("RRULE") })
    }

    @Test("Parts of instances are selected too")
    func selectedInstances() throws {
        let object = try #require(StandardObjects.object("abcd2"))
        let lines = try Self.lines(
            """
            <comp name="VCALENDAR"><comp name="VEVENT"><prop name="DTSTART"/></comp></comp>
            <expand start="20060103T000000Z" end="20060104T000000Z"/>
            """,
            of: object
        )
        #expect(
            lines == [
                "BEGIN:VCALENDAR", "BEGIN:VEVENT", "DTSTART:20060103T170000Z", "END:VEVENT",
                "END:VCALENDAR",
            ]
        )
    }

    @Test("Overrides that don't matter in a range are left out (RFC 4791, 7.8.2)")
    func limitedOverrides() throws {
        let object = try #require(StandardObjects.object("abcd2"))
        func titles(_ start: String, _ end: String) throws -> [String] {
            try Self.lines(
                #"<limit-recurrence-set start="\#(start)" end="\#(end)"/>"#,
                of: object
            ).filter { $0.hasPrefix("SUMMARY") }
        }
        #expect(
            try titles("20060103T000000Z", "20060105T000000Z")
                == ["SUMMARY:Event #2", "SUMMARY:Event #2 bis"]
        )
        // The time of the occurrence before it was moved.
        #expect(
            try titles("20060106T170000Z", "20060106T180000Z")
                == ["SUMMARY:Event #2", "SUMMARY:Event #2 bis bis"]
        )
        #expect(try titles("20070101T000000Z", "20070102T000000Z") == ["SUMMARY:Event #2"])
    }

    @Test("Busy times outside a range are left out (RFC 4791, 7.8.4)")
    func limitedBusyTimes() throws {
        let object = try #require(StandardObjects.object("abcd8"))
        let lines = try Self.lines(
            #"<limit-freebusy-set start="20060102T000000Z" end="20060103T110000Z"/>"#,
            of: object
        )
        #expect(
            lines.filter { $0.hasPrefix("FREEBUSY") } == [
                "FREEBUSY;FBTYPE=BUSY-TENTATIVE:20060102T100000Z/20060102T120000Z",
                "FREEBUSY:20060103T100000Z/20060103T120000Z",
            ]
        )
    }

    @Test(
        "What isn't available is refused",
        arguments: [
            (
                #"<calendar-data content-type="application/calendar+json"/>"#,
                "supported-calendar-data"
            ),
            (
                #"<calendar-data content-type="text/calendar" version="1.0"/>"#,
                "supported-calendar-data"
            ),
            (#"<calendar-data><expand start="20060102T000000Z"/></calendar-data>"#, ""),
            (#"<calendar-data><comp name="VEVENT"/></calendar-data>"#, ""),
            (#"<calendar-data><comp/></calendar-data>"#, ""),
            (#"<calendar-data><wrong/></calendar-data>"#, ""),
        ]
    )
    func refused(xml: String, precondition: String) throws {
        let xml = try element(xml)
        #expect { try CalendarDataRequest(xml) } throws: { error in
            guard let error = error as? QueryError else { return false }
            return error.precondition == (precondition.isEmpty ? nil : .calDAV(precondition))
        }
    }

    @Test("An empty request, and one for everything, is for the text as stored")
    func whole() throws {
        for xml in [
            "<calendar-data/>", #"<calendar-data content-type="text/calendar" version="2.0"/>"#,
            #"<calendar-data><comp name="VCALENDAR"><allprop/><allcomp/></comp></calendar-data>"#,
        ] {
            #expect(try CalendarDataRequest(element(xml)).isWhole)
        }
    }

    @Test("The number of parts asked for is bounded")
    func limit() throws {
        func request(_ count: Int) throws -> CalendarDataRequest {
            let parts = String(repeating: #"<prop name="X"/>"#, count: count)
            return try CalendarDataRequest(
                element("<calendar-data><comp name=\"VCALENDAR\">\(parts)</comp></calendar-data>")
            )
        }
        _ = try request(Limits.selectionPartsMax - 1)
        #expect(throws: QueryError.self) { try request(Limits.selectionPartsMax) }
    }
}
