import Agenda
import CivilTime
import Client
import JSON

// Edits. Each answers the objects to put or delete on the server.

extension Page {
    /// Creates an event.
    mutating func answer(to call: CreateCall) -> Answer {
        let uid = call.uid
        guard Self.isAddress(uid) else { return .refusal("uid", uid) }
        if let text = call.draft.unreadableTime { return .refusal("time", text) }
        let draft = EventDraft(call.draft)
        return edit { (agenda, now) throws(EditError) in
            try agenda.create(draft, uid: uid, now: now)
        }
    }

    /// Changes an event.
    ///
    /// The UID is for the second object, if the change splits the series or takes an occurrence out
    /// of it.
    mutating func answer(to call: ChangeCall) -> Answer {
        guard let key = OccurrenceKey(call.key), let scope = EditScope(call.scope) else {
            return .refusal("unknown-event", call.key)
        }
        let uid = call.uid
        guard Self.isAddress(uid) else { return .refusal("uid", uid) }
        if let text = call.draft.unreadableTime { return .refusal("time", text) }
        let draft = EventDraft(call.draft)
        return edit { (agenda, now) throws(EditError) in
            try agenda.change(key, scope: scope, draft, newUID: uid, now: now)
        }
    }

    /// Deletes an event.
    mutating func answer(to call: DeleteCall) -> Answer {
        guard let key = OccurrenceKey(call.key), let scope = EditScope(call.scope) else {
            return .refusal("unknown-event", call.key)
        }
        return edit { (agenda, now) throws(EditError) in
            try agenda.delete(key, scope: scope, now: now)
        }
    }

    /// Restores an earlier version of an event.
    mutating func answer(to call: RestoreCall) -> Answer {
        let id = ObjectID(calendar: CalendarID(call.calendar), href: call.href)
        let text = call.ical
        return edit { (agenda, _) throws(EditError) in try agenda.restore(id, to: text) }
    }

    /// Undoes an edit, or the last one.
    mutating func answer(to call: UndoCall) -> Answer {
        let number = call.edit
        return edit { (agenda, _) throws(EditError) in try agenda.undo(number) }
    }

    /// Redoes the edit that was undone last.
    mutating func answer(to _: RedoCall) -> Answer {
        edit { (agenda, _) throws(EditError) in try agenda.redo() }
    }

    /// Says whether an edit can be undone.
    mutating func answer(to call: CanUndoCall) -> Answer {
        let isThere = agenda.canUndo(call.edit)
        return .value { $0.flag(isThere) }
    }

    /// Says what is to be undone or redone next; nothing if nothing is.
    mutating func answer(to call: NextStepCall) -> Answer {
        guard let step = call.isRedo ? agenda.nextRedo : agenda.nextUndo else { return .nothing }
        return .object { json in
            switch step {
            case .edit(let number):
                json.field("kind", "edit")
                json.field("number", number)
                json.field("canWait", true)
            case .other(let step):
                json.field("kind", "other")
                json.field("number", step.number)
                json.field("canWait", step.canWait)
            }
        }
    }

    /// Notes that the user has just done something besides editing events, and answers its number.
    mutating func answer(to call: NoteStepCall) -> Answer {
        let number = agenda.noteOtherStep(canWait: call.canWait, canRedo: call.canRedo)
        return .value { $0.number(number) }
    }

    /// Says whether a step besides the edits can be undone, or redone, which the page does now.
    mutating func answer(to call: BeginTurnCall) -> Answer {
        let canTurn = agenda.beginTurn(ofOtherStep: call.step)
        return .value { $0.flag(canTurn) }
    }

    /// Notes whether the page has undone a step, or redone it.
    mutating func answer(to call: EndTurnCall) -> Answer {
        let turn: OtherStep.Turn =
            switch call.turn {
            case .done: .done
            case .failed: .failed
            case .gone, nil: .gone
            }
        agenda.endTurn(ofOtherStep: call.step, turn)
        return .nothing
    }

    /// Notes that the user has seen a reminder.
    ///
    /// It can't be undone. The second, counted since 1970, is when its alarm rang first.
    mutating func answer(to call: AcknowledgeCall) -> Answer {
        let second = call.first
        guard second.magnitude < Limits.secondsMax else { return .refusal("time") }
        guard let key = OccurrenceKey(call.key) else { return .refusal("unknown-event", call.key) }
        let first = Instant(secondsSinceEpoch: Int64(second))
        return edit(isQuiet: true) { (agenda, now) throws(EditError) in
            try agenda.acknowledge(key, first: first, now: now)
        }
    }

    private mutating func edit(
        isQuiet: Bool = false,
        _ body: (inout Agenda, Instant) throws(EditError) -> EditOutcome
    ) -> Answer {
        do throws(EditError) {
            let outcome = try body(&agenda, now)
            take(.edited(outcome, isQuiet: isQuiet))
            return .object { Self.write(outcome, to: &$0) }
        } catch {
            return .refusal(error)
        }
    }

    static func write(_ outcome: EditOutcome, to json: inout JSONWriter) {
        let edit = outcome.edit
        json.field("edit", edit.number)
        switch outcome.direction {
        case .done: json.field("kind", edit.kind.name)
        case .undone: json.field("kind", "undone")
        case .redone: json.field("kind", "redone")
        }
        json.field("of", edit.kind.name)
        json.field("count", edit.effect.eventCount)
        json.field("title", edit.title)
        json.field("start", orNull: edit.start?.text)
        json.field("undoable", outcome.direction != .undone)
        json.field("changes", objects: outcome.changes) { json, change in
            write(change, to: &json)
        }
    }

    fileprivate static func write(_ change: ObjectChange, to json: inout JSONWriter) {
        switch change {
        case .put(let id, let etag, let text):
            json.field("op", "put")
            json.field("calendar", id.calendar.text)
            json.field("href", id.href)
            json.field("etag", etag)
            json.name("ical")
            json.string(utf8: text)
        case .delete(let id, let etag):
            json.field("op", "delete")
            json.field("calendar", id.calendar.text)
            json.field("href", id.href)
            json.field("etag", etag)
        }
    }

    /// Whether a UID can also name its object on the server: ASCII letters, digits and `-._@`.
    static func isAddress(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= Limits.addressOctetsMax
            && text.utf8.allSatisfy { byte in
                switch byte {
                case 48...57, 64...90, 97...122, 45, 46, 95: true
                default: false
                }
            }
    }
}
