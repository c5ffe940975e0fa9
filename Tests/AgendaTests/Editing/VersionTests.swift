import Agenda
import CivilTime
import Testing

@Suite("Earlier versions of an event")
struct VersionTests {
    private static let id = ObjectID(calendar: CalendarID("c"), href: "one.ics")

    private static func text(_ start: String, _ lines: String...) -> [UInt8] {
        let all =
            ["BEGIN:VCALENDAR", "BEGIN:VEVENT", "UID:one", "DTSTART:\(start)"] + lines + [
                "END:VEVENT", "END:VCALENDAR", "",
            ]
        return Array(all.joined(separator: "\r\n").utf8)
    }

    private static func agenda() -> Agenda {
        var agenda = Agenda()
        agenda.putCalendar(CalendarCollection(id: CalendarID("c"), name: "C", color: .blue))
        agenda.putObject(id, etag: "\"2\"", text: text("20260102T090000Z", "SUMMARY:Dinner"))
        return agenda
    }

    @Test("Reading a version leaves the agenda as it is")
    func reading() throws {
        let agenda = Self.agenda()
        let old = Self.text("20260101T090000Z", "SUMMARY:Lunch")
        let (_, first) = try #require(agenda.reading(old, at: Self.id))
        #expect(first.event.title == "Lunch")
        #expect(agenda.series(Self.id)?.master?.title == "Dinner")
    }

    @Test("A series whose first date was deleted is read from its next one")
    func firstDeleted() throws {
        let old = Self.text("20260101T090000Z", "RRULE:FREQ=DAILY", "EXDATE:20260101T090000Z")
        let (_, first) = try #require(Self.agenda().reading(old, at: Self.id))
        #expect(first.start.date == CivilDate("2026-01-02"))
    }

    @Test("A text without an event isn't a version")
    func noEvent() {
        #expect(Self.agenda().reading(Array("BEGIN:VCALENDAR".utf8), at: Self.id) == nil)
    }

    @Test("Going back to a version is an edit that can be undone")
    func restoring() throws {
        var agenda = Self.agenda()
        let old = Self.text("20260101T090000Z", "SUMMARY:Lunch")
        let outcome = try agenda.restore(Self.id, to: old)
        #expect(outcome.edit.kind == .restored)
        #expect(outcome.edit.title == "Lunch")
        #expect(outcome.changes == [.put(Self.id, etag: "\"2\"", text: old)])
        #expect(agenda.series(Self.id)?.master?.title == "Lunch")
        _ = try agenda.undo()
        #expect(agenda.series(Self.id)?.master?.title == "Dinner")
    }
}
