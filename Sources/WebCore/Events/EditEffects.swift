import Agenda
import CivilTime
import JSON

// What an edit would do. Nothing is changed.

/// Answers what a change would do: `changeEffect(key, scope, draft)`.
@_expose(wasm, "changeEffect")
@_cdecl("meantime_change_effect")
public func meantimeChangeEffect(_ length: Int32) -> Int32 {
    respond(length) { $0.changeEffect($1) }
}

/// Answers what a deletion would do: `deleteEffect(key, scope)`.
@_expose(wasm, "deleteEffect")
@_cdecl("meantime_delete_effect")
public func meantimeDeleteEffect(_ length: Int32) -> Int32 {
    respond(length) { $0.deleteEffect($1) }
}

/// Answers which occurrences a change would move in `count` days: `changePreview(firstDate, count,
/// key, scope, draft)`.
@_expose(wasm, "changePreview")
@_cdecl("meantime_change_preview")
public func meantimeChangePreview(_ length: Int32) -> Int32 {
    respond(length) { $0.changePreview($1) }
}

extension Page {
    fileprivate func changeEffect(_ arguments: Arguments) -> Answer {
        guard let key = OccurrenceKey(arguments[0]), let scope = EditScope(arguments[1]) else {
            return .refusal("unknown-event", arguments[0])
        }
        let pairs = arguments.pairs(from: 2)
        if let text = Self.unreadableTime(pairs) { return .refusal("time", text) }
        let draft = draft(pairs)
        return effect { () throws(EditError) in
            try agenda.effect(ofChanging: key, scope: scope, draft, now: now)
        }
    }

    fileprivate func deleteEffect(_ arguments: Arguments) -> Answer {
        guard let key = OccurrenceKey(arguments[0]), let scope = EditScope(arguments[1]) else {
            return .refusal("unknown-event", arguments[0])
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

    fileprivate func changePreview(_ arguments: Arguments) -> Answer {
        guard let first = CivilDate(arguments[0]) else { return .refusal("date", arguments[0]) }
        guard let key = OccurrenceKey(arguments[2]), let scope = EditScope(arguments[3]) else {
            return .refusal("unknown-event", arguments[2])
        }
        let pairs = arguments.pairs(from: 4)
        if let text = Self.unreadableTime(pairs) { return .refusal("time", text) }
        let count = min(max(1, arguments.integer(1)), Limits.windowDaysMax)
        do throws(EditError) {
            let preview = try agenda.preview(
                ofChanging: key,
                scope: scope,
                draft(pairs),
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
