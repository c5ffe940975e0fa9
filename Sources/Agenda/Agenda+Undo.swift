extension Agenda {
    /// Takes back the last edit.
    ///
    /// - Throws: ``EditError/nothingToUndo``, or ``EditError/changedElsewhere`` when an object is no
    ///   longer as the edit left it; that edit is then forgotten.
    public mutating func undo() throws(EditError) -> EditOutcome {
        guard let edit = done.popLast() else { throw .nothingToUndo }
        guard edit.after.allSatisfy(isCurrent) else { throw .changedElsewhere }
        undone.append(edit)
        let changes = apply(edit.before)
        return EditOutcome(edit: edit, direction: .undone, changes: changes)
    }

    /// Carries out again the edit that was last undone.
    ///
    /// - Throws: As ``undo()``.
    public mutating func redo() throws(EditError) -> EditOutcome {
        guard let edit = undone.popLast() else { throw .nothingToUndo }
        guard edit.before.allSatisfy(isCurrent) else { throw .changedElsewhere }
        done.append(edit)
        let changes = apply(edit.after)
        return EditOutcome(edit: edit, direction: .redone, changes: changes)
    }

    /// Puts the agenda back as it was before an edit that the server refused, and forgets the edit.
    ///
    /// An edit that was undone is put back as it was before the undoing. Objects that were changed
    /// since are left as they are.
    ///
    /// - Returns: Whether the edit was known.
    @discardableResult
    public mutating func revert(_ number: Int) -> Bool {
        if let place = done.lastIndex(where: { $0.number == number }) {
            let edit = done.remove(at: place)
            restore(edit.before, over: edit.after)
            return true
        }
        if let place = undone.lastIndex(where: { $0.number == number }) {
            let edit = undone.remove(at: place)
            restore(edit.after, over: edit.before)
            return true
        }
        return false
    }

    /// Carries out a new edit and remembers it.
    mutating func carryOut(_ edit: Edit) -> EditOutcome {
        undone.removeAll()
        done.append(edit)
        if done.count > Limits.undoMax { done.removeFirst() }
        return EditOutcome(edit: edit, direction: .done, changes: apply(edit.after))
    }

    private func isCurrent(_ snapshot: ObjectSnapshot) -> Bool {
        series(snapshot.id)?.text == snapshot.text
    }

    private mutating func restore(_ wanted: [ObjectSnapshot], over left: [ObjectSnapshot]) {
        for (index, snapshot) in wanted.enumerated() where isCurrent(left[index]) {
            _ = apply([snapshot])
        }
    }

    /// Makes objects be as snapshots say, and says what the server must be told.
    private mutating func apply(_ snapshots: [ObjectSnapshot]) -> [ObjectChange] {
        var changes: [ObjectChange] = []
        for snapshot in snapshots {
            let etag = series(snapshot.id)?.etag ?? ""
            if let text = snapshot.text {
                putObject(snapshot.id, etag: etag, text: text)
                changes.append(.put(snapshot.id, etag: etag, text: text))
            } else {
                removeObject(snapshot.id)
                changes.append(.delete(snapshot.id, etag: etag))
            }
        }
        return changes
    }
}
