import CivilTime
import Foundation
import ICalendar
import JSON
import Testing

@testable import ExternalCalendars
@testable import Server
@testable import ServerBase

@Suite("Events of Google Calendar as iCalendar")
struct GoogleEventTests {
    private static let zones = ZoneFiles(root: "/usr/share/zoneinfo").catalogue(
        of: ["Europe/Berlin", "America/New_York"].map { ZoneID($0) }
    )
    private static let reader = GoogleEventReader(
        zones: zones,
        usualZone: "Europe/Berlin",
        usualReminders: [.init(method: "popup", minutes: 10)]
    )

    private static func event(_ fields: String) throws -> GoogleEvent {
        try JSONDecoder().decode(
            GoogleEvent.self,
            from: Data("{\"id\":\"e1\",\"iCalUID\":\"e1@google.com\",\(fields)}".utf8)
        )
    }

    /// The lines of the events, without their stamps.
    private static func lines(_ events: GoogleEvent...) throws -> [String] {
        let calendar = try #require(reader.calendar(of: events, uid: "e1@google.com"))
        let text = String(decoding: CalendarText.write(calendar.components), as: UTF8.self)
        return text.replacing("\r\n ", with: "").split(separator: "\r\n").map { String($0) }
            .filter { !$0.hasPrefix("DTSTAMP") && !$0.hasPrefix("UID") }
    }

    private static let times = """
        "start":{"dateTime":"2026-11-25T09:00:00+01:00","timeZone":"Europe/Berlin"},\
        "end":{"dateTime":"2026-11-25T10:30:00+01:00","timeZone":"Europe/Berlin"}
        """

    @Test(
        "A time is in its zone, or in the calendar's, or in UTC",
        arguments: [
            (
                #"{"dateTime":"2026-11-25T09:00:00+01:00","timeZone":"Europe/Berlin"}"#,
                "DTSTART;TZID=Europe/Berlin:20261125T090000"
            ),
            // The offset is that of the calendar's zone, which the event's isn't.
            (
                #"{"dateTime":"2026-11-25T09:00:00+01:00","timeZone":"America/New_York"}"#,
                "DTSTART;TZID=America/New_York:20261125T030000"
            ),
            (
                #"{"dateTime":"2026-07-25T09:00:00.000Z"}"#,
                "DTSTART;TZID=Europe/Berlin:20260725T110000"
            ),
            (
                #"{"dateTime":"2026-11-25T09:00:00Z","timeZone":"UTC"}"#,
                "DTSTART:20261125T090000Z"
            ),
            (
                #"{"dateTime":"2026-11-25T09:00:00-05:00","timeZone":"Mars/Olympus"}"#,
                "DTSTART:20261125T140000Z"
            ),
            (#"{"date":"2026-11-25"}"#, "DTSTART;VALUE=DATE:20261125"),
        ]
    )
    func start(time: String, line: String) throws {
        #expect(try Self.lines(Self.event("\"start\":\(time)")).contains(line))
    }

    @Test("A whole day ends on the next one, as in iCalendar")
    func wholeDays() throws {
        let lines = try Self.lines(
            Self.event(#""start":{"date":"2026-12-24"},"end":{"date":"2026-12-27"}"#)
        )
        #expect(lines.contains("DTSTART;VALUE=DATE:20261224"))
        #expect(lines.contains("DTEND;VALUE=DATE:20261227"))
    }

    @Test("A series is one object with what differs, and without what was cancelled")
    func series() throws {
        let master = try Self.event(
            Self.times + #","summary":"Rehearsal","recurrence":["RRULE:FREQ=WEEKLY","SUMMARY:x"]"#
        )
        var moved = try Self.event(
            """
            "summary":"Dress rehearsal","recurringEventId":"e1",\
            "originalStartTime":{"dateTime":"2026-12-02T03:00:00-05:00"},\
            "start":{"dateTime":"2026-12-03T09:00:00+01:00"},\
            "end":{"dateTime":"2026-12-03T10:00:00+01:00"}
            """
        )
        moved.id = "e1_20261202T080000Z"
        var cancelled = try Self.event(
            """
            "status":"cancelled","recurringEventId":"e1",\
            "originalStartTime":{"dateTime":"2026-12-09T09:00:00+01:00"}
            """
        )
        cancelled.id = "e1_20261209T080000Z"
        #expect(
            try Self.lines(cancelled, moved, master) == [
                "BEGIN:VEVENT", "DTSTART;TZID=Europe/Berlin:20261125T090000",
                "DTEND;TZID=Europe/Berlin:20261125T103000", "SUMMARY:Rehearsal",
                "RRULE:FREQ=WEEKLY", "EXDATE;TZID=Europe/Berlin:20261209T090000", "END:VEVENT",
                "BEGIN:VEVENT", "DTSTART;TZID=Europe/Berlin:20261203T090000",
                "DTEND;TZID=Europe/Berlin:20261203T100000", "SUMMARY:Dress rehearsal",
                "RECURRENCE-ID;TZID=Europe/Berlin:20261202T090000", "END:VEVENT",
            ]
        )
        // Somebody may be invited to one evening only.
        #expect(try Self.lines(moved).count == 6)
        #expect(Self.reader.calendar(of: [cancelled], uid: "u") == nil)
    }

    @Test(
        "What an event says of itself is kept",
        arguments: [
            (
                #""summary":"Lunch, late","location":"Café""#,
                ["SUMMARY:Lunch\\, late", "LOCATION:Café"]
            ),
            (#""visibility":"private""#, ["SUMMARY:Busy", "CLASS:PRIVATE"]),
            (
                #""status":"tentative","transparency":"transparent""#,
                ["STATUS:TENTATIVE", "TRANSP:TRANSPARENT"]
            ),
            (#""description":"One<br>two &amp; <b>three</b>""#, ["DESCRIPTION:One\\ntwo & three"]),
            (#""description":"a < b &amp; c""#, ["DESCRIPTION:a < b &amp\\; c"]),
            (#""colorId":"11""#, ["COLOR:crimson"]),
            (#""reminders":{"useDefault":true}"#, ["TRIGGER:-PT10M"]),
            (
                #""reminders":{"useDefault":false,"overrides":[{"method":"email","minutes":60}]}"#,
                ["TRIGGER:-PT60M"]
            ),
            (
                #""hangoutLink":"https://meet.google.com/abc""#,
                ["CONFERENCE;VALUE=URI;FEATURE=AUDIO,VIDEO:https://meet.google.com/abc"]
            ),
            (
                """
                "conferenceData":{"conferenceSolution":{"name":"Google Meet"},"entryPoints":[\
                {"entryPointType":"video","uri":"https://meet.google.com/abc","label":"meet.google.com/abc"},\
                {"entryPointType":"phone","uri":"tel:+4930123"},{"entryPointType":"more","uri":"https://x.example"}]}
                """,
                [
                    "CONFERENCE;VALUE=URI;FEATURE=AUDIO,VIDEO;LABEL=meet.google.com/abc:https://meet.google.com/abc",
                    "CONFERENCE;VALUE=URI;FEATURE=PHONE;LABEL=Google Meet:tel:+4930123",
                ]
            ),
            (
                """
                "organizer":{"email":"a@x.example","displayName":"A"},"attendees":[\
                {"email":"b@x.example","optional":true,"responseStatus":"accepted"},\
                {"email":"room@x.example","resource":true,"responseStatus":"declined"}]
                """,
                [
                    "ORGANIZER;CN=A:mailto:a@x.example",
                    "ATTENDEE;ROLE=OPT-PARTICIPANT;PARTSTAT=ACCEPTED:mailto:b@x.example",
                    "ATTENDEE;CUTYPE=RESOURCE;PARTSTAT=DECLINED:mailto:room@x.example",
                ]
            ),
        ]
    )
    func fields(json: String, expected: [String]) throws {
        let lines = try Self.lines(Self.event(Self.times + "," + json))
        for line in expected { #expect(lines.contains(line), "\(lines)") }
    }

    // MARK: - The other way

    private static func fields(_ lines: String, zone: String = "") throws -> GoogleFields {
        let text =
            "BEGIN:VCALENDAR\n\(zone)BEGIN:VEVENT\nUID:u\n\(lines)\nEND:VEVENT\nEND:VCALENDAR\n"
        let calendar = CalendarText.parse(text.replacing("\n", with: "\r\n")).components[0]
        return try fields(#require(CalendarObject(calendar)))
    }

    private static func fields(_ object: CalendarObject) throws -> GoogleFields {
        GoogleFields(
            try #require(object.master?.component),
            zones: ObjectZones(object: object, known: zones),
            usualZone: "Europe/Berlin"
        )
    }

    @Test("Only what was changed is sent, and what was removed is null")
    func changes() throws {
        let before = try Self.fields(
            """
            DTSTART;TZID=Europe/Berlin:20261125T090000
            DTEND;TZID=Europe/Berlin:20261125T100000
            SUMMARY:Lunch
            COLOR:crimson
            """
        )
        #expect(before.changes(from: before).isEmpty)
        let after = try Self.fields(
            """
            DTSTART;VALUE=DATE:20261125
            SUMMARY:Lunch
            CATEGORIES:Food
            """
        )
        let changes = after.changes(from: before)
        #expect(changes.keys.sorted() == ["colorId", "end", "start"])
        #expect(changes["colorId"] == .null)
        #expect(
            changes["end"]
                == .object([
                    .init(name: "date", value: .string("2026-11-26")),
                    .init(name: "dateTime", value: .null), .init(name: "timeZone", value: .null),
                ])
        )
    }

    @Test("An event that comes from Google goes back as it was")
    func roundTrip() throws {
        let event = try Self.event(
            Self.times + #","colorId":"3","recurrence":["RRULE:FREQ=DAILY;COUNT=3"],"#
                + #""reminders":{"useDefault":true},"attendees":[{"email":"b@x.example"}]"#
        )
        let calendar = try #require(Self.reader.calendar(of: [event], uid: "u"))
        let fields = try Self.fields(#require(CalendarObject(calendar)))
        #expect(fields.values["colorId"] == .string("3"))
        #expect(fields.values["recurrence"] == .array([.string("RRULE:FREQ=DAILY;COUNT=3")]))
        #expect(
            fields.values["start"]
                == .object([
                    .init(name: "date", value: .null),
                    .init(name: "dateTime", value: .string("2026-11-25T09:00:00")),
                    .init(name: "timeZone", value: .string("Europe/Berlin")),
                ])
        )
    }

    @Test("A zone that only the object describes is sent as UTC, and a name of Windows as IANA's")
    func zones() throws {
        let zone = """
            BEGIN:VTIMEZONE
            TZID:Club
            BEGIN:STANDARD
            DTSTART:19700101T000000
            TZOFFSETFROM:+0300
            TZOFFSETTO:+0300
            END:STANDARD
            END:VTIMEZONE

            """
        let own = try Self.fields(
            "DTSTART;TZID=Club:20261125T090000\nRRULE:FREQ=DAILY\nEXDATE;TZID=Club:20261126T090000",
            zone: zone
        )
        let start = JSON.JSONValue.object([
            .init(name: "date", value: .null),
            .init(name: "dateTime", value: .string("2026-11-25T06:00:00Z")),
            .init(name: "timeZone", value: .string("UTC")),
        ])
        #expect(own.values["start"] == start)
        let rule = [JSON.JSONValue.string("RRULE:FREQ=DAILY"), .string("EXDATE:20261126T060000Z")]
        #expect(own.values["recurrence"] == .array(rule))
    }

    @Test("A field that isn't as documented is left out, and not the event")
    func oddFields() throws {
        let event = try Self.event(Self.times + #","summary":7,"attendees":"x","reminders":[]"#)
        #expect(event.summary == nil && event.attendees == nil && event.start != nil)
    }

    @Test("Whatever is in an answer, an event is read from it or isn't", arguments: 1...20)
    func nonsense(seed: UInt64) throws {
        var dice = TwoSidesTests.Dice(state: seed)
        let fields =
            Self.times
            + #","summary":"A\u0000","description":"<a href=\"https://x\">b<br>&#38;</a><<<<""#
            + #","recurrence":["RRULE:FREQ=DAILY;COUNT=3","EXDATE:20261126T090000Z"],"colorId":"3""#
            + #","attendees":[{"email":"b@x.example"}],"hangoutLink":"javascript:alert(1)""#
        let sample = Array("{\"id\":\"e1\",\(fields)}".utf8)
        for _ in 0..<100 {
            var octets = sample
            for _ in 0...Int.random(in: 0...4, using: &dice) {
                let place = Int.random(in: 0..<octets.count, using: &dice)
                octets[place] = UInt8.random(in: 32...126, using: &dice)
            }
            guard let event = try? JSONDecoder().decode(GoogleEvent.self, from: Data(octets)),
                let calendar = Self.reader.calendar(of: [event], uid: "u"),
                let object = CalendarObject(calendar)
            else { continue }
            // It can be stored, and sent again.
            _ = ObjectReader.draft(of: object)
            let text = CalendarText.write([calendar])
            #expect(CalendarText.parse(text).components.count == 1)
            _ = try Self.fields(object)
        }
    }

    @Test("A description of many signs without an end is read in one pass")
    func longDescription() {
        let text = "<br>" + String(repeating: "<", count: 200_000)
        #expect(GoogleDescription.plain(text).utf8.count == 200_000)
        #expect(GoogleDescription.plain("a<br>b < c").utf8.count == 7)
    }

    // MARK: - Names

    @Test("An event added from here keeps its UID, and a copy made at Google doesn't take it")
    func uids() throws {
        let id = GoogleSeries.id(forUID: "lunch@example.org")
        let digits = Set("0123456789abcdefghijklmnopqrstuv")
        #expect(id.count == 32 && id.allSatisfy { digits.contains($0) })
        var event = try Self.event(
            #""extendedProperties":{"private":{"meantimeUID":"lunch@example.org"}}"#
        )
        event.id = id
        var series = GoogleSeries(id: id)
        series.add(event)
        #expect(series.uid == "lunch@example.org")
        event.id = "copy"
        var copy = GoogleSeries(id: "copy")
        copy.add(event)
        #expect(copy.uid == "e1@google.com")
        #expect(GoogleSeries.id(at: GoogleSeries.path(of: "a/b c")) == "a/b c")
    }

    @Test("The state of a series changes with each of its occurrences")
    func etags() throws {
        var master = try Self.event(Self.times + #","recurrence":["RRULE:FREQ=DAILY"]"#)
        master.etag = "\"1\""
        var series = GoogleSeries(id: "e1")
        series.add(master)
        #expect(series.etag == "\"1\"")
        var other = try Self.event(#""recurringEventId":"e1""#)
        other.id = "e1_20261202T080000Z"
        other.etag = "\"2\""
        series.add(other)
        let both = series.etag
        other.etag = "\"3\""
        series.add(other)
        #expect(series.etag != both && series.count == 2)
    }
}
