import CivilTime
import Testing

@testable import ICalendar

@Suite("Zones in other forms than RFC 5545's")
struct OtherZonesTests {
    @Test(
        "An offset as a zone's name is that offset",
        arguments: [
            ("GMT+02:00", 7_200), ("UTC+05:30", 19_800), ("UTC-3", -10_800), ("gmt-0330", -12_600),
            ("+01:00", 3_600), ("(UTC+01:00)", 3_600), ("UTC+14", 50_400), ("GMT +2", 7_200),
        ]
    )
    func offsets(name: String, expected: Int) throws {
        let zone = try #require(ZoneCatalogue().zone(ZoneID(name)))
        let start = CalendarTime.zoned(
            CivilDateTime(secondsSinceEpoch: 86_400),
            ZoneID(name)
        )
        #expect(start.instant(in: zone).secondsSinceEpoch == 86_400 - Int64(expected))
    }

    @Test(
        "Text that isn't an offset names no zone",
        arguments: [
            "GMT+15", "UTC+1:5", "UTC+", "UTC+1x", "Etc/GMT+25", "Berlin+1", "UTC+12345",
            "UTC+0:60",
        ]
    )
    func noOffsets(name: String) {
        #expect(Zone(namedByOffset: ZoneID(name)) == nil)
    }

    @Test(
        "The name of a zone may have a colon without quotes",
        arguments: [
            ("DTSTART;TZID=GMT+02:00:20260415T110000", "GMT+02:00", 9),
            ("DTSTART;TZID=UTC+05:30:20260415T113000", "UTC+05:30", 6),
            ("DTSTART;TZID=\"GMT-03:00\":20260415T110000", "GMT-03:00", 14),
            ("DTSTART;TZID=GMT+02:00:2026-04-15T11:00:00", "GMT+02:00", 9),
        ]
    )
    func colons(line: String, name: String, hour: Int) throws {
        let octets = calendarOctets(["BEGIN:VEVENT", "UID:1", line, "END:VEVENT"])
        let contents = CalendarFile.read(octets)
        let start = try #require(contents.objects.first?.events.first?.start)
        #expect(start.zoneID == ZoneID(name))
        let zone = try #require(ZoneCatalogue().zone(ZoneID(name)))
        #expect(start.instant(in: zone).civilUTC.time.hour == hour)
        let text = try #require(
            contents.objects.first.map { String(decoding: $0.text, as: UTF8.self) }
        )
        #expect(text.contains("TZID=\"\(name)\":2026"))
    }

    private static let lines = [
        "BEGIN:VTIMEZONE", "TZID:Rocky Clock", "X-LIC-LOCATION:America/Denver", "END:VTIMEZONE",
        "BEGIN:VEVENT", "UID:1", "DTSTART;TZID=Rocky Clock:20260415T110000",
        "EXDATE;TZID=Rocky Clock:20260415T110000", "DTSTART;TZID=Rocky Clock:20260415T133000",
        "END:VEVENT",
    ]

    @Test("A zone that is described by its place alone becomes the zone of that place")
    func places() throws {
        let octets = calendarOctets(Self.lines)
        #expect(
            CalendarText.parse(octets).zoneNames.map(\.name) == ["America/Denver", "Rocky Clock"]
        )
        let contents = CalendarFile.read(octets)
        let object = try #require(contents.objects.first)
        #expect(object.calendar.components(named: .timeZone).isEmpty)
        #expect(object.events.first?.start?.zoneID == ZoneID("America/Denver"))
        #expect(object.calendar.zoneNames == [ZoneID("America/Denver")])
        #expect(contents.problems.map(\.kind) == [.otherForm(property: "VTIMEZONE")])
        #expect(contents.problems.map(\.line) == [4])
    }

    @Test("A place beside rules changes nothing in the text")
    func placesBesideRules() {
        var lines = Self.lines
        lines.insert(
            contentsOf: [
                "BEGIN:STANDARD", "DTSTART:19700101T000000", "TZOFFSETFROM:-0700",
                "TZOFFSETTO:-0700", "END:STANDARD",
            ],
            at: 3
        )
        let contents = CalendarFile.read(calendarOctets(lines))
        #expect(contents.objects.first?.events.first?.start?.zoneID == ZoneID("Rocky Clock"))
        #expect(contents.problems.isEmpty)
    }

    @Test(
        "The charset is read from a Content-Type",
        arguments: [
            ("text/calendar; charset=ISO-8859-2", "ą"),
            ("text/calendar;Charset=\"iso-8859-2\"", "ą"),
            ("text/calendar; method=PUBLISH; charset=windows-1251", "±"), ("text/calendar", nil),
            ("text/calendar; charset=utf-8", nil), ("text/calendar; charset=none", nil),
        ]
    )
    func contentTypes(type: String, expected: String?) {
        let charset = Charset(contentType: type)
        let text = charset.map { String(decoding: $0.utf8([0x61, 0x0A, 0xB1]), as: UTF8.self) }
        #expect(text == expected.map { "a\n" + $0 })
        #expect(charset.map { $0.utf8(Array("ü\nü".utf8)) == Array("ü\nü".utf8) } ?? true)
    }

    @Test("Notes that are only in X-ALT-DESC are the notes")
    func notes() {
        let html = "X-ALT-DESC;FMTTYPE=text/html:<p>Bring\\, please</p>"
        #expect(readEvent([html])?.notes == "<p>Bring, please</p>")
        #expect(readEvent([html, "DESCRIPTION:Bring"])?.notes == "Bring")
        #expect(readEvent([])?.notes == nil)
    }

    @Test("Content of vCalendar 1.0 is written as iCalendar 2.0")
    func version() {
        let octets = octets([
            "BEGIN:VCALENDAR", "VERSION:1.0", "BEGIN:VEVENT", "UID:1",
            "DTSTART:20260415T110000Z", "END:VEVENT", "END:VCALENDAR",
        ])
        let calendar = CalendarFile.read(octets).objects.first?.calendar
        #expect(calendar?.first(.version)?.rawValue == "2.0")
    }
}
