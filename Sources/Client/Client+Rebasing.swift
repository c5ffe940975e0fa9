import Agenda
import ICalendar

// Edits that wait, on top of what the server has of their objects by now.

extension Client {
    /// Puts other versions under an edit that wasn't sent, or takes it back if they can't be merged.
    ///
    /// - Parameters:
    ///   - place: The edit.
    ///   - versions: What the server has of some of its objects; nil for what it has no more.
    mutating func rebase(_ place: Int, onto versions: [(ObjectID, ObjectVersion?)]) {
        var edit = edits[place]
        if let refusal = rebase(&edit, onto: versions) {
            return drop(place, refusal, showing: versions)
        }
        _ = edit.takeVoidChanges()
        change(place) { $0 = edit }
        if edit.changes.isEmpty { remove(place) } else { keep(place) }
        for (object, version) in versions { show(object, otherwise: version) }
    }

    /// Merges an edit with other versions of its objects.
    ///
    /// - Returns: Why that can't be done; nil if it's done.
    mutating func rebase(
        _ edit: inout WaitingEdit,
        onto versions: [(ObjectID, ObjectVersion?)]
    ) -> Refusal? {
        for (object, theirs) in versions {
            guard let at = edit.changes.firstIndex(where: { $0.object == object }) else { continue }
            let change = edit.changes[at]
            if theirs?.text == change.base?.text || theirs?.text == change.text {
                // Unchanged, or made already: by this edit, whose answer got lost, or by somebody else.
                edit.changes[at].base = theirs
                continue
            }
            guard let theirs else { return .deletedElsewhere }
            // An edit of several objects, such as the splitting of a series, is made whole or not at all.
            guard edit.changes.count == 1, let base = change.base, let ours = change.text,
                let merge = Merge(base: base.text, ours: ours, theirs: theirs.text), merge.canMerge
            else { return .changedElsewhere }
            let merged = merge.mergedOrTheirs
            agenda.replaceInHistory(object, ours, with: merged)
            mergeHistory(of: object, except: merged, base: base.text, theirs: theirs.text)
            edit.changes[at].base = theirs
            edit.changes[at].text = merged
            if !edit.isQuiet { noteConflict(edit, object, merge, merged) }
        }
        return nil
    }

    /// Puts others' change into the texts that undoing and redoing lead to, also those before and between one's own edits.
    private mutating func mergeHistory(
        of object: ObjectID,
        except merged: [UInt8],
        base: [UInt8],
        theirs: [UInt8]
    ) {
        for text in agenda.textsInHistory(of: object) where text != merged && text != base {
            guard let merge = Merge(base: base, ours: text, theirs: theirs),
                merge.canMerge
            else { continue }
            agenda.replaceInHistory(object, text, with: merge.merged)
        }
        agenda.replaceInHistory(object, base, with: theirs)
    }

    // MARK: - Conflicts

    private mutating func noteConflict(
        _ edit: WaitingEdit,
        _ object: ObjectID,
        _ merge: Merge,
        _ merged: [UInt8]
    ) {
        let fields = merge.contested
        // The same edit may be merged again, if the device kept the conflict and not the merged edit.
        if fields.isEmpty
            || conflicts.contains(where: { $0.object == object && $0.fields == fields })
        {
            return
        }
        placeCount += 1
        let conflict = EditConflict(
            name: WaitingEdit.Name(client: name, place: placeCount),
            object: object,
            title: edit.title,
            fields: fields,
            ours: merge.keepingOurs,
            theirs: merged
        )
        conflicts.append(conflict)
        effects.append(.keepConflict(conflict))
    }

    /// Forgets the conflicts of calendars that the person doesn't have any more, because they have others' texts.
    mutating func dropLostConflicts() {
        // Before anything was loaded, nothing is known to be gone.
        guard !agenda.calendars.isEmpty else { return }
        for conflict in conflicts where agenda.calendars[conflict.object.calendar] == nil {
            dismiss(conflict.name)
            effects.append(.tell(.notUsed(conflict, .deletedElsewhere)))
        }
    }

    /// Forgets a conflict, because the person has seen it.
    mutating func dismiss(_ name: WaitingEdit.Name) {
        guard let place = conflicts.firstIndex(where: { $0.name == name }) else { return }
        conflicts.remove(at: place)
        effects += [.forgetConflict(name), .show]
    }

    /// Makes the own side of a conflict an edit.
    ///
    /// If that can't be done, the conflict stays, because it has the only copy of what the person wrote.
    mutating func useMine(_ name: WaitingEdit.Name) -> EditOutcome? {
        guard let conflict = conflicts.first(where: { $0.name == name }) else { return nil }
        let object = conflict.object
        guard let present = agenda.series(object)?.text else {
            effects.append(.tell(.notUsed(conflict, .deletedElsewhere)))
            return nil
        }
        // Our side is passed as theirs: where both changed a field, a merge keeps theirs.
        guard let merge = Merge(base: conflict.theirs, ours: present, theirs: conflict.ours),
            merge.canMerge, let outcome = try? agenda.restore(object, to: merge.merged)
        else {
            effects.append(.tell(.notUsed(conflict, .changedElsewhere)))
            return nil
        }
        dismiss(name)
        note(outcome, isQuiet: false)
        return outcome
    }
}
