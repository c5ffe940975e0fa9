import CivilTime
import ICalendar
import Testing

@testable import Agenda

@Suite("Edits of several events")
struct SelectionTests {
    static let lunch = "DTSTART:20261103T110000Z\nDTEND:20261103T120000Z\nSUMMARY:Lunch"
    static let trip = "DTSTART;VALUE=DATE:20261103\nDTEND;VALUE=DATE:20261105\nSUMMARY:Trip"
    static let friends = CalendarID("friends")

    /// The keys of everything that happens in November.
    private func keys(_ agenda: Agenda) throws -> [OccurrenceKey] {
        let november = try #require(CivilDate("2026-11-01"))..<(#require(CivilDate("2026-12-01")))
        return agenda.occurrences(in: november).map(\.key)
    }

    private func november(_ agenda: Agenda) throws -> [String] {
        try Sample.list(agenda, "2026-11-01", "2026-12-01")
    }

    /// Lunch and a trip, with another lunch in a calendar that can only be read.
    private func agendaWithFriends() throws -> Agenda {
        var agenda = try Sample.agenda([Self.lunch, Self.trip])
        var friends = CalendarCollection(id: Self.friends, name: "Friends", color: .red)
        friends.level = .full
        agenda.putCalendar(friends)
        agenda.putObject(
            ObjectID(calendar: Self.friends, href: "f.ics"),
            etag: "f",
            text: Sample.object(Self.lunch, uid: "f")
        )
        return agenda
    }

    @Test("Moves timed and all-day events together, and one undo puts all back")
    func shift() throws {
        var agenda = try agendaWithFriends()
        let before = try november(agenda)
        let (outcome, effect) = try agenda.edit(
            keys(agenda),
            .shift(days: 7, minutes: 30),
            newUID: "n",
            now: Sample.now
        )
        #expect(
            try november(agenda).sorted() == [
                "2026-11-03T12:00 2026-11-03T13:00 Lunch",
                "2026-11-10 2026-11-11 Trip",
                "2026-11-10T12:30 2026-11-10T13:30 Lunch",
            ]
        )
        #expect(effect.changedCount == 2)
        #expect(effect.readOnlyCount == 1)
        #expect(outcome.edit.effect.eventCount == 2)
        #expect(outcome.edit.start?.date == CivilDate("2026-11-10"))
        #expect(outcome.changes.count == 2)
        _ = try agenda.undo()
        #expect(try november(agenda) == before)
        _ = try agenda.redo()
        #expect(try november(agenda) != before)
    }

    @Test("Several dates of a series become overrides in one text")
    func series() throws {
        var agenda = try Sample.agenda([EditTests.weekly])
        let all = try keys(agenda)
        let (outcome, effect) = try agenda.edit(
            Array(all[1...2]),
            .shift(days: 1, minutes: 0),
            newUID: "n",
            now: Sample.now
        )
        #expect(
            try november(agenda) == [
                "2026-11-03T09:00 2026-11-03T10:00 Choir",
                "2026-11-11T09:00 2026-11-11T10:00 Choir",
                "2026-11-18T09:00 2026-11-18T10:00 Choir",
                "2026-11-24T09:00 2026-11-24T10:00 Choir",
            ]
        )
        #expect(outcome.changes.count == 1)
        #expect(effect.changedCount == 2)
        let lines = Sample.lines(agenda, "e1.ics")
        #expect(lines.filter { $0.hasPrefix("RECURRENCE-ID") }.count == 2)
        #expect(lines.contains("a line that nobody understands"))
        _ = try agenda.undo()
        #expect(try keys(agenda) == all)
    }

    @Test("Deleting every date of a series deletes the series")
    func deletion() throws {
        let twice = EditTests.weekly.replacing("COUNT=10", with: "COUNT=2")
        var agenda = try Sample.agenda([twice, Self.lunch])
        let (outcome, effect) = try agenda.edit(
            keys(agenda),
            .delete,
            newUID: "n",
            now: Sample.now
        )
        #expect(agenda.objectCount == 0)
        #expect(effect.changedCount == 3)
        #expect(outcome.changes.count == 2)
        _ = try agenda.undo()
        #expect(agenda.objectCount == 2)
    }

    @Test("A copy is a single event without guests")
    func copy() throws {
        let met = "ORGANIZER:mailto:a@example.org\nATTENDEE:mailto:b@example.org\n"
        var agenda = try Sample.agenda([met + EditTests.weekly])
        let second = try keys(agenda)[1]
        _ = try agenda.edit([second], .copy(days: 2, minutes: 0), newUID: "n", now: Sample.now)
        #expect(try november(agenda).contains("2026-11-12T09:00 2026-11-12T10:00 Choir"))
        #expect(try november(agenda).count == 5)
        let lines = Sample.lines(agenda, "n-1.ics")
        #expect(lines.contains("UID:n-1"))
        #expect(lines.contains("X-KEPT;X-P=\"a:b\":as it was"))
        #expect(!lines.contains { $0.hasPrefix("RRULE") || $0.hasPrefix("RECURRENCE-ID") })
        #expect(!lines.contains { $0.hasPrefix("ATTENDEE") || $0.hasPrefix("ORGANIZER") })
    }

    @Test("A date of a series becomes an event of its own in the other calendar")
    func calendar() throws {
        var agenda = try Sample.agenda([EditTests.weekly, Self.lunch])
        let chosen = Array(try keys(agenda)[0...1])
        let before = try november(agenda)
        let (_, effect) = try agenda.edit(
            chosen,
            .calendar(Sample.work),
            newUID: "n",
            now: Sample.now
        )
        #expect(effect.changedCount == 2)
        #expect(try november(agenda) == before)
        #expect(try keys(agenda).filter { $0.object.calendar == Sample.work }.count == 2)
        let again = try agenda.effect(
            of: .calendar(Sample.work),
            on: keys(agenda).filter { $0.object.calendar == Sample.work },
            now: Sample.now
        )
        #expect(again.unchangedCount == 2)
        _ = try agenda.undo()
        #expect(try keys(agenda).allSatisfy { $0.object.calendar == Sample.home })
    }

    @Test("Nothing goes into a calendar that can only be read")
    func readOnlyCalendar() throws {
        var agenda = try agendaWithFriends()
        let all = try keys(agenda)
        #expect(throws: EditError.readOnly(Self.friends)) {
            try agenda.edit(all, .calendar(Self.friends), newUID: "n", now: Sample.now)
        }
    }

    @Test("Asking for the effect changes nothing")
    func effect() throws {
        let agenda = try agendaWithFriends()
        let revision = agenda.revision
        let gone = OccurrenceKey(
            object: ObjectID(calendar: Sample.home, href: "gone.ics"),
            recurrenceID: "20261103T110000Z"
        )
        let effect = try agenda.effect(
            of: .shift(days: 0, minutes: 15),
            on: keys(agenda) + keys(agenda) + [gone],
            now: Sample.now
        )
        #expect(effect.changedCount == 1)
        #expect(effect.unchangedCount == 1, "the trip has no time of day")
        #expect(effect.readOnlyCount == 1)
        #expect(effect.otherCount == 1)
        #expect(agenda.revision == revision)
    }

    @Test("An edit that changes nothing is refused, so that there is nothing to undo")
    func nothing() throws {
        var agenda = try agendaWithFriends()
        let all = try keys(agenda)
        #expect(throws: EditError.nothingChanges) {
            try agenda.edit(all, .shift(days: 0, minutes: 0), newUID: "n", now: Sample.now)
        }
        #expect(throws: EditError.nothingToUndo) { try agenda.undo() }
    }

    @Test("As many events as the limit can be edited at once, and not one more")
    func limit() throws {
        let events = (0..<Limits.selectionMax).map { number in
            "DTSTART:20261103T110000Z\nDTEND:20261103T120000Z\nSUMMARY:Lunch \(number)"
        }
        var agenda = try Sample.agenda(events)
        let all = try keys(agenda)
        let (outcome, _) = try agenda.edit(all, .color("red"), newUID: "n", now: Sample.now)
        #expect(outcome.changes.count == Limits.selectionMax)
        #expect(throws: EditError.tooMany) {
            try agenda.edit(all + [all[0]], .delete, newUID: "n", now: Sample.now)
        }
    }

    @Test("A new event never replaces another one")
    func taken() throws {
        var agenda = try Sample.agenda([Self.lunch])
        let all = try keys(agenda)
        _ = try agenda.edit(all, .copy(days: 1, minutes: 0), newUID: "n", now: Sample.now)
        #expect(throws: EditError.alreadyThere) {
            try agenda.edit(all, .copy(days: 2, minutes: 0), newUID: "n", now: Sample.now)
        }
    }
}
