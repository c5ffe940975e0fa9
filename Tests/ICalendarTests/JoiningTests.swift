import CivilTime
import Foundation
import ICalendar
import Testing

@Suite("Joining files")
struct JoiningTests {
    /// A zone that follows a POSIX rule.
    private func zone(_ name: String, _ rule: String) throws -> Zone {
        let tail = try #require(PosixRule(rule))
        let longAgo = Instant(secondsSinceEpoch: -3_000_000_000)
        let start = Zone.Transition(instant: longAgo, offsetSeconds: 0, abbreviation: "LMT")
        return Zone(id: ZoneID(name), transitions: [start], tail: tail)
    }

    @Test(
        "A zone's description is read back as the same zone",
        arguments: [
            ("CET-1CEST,M3.5.0,M10.5.0/3", 2, "FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3"),
            ("EST5EDT,M3.2.0,M11.1.0", 2, "FREQ=YEARLY;BYDAY=2SU;BYMONTH=3"),
            ("NZST-12NZDT,M9.5.0,M4.1.0/3", 2, "FREQ=YEARLY;BYDAY=1SU;BYMONTH=4"),
            ("<+0545>-5:45", 1, nil),
            ("<-03>3", 1, nil),
            ("LHST-10:30LHDT-11,M10.1.0,M4.1.0", 2, "FREQ=YEARLY;BYDAY=1SU;BYMONTH=4"),
            ("XST-2XDT,J80,J264", 133, nil),
        ] as [(String, Int, String?)]
    )
    func descriptions(posix: String, count: Int, rule: String?) throws {
        let zone = try zone("X/Zone", posix)
        let component = Component.timeZone(zone, around: 2_026)
        #expect(component.components.count == count)
        let rules = component.components.flatMap { $0.rules }
        #expect(
            rules.first?.text.split(separator: ";").sorted() == rule?.split(separator: ";").sorted()
        )
        let again = try #require(component.zone())
        for day in 0..<(9 * 365) {
            let instant = Instant(secondsSinceEpoch: 1_767_225_600 + Int64(day) * 86_400 + 7_199)
            #expect(again.offsetSeconds(at: instant) == zone.offsetSeconds(at: instant))
        }
    }

    @Test(
        "Past clock changes are described from 1970 on",
        arguments: ["Europe/Berlin", "America/New_York", "Africa/Casablanca", "Asia/Tokyo"]
    )
    func past(name: String) throws {
        let octets = try Data(contentsOf: URL(filePath: "/usr/share/zoneinfo/" + name))
        let zone = try Zone(id: ZoneID(name), tzif: Array(octets))
        let description = Component.timeZone(zone, around: 2_026)
        #expect(description.components.count < 150)
        let again = try #require(description.zone())
        // From 1970 to 2033, every other hour.
        for step in stride(from: Int64(0), to: 64 * 8_766, by: 2) {
            let instant = Instant(secondsSinceEpoch: step * 3_600 + 1)
            let isSame = again.offsetSeconds(at: instant) == zone.offsetSeconds(at: instant)
            if !isSame {
                Issue.record("\(name) \(instant.basicText)")
                return
            }
        }
    }

    @Test(
        "A calendar's colour is written as a CSS name, and ours is read back",
        arguments: ["mint", "teal"]
    )
    func color(name: String) {
        let calendar = CalendarFile.join([], color: name, zones: ZoneCatalogue(), year: 2_026)
        let css = name == "mint" ? "mediumaquamarine" : name
        #expect(calendar.first(.color)?.textValue == css)
        let octets = CalendarText.write([calendar])
        #expect(CalendarFile.read(octets).suggestedColor == name)
    }

    private func object(_ uid: String, zone: String, offset: String?) throws -> CalendarObject {
        let description = [
            "BEGIN:VTIMEZONE", "TZID:\(zone)", "BEGIN:STANDARD", "DTSTART:16010101T000000",
            "TZOFFSETFROM:+0\(offset ?? "")00", "TZOFFSETTO:+0\(offset ?? "")00", "END:STANDARD",
            "END:VTIMEZONE",
        ]
        let event = [
            "BEGIN:VEVENT", "UID:\(uid)", "DTSTART;X-A=\"b;c\";TZID=\(zone):20260101T120000",
            "END:VEVENT",
        ]
        let text = calendarOctets((offset == nil ? [] : description) + event)
        return try #require(CalendarFile.read(text).objects.first)
    }

    @Test("Different zones with the same name are told apart")
    func differentZones() throws {
        let objects = [
            try object("1", zone: "Customized Time Zone", offset: "1"),
            try object("2", zone: "Customized Time Zone", offset: "2"),
            try object("3", zone: "Customized Time Zone", offset: "1"),
            try object("4", zone: "Customized Time Zone", offset: "2"),
        ]
        let calendar = CalendarFile.join(objects, zones: ZoneCatalogue(), year: 2_026)
        #expect(calendar.components(named: "VTIMEZONE").count == 2)
        let contents = CalendarFile.read(CalendarText.write([calendar]))
        #expect(contents.problems == [])
        let instants = try contents.objects.map { object in
            let start = try #require(object.master?.start)
            let id = try #require(start.zoneID)
            let zone = try #require(object.zone(id, known: ZoneCatalogue()))
            return start.instant(in: zone).civilUTC.time.hour
        }
        #expect(instants == [11, 10, 11, 10])
    }

    @Test("However many zones share a name, each is described")
    func manyZones() throws {
        let offsets = (1...4).flatMap { hour in (10...59).map { minute in "\(hour)\(minute)" } }
        let objects = try offsets.map { try object($0, zone: "Local", offset: $0) }
        let calendar = CalendarFile.join(objects, zones: ZoneCatalogue(), year: 2_026)
        let described = calendar.components(named: "VTIMEZONE").compactMap { $0.first("TZID") }
        #expect(Set(described.map { $0.textValue }).count == offsets.count)
        let contents = CalendarFile.read(CalendarText.write([calendar]))
        #expect(contents.problems == [])
        #expect(contents.objects.count == objects.count)
    }

    @Test("A known zone is described once, even if no object describes it")
    func knownZone() throws {
        var zones = ZoneCatalogue()
        zones.add(try zone("Europe/Berlin", "CET-1CEST,M3.5.0,M10.5.0/3"))
        let objects = [
            try object("1", zone: "Europe/Berlin", offset: nil),
            try object("2", zone: "Europe/Berlin", offset: "7"),
            try object("3", zone: "Europe/Nowhere", offset: nil),
        ]
        let calendar = CalendarFile.join(
            objects,
            name: "A, B",
            color: "tomato",
            zones: zones,
            year: 2_026
        )
        #expect(calendar.components(named: "VTIMEZONE").count == 1)
        let contents = CalendarFile.read(CalendarText.write([calendar]))
        #expect(contents.suggestedName == "A, B")
        #expect(contents.suggestedColor == "tomato")
        #expect(contents.objects.map { $0.uid } == ["1", "2", "3"])
    }

    @Test("Exported events are the same when they are imported again")
    func thereAndBack() throws {
        for name in ["google.ics", "apple.ics", "outlook.ics"] {
            let objects = CalendarFile.read(try fixture("ics/" + name)).objects
            let joined = CalendarFile.join(objects, zones: ZoneCatalogue(), year: 2_026)
            let again = CalendarFile.read(CalendarText.write([joined]))
            #expect(again.problems == [])
            #expect(again.objects.map { $0.events } == objects.map { $0.events })
        }
    }

    @Test("A joiner describes each zone once, before the first event that names it")
    func objectAtATime() throws {
        var joiner = CalendarJoiner(year: 2_026)
        joiner.zones.add(try zone("Europe/Berlin", "CET-1CEST,M3.5.0,M10.5.0/3"))
        let first = joiner.add(try object("1", zone: "Europe/Berlin", offset: nil))
        #expect(first.map { $0.name } == ["VTIMEZONE", "VEVENT"])
        let second = joiner.add(try object("2", zone: "Europe/Berlin", offset: nil))
        #expect(second.map { $0.name } == ["VEVENT"])
    }

    @Test(
        "Comparing objects ignores the descriptions of well-known zones",
        arguments: [
            ("Europe/Berlin", "Europe/Berlin", nil, "1", true),
            ("Europe/Berlin", "Europe/Paris", nil, nil, false),
            ("Customized Time Zone", "Customized Time Zone", "1", "1", true),
            ("Customized Time Zone", "Customized Time Zone", "1", "2", false),
            ("Customized Time Zone", "Customized Time Zone", "1", nil, false),
        ] as [(String, String, String?, String?, Bool)]
    )
    func sameness(
        zone: String,
        other: String,
        offset: String?,
        otherOffset: String?,
        isSame: Bool
    ) throws {
        let left = try object("1", zone: zone, offset: offset)
        let right = try object("1", zone: other, offset: otherOffset)
        #expect(left.hasSameContent(as: right) == isSame)
        #expect(right.hasSameContent(as: left) == isSame)
    }
}
