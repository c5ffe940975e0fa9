extension Agenda {
    /// Undoes an edit.
    ///
    /// - Parameter number: The edit; the last one without a number.
    /// - Returns: The edit and what to tell the server.
    /// - Throws: ``EditError/nothingToUndo`` if no such edit is in force, or
    ///   ``EditError/changedElsewhere`` if an object isn't as the edit left it. After that, the
    ///   edit can no longer be undone.
    public mutating func undo(_ number: Int? = nil) throws(EditError) -> EditOutcome {
        let place = done.lastIndex { number == nil || $0.number == number }
        guard let place else { throw .nothingToUndo }
        var edit = done.remove(at: place)
        guard edit.after.allSatisfy(isCurrent) else {
            retire([edit])
            throw .changedElsewhere
        }
        edit.turns += 1
        edit.undoneOrder = nextOrder()
        let changes = replace(&edit.after, with: edit.before)
        undone.append(edit)
        return EditOutcome(edit: edit, direction: .undone, changes: changes)
    }

    /// Redoes the edit that was undone last.
    ///
    /// - Throws: ``EditError/nothingToRedo``, or ``EditError/changedElsewhere`` as ``undo(_:)`` does.
    public mutating func redo() throws(EditError) -> EditOutcome {
        guard var edit = undone.popLast() else { throw .nothingToRedo }
        guard edit.before.allSatisfy(isCurrent) else {
            retire([edit])
            throw .changedElsewhere
        }
        edit.turns += 1
        edit.order = nextOrder()
        let changes = replace(&edit.before, with: edit.after)
        remember(edit)
        return EditOutcome(edit: edit, direction: .redone, changes: changes)
    }

    /// Takes back the last step of an edit because the server refused it: its last undo or redo, or
    /// else the edit itself, which is then forgotten.
    ///
    /// If several steps were refused, call it once for each. Objects that were changed since are
    /// left alone. An edit whose undo was refused is in force, and can be undone again.
    ///
    /// - Returns: What it changes; nil when the edit is unknown.
    @discardableResult
    public mutating func revert(_ number: Int) -> [ObjectChange]? {
        let isRetired = retired.contains { $0.number == number }
        guard let edit = take(number) else { return nil }
        let changes =
            edit.isInForce
            ? restore(edit.before, over: edit.after) : restore(edit.after, over: edit.before)
        if edit.isAside, !changes.isEmpty { follow(edit.after, to: edit.before) }
        putBack(edit, isRetired: isRetired)
        return changes
    }

    /// Takes back the last step of an edit in the history alone, because its objects have been replaced already.
    public mutating func revertInHistory(_ number: Int) {
        let isRetired = retired.contains { $0.number == number }
        if let edit = take(number) { putBack(edit, isRetired: isRetired) }
    }

    /// Puts an edit whose last step was taken back where it was before that step; the edit itself is forgotten.
    private mutating func putBack(_ edit: Edit, isRetired: Bool) {
        var edit = edit
        edit.turns -= 1
        if edit.turns < 0 { return }
        if edit.isInForce {
            remember(edit)
        } else if isRetired {
            retire([edit])
        } else {
            undone.append(edit)
        }
    }

    /// Remembers an edit that is in force, in its place.
    private mutating func remember(_ edit: Edit) {
        done.insert(edit, at: done.firstIndex { $0.order > edit.order } ?? done.count)
        if done.count > Limits.undoMax { retire([done.removeFirst()]) }
    }

    /// Notes that what was undone can't be redone any more.
    mutating func forgetUndone() {
        retire(undone)
        undone.removeAll()
        otherSteps.removeAll { $0.isUndone }
    }

    /// Carries out a new edit and remembers it.
    mutating func carryOut(_ edit: Edit) -> EditOutcome {
        var edit = edit
        edit.order = nextOrder()
        forgetUndone()
        let changes = replace(&edit.before, with: edit.after)
        remember(edit)
        return EditOutcome(edit: edit, direction: .done, changes: changes)
    }

    /// Carries out a change that no person made: it can't be undone, but earlier edits still can.
    mutating func carryOutAside(_ edit: Edit) -> EditOutcome {
        var edit = edit
        let changes = replace(&edit.before, with: edit.after)
        follow(edit.before, to: edit.after)
        retire([edit])
        return EditOutcome(edit: edit, direction: .done, changes: changes)
    }

    /// Updates the edits of the changed objects, so that they can still be undone and redone.
    private mutating func follow(_ left: [ObjectSnapshot], to wanted: [ObjectSnapshot]) {
        for place in done.indices { done[place].follow(left, to: wanted) }
        for place in undone.indices { undone[place].follow(left, to: wanted) }
    }

    /// Puts another text into the edits of an object that can be undone or redone, wherever they have a text of it.
    ///
    /// It's for changes that others made meanwhile: undoing an edit on top of them doesn't undo them.
    public mutating func replaceInHistory(_ id: ObjectID, _ old: [UInt8], with new: [UInt8]) {
        follow(
            [ObjectSnapshot(id: id, text: old, isUnanswered: false)],
            to: [ObjectSnapshot(id: id, text: new, isUnanswered: false)]
        )
    }

    /// The texts that an object has in the edits that can be undone or redone.
    public func textsInHistory(of id: ObjectID) -> [[UInt8]] {
        var texts: [[UInt8]] = []
        for edit in done + undone {
            for snapshot in edit.before + edit.after where snapshot.id == id {
                if let text = snapshot.text, !texts.contains(text) { texts.append(text) }
            }
        }
        return texts
    }

    private mutating func retire(_ edits: [Edit]) {
        retired += edits
        retired.removeFirst(max(0, retired.count - Limits.retiredMax))
    }

    /// Removes an edit from the list it is in, and returns it.
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
            // The server still has the object, with the tag from before the refused step.
            let etag = self.etag(of: snapshot.id) ?? snapshot.etag
            changes.append(apply(snapshot, etag: etag))
        }
        return changes
    }

    /// Replaces objects by their snapshots.
    ///
    /// - Parameters:
    ///   - left: Snapshots of the objects as they are now; their entity tags are filled in.
    ///   - wanted: Snapshots of the same objects as they should be.
    /// - Returns: The changes to send to the server: new objects first and deletions last, so that
    ///   nothing is missing there at any moment, even if it refuses one of them.
    private mutating func replace(
        _ left: inout [ObjectSnapshot],
        with wanted: [ObjectSnapshot]
    ) -> [ObjectChange] {
        var created: [ObjectChange] = []
        var changed: [ObjectChange] = []
        var deleted: [ObjectChange] = []
        for (index, snapshot) in wanted.enumerated() {
            let etag = self.etag(of: snapshot.id) ?? ""
            if !etag.isEmpty { left[index].etag = etag }
            if let present = series(snapshot.id) {
                left[index].isUnanswered = present.isUnanswered
            }
            let change = apply(snapshot, etag: etag)
            if snapshot.text == nil {
                deleted.append(change)
            } else if etag.isEmpty {
                created.append(change)
            } else {
                changed.append(change)
            }
        }
        return created + changed + deleted
    }

    /// Makes an object what a snapshot says, and returns the change to send to the server.
    private mutating func apply(_ snapshot: ObjectSnapshot, etag: String) -> ObjectChange {
        guard let text = snapshot.text else {
            removeObject(snapshot.id)
            return .delete(snapshot.id, etag: etag)
        }
        // It may have been answered since.
        let isUnanswered = series(snapshot.id)?.isUnanswered ?? snapshot.isUnanswered
        putObject(snapshot.id, etag: etag, text: text, isUnanswered: isUnanswered)
        return .put(snapshot.id, etag: etag, text: text)
    }
}
