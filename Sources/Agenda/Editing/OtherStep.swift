/// What a person did last, which can be undone.
public enum LastStep: Hashable, Sendable {
    /// The edit with this number, which ``Agenda/undo(_:)`` undoes.
    case edit(Int)
    /// Something else, which whoever did it can undo.
    case other(OtherStep)
}

/// Something that a person did besides editing events, such as removing a calendar.
///
/// The history knows when it was done. How it's undone is known to whoever did it.
public struct OtherStep: Hashable, Sendable {
    /// Its number, which is its place in the order of all steps.
    public let number: Int
    /// Whether undoing it can wait for the server.
    public let canWait: Bool
    /// Whether it's being undone.
    var isLeaving = false
}

extension Agenda {
    /// The step that is to be undone next: the last one that is in force.
    public var lastStep: LastStep? {
        let other = otherSteps.last { !$0.isLeaving }
        guard let edit = done.last, other.map({ $0.number < edit.order }) ?? true else {
            return other.map { .other($0) }
        }
        return .edit(edit.number)
    }

    /// Whether an edit can be undone.
    public func canUndo(_ number: Int) -> Bool { done.contains { $0.number == number } }

    /// Notes that the person has just done something besides editing events.
    ///
    /// - Parameter canWait: Whether undoing it can wait for the server.
    /// - Returns: The step's number.
    public mutating func noteOtherStep(canWait: Bool) -> Int {
        otherSteps.append(OtherStep(number: nextOrder(), canWait: canWait))
        if otherSteps.count > Limits.undoMax { otherSteps.removeFirst() }
        return stepCount
    }

    /// Begins to undo a step.
    ///
    /// - Returns: Whether it can be undone: it's known, and isn't being undone already.
    public mutating func beginUndoing(otherStep number: Int) -> Bool {
        guard let place = otherSteps.firstIndex(where: { $0.number == number && !$0.isLeaving })
        else { return false }
        otherSteps[place].isLeaving = true
        return true
    }

    /// Notes whether a step was undone: it's forgotten then, and otherwise can be undone again.
    public mutating func endUndoing(otherStep number: Int, isUndone: Bool) {
        guard let place = otherSteps.firstIndex(where: { $0.number == number }) else { return }
        if isUndone { otherSteps.remove(at: place) } else { otherSteps[place].isLeaving = false }
    }

    /// The order of a step that is being made.
    mutating func nextOrder() -> Int {
        stepCount += 1
        return stepCount
    }
}
