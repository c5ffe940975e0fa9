import Agenda
import CivilTime
import ICalendar
import Testing

/// Edits of series as other programs write them, checked by the occurrences afterwards.
@Suite("Edits of series")
struct SeriesEditTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let what: String
        let event: String
        var zone = "Europe/Berlin"
        /// The day of the occurrence that is edited.
        let day: String
        let scope: EditScope
        var title: String?
        var start: String?
        var end: String?
        var isAllDay: Bool?
        /// The window to compare, and the occurrences expected in it after the edit.
        let from: String
        let to: String
        let expected: [String]
        var testDescription: String { what }

        var draft: EventDraft {
            var draft = EventDraft()
            draft.title = title
            draft.start = start.flatMap { CivilDateTime($0) }
            draft.end = end.flatMap { CivilDateTime($0) }
            draft.isAllDay = isAllDay
            return draft
        }
    }

    @Test("A change affects the occurrences in its scope, and only those", arguments: changes)
    func change(row: Row) throws {
        var agenda = try Sample.agenda([row.event], zone: row.zone)
        let key = try Self.key(agenda, on: row.day)
        _ = try agenda.change(key, scope: row.scope, row.draft, newUID: "n", now: Sample.now)
        #expect(try Sample.list(agenda, row.from, row.to) == row.expected)
    }

    @Test("A deletion removes the occurrences in its scope, and only those", arguments: deletions)
    func delete(row: Row) throws {
        var agenda = try Sample.agenda([row.event], zone: row.zone)
        let key = try Self.key(agenda, on: row.day)
        _ = try agenda.delete(key, scope: row.scope, now: Sample.now)
        #expect(try Sample.list(agenda, row.from, row.to) == row.expected)
    }

    private static func key(_ agenda: Agenda, on day: String) throws -> OccurrenceKey {
        let date = try #require(CivilDate(day))
        return try Sample.key(agenda, date.text, date.adding(days: 1).text)
    }

    @Test("Deleting the last occurrence of a series removes its object")
    func deleteLast() throws {
        var agenda = try Sample.agenda([
            "DTSTART:20260310T140000Z\nRRULE:FREQ=DAILY;COUNT=2\nSUMMARY:Talk"
        ])
        for _ in 1...2 {
            let key = try Sample.key(agenda, "2026-03-01", "2026-04-01")
            _ = try agenda.delete(key, scope: .this, now: Sample.now)
        }
        #expect(agenda.objectCount == 0)
    }

    @Test("An event in a zone that only its VTIMEZONE defines moves by the viewer's clock")
    func zoneOfFile() throws {
        var agenda = try Sample.agenda([])
        let lines = [
            "BEGIN:VCALENDAR", "VERSION:2.0", "BEGIN:VTIMEZONE", "TZID:Customized Time Zone",
            "BEGIN:STANDARD", "DTSTART:19700101T000000", "TZOFFSETFROM:+0900", "TZOFFSETTO:+0900",
            "END:STANDARD", "END:VTIMEZONE", "BEGIN:VEVENT", "UID:z",
            "DTSTART;TZID=Customized Time Zone:20260310T180000", "DURATION:PT1H", "SUMMARY:Far",
            "END:VEVENT", "END:VCALENDAR", "",
        ]
        let id = ObjectID(calendar: Sample.home, href: "z.ics")
        let text = Array(lines.joined(separator: "\r\n").utf8)
        let isPut = agenda.putObject(id, etag: "", text: text)
        #expect(isPut)
        let before = try Sample.list(agenda, "2026-03-10", "2026-03-11")
        #expect(before == ["2026-03-10T10:00 2026-03-10T11:00 Far"])
        var draft = EventDraft()
        draft.start = CivilDateTime("2026-03-10T11:30")
        let key = try Sample.key(agenda, "2026-03-10", "2026-03-11")
        _ = try agenda.change(key, scope: .all, draft, newUID: "n", now: Sample.now)
        let after = try Sample.list(agenda, "2026-03-10", "2026-03-11")
        #expect(after == ["2026-03-10T11:30 2026-03-10T12:30 Far"])
    }

    @Test("A split keeps EXDATE and RDATE lines as written, each on the side of its date")
    func splitKeepsLines() throws {
        var agenda = try Sample.agenda([
            """
            DTSTART:20260310T140000Z
            RRULE:FREQ=DAILY;COUNT=9
            EXDATE;X-WHY=holiday:20260311T140000Z
            RDATE;VALUE=PERIOD:20260401T100000Z/PT3H
            SUMMARY:Talk
            """
        ])
        let key = try Sample.key(agenda, "2026-03-13", "2026-03-14")
        var draft = EventDraft()
        draft.title = "Speech"
        _ = try agenda.change(key, scope: .following, draft, newUID: "n", now: Sample.now)
        let before = Sample.lines(agenda, "e1.ics")
        #expect(before.contains("EXDATE;X-WHY=holiday:20260311T140000Z"))
        #expect(!before.contains { $0.hasPrefix("RDATE") })
        let after = Sample.lines(agenda, "n.ics")
        #expect(after.contains("RDATE;VALUE=PERIOD:20260401T100000Z/PT3H"))
        #expect(!after.contains { $0.hasPrefix("EXDATE") })
    }

    @Test(
        "SEQUENCE grows up to its largest value",
        arguments: [("41", "42"), ("2147483647", "2147483647"), ("9223372036854775807", "1")]
    )
    func sequence(old: String, expected: String) throws {
        var agenda = try Sample.agenda(["DTSTART:20260310T140000Z\nSEQUENCE:\(old)\nSUMMARY:Talk"])
        let key = try Sample.key(agenda, "2026-03-10", "2026-03-11")
        var draft = EventDraft()
        draft.title = "Speech"
        _ = try agenda.change(key, scope: .all, draft, newUID: "n", now: Sample.now)
        #expect(Sample.lines(agenda, "e1.ics").contains("SEQUENCE:" + expected))
    }

    @Test("An event can't be moved to a calendar that already has an object at its address")
    func takenAddress() throws {
        var agenda = try Sample.agenda(["DTSTART:20260310T140000Z\nSUMMARY:Ours"])
        let id = ObjectID(calendar: Sample.work, href: "e1.ics")
        let text = Sample.object("DTSTART:20260311T140000Z\nSUMMARY:Theirs", uid: "e1")
        agenda.putObject(id, etag: "\"7\"", text: text)
        let key = try Sample.key(agenda, "2026-03-10", "2026-03-11")
        var draft = EventDraft()
        draft.calendar = Sample.work
        #expect(throws: EditError.alreadyThere) {
            try agenda.change(key, scope: .all, draft, newUID: "n", now: Sample.now)
        }
        #expect(agenda.series(id)?.text == text)
        #expect(agenda.objectCount == 2)
    }
}
