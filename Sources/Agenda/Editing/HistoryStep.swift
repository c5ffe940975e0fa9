/// Something that a person did, and that can be undone or redone.
public enum HistoryStep: Hashable, Sendable {
    /// The edit with this number, for ``Agenda/undo(_:)`` or ``Agenda/redo()``.
    case edit(Int)
    /// Something else, which whoever did it can undo and redo.
    case other(OtherStep)
}

/// Something that a person did besides editing events, such as removing a calendar.
///
/// The history knows when it was done or undone. How that's done is known to whoever did it.
public struct OtherStep: Hashable, Sendable {
    /// What became of a step that was to be undone or redone.
    public enum Turn: Hashable, Sendable {
        /// It was undone, or redone.
        case done
        /// It couldn't be, and may be tried again.
        case failed
        /// It never can be, or wasn't done in the first place.
        case gone
    }

    /// Its number among all steps.
    public let number: Int
    /// Whether undoing or redoing it can wait for the server.
    public let canWait: Bool
    /// Whether it can be redone.
    public let canRedo: Bool
    /// Its place in the order of what was done, or of what was undone.
    var order: Int
    /// Whether it was undone.
    var isUndone = false
    /// Whether it's being undone or redone.
    var isTurning = false
}

extension Agenda {
    /// The step that is to be undone next: the last one that is in force.
    public var nextUndo: HistoryStep? {
        let other = otherSteps.last { !$0.isUndone && !$0.isTurning }
        guard let edit = done.last, other.map({ $0.order < edit.order }) ?? true else {
            return other.map { .other($0) }
        }
        return .edit(edit.number)
    }

    /// The step that is to be redone next: the one that was undone last.
    public var nextRedo: HistoryStep? {
        let other = otherSteps.last { $0.isUndone && !$0.isTurning }
        guard let edit = undone.last, other.map({ $0.order < edit.undoneOrder }) ?? true else {
            return other.map { .other($0) }
        }
        return .edit(edit.number)
    }

    /// Whether an edit can be undone.
    public func canUndo(_ number: Int) -> Bool { done.contains { $0.number == number } }

    /// Notes that the person has just done something besides editing events; what was undone can't be redone any more.
    ///
    /// - Parameters:
    ///   - canWait: Whether undoing or redoing it can wait for the server.
    ///   - canRedo: Whether it can be redone.
    /// - Returns: The step's number.
    public mutating func noteOtherStep(canWait: Bool, canRedo: Bool) -> Int {
        forgetUndone()
        let number = nextOrder()
        otherSteps.append(
            OtherStep(number: number, canWait: canWait, canRedo: canRedo, order: number)
        )
        if otherSteps.count > Limits.undoMax { otherSteps.removeFirst() }
        return number
    }

    /// Begins to undo a step, or to redo one that was undone.
    ///
    /// - Returns: Whether that can be done: the step is known, and it isn't being done already.
    public mutating func beginTurn(ofOtherStep number: Int) -> Bool {
        guard let place = otherSteps.firstIndex(where: { $0.number == number }) else {
            return false
        }
        defer { otherSteps[place].isTurning = true }
        return !otherSteps[place].isTurning
    }

    /// Notes what became of a step that was to be undone or redone.
    public mutating func endTurn(ofOtherStep number: Int, _ turn: OtherStep.Turn) {
        guard let place = otherSteps.firstIndex(where: { $0.number == number }) else { return }
        otherSteps[place].isTurning = false
        guard turn != .failed else { return }
        var step = otherSteps.remove(at: place)
        guard turn == .done else { return }
        // Redoing what was undone before it would do that on top of something else.
        guard step.isUndone || step.canRedo else { return forgetUndone() }
        step.isUndone.toggle()
        step.order = nextOrder()
        otherSteps.append(step)
    }

    /// The order of a step that is being done or undone.
    mutating func nextOrder() -> Int {
        stepCount += 1
        return stepCount
    }
}
