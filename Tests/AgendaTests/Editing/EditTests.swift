import Agenda
import CivilTime
import ICalendar
import Testing

@Suite("Edits")
struct EditTests {
    static let weekly = """
        DTSTART;TZID=Europe/Berlin:20261103T090000
        DTEND;TZID=Europe/Berlin:20261103T100000
        RRULE:FREQ=WEEKLY;BYDAY=TU;COUNT=10
        X-KEPT;X-P="a:b":as it was
        a line that nobody understands
        SUMMARY:Choir
        """

    static func time(_ text: String) throws -> CivilDateTime {
        try #require(CivilDateTime(text))
    }

    @Test("A new event is shown at its time, and its text goes to the server")
    func create() throws {
        var agenda = try Sample.agenda([])
        var draft = EventDraft()
        draft.calendar = Sample.work
        draft.title = "Lunch, with; Ana\nand Jo"
        draft.start = try Self.time("2026-11-21T12:30")
        draft.end = try Self.time("2026-11-21T13:30")
        draft.location = "Luigi's"
        let outcome = try agenda.create(draft, uid: "new-1", now: Sample.now)
        #expect(
            try Sample.list(agenda, "2026-11-21", "2026-11-22")
                == ["2026-11-21T12:30 2026-11-21T13:30 Lunch, with; Ana\nand Jo"]
        )
        let lines = Sample.lines(agenda, "new-1.ics", in: Sample.work)
        #expect(lines.contains("SUMMARY:Lunch\\, with\\; Ana\\nand Jo"))
        #expect(lines.contains("DTSTART;TZID=Europe/Berlin:20261121T123000"))
        guard case .put(let id, let etag, let text) = outcome.changes.first else {
            Issue.record("no put")
            return
        }
        #expect(id == ObjectID(calendar: Sample.work, href: "new-1.ics"))
        #expect(etag.isEmpty)
        #expect(agenda.series(id)?.text == text)
    }

    @Test("A draft that can't become an event is refused with the reason")
    func refusals() throws {
        var agenda = try Sample.agenda([])
        var draft = EventDraft()
        draft.calendar = Sample.home
        #expect(throws: EditError.noStart) { try agenda.create(draft, uid: "n", now: Sample.now) }
        draft.start = try Self.time("2026-11-21T12:00")
        #expect(throws: EditError.title) { try agenda.create(draft, uid: "n", now: Sample.now) }
        draft.title = String(repeating: "x", count: 1_001)
        #expect(throws: EditError.title) { try agenda.create(draft, uid: "n", now: Sample.now) }
        draft.title = String(repeating: "x", count: 1_000)
        draft.end = try Self.time("2026-11-21T11:59")
        #expect(throws: EditError.endBeforeStart) {
            try agenda.create(draft, uid: "n", now: Sample.now)
        }
        draft.end = nil
        draft.calendar = CalendarID("elsewhere")
        #expect(throws: EditError.unknownCalendar(CalendarID("elsewhere"))) {
            try agenda.create(draft, uid: "n", now: Sample.now)
        }
        draft.calendar = Sample.home
        draft.rule = "FREQ=NEVER"
        #expect(throws: EditError.rule("FREQ=NEVER")) {
            try agenda.create(draft, uid: "n", now: Sample.now)
        }
        #expect(agenda.objectCount == 0)
        draft.rule = nil
        _ = try agenda.create(draft, uid: "n", now: Sample.now)
        #expect(throws: EditError.alreadyThere) {
            try agenda.create(draft, uid: "n", now: Sample.now)
        }
    }

    @Test("Changing one occurrence leaves the others and all unknown lines unchanged")
    func changeThis() throws {
        var agenda = try Sample.agenda([Self.weekly])
        let key = try Sample.key(agenda, "2026-11-10", "2026-11-11")
        var draft = EventDraft()
        draft.title = "Choir outing"
        draft.start = try Self.time("2026-11-11T18:00")
        draft.end = try Self.time("2026-11-11T21:00")
        _ = try agenda.change(key, scope: .this, draft, newUID: "x", now: Sample.now)
        #expect(
            try Sample.list(agenda, "2026-11-01", "2026-11-20") == [
                "2026-11-03T09:00 2026-11-03T10:00 Choir",
                "2026-11-11T18:00 2026-11-11T21:00 Choir outing",
                "2026-11-17T09:00 2026-11-17T10:00 Choir",
            ]
        )
        let lines = Sample.lines(agenda, "e1.ics")
        #expect(lines.filter { $0 == "X-KEPT;X-P=\"a:b\":as it was" }.count == 2)
        #expect(lines.filter { $0 == "a line that nobody understands" }.count == 2)
        #expect(lines.contains("RECURRENCE-ID;TZID=Europe/Berlin:20261110T090000"))

        let moved = try Sample.key(agenda, "2026-11-11", "2026-11-12")
        var again = EventDraft()
        again.title = "Choir trip"
        _ = try agenda.change(moved, scope: .this, again, newUID: "x", now: Sample.now)
        #expect(
            try Sample.list(agenda, "2026-11-09", "2026-11-16")
                == ["2026-11-11T18:00 2026-11-11T21:00 Choir trip"]
        )
    }

    @Test("Moving all events to another weekday rewrites the rule and moves exceptions along")
    func changeAll() throws {
        var agenda = try Sample.agenda([
            Self.weekly + "\nEXDATE;TZID=Europe/Berlin:20261117T090000"
        ])
        let key = try Sample.key(agenda, "2026-11-10", "2026-11-11")
        var draft = EventDraft()
        draft.start = try Self.time("2026-11-11T10:30")
        _ = try agenda.change(key, scope: .all, draft, newUID: "x", now: Sample.now)
        #expect(
            try Sample.list(agenda, "2026-11-01", "2026-11-30") == [
                "2026-11-04T10:30 2026-11-04T11:30 Choir",
                "2026-11-11T10:30 2026-11-11T11:30 Choir",
                "2026-11-25T10:30 2026-11-25T11:30 Choir",
            ]
        )
        #expect(Sample.lines(agenda, "e1.ics").contains("RRULE:FREQ=WEEKLY;COUNT=10;BYDAY=WE"))
    }

    @Test("Changing this and following splits the series and keeps the total count")
    func changeFollowing() throws {
        var agenda = try Sample.agenda([Self.weekly])
        let key = try Sample.key(agenda, "2026-11-24", "2026-11-25")
        var draft = EventDraft()
        draft.title = "Band"
        let outcome = try agenda.change(
            key,
            scope: .following,
            draft,
            newUID: "s2",
            now: Sample.now
        )
        #expect(outcome.changes.count == 2)
        let all = try Sample.list(agenda, "2026-01-01", "2028-01-01")
        #expect(all.filter { $0.hasSuffix("Choir") }.count == 3)
        #expect(all.filter { $0.hasSuffix("Band") }.count == 7)
        #expect(all[3] == "2026-11-24T09:00 2026-11-24T10:00 Band")
    }

    @Test(
        "Deleting removes as many occurrences as the scope has",
        arguments: [(EditScope.this, 9), (.following, 3), (.all, 0)]
    )
    func delete(scope: EditScope, expectedCount: Int) throws {
        var agenda = try Sample.agenda([Self.weekly])
        let key = try Sample.key(agenda, "2026-11-24", "2026-11-25")
        let outcome = try agenda.delete(key, scope: scope, now: Sample.now)
        #expect(outcome.changes.count == 1)
        #expect(try Sample.list(agenda, "2026-01-01", "2028-01-01").count == expectedCount)
        #expect(agenda.occurrence(key) == nil)
    }

    @Test("The key of a single event stays valid when the event is moved")
    func movedSingle() throws {
        var agenda = try Sample.agenda([
            "DTSTART:20261110T090000Z\nDTEND:20261110T100000Z\nSUMMARY:Call"
        ])
        let key = try Sample.key(agenda, "2026-11-10", "2026-11-11")
        try Sample.move(&agenda, key, byDays: 2)
        #expect(agenda.occurrence(key)?.start.date.text == "2026-11-12")
        _ = try agenda.delete(key, scope: .all, now: Sample.now)
        #expect(agenda.occurrence(key) == nil)
    }

    @Test("Undo and redo restore the exact text, and are refused when nothing is left")
    func undo() throws {
        var agenda = try Sample.agenda([Self.weekly])
        let id = ObjectID(calendar: Sample.home, href: "e1.ics")
        let before = try #require(agenda.series(id)).text
        let key = try Sample.key(agenda, "2026-11-24", "2026-11-25")
        _ = try agenda.delete(key, scope: .following, now: Sample.now)
        let after = try #require(agenda.series(id)).text
        let outcome = try agenda.undo()
        #expect(outcome.direction == .undone)
        #expect(agenda.series(id)?.text == before)
        _ = try agenda.redo()
        #expect(agenda.series(id)?.text == after)
        _ = try agenda.undo()
        #expect(throws: EditError.nothingToUndo) { try agenda.undo() }
        _ = try agenda.redo()
        #expect(throws: EditError.nothingToRedo) { try agenda.redo() }
    }

    @Test("An undo that no longer applies says so and changes nothing")
    func undoAfterChangeElsewhere() throws {
        var agenda = try Sample.agenda([Self.weekly])
        let id = ObjectID(calendar: Sample.home, href: "e1.ics")
        let key = try Sample.key(agenda, "2026-11-24", "2026-11-25")
        _ = try agenda.delete(key, scope: .this, now: Sample.now)
        let text = Sample.object("DTSTART;VALUE=DATE:20261121\nSUMMARY:Theirs", uid: "e1")
        agenda.putObject(id, etag: "\"9\"", text: text)
        #expect(throws: EditError.changedElsewhere) { try agenda.undo() }
        #expect(agenda.series(id)?.text == text)
    }

    @Test("A reverted edit is taken back and can't be undone any more")
    func revert() throws {
        var agenda = try Sample.agenda([Self.weekly])
        let all = try Sample.list(agenda, "2026-01-01", "2028-01-01")
        let key = try Sample.key(agenda, "2026-11-24", "2026-11-25")
        let outcome = try agenda.delete(key, scope: .all, now: Sample.now)
        let isReverted = agenda.revert(outcome.edit.number) != nil
        #expect(isReverted)
        #expect(try Sample.list(agenda, "2026-01-01", "2028-01-01") == all)
        let isRevertedAgain = agenda.revert(outcome.edit.number) != nil
        #expect(!isRevertedAgain)
        #expect(throws: EditError.nothingToUndo) { try agenda.undo() }
    }

    @Test("Moving an event to another calendar stores it there and deletes it here")
    func changeCalendar() throws {
        var agenda = try Sample.agenda([Self.weekly])
        let key = try Sample.key(agenda, "2026-11-03", "2026-11-04")
        var draft = EventDraft()
        draft.calendar = Sample.work
        let outcome = try agenda.change(key, scope: .all, draft, newUID: "x", now: Sample.now)
        #expect(outcome.changes.count == 2)
        #expect(Sample.lines(agenda, "e1.ics").isEmpty)
        #expect(!Sample.lines(agenda, "e1.ics", in: Sample.work).isEmpty)
        _ = try agenda.undo()
        #expect(!Sample.lines(agenda, "e1.ics").isEmpty)
        #expect(Sample.lines(agenda, "e1.ics", in: Sample.work).isEmpty)
    }

    @Test("A timed series can become all-day, and timed again")
    func allDay() throws {
        var agenda = try Sample.agenda([Self.weekly])
        var key = try Sample.key(agenda, "2026-11-10", "2026-11-11")
        var draft = EventDraft()
        draft.isAllDay = true
        _ = try agenda.change(key, scope: .all, draft, newUID: "x", now: Sample.now)
        #expect(
            try Sample.list(agenda, "2026-11-10", "2026-11-11") == ["2026-11-10 2026-11-10 Choir"]
        )
        key = try Sample.key(agenda, "2026-11-10", "2026-11-11")
        var back = EventDraft()
        back.isAllDay = false
        back.start = try Self.time("2026-11-10T08:00")
        back.end = try Self.time("2026-11-10T08:45")
        _ = try agenda.change(key, scope: .all, back, newUID: "x", now: Sample.now)
        #expect(
            try Sample.list(agenda, "2026-11-17", "2026-11-18")
                == ["2026-11-17T08:00 2026-11-17T08:45 Choir"]
        )
    }

    @Test("An event in another zone keeps that zone when it is moved by the viewer's clock")
    func otherZone() throws {
        var agenda = try Sample.agenda([
            "DTSTART;TZID=America/New_York:20261121T100000\nDURATION:PT1H\nSUMMARY:Call"
        ])
        let key = try Sample.key(agenda, "2026-11-21", "2026-11-22")
        var draft = EventDraft()
        draft.start = try Self.time("2026-11-21T17:00")
        _ = try agenda.change(key, scope: .all, draft, newUID: "x", now: Sample.now)
        let lines = Sample.lines(agenda, "e1.ics")
        #expect(lines.contains("DTSTART;TZID=America/New_York:20261121T110000"))
        #expect(lines.contains("DURATION:PT1H"))
        #expect(!lines.contains { $0.hasPrefix("DTEND") })
    }

    @Test("A line end in a field can't add a property")
    func injection() throws {
        var agenda = try Sample.agenda([Self.weekly])
        let key = try Sample.key(agenda, "2026-11-03", "2026-11-04")
        var draft = EventDraft()
        draft.url = "https://example.org/\r\nATTACH:evil"
        draft.notes = "one\r\nATTACH:two"
        _ = try agenda.change(key, scope: .all, draft, newUID: "x", now: Sample.now)
        #expect(!Sample.lines(agenda, "e1.ics").contains { $0.hasPrefix("ATTACH") })
    }
}
