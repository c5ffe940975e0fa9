import Agenda
import CivilTime
import ICalendar
import Testing

@Suite("Windows of time")
struct WindowTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let what: String
        let event: String
        let from: String
        let to: String
        let expected: [String]
        var zone = "Europe/Berlin"
        var testDescription: String { what }
    }

    static let rows = [
        Row(
            what: "a timed event is on its day",
            event:
                "DTSTART;TZID=Europe/Berlin:20261121T090000\nDTEND;TZID=Europe/Berlin:20261121T100000\nSUMMARY:Run",
            from: "2026-11-21",
            to: "2026-11-22",
            expected: ["2026-11-21T09:00 2026-11-21T10:00 Run"]
        ),
        Row(
            what: "another zone's event is shown by the viewer's clock",
            event: "DTSTART;TZID=America/New_York:20261121T200000\nDURATION:PT1H\nSUMMARY:Call",
            from: "2026-11-22",
            to: "2026-11-23",
            expected: ["2026-11-22T02:00 2026-11-22T03:00 Call"]
        ),
        Row(
            what: "an all-day event is on one day in every zone",
            event: "DTSTART;VALUE=DATE:20261121\nDTEND;VALUE=DATE:20261122\nSUMMARY:Fair",
            from: "2026-11-16",
            to: "2026-11-30",
            expected: ["2026-11-21 2026-11-21 Fair"],
            zone: "Asia/Tokyo"
        ),
        Row(
            what: "a floating event keeps its wall time in every zone",
            event: "DTSTART:20261121T080000\nDTEND:20261121T083000\nSUMMARY:Pill",
            from: "2026-11-21",
            to: "2026-11-22",
            expected: ["2026-11-21T08:00 2026-11-21T08:30 Pill"],
            zone: "Asia/Tokyo"
        ),
        Row(
            what: "an event over midnight is on both days",
            event:
                "DTSTART;TZID=Europe/Berlin:20261121T220000\nDTEND;TZID=Europe/Berlin:20261122T020000\nSUMMARY:Party",
            from: "2026-11-22",
            to: "2026-11-23",
            expected: ["2026-11-21T22:00 2026-11-22T02:00 Party"]
        ),
        Row(
            what: "an end at midnight does not touch the day after",
            event:
                "DTSTART;TZID=Europe/Berlin:20261121T220000\nDTEND;TZID=Europe/Berlin:20261122T000000\nSUMMARY:Late",
            from: "2026-11-22",
            to: "2026-11-23",
            expected: []
        ),
        Row(
            what: "a weekly event keeps its wall time over a clock change",
            event:
                "DTSTART;TZID=Europe/Berlin:20261018T090000\nDURATION:PT1H\nRRULE:FREQ=WEEKLY;COUNT=3\nSUMMARY:Run",
            from: "2026-10-01",
            to: "2026-12-01",
            expected: [
                "2026-10-18T09:00 2026-10-18T10:00 Run", "2026-10-25T09:00 2026-10-25T10:00 Run",
                "2026-11-01T09:00 2026-11-01T10:00 Run",
            ]
        ),
        Row(
            what: "an exception is left out and an override is where it was moved to",
            event: """
                DTSTART;TZID=Europe/Berlin:20261102T090000
                DURATION:PT1H
                RRULE:FREQ=WEEKLY;COUNT=4
                EXDATE;TZID=Europe/Berlin:20261109T090000
                SUMMARY:Run
                --
                RECURRENCE-ID:20261116T080000Z
                DTSTART;TZID=Europe/Berlin:20261218T190000
                DURATION:PT1H
                SUMMARY:Late run
                """,
            from: "2026-11-01",
            to: "2026-12-31",
            expected: [
                "2026-11-02T09:00 2026-11-02T10:00 Run", "2026-11-23T09:00 2026-11-23T10:00 Run",
                "2026-12-18T19:00 2026-12-18T20:00 Late run",
            ]
        ),
        Row(
            what: "a cancelled occurrence is removed",
            event: """
                DTSTART;VALUE=DATE:20261102
                RRULE:FREQ=DAILY;COUNT=3
                SUMMARY:Fast
                --
                RECURRENCE-ID;VALUE=DATE:20261103
                DTSTART;VALUE=DATE:20261103
                STATUS:CANCELLED
                SUMMARY:Fast
                """,
            from: "2026-11-01",
            to: "2026-12-01",
            expected: ["2026-11-02 2026-11-02 Fast", "2026-11-04 2026-11-04 Fast"]
        ),
        Row(
            what: "a long event is found in its middle",
            event: "DTSTART;VALUE=DATE:20200101\nDTEND;VALUE=DATE:20300101\nSUMMARY:Decade",
            from: "2026-11-21",
            to: "2026-11-22",
            expected: ["2020-01-01 2029-12-31 Decade"]
        ),
        Row(
            what: "an occurrence of several days reaches into the window",
            event:
                "DTSTART;VALUE=DATE:20260105\nDTEND;VALUE=DATE:20260112\nRRULE:FREQ=WEEKLY;INTERVAL=5\nSUMMARY:On call",
            from: "2026-02-15",
            to: "2026-02-16",
            expected: ["2026-02-09 2026-02-15 On call"]
        ),
        Row(
            what: "an event without an end has no length",
            event: "DTSTART;TZID=Europe/Berlin:20261121T090000\nSUMMARY:Ping",
            from: "2026-11-21",
            to: "2026-11-22",
            expected: ["2026-11-21T09:00 2026-11-21T09:00 Ping"]
        ),
        Row(
            what: "an extra date before the start is found",
            event:
                "DTSTART;VALUE=DATE:20261121\nRDATE;VALUE=DATE:20261103\nSUMMARY:Rehearsal",
            from: "2026-11-03",
            to: "2026-11-04",
            expected: ["2026-11-03 2026-11-03 Rehearsal"]
        ),
        Row(
            what: "an event that starts in one zone and ends in another has its real length",
            event:
                "DTSTART;TZID=Europe/Berlin:20261121T100000\nDTEND;TZID=America/New_York:20261121T130000\nSUMMARY:Flight",
            from: "2026-11-21",
            to: "2026-11-22",
            expected: ["2026-11-21T10:00 2026-11-21T19:00 Flight"]
        ),
        Row(
            what: "a series with a negative duration has the usual length",
            event: "DTSTART:20261120T090000\nDURATION:-P3D\nRRULE:FREQ=DAILY;COUNT=2\nSUMMARY:Odd",
            from: "2026-11-21",
            to: "2026-11-22",
            expected: ["2026-11-21T09:00 2026-11-21T10:00 Odd"]
        ),
        Row(
            what: "an event with an unreadable rule happens once",
            event: "DTSTART;VALUE=DATE:20261121\nRRULE:FREQ=SOMETIMES\nSUMMARY:Odd",
            from: "2026-11-01",
            to: "2027-11-01",
            expected: ["2026-11-21 2026-11-21 Odd"]
        ),
    ]

    @Test("A window has the occurrences that touch its days", arguments: rows)
    func window(row: Row) throws {
        let agenda = try Sample.agenda([row.event], zone: row.zone)
        #expect(try Sample.list(agenda, row.from, row.to) == row.expected)
    }

    @Test("Bars come first, longer ones before shorter ones, then by time")
    func order() throws {
        let agenda = try Sample.agenda([
            "DTSTART:20261121T100000\nDURATION:PT1H\nSUMMARY:Ten",
            "DTSTART:20261121T090000\nDURATION:PT1H\nSUMMARY:Nine",
            "DTSTART;VALUE=DATE:20261121\nSUMMARY:Day",
            "DTSTART;VALUE=DATE:20261121\nDTEND;VALUE=DATE:20261124\nSUMMARY:Days",
        ])
        let titles = try Sample.list(agenda, "2026-11-21", "2026-11-22")
            .map { $0.split(separator: " ").last }
        #expect(titles == ["Days", "Day", "Nine", "Ten"])
    }

    @Test("A single day has the same occurrences as a long window filtered to it")
    func windowsAreFilters() throws {
        let agenda = try Sample.agenda(Self.rows.map(\.event))
        let from = try #require(CivilDate("2026-01-01"))
        let whole = agenda.occurrences(in: from..<from.adding(days: 730))
        for day in 0..<730 {
            let date = from.adding(days: day)
            let keys = Set(agenda.occurrences(in: date..<date.adding(days: 1)).map(\.key))
            let expected = whole.filter { $0.firstDate <= date && $0.lastDate >= date }.map(\.key)
            #expect(keys == Set(expected), "\(date.text)")
        }
    }

    @Test("A hidden calendar is left out until it is shown again")
    func hidden() throws {
        var agenda = try Sample.agenda(["DTSTART;VALUE=DATE:20261121\nSUMMARY:Day"])
        agenda.showCalendar(Sample.home, false)
        #expect(try Sample.list(agenda, "2026-11-21", "2026-11-22") == [])
        agenda.showCalendar(Sample.home, true)
        #expect(try Sample.list(agenda, "2026-11-21", "2026-11-22").count == 1)
    }

    @Test("An event moves to its real time when its zone is loaded")
    func lateZone() throws {
        var agenda = try Sample.agenda([
            "DTSTART;TZID=Australia/Lord_Howe:20261121T090000\nDURATION:PT1H\nSUMMARY:Swim"
        ])
        #expect(agenda.missingZones == [ZoneID("Australia/Lord_Howe")])
        #expect(
            try Sample.list(agenda, "2026-11-20", "2026-11-23")
                == ["2026-11-21T09:00 2026-11-21T10:00 Swim"]
        )
        agenda.addZone(try Sample.zone("Australia/Lord_Howe"))
        #expect(agenda.missingZones.isEmpty)
        #expect(
            try Sample.list(agenda, "2026-11-20", "2026-11-23")
                == ["2026-11-20T23:00 2026-11-21T00:00 Swim"]
        )
    }

    @Test("An end in a zone that isn't loaded moves when the zone is loaded")
    func lateZoneOfEnd() throws {
        var agenda = try Sample.agenda([
            "DTSTART;TZID=Europe/Berlin:20261121T100000\nDTEND;TZID=America/Chicago:20261121T120000\nSUMMARY:Flight"
        ])
        #expect(agenda.missingZones == [ZoneID("America/Chicago")])
        agenda.addZone(try Sample.zone("America/Chicago"))
        #expect(
            try Sample.list(agenda, "2026-11-21", "2026-11-22")
                == ["2026-11-21T10:00 2026-11-21T19:00 Flight"]
        )
    }

    @Test("Changing the viewer's zone moves all events")
    func zoneOfViewer() throws {
        var agenda = try Sample.agenda([
            "DTSTART:20261118T200000Z\nDURATION:PT1H\nSUMMARY:Once",
            "DTSTART:20261118T210000Z\nRRULE:FREQ=DAILY;COUNT=1\nSUMMARY:Series",
        ])
        agenda.setZone(try Sample.zone("Asia/Tokyo"))
        #expect(
            try Sample.list(agenda, "2026-11-16", "2026-11-23") == [
                "2026-11-19T05:00 2026-11-19T06:00 Once",
                "2026-11-19T06:00 2026-11-19T06:00 Series",
            ]
        )
        agenda.removeObject(ObjectID(calendar: Sample.home, href: "e1.ics"))
        let text = Sample.object("DTSTART;VALUE=DATE:20300101\nSUMMARY:Later", uid: "e3")
        let id = ObjectID(calendar: Sample.home, href: "e3.ics")
        agenda.putObject(id, etag: "", text: text)
        #expect(try Sample.list(agenda, "2026-11-16", "2026-11-23").count == 1)
    }

    @Test(
        "A series that repeats every second leaves room for others, but is too much for a complete answer"
    )
    func crowd() throws {
        let agenda = try Sample.agenda([
            "DTSTART:20261116T000000Z\nRRULE:FREQ=SECONDLY\nSUMMARY:Tick",
            "DTSTART:20261116T090000Z\nRRULE:FREQ=DAILY\nSUMMARY:Run",
        ])
        let from = try #require(CivilDate("2026-11-16"))
        let week = from..<from.adding(days: 7)
        let titles = agenda.occurrences(in: week).map(\.event.title)
        #expect(titles.filter { $0 == "Run" }.count == 7)
        #expect(titles.count == 7 * 33)
        #expect(agenda.allOccurrences(in: week, limit: 10_000) == nil)
        let before = from.adding(days: -7)..<from
        #expect(agenda.allOccurrences(in: before, limit: 10_000)?.isEmpty == true)
    }

    @Test(
        "The key of an extra date is in the zone of its series",
        arguments: [";TZID=America/New_York:20260315T100000", ":20260315T140000Z"]
    )
    func extraDate(written: String) throws {
        let agenda = try Sample.agenda([
            "DTSTART;TZID=Europe/Berlin:20260310T150000\nRDATE\(written)\nSUMMARY:Talk"
        ])
        let key = try Sample.key(agenda, "2026-03-15", "2026-03-16")
        #expect(key.recurrenceID == "20260315T150000")
        #expect(agenda.occurrence(key) != nil)
    }

    @Test("Replaced and removed objects leave nothing behind")
    func replacing() throws {
        var agenda = try Sample.agenda(["DTSTART;VALUE=DATE:20261121\nSUMMARY:Old"])
        let id = ObjectID(calendar: Sample.home, href: "e1.ics")
        let text = Sample.object(
            "DTSTART;VALUE=DATE:20261123\nRRULE:FREQ=DAILY\nSUMMARY:New",
            uid: "e1"
        )
        agenda.putObject(id, etag: "\"2\"", text: text)
        #expect(
            try Sample.list(agenda, "2026-11-20", "2026-11-25")
                == ["2026-11-23 2026-11-23 New", "2026-11-24 2026-11-24 New"]
        )
        agenda.removeObject(id)
        #expect(try Sample.list(agenda, "2026-11-01", "2027-11-25") == [])
        #expect(agenda.objectCount == 0)
        let isPut = agenda.putObject(id, etag: "", text: Array("no calendar".utf8))
        #expect(!isPut)
    }
}
