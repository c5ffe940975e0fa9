import Agenda
import CivilTime
import JSON

// What an edit would do. Nothing is changed.

extension Page {
    /// Answers what a change would do.
    func answer(to call: ChangeEffectCall) -> Answer {
        guard let key = OccurrenceKey(call.key), let scope = EditScope(call.scope) else {
            return .refusal("unknown-event", call.key)
        }
        if let text = call.draft.unreadableTime { return .refusal("time", text) }
        let draft = EventDraft(call.draft)
        return effect { () throws(EditError) in
            try agenda.effect(ofChanging: key, scope: scope, draft, now: now)
        }
    }

    /// Answers what a deletion would do.
    func answer(to call: DeleteEffectCall) -> Answer {
        guard let key = OccurrenceKey(call.key), let scope = EditScope(call.scope) else {
            return .refusal("unknown-event", call.key)
        }
        return effect { () throws(EditError) in
            try agenda.effect(ofDeleting: key, scope: scope, now: now)
        }
    }

    private func effect(_ body: () throws(EditError) -> EditEffect) -> Answer {
        do throws(EditError) {
            let effect = try body()
            return .object { json in
                json.field("changesRule", effect.changesRule)
                json.field("oldRule", orNull: effect.oldRule) { $0.fields(of: $1) }
                json.field("newRule", orNull: effect.newRule) { $0.fields(of: $1) }
                json.field("kept", effect.keptCount)
                json.field("dropped", effect.droppedCount)
            }
        } catch {
            return .refusal(error)
        }
    }

    /// Answers which occurrences a change would move in `count` days.
    func answer(to call: ChangePreviewCall) -> Answer {
        guard let first = CivilDate(call.firstDate) else { return .refusal("date", call.firstDate) }
        guard let key = OccurrenceKey(call.key), let scope = EditScope(call.scope) else {
            return .refusal("unknown-event", call.key)
        }
        if let text = call.draft.unreadableTime { return .refusal("time", text) }
        let count = min(max(1, call.count), Limits.windowDaysMax)
        do throws(EditError) {
            let preview = try agenda.preview(
                ofChanging: key,
                scope: scope,
                EventDraft(call.draft),
                in: first..<first.adding(days: count),
                now: now
            )
            return .object { json in
                json.field("arriving", objects: preview.arriving) { write($1, to: &$0) }
                json.field("leaving", preview.leaving) { $0.string($1.text) }
            }
        } catch {
            return .refusal(error)
        }
    }
}

extension JSONWriter {
    /// Writes a rule and the start of its series; the page needs both to put it into words.
    fileprivate mutating func fields(of rule: SeriesRule) {
        field("text", rule.text)
        field("start", rule.start.civil.text)
    }
}
