import Agenda
import CivilTime
import Testing

/// Events in zones that their own objects define.
@Suite("Zones that objects define")
struct OwnZoneTests {
    @Test("A TZID with an escaped comma matches the quoted one of a time")
    func escapedName() throws {
        let lines = [
            "BEGIN:VCALENDAR", "VERSION:2.0", "BEGIN:VTIMEZONE", "TZID:My\\, Zone",
            "BEGIN:STANDARD", "DTSTART:19700101T000000", "TZOFFSETFROM:+0500", "TZOFFSETTO:+0500",
            "END:STANDARD", "END:VTIMEZONE", "BEGIN:VEVENT", "UID:u",
            "DTSTART;TZID=\"My, Zone\":20260105T090000", "END:VEVENT", "END:VCALENDAR", "",
        ]
        var agenda = try Sample.agenda([])
        let id = ObjectID(calendar: Sample.home, href: "u.ics")
        let text = Array(lines.joined(separator: "\r\n").utf8)
        let isPut = agenda.putObject(id, etag: "", text: text)
        #expect(isPut)
        let day = try #require(CivilDate("2026-01-05"))
        let found = agenda.occurrences(in: day..<day.adding(days: 1))
        #expect(found.map { $0.startInstant } == [Instant("20260105T040000Z")])
        #expect(agenda.series(id)?.details(of: found[0])?.unknownZone == nil)
    }

    @Test(
        "The details name a zone that nobody describes, of the start or of the end",
        arguments: [
            ["DTSTART;TZID=Customized Time Zone:20260105T090000", "DURATION:PT1H"],
            ["DTSTART:20260105T080000Z", "DTEND;TZID=Customized Time Zone:20260105T100000"],
            ["DTSTART;TZID=Europe/Berlin:20260105T090000", "DURATION:PT1H"],
            ["DTSTART:20260105T090000Z", "DTEND:20260105T100000Z"],
            ["DTSTART;VALUE=DATE:20260105"],
            ["DTSTART:20260105T090000"],
        ]
    )
    func unknownZone(lines: [String]) throws {
        var agenda = try Sample.agenda([lines.joined(separator: "\n")])
        agenda.showWithoutZones(agenda.missingZones, permanently: true)
        let day = try #require(CivilDate("2026-01-05"))
        let found = try #require(agenda.occurrences(in: day..<day.adding(days: 1)).first)
        let details = try #require(agenda.series(found.key.object)?.details(of: found))
        let isUnknown = lines.joined().contains("Customized")
        #expect(details.unknownZone?.name == (isUnknown ? "Customized Time Zone" : nil))
    }
}
