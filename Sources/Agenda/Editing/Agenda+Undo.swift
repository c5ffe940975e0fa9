extension Agenda {
    /// Takes back the last edit.
    ///
    /// - Throws: ``EditError/nothingToUndo``, or ``EditError/changedElsewhere`` when an object is no
    ///   longer as the edit left it; that edit is then forgotten.
    public mutating func undo() throws(EditError) -> EditOutcome {
        guard var edit = done.popLast() else { throw .nothingToUndo }
        guard edit.after.allSatisfy(isCurrent) else {
            retire([edit])
            throw .changedElsewhere
        }
        edit.turns += 1
        let changes = replace(&edit.after, with: edit.before)
        undone.append(edit)
        return EditOutcome(edit: edit, direction: .undone, changes: changes)
    }

    /// Carries out again the edit that was last undone.
    ///
    /// - Throws: ``EditError/nothingToRedo``, or ``EditError/changedElsewhere`` as ``undo()`` does.
    public mutating func redo() throws(EditError) -> EditOutcome {
        guard var edit = undone.popLast() else { throw .nothingToRedo }
        guard edit.before.allSatisfy(isCurrent) else {
            retire([edit])
            throw .changedElsewhere
        }
        edit.turns += 1
        let changes = replace(&edit.before, with: edit.after)
        done.append(edit)
        return EditOutcome(edit: edit, direction: .redone, changes: changes)
    }

    /// Takes back the last turn of an edit that the server refused: its undoing or redoing, or else
    /// the edit itself, which is then forgotten.
    ///
    /// Whoever is refused several turns takes them back one by one, the last first. Objects that
    /// were changed since are left as they are.
    ///
    /// - Returns: What the server must be told of the objects that it had already saved when it
    ///   refused another one; nil when the edit is unknown.
    @discardableResult
    public mutating func revert(_ number: Int) -> [ObjectChange]? {
        let isRetired = retired.contains { $0.number == number }
        guard var edit = take(number) else { return nil }
        let changes =
            edit.isInForce
            ? restore(edit.before, over: edit.after) : restore(edit.after, over: edit.before)
        edit.turns -= 1
        if edit.turns < 0 { return changes }
        if isRetired {
            retire([edit])
        } else if edit.isInForce {
            done.append(edit)
        } else {
            undone.append(edit)
        }
        return changes
    }

    /// Carries out a new edit and remembers it.
    mutating func carryOut(_ edit: Edit) -> EditOutcome {
        var edit = edit
        retire(undone)
        undone.removeAll()
        let changes = replace(&edit.before, with: edit.after)
        done.append(edit)
        if done.count > Limits.undoMax { retire([done.removeFirst()]) }
        return EditOutcome(edit: edit, direction: .done, changes: changes)
    }

    private mutating func retire(_ edits: [Edit]) {
        retired += edits
        retired.removeFirst(max(0, retired.count - Limits.retiredMax))
    }

    /// Removes an edit from wherever it is.
    private mutating func take(_ number: Int) -> Edit? {
        if let place = done.lastIndex(where: { $0.number == number }) {
            return done.remove(at: place)
        }
        if let place = undone.lastIndex(where: { $0.number == number }) {
            return undone.remove(at: place)
        }
        return retired.lastIndex { $0.number == number }.map { retired.remove(at: $0) }
    }

    private func isCurrent(_ snapshot: ObjectSnapshot) -> Bool {
        series(snapshot.id)?.text == snapshot.text
    }

    private mutating func restore(
        _ wanted: [ObjectSnapshot],
        over left: [ObjectSnapshot]
    ) -> [ObjectChange] {
        var changes: [ObjectChange] = []
        for (index, snapshot) in wanted.enumerated() where isCurrent(left[index]) {
            // What the server kept has the tag it had before the refused turn.
            let etag = self.etag(of: snapshot.id) ?? snapshot.etag
            guard let text = snapshot.text else {
                removeObject(snapshot.id)
                changes.append(.delete(snapshot.id, etag: etag))
                continue
            }
            putObject(snapshot.id, etag: etag, text: text)
            changes.append(.put(snapshot.id, etag: etag, text: text))
        }
        return changes
    }

    /// Makes objects be as snapshots say.
    ///
    /// - Parameters:
    ///   - left: The snapshots of what is there now; they note its entity tags.
    ///   - wanted: Of the same objects, what is to be there.
    /// - Returns: What the server must be told: new objects first and deletions last, so that it has
    ///   everything at every moment, even if it refuses one of them.
    private mutating func replace(
        _ left: inout [ObjectSnapshot],
        with wanted: [ObjectSnapshot]
    ) -> [ObjectChange] {
        var changes: [ObjectChange] = []
        for (index, snapshot) in wanted.enumerated() {
            let etag = self.etag(of: snapshot.id) ?? ""
            if !etag.isEmpty { left[index].etag = etag }
            if let text = snapshot.text {
                putObject(snapshot.id, etag: etag, text: text)
                changes.append(.put(snapshot.id, etag: etag, text: text))
            } else {
                removeObject(snapshot.id)
                changes.append(.delete(snapshot.id, etag: etag))
            }
        }
        return changes.filter { $0.isCreation }
            + changes.filter { !$0.isCreation && !$0.isDeletion }
            + changes.filter { $0.isDeletion }
    }
}

extension ObjectChange {
    fileprivate var isCreation: Bool {
        if case .put(_, etag: "", _) = self { true } else { false }
    }

    fileprivate var isDeletion: Bool {
        if case .delete = self { true } else { false }
    }
}
