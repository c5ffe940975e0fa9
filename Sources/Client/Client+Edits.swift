import Agenda
import ICalendar

// The edits of this client, and those that others have left on the device.

extension Client {
    /// Adds an edit to the log, after the agenda has made it.
    mutating func note(_ outcome: EditOutcome, isQuiet: Bool) {
        effects.append(.show)
        let changes = outcome.changes.map { change(for: $0, in: outcome) }
        placeCount += 1
        let isUndo = outcome.direction == .undone
        var edit = WaitingEdit(
            name: WaitingEdit.Name(client: name, place: placeCount),
            made: now,
            title: outcome.edit.title,
            isQuiet: isQuiet,
            isUndoing: isUndo,
            changes: changes.filter { !$0.isVoid }
        )
        edit.steps = [WaitingEdit.Step(edit: outcome.edit.number, isUndo: isUndo)]
        add(edit)
    }

    private func change(for change: ObjectChange, in outcome: EditOutcome) -> WaitingChange {
        let (object, etag, text): (ObjectID, String, [UInt8]?) =
            switch change {
            case .put(let object, let etag, let text): (object, etag, text)
            case .delete(let object, let etag): (object, etag, nil)
            }
        let base = outcome.earlierText(of: object).map {
            ObjectVersion(
                etag: isSent(object) ? "" : etag,
                text: $0,
                isUnanswered: outcome.wasUnanswered(object)
            )
        }
        return WaitingChange(
            object: object,
            base: base,
            text: text,
            isUnanswered: stored(object)?.isUnanswered ?? false
        )
    }

    /// Adds an edit; those that wait and change the same objects become one with it.
    private mutating func add(_ edit: WaitingEdit) {
        guard !edit.changes.isEmpty else { return }
        let joined = unsentPlaces(touching: edit)
        guard let first = joined.first else {
            insert(edit, at: edits.count)
            return keep(edits.count - 1)
        }
        let others = joined.dropFirst().reversed().map { remove($0) } + [edit]
        var void: [WaitingChange] = []
        change(first) { edit in
            for other in others { edit.absorb(other) }
            void = edit.takeVoidChanges()
        }
        for change in void {
            // The agenda doesn't know the tag of what it made again, nor what lies beneath: another tab's edit may.
            show(change.object, otherwise: change.base)
        }
        if edits[first].changes.isEmpty { remove(first) } else { keep(first) }
    }

    /// Takes over the edits and conflicts that other clients left on the device when they ended.
    mutating func adopt(_ left: [WaitingEdit], _ conflicts: [EditConflict]) {
        self.conflicts += conflicts.filter { !self.conflicts.contains($0) }
        for edit in left where place(of: edit.name) == nil { adopt(edit) }
        dropLostConflicts()
    }

    private mutating func adopt(_ edit: WaitingEdit) {
        var edit = edit
        // They were steps of another agenda.
        edit.steps = []
        edit.isKept = true
        for change in edit.changes { hold(change.object) }
        guard edit.sentAs != nil else { return join(edit) }
        edit.hasLeft = true
        // What may have been made already comes first.
        insert(edit, at: edits.firstIndex { $0.sentAs == nil } ?? edits.count)
        for change in edit.changes { show(change.object, otherwise: nil) }
    }

    /// Adds an edit that was made without knowing of those that wait.
    mutating func join(_ edit: WaitingEdit) {
        var edit = edit
        for place in edit.changes.indices { edit.changes[place].base = known(edit.changes[place]) }
        if let refusal = rebase(&edit, onto: waitingVersions(for: edit)) {
            forget(edit)
            return takeOff(edit, refusal)
        }
        _ = edit.takeVoidChanges()
        // The joined edits keep their names, so this one's name isn't needed any more.
        if edit.changes.isEmpty || !unsentPlaces(touching: edit).isEmpty { forget(edit) }
        let objects = edit.changes.map { $0.object }
        add(edit)
        for object in objects { show(object, otherwise: nil) }
    }

    /// Notes what the server has of an object that is about to be shown with an edit that was sent: the server may have
    /// changed it since it made the edit.
    private mutating func hold(_ object: ObjectID) {
        guard held(of: object) == nil else { return }
        let first = places(of: object).first
        let version = first.map { edits[$0].change(of: object)?.base } ?? stored(object)
        setHeld(ObjectNote.Held(version: version, token: token), of: object)
    }

    func stored(_ object: ObjectID) -> ObjectVersion? {
        agenda.storedObject(object).map {
            ObjectVersion(etag: $0.etag, text: $0.text, isUnanswered: $0.isUnanswered)
        }
    }

    /// What a change is based on, with the tag that it has got since from the server.
    private func known(_ change: WaitingChange) -> ObjectVersion? {
        guard let base = change.base, base.etag.isEmpty,
            lastPlace(of: change.object) == nil,
            let stored = stored(change.object), stored.text == base.text
        else { return change.base }
        return stored
    }

    /// What the last waiting edit makes of each object that an edit of another client changes, too.
    private func waitingVersions(for edit: WaitingEdit) -> [(ObjectID, ObjectVersion?)] {
        edit.changes.compactMap { change in
            guard let place = lastPlace(of: change.object),
                let other = edits[place].change(of: change.object)
            else { return nil }
            let etag = isSent(change.object) ? "" : other.base?.etag ?? ""
            return (change.object, other.version(etag: etag))
        }
    }

    /// Takes an edit out of the log before it's sent, or an answer.
    mutating func takeBack(_ name: WaitingEdit.Name) {
        guard let place = place(of: name) else {
            return takeBackAnswer(name)
        }
        guard edits[place].sentAs == nil else { return }
        takeOff(remove(place), nil)
    }
}
