import Agenda
import CivilTime
import ICalendar
import Testing

/// Edits that the server refuses are taken back step by step, the last one first.
@Suite("Refused edits")
struct RevertTests {
    enum Step: Sendable {
        case undo
        case redo
        /// An edit of another event, after which nothing can be redone.
        case other
    }

    @Test(
        "Reverting every step of an edit restores the start",
        arguments: [[], [.undo], [.undo, .redo], [.undo, .redo, .undo], [.undo, .other]] as [[Step]]
    )
    func everyTurn(steps: [Step]) throws {
        var agenda = try Sample.agenda([
            "DTSTART:20260310T140000Z\nSUMMARY:One", "DTSTART:20260311T140000Z\nSUMMARY:Two",
        ])
        let edit = try Self.delete(&agenda, on: "2026-03-10", "2026-03-11")
        var turns = 1
        for step in steps {
            switch step {
            case .undo: _ = try agenda.undo()
            case .redo: _ = try agenda.redo()
            case .other: _ = try Self.delete(&agenda, on: "2026-03-11", "2026-03-12")
            }
            if step != .other { turns += 1 }
        }
        for _ in 0..<turns {
            let isKnown = agenda.revert(edit)
            #expect(isKnown)
        }
        let id = ObjectID(calendar: Sample.home, href: "e1.ics")
        #expect(agenda.series(id) != nil)
        #expect(agenda.etag(of: id) == "\"1\"")
        let isKnown = agenda.revert(edit)
        #expect(!isKnown)
    }

    @Test("A refused undo can be tried again")
    func undoAgain() throws {
        var agenda = try Sample.agenda(["DTSTART:20260310T140000Z\nSUMMARY:One"])
        let edit = try Self.delete(&agenda, on: "2026-03-10", "2026-03-11")
        _ = try agenda.undo()
        agenda.revert(edit)
        #expect(agenda.objectCount == 0)
        _ = try agenda.undo()
        #expect(agenda.objectCount == 1)
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
