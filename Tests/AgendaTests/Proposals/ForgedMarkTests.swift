import CivilTime
import Testing

@testable import Agenda

/// The marks of a proposal count in a group's calendar only: in all others people write what they like.
@Suite("Marks of a proposal outside of a group's calendar")
struct ForgedMarkTests {
    private static let text = Sample.object(
        "DTSTART:20260311T100000Z\nSUMMARY:Forged\nX-MEANTIME-PROPOSAL:p-1",
        uid: "forged"
    )

    private static func agenda(_ level: AccessLevel) throws -> (agenda: Agenda, id: ObjectID) {
        var agenda = try Sample.agenda([])
        var calendar = CalendarCollection(id: CalendarID("theirs"), name: "Theirs", color: .red)
        calendar.level = level
        agenda.putCalendar(calendar)
        let id = ObjectID(calendar: calendar.id, href: "forged.ics")
        agenda.putObject(id, etag: "", text: text)
        return (agenda, id)
    }

    @Test(
        "A mark makes an event a time of a proposal only in a group's calendar",
        arguments: AccessLevel.allCases
    )
    func levels(level: AccessLevel) throws {
        let (agenda, id) = try Self.agenda(level)
        let isGroup = level == .group
        #expect(agenda.candidates(of: "p-1").count == (isGroup ? 1 : 0))
        #expect((agenda.proposal(id) != nil) == isGroup)
        let day = try #require(CivilDate("2026-03-11"))
        let found = agenda.occurrences(in: day..<day.adding(days: 1))
        #expect(found.map { $0.event.isCandidate } == [isGroup])
        #expect(found.map { $0.event.takesTime } == [!isGroup])
    }

    @Test("Events are read again when their calendar turns out to be a group's")
    func laterGroup() throws {
        var (agenda, id) = try Self.agenda(.full)
        var calendar = try #require(agenda.calendars[id.calendar])
        calendar.level = .group
        agenda.putCalendar(calendar)
        #expect(agenda.candidates(of: "p-1").count == 1)
        calendar.level = .full
        agenda.putCalendar(calendar)
        #expect(agenda.candidates(of: "p-1").isEmpty)
    }
}
