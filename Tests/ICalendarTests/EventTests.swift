import CivilTime
import ICalendar
import Recurrence
import Testing

@Suite("Events")
struct EventTests {
    @Test(
        "An event's end follows from its properties as the RFC says",
        arguments: [
            (["DTSTART:20260105T090000", "DTEND:20260105T100000"], "20260105T100000"),
            (["DTSTART:20260105T090000", "DURATION:P1DT2H"], "20260106T110000"),
            (["DTSTART:20260105T090000"], "20260105T090000"),
            (["DTSTART:20260105T090000Z", "DURATION:PT90M"], "20260105T103000Z"),
            (["DTSTART;VALUE=DATE:20260105"], "20260106"),
            (["DTSTART;VALUE=DATE:20260105", "DTEND;VALUE=DATE:20260108"], "20260108"),
            (["DTSTART;VALUE=DATE:20260105", "DTEND;VALUE=DATE:20260105"], "20260106"),
            (["DTSTART;VALUE=DATE:20260105", "DURATION:P3D"], "20260108"),
            (["DTSTART;VALUE=DATE:20260105", "DURATION:PT36H"], "20260107"),
            (["DTSTART;VALUE=DATE:20260105", "DTEND:20260106T100000"], "20260107"),
            (["DTSTART;VALUE=DATE:20260105", "DTEND:20260107T000000"], "20260107"),
            (["DTSTART:20260105T090000", "DTEND;VALUE=DATE:20260106"], "20260106T000000"),
            (
                ["DTSTART:20260105T090000", "DTEND:20260105T100000", "DURATION:P9D"],
                "20260105T100000"
            ),
            (["SUMMARY:no start"], nil),
        ] as [([String], String?)]
    )
    func end(lines: [String], expected: String?) throws {
        let event = try #require(readEvent(lines))
        #expect(event.end?.basicText == expected)
    }

    @Test("Across a clock change, hours are exact and days follow the clock")
    func endInZone() throws {
        // Clocks go from one to two o'clock on 2026-03-29 in this zone.
        let change = Instant(secondsSinceEpoch: 1_774_746_000)
        let zone = Zone(
            id: ZoneID("X"),
            transitions: [
                Zone.Transition(instant: change, offsetSeconds: 3_600, abbreviation: "S")
            ],
            initialOffsetSeconds: 0
        )
        let start = "DTSTART;TZID=X:20260328T230000"
        let hours = try #require(readEvent([start, "DURATION:PT24H"]))
        #expect(hours.end(in: zone)?.basicText == "20260330T000000")
        let day = try #require(readEvent([start, "DURATION:P1D"]))
        #expect(day.end(in: zone)?.basicText == "20260329T230000")
    }

    @Test("Fields are read, with their defaults")
    func fields() throws {
        let event = try #require(
            readEvent([
                "SUMMARY:Title\\, long", "DESCRIPTION:a\\nb",
                "URL:https://example.org/a;b", "STATUS:tentative", "TRANSP:TRANSPARENT",
                "CLASS:X-SECRET", "CATEGORIES:A,B\\,b", "CATEGORIES:C",
                "RRULE:FREQ=DAILY;COUNT=2", "RRULE:FREQ=NEVER",
                "RDATE:20260201T090000", "EXDATE:20260105,20260106",
                "RECURRENCE-ID;RANGE=THISANDFUTURE:20260105T090000",
            ])
        )
        #expect(event.summary == "Title, long")
        #expect(event.notes == "a\nb")
        #expect(event.url == "https://example.org/a;b")
        #expect(event.component.first(.status).map { EventStatus($0) } == .tentative)
        #expect(event.isTransparent)
        #expect(event.classification == .closed)
        #expect(event.categories == ["A", "B,b", "C"])
        #expect(event.component.rules.map { $0.text } == ["FREQ=DAILY;COUNT=2"])
        #expect(event.component.times(.recurrenceDates).count == 1)
        #expect(event.component.times(.exceptionDates).count == 2)
        #expect(event.recurrenceID?.basicText == "20260105T090000")
        #expect(event.isForThisAndFuture)
        let bare = try #require(readEvent(["X-A:1"]))
        #expect(bare.classification == .open)
        #expect(bare.isTransparent == false)
        #expect(bare.summary == nil)
        #expect(bare.categories == [])
        #expect(bare.isForThisAndFuture == false)
    }

    @Test(
        "A status is read in any case, and an unknown one counts as confirmed",
        arguments: [
            ("CONFIRMED", EventStatus.confirmed), ("tentative", .tentative),
            (" CANCELLED ", .cancelled), ("X-MAYBE", .confirmed), ("", .confirmed),
        ]
    )
    func status(value: String, expected: EventStatus) {
        #expect(EventStatus(Property(name: "STATUS", rawValue: value)) == expected)
    }

    @Test("Another component isn't an event")
    func noEvent() {
        #expect(VEvent(Component(name: "VTODO")) == nil)
        #expect(VEvent(Component(name: "vevent")) != nil)
    }
}
