import CivilTime
import Foundation
import ICalendar
import Testing

@testable import JSCalendar

@Suite("JSCalendar")
struct JSCalendarTests {
    /// Berlin as a file describes it, since the tests of this module read no files.
    private static let berlin = [
        "BEGIN:VTIMEZONE", "TZID:Europe/Berlin", "BEGIN:STANDARD", "DTSTART:19701025T030000",
        "TZOFFSETFROM:+0200", "TZOFFSETTO:+0100", "RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU",
        "END:STANDARD", "BEGIN:DAYLIGHT", "DTSTART:19700329T020000", "TZOFFSETFROM:+0100",
        "TZOFFSETTO:+0200", "RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU", "END:DAYLIGHT",
        "END:VTIMEZONE",
    ].joined(separator: "\r\n")

    private static func zone(_ id: ZoneID) -> Zone? {
        guard id.name == "Europe/Berlin" || id == .utc else { return nil }
        guard id != .utc else { return .utc }
        let calendar = "BEGIN:VCALENDAR\r\n\(berlin)\r\nEND:VCALENDAR\r\n"
        return CalendarText.parse(calendar).components.first?
            .components(named: .timeZone).first?.zone()
    }

    private static func object(_ events: [String], zones: String = "") throws -> CalendarObject {
        let text = events.map { lines in
            "BEGIN:VEVENT\r\nUID:one\r\nDTSTAMP:20260101T000000Z\r\n\(lines)\r\nEND:VEVENT\r\n"
        }
        let calendar = "BEGIN:VCALENDAR\r\n\(zones)\(text.joined())END:VCALENDAR\r\n"
            .replacing("\r\n", with: "\n").replacing("\n", with: "\r\n")
        let parsed = try #require(CalendarText.parse(calendar).components.first)
        return try #require(CalendarObject(parsed))
    }

    private static let group = JSCalendarWriter.Group(
        uid: "group",
        title: "Choir",
        color: "blue",
        updated: Instant(secondsSinceEpoch: 0)
    )

    /// The entries of a group that has one object, as Foundation reads them.
    private static func entries(
        _ events: [String],
        zones: String = ""
    ) throws -> [NSDictionary] {
        var writer = JSCalendarWriter(group, zone: zone)
        let octets =
            try writer.opening() + writer.entries(of: object(events, zones: zones))
            + writer.closing()
        let whole = try JSONSerialization.jsonObject(with: Data(octets)) as? [String: Any]
        return try #require(whole?["entries"] as? [NSDictionary])
    }

    private static func json(_ text: String) throws -> NSDictionary {
        let object = try JSONSerialization.jsonObject(with: Data(text.utf8))
        return try #require(object as? NSDictionary)
    }

    /// Checks that an event has these fields with these values.
    private static func check(
        _ events: [String],
        zones: String = "",
        has expected: String,
        lacks names: [String] = []
    ) throws {
        let entry = try #require(try entries(events, zones: zones).first)
        for (name, value) in try json(expected) {
            let found = entry[name] as? NSObject
            #expect(found == value as? NSObject, "\(name)")
        }
        for name in names { #expect(entry[name] == nil, "\(name)") }
    }

    private static let start = "DTSTART;TZID=Europe/Berlin:20260326T190000"

    @Test("A group has its mandatory properties and entries without a comma too many")
    func groups() throws {
        var writer = JSCalendarWriter(Self.group, zone: Self.zone)
        let empty = writer.opening() + writer.closing()
        let read = try Self.json(String(decoding: empty, as: UTF8.self))
        #expect(
            read
                == (try Self.json(
                    #"""
                    {"@type":"Group","uid":"group","title":"Choir","color":"blue","entries":[],
                    "updated":"1970-01-01T00:00:00Z","prodId":"-//Meantime//Meantime//EN"}
                    """#
                ))
        )
        let object = try Self.object([Self.start])
        let two =
            writer.opening() + writer.entries(of: object) + writer.entries(of: object)
            + writer.closing()
        let entries = try Self.json(String(decoding: two, as: UTF8.self))["entries"]
        #expect((entries as? [Any])?.count == 2)
    }

    @Test(
        "Each property of an event has its place",
        arguments: [
            (
                "SUMMARY:Choir\\, loud\r\nDESCRIPTION:Bring\\nnotes\r\nSEQUENCE:3\r\nPRIORITY:5",
                #"{"title":"Choir, loud","description":"Bring\nnotes","sequence":3,"priority":5}"#
            ),
            (
                "CREATED:20250101T000000Z\r\nLAST-MODIFIED:20260202T000000Z",
                #"{"created":"2025-01-01T00:00:00Z","updated":"2026-02-02T00:00:00Z"}"#
            ),
            (
                "CATEGORIES:Music,Fun\r\nCATEGORIES:Music",
                #"{"keywords":{"Music":true,"Fun":true}}"#
            ),
            (
                "STATUS:TENTATIVE\r\nTRANSP:TRANSPARENT",
                #"{"status":"tentative","freeBusyStatus":"free"}"#
            ),
            (
                "STATUS:CANCELLED\r\nTRANSP:OPAQUE",
                #"{"status":"cancelled","freeBusyStatus":"busy"}"#
            ),
            ("CLASS:PUBLIC", #"{"privacy":"public"}"#),
            ("CLASS:PRIVATE", #"{"privacy":"private"}"#),
            ("CLASS:CONFIDENTIAL", #"{"privacy":"secret"}"#),
            ("CLASS:X-ODD", #"{"privacy":"private"}"#),
            ("COLOR:MediumSeaGreen", #"{"color":"mediumseagreen"}"#),
            (
                "LOCATION:Hall\r\nGEO:52.5;-13.25",
                #"""
                {"locations":{"1":{"@type":"Location","name":"Hall",
                "coordinates":"geo:52.500000,-13.250000"}}}
                """#
            ),
            (
                "URL:https://example.org/\r\nATTACH;FMTTYPE=text/plain:https://example.org/a.txt\r\n"
                    + "ATTACH;VALUE=BINARY;ENCODING=BASE64:AAAA",
                #"""
                {"links":{"1":{"@type":"Link","href":"https://example.org/"},
                "2":{"@type":"Link","href":"https://example.org/a.txt","contentType":"text/plain",
                "rel":"enclosure"}}}
                """#
            ),
            (
                "CONFERENCE;VALUE=URI;LABEL=Call:https://meet.example.org/x",
                #"""
                {"virtualLocations":{"1":{"@type":"VirtualLocation","name":"Call",
                "uri":"https://meet.example.org/x"}}}
                """#
            ),
            (
                "BEGIN:VALARM\r\nACTION:DISPLAY\r\nTRIGGER:-PT15M\r\nEND:VALARM\r\n"
                    + "BEGIN:VALARM\r\nACTION:EMAIL\r\nTRIGGER;RELATED=END:PT0S\r\nEND:VALARM\r\n"
                    + "BEGIN:VALARM\r\nACTION:AUDIO\r\n"
                    + "TRIGGER;VALUE=DATE-TIME:20260101T000000Z\r\nEND:VALARM",
                #"""
                {"alerts":{
                "1":{"@type":"Alert","action":"display",
                "trigger":{"@type":"OffsetTrigger","offset":"-PT15M"}},
                "2":{"@type":"Alert","action":"email",
                "trigger":{"@type":"OffsetTrigger","offset":"PT0S","relativeTo":"end"}},
                "3":{"@type":"Alert","action":"display",
                "trigger":{"@type":"AbsoluteTrigger","when":"2026-01-01T00:00:00Z"}}}}
                """#
            ),
        ]
    )
    func properties(lines: String, expected: String) throws {
        try Self.check([Self.start + "\r\n" + lines], has: expected)
    }

    @Test("People are never written")
    func people() throws {
        let lines =
            "ORGANIZER:mailto:xhost@example.org\r\nATTENDEE;CN=Xguest:mailto:x@example.org\r\n"
            + "CONTACT:Xcontact\r\nX-SECRET:Xsecret\r\nCOMMENT:Xcomment"
        let entry = try #require(try Self.entries([Self.start + "\r\n" + lines]).first)
        #expect(!"\(entry)".lowercased().contains("x"))
    }

    @Test(
        "Times are local, with a zone and a length",
        arguments: [
            (
                "DTSTART;TZID=Europe/Berlin:20260326T190000\r\nDTEND;TZID=Europe/Berlin:20260326T210000",
                #"{"start":"2026-03-26T19:00:00","timeZone":"Europe/Berlin","duration":"PT2H"}"#
            ),
            // The clocks go forward between them: three hours on the clock, two in the world.
            (
                "DTSTART;TZID=Europe/Berlin:20260329T010000\r\nDTEND;TZID=Europe/Berlin:20260329T040000",
                #"{"start":"2026-03-29T01:00:00","duration":"PT2H"}"#
            ),
            (
                "DTSTART:20260326T190000Z\r\nDURATION:P1DT1H",
                #"{"start":"2026-03-26T19:00:00","timeZone":"Etc/UTC","duration":"P1DT1H"}"#
            ),
            (
                "DTSTART;VALUE=DATE:20260326\r\nDTEND;VALUE=DATE:20260328",
                #"{"start":"2026-03-26T00:00:00","duration":"P2D","showWithoutTime":true}"#
            ),
            (
                "DTSTART;VALUE=DATE:20260326",
                #"{"duration":"P1D","showWithoutTime":true}"#
            ),
            (
                "DTSTART:20260326T190000\r\nDTEND:20260326T193000",
                #"{"start":"2026-03-26T19:00:00","duration":"PT30M"}"#
            ),
            // An end in another zone becomes a location of its own.
            (
                "DTSTART;TZID=Europe/Berlin:20260326T190000\r\nDTEND:20260326T200000Z",
                #"""
                {"duration":"PT2H","locations":{"1":{"@type":"Location","relativeTo":"end",
                "timeZone":"Etc/UTC"}}}
                """#
            ),
        ]
    )
    func times(lines: String, expected: String) throws {
        try Self.check([lines], has: expected)
    }

    @Test("A floating time and a date have no zone, and no time at all no duration")
    func nothing() throws {
        try Self.check(["DTSTART:20260326T190000"], has: "{}", lacks: ["timeZone", "duration"])
        try Self.check(["DTSTART;VALUE=DATE:20260326"], has: "{}", lacks: ["timeZone"])
        try Self.check(
            ["DTSTART;TZID=Nowhere:20260326T190000"],
            has: #"{"start":"2026-03-26T19:00:00"}"#,
            lacks: ["timeZone"]
        )
        #expect(try Self.entries(["SUMMARY:No start"]).isEmpty)
    }

    @Test("A zone that only the file knows is described")
    func customZone() throws {
        try Self.check(
            ["DTSTART;TZID=Office:20260326T190000\r\nDTEND;TZID=Office:20260326T200000"],
            zones: Self.berlin.replacing("Europe/Berlin", with: "Office") + "\r\n",
            has: #"""
                {"timeZone":"/Office","duration":"PT1H","timeZones":{"/Office":{"@type":"TimeZone",
                "tzId":"Office","standard":[{"@type":"TimeZoneRule","start":"1970-10-25T03:00:00",
                "offsetFrom":"+02:00","offsetTo":"+01:00","recurrenceRules":[{
                "@type":"RecurrenceRule","frequency":"yearly","byMonth":["10"],
                "byDay":[{"@type":"NDay","day":"su","nthOfPeriod":-1}]}]}],
                "daylight":[{"@type":"TimeZoneRule","start":"1970-03-29T02:00:00",
                "offsetFrom":"+01:00","offsetTo":"+02:00","recurrenceRules":[{
                "@type":"RecurrenceRule","frequency":"yearly","byMonth":["3"],
                "byDay":[{"@type":"NDay","day":"su","nthOfPeriod":-1}]}]}]}}}
                """#
        )
    }

    @Test("The rule of such a zone ends on the clock that it ends")
    func customZoneUntil() throws {
        let rule = "BYMONTH=10;BYDAY=-1SU"
        let zone = Self.berlin.replacing("Europe/Berlin", with: "Office")
            .replacing(rule, with: rule + ";UNTIL=20261025T010000Z")
        let entry = try #require(
            try Self.entries(["DTSTART;TZID=Office:20260326T190000"], zones: zone + "\r\n").first
        )
        let zones = "\(entry["timeZones"] ?? "")"
        #expect(zones.contains("2026-10-25T03:00:00"), "\(zones)")
    }

    @Test(
        "Rules",
        arguments: [
            ("FREQ=DAILY", #"{"frequency":"daily"}"#),
            (
                "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,TH;WKST=SU;COUNT=8",
                #"""
                {"frequency":"weekly","interval":2,"firstDayOfWeek":"su","count":8,
                "byDay":[{"@type":"NDay","day":"tu"},{"@type":"NDay","day":"th"}]}
                """#
            ),
            (
                "FREQ=MONTHLY;BYDAY=-1FR;BYSETPOS=1;BYHOUR=9;BYMINUTE=30;BYSECOND=0",
                #"""
                {"frequency":"monthly","byDay":[{"@type":"NDay","day":"fr","nthOfPeriod":-1}],
                "bySetPosition":[1],"byHour":[9],"byMinute":[30],"bySecond":[0]}
                """#
            ),
            (
                "FREQ=YEARLY;BYMONTH=1,2;BYMONTHDAY=-1;BYYEARDAY=5",
                #"{"frequency":"yearly","byMonth":["1","2"],"byMonthDay":[-1],"byYearDay":[5]}"#
            ),
            ("FREQ=YEARLY;BYWEEKNO=20", #"{"frequency":"yearly","byWeekNo":[20]}"#),
            (
                "RSCALE=GREGORIAN;FREQ=MONTHLY;BYMONTHDAY=31;SKIP=BACKWARD",
                #"{"frequency":"monthly","byMonthDay":[31],"skip":"backward"}"#
            ),
            // Berlin is two hours ahead by then.
            (
                "FREQ=DAILY;UNTIL=20260401T170000Z",
                #"{"frequency":"daily","until":"2026-04-01T19:00:00"}"#
            ),
            (
                "FREQ=DAILY;UNTIL=20260401",
                #"{"frequency":"daily","until":"2026-04-01T23:59:59"}"#
            ),
        ]
    )
    func rules(rule: String, expected: String) throws {
        let entry = try #require(
            try Self.entries([Self.start + "\r\nRRULE:\(rule)\r\nEXRULE:\(rule)"]).first
        )
        let whole = try Self.json(
            expected.replacing(
                "{\"frequency\"",
                with: "{\"@type\":\"RecurrenceRule\",\"frequency\""
            )
        )
        #expect(entry["recurrenceRules"] as? [NSDictionary] == [whole])
        #expect(entry["excludedRecurrenceRules"] as? [NSDictionary] == [whole])
    }

    @Test("Further, excluded and changed dates are overrides by local time")
    func overrides() throws {
        let master =
            Self.start + "\r\nDURATION:PT2H\r\nSUMMARY:Choir\r\nLOCATION:Hall\r\n"
            + "RRULE:FREQ=WEEKLY\r\nEXDATE;TZID=Europe/Berlin:20260402T190000\r\n"
            + "EXDATE:20260409T170000Z\r\nRDATE;TZID=Europe/Berlin:20260403T180000\r\n"
            + "RDATE;TZID=Europe/Berlin;VALUE=PERIOD:20260404T100000/PT45M"
        let moved =
            "RECURRENCE-ID;TZID=Europe/Berlin:20260416T190000\r\n"
            + "DTSTART;TZID=Europe/Berlin:20260417T200000\r\nDURATION:PT2H\r\nSUMMARY:Concert"
        let cancelled =
            "RECURRENCE-ID:20260423T170000Z\r\n\(Self.start.replacing("0326", with: "0423"))\r\n"
            + "DURATION:PT2H\r\nSUMMARY:Choir\r\nLOCATION:Hall\r\nSTATUS:CANCELLED"
        try Self.check(
            [master, moved, cancelled],
            has: #"""
                {"recurrenceOverrides":{
                "2026-04-02T19:00:00":{"excluded":true},
                "2026-04-03T18:00:00":{},
                "2026-04-04T10:00:00":{"duration":"PT45M"},
                "2026-04-09T19:00:00":{"excluded":true},
                "2026-04-16T19:00:00":{"title":"Concert","start":"2026-04-17T20:00:00",
                "locations":null},
                "2026-04-23T19:00:00":{"status":"cancelled"}}}
                """#
        )
    }

    @Test("A changed date without its series is an event with a recurrenceId")
    func loneOverride() throws {
        try Self.check(
            [Self.start + "\r\nRECURRENCE-ID;TZID=Europe/Berlin:20260325T190000"],
            has: #"""
                {"recurrenceId":"2026-03-25T19:00:00","recurrenceIdTimeZone":"Europe/Berlin",
                "start":"2026-03-26T19:00:00","uid":"one","@type":"Event"}
                """#
        )
    }
}
