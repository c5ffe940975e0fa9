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
        #expect(agenda.nextUndo == nil)
        let first = agenda.noteOtherStep(canWait: true, canRedo: true)
        let edit = try Self.deleteFirst(&agenda)
        let second = agenda.noteOtherStep(canWait: false, canRedo: true)
        #expect(Self.number(agenda.nextUndo) == second)
        let canUndo = agenda.beginTurn(ofOtherStep: second)
        #expect(canUndo)
        // While it's being undone, the one before it is next.
        #expect(agenda.nextUndo == .edit(edit))
        agenda.endTurn(ofOtherStep: second, .done)
        #expect(agenda.nextUndo == .edit(edit))
        _ = try agenda.undo()
        #expect(!agenda.canUndo(edit))
        #expect(Self.number(agenda.nextUndo) == first)
        agenda.endTurn(ofOtherStep: first, .done)
        #expect(agenda.nextUndo == nil)
    }

    @Test("A step that couldn't be undone is in its place again, and is undone once at a time")
    func tryAgain() throws {
        var agenda = try Sample.agenda(Self.twoEvents)
        let step = agenda.noteOtherStep(canWait: true, canRedo: true)
        let edit = try Self.deleteFirst(&agenda)
        let canUndo = agenda.beginTurn(ofOtherStep: step)
        #expect(canUndo)
        let canUndoTwice = agenda.beginTurn(ofOtherStep: step)
        #expect(!canUndoTwice)
        agenda.endTurn(ofOtherStep: step, .failed)
        #expect(agenda.nextUndo == .edit(edit))
        _ = try agenda.undo()
        #expect(Self.number(agenda.nextUndo) == step)
        let canUndoAgain = agenda.beginTurn(ofOtherStep: step)
        #expect(canUndoAgain)
        agenda.endTurn(ofOtherStep: step, .done)
        // That it can be redone is another test's.
        agenda.endTurn(ofOtherStep: step, .gone)
        let canUndoLater = agenda.beginTurn(ofOtherStep: step)
        #expect(!canUndoLater)
    }

    @Test("An edit that is redone is the last step; one whose undo was refused has its old place")
    func redoneAndRefused() throws {
        var agenda = try Sample.agenda(Self.twoEvents)
        let edit = try Self.deleteFirst(&agenda)
        let step = agenda.noteOtherStep(canWait: true, canRedo: true)
        _ = try agenda.undo(edit)
        agenda.revert(edit)
        #expect(Self.number(agenda.nextUndo) == step)
        _ = try agenda.undo(edit)
        _ = try agenda.redo()
        #expect(agenda.nextUndo == .edit(edit))
    }

    @Test("A refused undo doesn't come after edits that were made later")
    func refusedUndoOfAnEarlierEdit() throws {
        var agenda = try Sample.agenda(Self.twoEvents)
        let first = try Self.deleteFirst(&agenda)
        let second = try Self.deleteFirst(&agenda)
        _ = try agenda.undo(first)
        agenda.revert(first)
        #expect(agenda.nextUndo == .edit(second))
    }

    @Test("Steps of both kinds are redone in the order in which they were undone")
    func redo() throws {
        var agenda = try Sample.agenda(Self.twoEvents)
        let first = try Self.deleteFirst(&agenda)
        let step = agenda.noteOtherStep(canWait: true, canRedo: true)
        let last = try Self.deleteFirst(&agenda)
        _ = try agenda.undo()
        agenda.endTurn(ofOtherStep: step, .done)
        _ = try agenda.undo()
        #expect(agenda.nextRedo == .edit(first))
        _ = try agenda.redo()
        #expect(Self.number(agenda.nextRedo) == step)
        agenda.endTurn(ofOtherStep: step, .done)
        #expect(Self.number(agenda.nextUndo) == step)
        #expect(agenda.nextRedo == .edit(last))
        _ = try agenda.redo()
        #expect(agenda.nextRedo == nil)
        #expect(agenda.nextUndo == .edit(last))
    }

    @Test("After another step, or one that can't be redone, nothing is redone")
    func nothingToRedo() throws {
        var agenda = try Sample.agenda(Self.twoEvents)
        _ = try Self.deleteFirst(&agenda)
        _ = try agenda.undo()
        let step = agenda.noteOtherStep(canWait: true, canRedo: true)
        #expect(agenda.nextRedo == nil)
        #expect(throws: EditError.nothingToRedo) { try agenda.redo() }
        agenda.endTurn(ofOtherStep: step, .done)
        #expect(Self.number(agenda.nextRedo) == step)
        _ = try Self.deleteFirst(&agenda)
        #expect(agenda.nextRedo == nil)
        let other = agenda.noteOtherStep(canWait: true, canRedo: false)
        _ = try Self.deleteFirst(&agenda)
        _ = try agenda.undo()
        agenda.endTurn(ofOtherStep: other, .done)
        #expect(agenda.nextRedo == nil)
    }

    private static func deleteFirst(_ agenda: inout Agenda) throws -> Int {
        let key = try Sample.key(agenda, "2026-03-10", "2026-03-12")
        return try agenda.delete(key, scope: .all, now: Sample.now).edit.number
    }

    private static func number(_ step: HistoryStep?) -> Int? {
        if case .other(let step)? = step { step.number } else { nil }
    }
}
