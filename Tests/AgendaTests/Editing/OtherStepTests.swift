import Agenda
import CivilTime
import Testing

/// The history has the order of all that a person does, of edits and of other steps.
@Suite("Steps besides edits")
struct OtherStepTests {
    static let twoEvents = [
        "DTSTART:20260310T140000Z\nSUMMARY:One", "DTSTART:20260311T140000Z\nSUMMARY:Two",
    ]

    @Test("The last step is the last one of both kinds")
    func order() throws {
        var agenda = try Sample.agenda(Self.twoEvents)
        #expect(agenda.lastStep == nil)
        let first = agenda.noteOtherStep(canWait: true)
        let edit = try Self.deleteFirst(&agenda)
        let second = agenda.noteOtherStep(canWait: false)
        #expect(Self.number(agenda.lastStep) == second)
        let canUndo = agenda.beginUndoing(otherStep: second)
        #expect(canUndo)
        // While it's being undone, the one before it is next.
        #expect(agenda.lastStep == .edit(edit))
        agenda.endUndoing(otherStep: second, isUndone: true)
        #expect(agenda.lastStep == .edit(edit))
        _ = try agenda.undo()
        #expect(!agenda.canUndo(edit))
        #expect(Self.number(agenda.lastStep) == first)
        agenda.endUndoing(otherStep: first, isUndone: true)
        #expect(agenda.lastStep == nil)
    }

    @Test("A step that couldn't be undone is in its place again, and is undone once at a time")
    func tryAgain() throws {
        var agenda = try Sample.agenda(Self.twoEvents)
        let step = agenda.noteOtherStep(canWait: true)
        let edit = try Self.deleteFirst(&agenda)
        let canUndo = agenda.beginUndoing(otherStep: step)
        #expect(canUndo)
        let canUndoTwice = agenda.beginUndoing(otherStep: step)
        #expect(!canUndoTwice)
        agenda.endUndoing(otherStep: step, isUndone: false)
        #expect(agenda.lastStep == .edit(edit))
        _ = try agenda.undo()
        #expect(Self.number(agenda.lastStep) == step)
        let canUndoAgain = agenda.beginUndoing(otherStep: step)
        #expect(canUndoAgain)
        agenda.endUndoing(otherStep: step, isUndone: true)
        let canUndoLater = agenda.beginUndoing(otherStep: step)
        #expect(!canUndoLater)
    }

    @Test("An edit that is redone is the last step; one whose undo was refused has its old place")
    func redoneAndRefused() throws {
        var agenda = try Sample.agenda(Self.twoEvents)
        let edit = try Self.deleteFirst(&agenda)
        let step = agenda.noteOtherStep(canWait: true)
        _ = try agenda.undo(edit)
        agenda.revert(edit)
        #expect(Self.number(agenda.lastStep) == step)
        _ = try agenda.undo(edit)
        _ = try agenda.redo()
        #expect(agenda.lastStep == .edit(edit))
    }

    @Test("A refused undo doesn't come after edits that were made later")
    func refusedUndoOfAnEarlierEdit() throws {
        var agenda = try Sample.agenda(Self.twoEvents)
        let first = try Self.deleteFirst(&agenda)
        let second = try Self.deleteFirst(&agenda)
        _ = try agenda.undo(first)
        agenda.revert(first)
        #expect(agenda.lastStep == .edit(second))
    }

    private static func deleteFirst(_ agenda: inout Agenda) throws -> Int {
        let key = try Sample.key(agenda, "2026-03-10", "2026-03-12")
        return try agenda.delete(key, scope: .all, now: Sample.now).edit.number
    }

    private static func number(_ step: LastStep?) -> Int? {
        if case .other(let step)? = step { step.number } else { nil }
    }
}
