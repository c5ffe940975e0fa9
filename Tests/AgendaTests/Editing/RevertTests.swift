import Agenda
import CivilTime
import ICalendar
import Testing

/// When the server refuses an edit and its undos and redos, each refusal takes back the latest one.
@Suite("Refused edits")
struct RevertTests {
    enum Step: Sendable {
        case undo
        case redo
        /// An edit of another event, after which nothing can be redone.
        case other
    }

    @Test(
        "One revert for an edit, and one for each undo or redo of it, restore the state before it",
        arguments: [[], [.undo], [.undo, .redo], [.undo, .redo, .undo], [.undo, .other]] as [[Step]]
    )
    func everyStep(steps: [Step]) throws {
        var agenda = try Sample.agenda([
            "DTSTART:20260310T140000Z\nSUMMARY:One", "DTSTART:20260311T140000Z\nSUMMARY:Two",
        ])
        let edit = try Self.delete(&agenda, on: "2026-03-10", "2026-03-11")
        var stepCount = 1
        for step in steps {
            switch step {
            case .undo: _ = try agenda.undo()
            case .redo: _ = try agenda.redo()
            case .other: _ = try Self.delete(&agenda, on: "2026-03-11", "2026-03-12")
            }
            if step != .other { stepCount += 1 }
        }
        for _ in 0..<stepCount {
            let isKnown = agenda.revert(edit) != nil
            #expect(isKnown)
        }
        let id = ObjectID(calendar: Sample.home, href: "e1.ics")
        #expect(agenda.series(id) != nil)
        #expect(agenda.etag(of: id) == "\"1\"")
        let isKnown = agenda.revert(edit) != nil
        #expect(!isKnown)
    }

    @Test(
        "No edit, undo or refusal answers an invitation",
        arguments: [[], [.undo], [.undo, .redo]] as [[Step]]
    )
    func unanswered(steps: [Step]) throws {
        var agenda = try Sample.agenda(["DTSTART:20260310T140000Z\nSUMMARY:One"])
        let id = ObjectID(calendar: Sample.home, href: "e1.ics")
        let text = try #require(agenda.series(id)?.text)
        agenda.putObject(id, etag: "\"1\"", text: text, isUnanswered: true)
        let key = try Sample.key(agenda, "2026-03-10", "2026-03-11")
        var draft = EventDraft()
        draft.title = "Two"
        let edit = try agenda.change(key, scope: .all, draft, newUID: "n", now: Sample.now).edit
        #expect(agenda.series(id)?.isUnanswered == true)
        for step in steps {
            if case .undo = step { _ = try agenda.undo() } else { _ = try agenda.redo() }
            #expect(agenda.series(id)?.isUnanswered == true)
        }
        agenda.revert(edit.number)
        #expect(agenda.series(id)?.isUnanswered == true)
    }

    @Test("An undo that the server refused can be tried again")
    func undoAgain() throws {
        var agenda = try Sample.agenda(["DTSTART:20260310T140000Z\nSUMMARY:One"])
        let edit = try Self.delete(&agenda, on: "2026-03-10", "2026-03-11")
        _ = try agenda.undo()
        agenda.revert(edit)
        #expect(agenda.objectCount == 0)
        _ = try agenda.undo()
        #expect(agenda.objectCount == 1)
    }

    @Test("An undo that the server refused after another edit can be tried again")
    func undoAgainAfterOther() throws {
        var agenda = try Sample.agenda([
            "DTSTART:20260310T140000Z\nSUMMARY:One", "DTSTART:20260311T140000Z\nSUMMARY:Two",
        ])
        let edit = try Self.delete(&agenda, on: "2026-03-10", "2026-03-11")
        _ = try agenda.undo()
        let other = try Self.delete(&agenda, on: "2026-03-11", "2026-03-12")
        agenda.revert(edit)
        #expect(agenda.objectCount == 0)
        #expect(try agenda.undo(other).edit.number == other)
        #expect(try agenda.undo().edit.number == edit)
        #expect(throws: EditError.nothingToUndo) { try agenda.undo(edit) }
        #expect(agenda.objectCount == 2)
    }

    private static func delete(
        _ agenda: inout Agenda,
        on day: String,
        _ next: String
    ) throws -> Int {
        let key = try Sample.key(agenda, day, next)
        return try agenda.delete(key, scope: .all, now: Sample.now).edit.number
    }
}
