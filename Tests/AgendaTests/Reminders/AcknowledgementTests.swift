import CivilTime
import ICalendar
import Testing

@testable import Agenda

/// What was acknowledged doesn't ring any more, here and in other programs (RFC 9074, 6.1).
@Suite("Acknowledged reminders")
struct AcknowledgementTests {
    static let timed = "DTSTART:20260312T100000Z\nDURATION:PT1H\nSUMMARY:E\n"

    static func alarm(_ lines: String) -> String { "BEGIN:VALARM\n\(lines)\nEND:VALARM" }

    static func agenda(_ event: String, level: AccessLevel = .own) throws -> Agenda {
        var agenda = try Sample.agenda([event], zone: "Europe/Berlin")
        agenda.setZone(.utc)
        var calendar = CalendarCollection(id: Sample.home, name: "Home", color: .blue)
        calendar.level = level
        agenda.putCalendar(calendar)
        return agenda
    }

    static func at(_ text: String) throws -> Instant {
        Zone.utc.instant(of: try #require(CivilDateTime(text + ":00")))
    }

    /// The times at which reminders ring from a day on, in two days.
    static func rings(_ agenda: Agenda, from day: String) throws -> [String] {
        let from = try at(day + "T00:00").adding(seconds: -1)
        return agenda.reminders(after: from, through: from.adding(seconds: 172_800)).map {
            String(Zone.utc.civil(at: $0.instant).text.dropLast(3))
        }
    }

    @Test(
        "An acknowledgement silences what was due by then",
        arguments: [
            // The alarm's own.
            ("TRIGGER:-PT10M\nACKNOWLEDGED:20260312T095000Z", "", ["2026-03-13T09:50"]),
            ("TRIGGER:-PT10M\nACKNOWLEDGED:20260312T120000Z", "", ["2026-03-13T09:50"]),
            (
                "TRIGGER:-PT10M\nACKNOWLEDGED:20260312T094959Z", "",
                ["2026-03-12T09:50", "2026-03-13T09:50"]
            ),
            ("TRIGGER:-PT10M\nACKNOWLEDGED:20260313T095000Z", "", []),
            // One that repeats is silent until the next occurrence, whichever of its times was heard.
            (
                "TRIGGER:-PT10M\nREPEAT:1\nDURATION:PT5M\nACKNOWLEDGED:20260312T095100Z", "",
                ["2026-03-13T09:50", "2026-03-13T09:55"]
            ),
            // One that can't be read acknowledges nothing.
            (
                "TRIGGER:-PT10M\nACKNOWLEDGED:yesterday", "",
                ["2026-03-12T09:50", "2026-03-13T09:50"]
            ),
            // Thunderbird's, of the whole event.
            ("TRIGGER:-PT10M", "X-MOZ-LASTACK:20260312T095000Z\n", ["2026-03-13T09:50"]),
            ("TRIGGER:-PT10M", "x-moz-lastack:20260313T095500Z\n", []),
            (
                "TRIGGER:-PT10M\nACKNOWLEDGED:20260313T095000Z",
                "X-MOZ-LASTACK:20260312T095000Z\n", []
            ),
            (
                "TRIGGER:-PT10M", "X-MOZ-LASTACKS:20260313T095500Z\n",
                ["2026-03-12T09:50", "2026-03-13T09:50"]
            ),
        ]
    )
    func reading(alarm: String, properties: String, expected: [String]) throws {
        let event = Self.timed + properties + "RRULE:FREQ=DAILY;COUNT=2\n" + Self.alarm(alarm)
        #expect(try Self.rings(Self.agenda(event), from: "2026-03-12") == expected)
    }

    @Test("Each alarm is acknowledged by itself, and the same alarm twice is one")
    func several() throws {
        let event =
            Self.timed + Self.alarm("TRIGGER:-P1D\nACKNOWLEDGED:20260311T100000Z") + "\n"
            + Self.alarm("TRIGGER:-PT10M") + "\n"
            + Self.alarm("ACTION:AUDIO\nTRIGGER:-PT5M") + "\n"
            + Self.alarm("TRIGGER:-PT300S\nACKNOWLEDGED:20260312T095500Z")
        #expect(try Self.rings(Self.agenda(event), from: "2026-03-11") == ["2026-03-12T09:50"])
    }

    @Test(
        "In a calendar that others read or write, an acknowledgement could be anybody's",
        arguments: [AccessLevel.own, .connected, .group, .subscribed]
    )
    func others(level: AccessLevel) throws {
        let event =
            Self.timed + "X-MOZ-LASTACK:20260312T094500Z\nX-MOZ-SNOOZE-TIME:20260312T095800Z\n"
            + Self.alarm("TRIGGER:-PT15M\nACKNOWLEDGED:20260312T094500Z") + "\n"
            + Self.alarm(
                "TRIGGER;VALUE=DATE-TIME:20260312T095500Z\nRELATED-TO;RELTYPE=SNOOZE:a"
            )
        let isTheirs = level == .group || level == .subscribed
        let expected =
            isTheirs ? ["2026-03-12T09:45"] : ["2026-03-12T09:55", "2026-03-12T09:58"]
        #expect(try Self.rings(Self.agenda(event, level: level), from: "2026-03-12") == expected)
    }

    @Test("Acknowledging writes the time to the alarm that rang, and nothing else")
    func writing() throws {
        let first = Self.alarm("UID:a\nTRIGGER:-P1D\nX-A:1")
        let second = Self.alarm("TRIGGER:-PT10M\nACKNOWLEDGED:20260101T000000Z")
        let event = Self.timed + "SEQUENCE:3\n" + first + "\n" + second
        var agenda = try Self.agenda(event)
        let before = Sample.lines(agenda, "e1.ics")
        let key = try Sample.key(agenda, "2026-03-12", "2026-03-13")
        let now = try Self.at("2026-03-12T09:51")
        let made = try agenda.acknowledge(key, first: Self.at("2026-03-12T09:50"), now: now)
        #expect(made.changes.count == 1)
        let after = Sample.lines(agenda, "e1.ics")
        #expect(
            after
                == before.map {
                    $0 == "ACKNOWLEDGED:20260101T000000Z" ? "ACKNOWLEDGED:20260312T095100Z" : $0
                }
        )
        #expect(try Self.rings(agenda, from: "2026-03-11") == ["2026-03-11T10:00"])
    }

    @Test(
        "An acknowledgement is written to what describes the occurrence: series or changed date"
    )
    func describing() throws {
        let event =
            Self.timed + "RRULE:FREQ=DAILY\n" + Self.alarm("TRIGGER:-PT10M")
            + "\n--DTSTART:20260313T150000Z\nRECURRENCE-ID:20260313T100000Z\nSUMMARY:O\n"
            + Self.alarm("TRIGGER:-PT10M")
        var agenda = try Self.agenda(event)
        let moved = try Sample.key(agenda, "2026-03-13", "2026-03-14")
        _ = try agenda.acknowledge(
            moved,
            first: Self.at("2026-03-13T14:50"),
            now: Self.at("2026-03-13T14:52")
        )
        #expect(try Self.rings(agenda, from: "2026-03-12") == ["2026-03-12T09:50"])
        let key = try Sample.key(agenda, "2026-03-12", "2026-03-13")
        _ = try agenda.acknowledge(
            key,
            first: Self.at("2026-03-12T09:50"),
            now: Self.at("2026-03-12T09:50")
        )
        let written = Sample.lines(agenda, "e1.ics").filter {
            $0.hasPrefix("ACKNOWLEDGED")
        }
        #expect(written == ["ACKNOWLEDGED:20260312T095000Z", "ACKNOWLEDGED:20260313T145200Z"])
        #expect(try Self.rings(agenda, from: "2026-03-12").isEmpty)
        #expect(
            try Self.rings(agenda, from: "2026-03-14") == ["2026-03-14T09:50", "2026-03-15T09:50"]
        )
    }

    @Test("If Thunderbird has written its own properties, they are acknowledged too")
    func thunderbird() throws {
        let event =
            Self.timed + "X-MOZ-LASTACK:20260312T095000Z\nX-MOZ-SNOOZE-TIME:20260312T095500Z\n"
            + Self.alarm("TRIGGER:-PT10M")
        var agenda = try Self.agenda(event)
        #expect(try Self.rings(agenda, from: "2026-03-12") == ["2026-03-12T09:55"])
        let key = try Sample.key(agenda, "2026-03-12", "2026-03-13")
        let time = try Self.at("2026-03-12T09:55")
        _ = try agenda.acknowledge(key, first: time, now: time)
        let lines = Sample.lines(agenda, "e1.ics").filter { $0.contains("MOZ") }
        #expect(lines == ["X-MOZ-LASTACK:20260312T095500Z"])
        #expect(try Self.rings(agenda, from: "2026-03-12").isEmpty)
    }

    @Test(
        "Only an own calendar is written to",
        arguments: [AccessLevel.group, .subscribed, .connected, .full]
    )
    func readOnly(level: AccessLevel) throws {
        var agenda = try Self.agenda(Self.timed + Self.alarm("TRIGGER:-PT10M"), level: level)
        let key = OccurrenceKey(
            object: ObjectID(calendar: Sample.home, href: "e1.ics"),
            recurrenceID: "20260312T100000Z"
        )
        let text = Sample.lines(agenda, "e1.ics")
        let time = try Self.at("2026-03-12T09:50")
        #expect(throws: EditError.readOnly(Sample.home)) {
            try agenda.acknowledge(key, first: time, now: time)
        }
        #expect(Sample.lines(agenda, "e1.ics") == text)
    }

    @Test("A reminder that is gone can't be acknowledged")
    func gone() throws {
        var agenda = try Self.agenda(Self.timed + Self.alarm("TRIGGER:-PT10M"))
        let key = try Sample.key(agenda, "2026-03-12", "2026-03-13")
        let time = try Self.at("2026-03-12T09:49")
        #expect(throws: EditError.unknownEvent) {
            try agenda.acknowledge(key, first: time, now: time)
        }
        agenda.removeObject(key.object)
        #expect(throws: EditError.unknownEvent) {
            try agenda.acknowledge(key, first: time, now: time)
        }
    }

    @Test("Earlier edits can be undone and redone, and an acknowledgement can't")
    func undo() throws {
        var agenda = try Self.agenda(Self.timed + Self.alarm("TRIGGER:-PT10M"))
        let key = try Sample.key(agenda, "2026-03-12", "2026-03-13")
        var draft = EventDraft()
        for title in ["One", "Two"] {
            draft.title = title
            _ = try agenda.change(key, scope: .all, draft, newUID: "n", now: Sample.now)
        }
        let time = try Self.at("2026-03-12T09:50")
        let made = try agenda.acknowledge(key, first: time, now: time)
        #expect(try agenda.undo().edit.title == "Two")
        #expect(agenda.occurrence(key)?.event.title == "One")
        #expect(try agenda.redo().edit.title == "Two")
        #expect(Sample.lines(agenda, "e1.ics").contains("ACKNOWLEDGED:20260312T095000Z"))
        // The server refuses it: the event is as before, and the edits still can be undone.
        #expect(agenda.revert(made.edit.number)?.count == 1)
        #expect(Sample.lines(agenda, "e1.ics").allSatisfy { !$0.hasPrefix("ACKN") })
        #expect(try agenda.undo().edit.title == "Two")
        #expect(try agenda.undo().edit.title == "One")
        #expect(throws: EditError.nothingToUndo) { try agenda.undo() }
    }
}
