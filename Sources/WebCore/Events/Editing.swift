import Agenda
import CivilTime
import Client
import JSON

// Edits. Each answers the objects to put or delete on the server. A scope is `this`, `following`
// or `all`.

/// Creates an event: `create(uid, draft)`.
@_expose(wasm, "create")
@_cdecl("meantime_create")
public func meantimeCreate(_ length: Int32) -> Int32 {
    respond(length) { $0.create($1) }
}

/// Changes an event: `change(key, scope, uid, draft)`.
///
/// The UID is for the second object, if the change splits the series or takes an occurrence out
/// of it.
@_expose(wasm, "change")
@_cdecl("meantime_change")
public func meantimeChange(_ length: Int32) -> Int32 {
    respond(length) { $0.change($1) }
}

/// Deletes an event: `delete(key, scope)`.
@_expose(wasm, "delete")
@_cdecl("meantime_delete")
public func meantimeDelete(_ length: Int32) -> Int32 {
    respond(length) { $0.delete($1) }
}

/// Restores an earlier version of an event: `restore(calendar, href, ical)`.
@_expose(wasm, "restore")
@_cdecl("meantime_restore")
public func meantimeRestore(_ length: Int32) -> Int32 {
    respond(length) { page, arguments in
        let id = ObjectID(calendar: CalendarID(arguments[0]), href: arguments[1])
        let text = arguments.octets(2)
        return page.edit { (agenda, _) throws(EditError) in try agenda.restore(id, to: text) }
    }
}

/// Undoes an edit, or the last one: `undo(edit)` or `undo()`.
@_expose(wasm, "undo")
@_cdecl("meantime_undo")
public func meantimeUndo(_ length: Int32) -> Int32 {
    respond(length) { page, arguments in
        let number = arguments.count > 0 ? arguments.integer(0) : nil
        return page.edit { (agenda, _) throws(EditError) in try agenda.undo(number) }
    }
}

/// Redoes the edit that was undone last: `redo()`.
@_expose(wasm, "redo")
@_cdecl("meantime_redo")
public func meantimeRedo(_ length: Int32) -> Int32 {
    respond(length) { page, _ in
        page.edit { (agenda, _) throws(EditError) in try agenda.redo() }
    }
}

/// Notes that the user has seen a reminder: `acknowledge(key, firstSecond)`.
///
/// It can't be undone. The second, counted since 1970, is when its alarm rang first.
@_expose(wasm, "acknowledge")
@_cdecl("meantime_acknowledge")
public func meantimeAcknowledge(_ length: Int32) -> Int32 {
    respond(length) { page, arguments in
        let second = arguments.number(1)
        guard second.magnitude < Limits.secondsMax else { return .refusal("time") }
        guard let key = OccurrenceKey(arguments[0]) else {
            return .refusal("unknown-event", arguments[0])
        }
        let first = Instant(secondsSinceEpoch: Int64(second))
        return page.edit(isQuiet: true) { (agenda, now) throws(EditError) in
            try agenda.acknowledge(key, first: first, now: now)
        }
    }
}

extension Page {
    fileprivate mutating func create(_ arguments: Arguments) -> Answer {
        let uid = arguments[0]
        let pairs = arguments.pairs(from: 1)
        guard Self.isAddress(uid) else { return .refusal("uid", uid) }
        if let text = Self.unreadableTime(pairs) { return .refusal("time", text) }
        let draft = draft(pairs)
        return edit { (agenda, now) throws(EditError) in
            try agenda.create(draft, uid: uid, now: now)
        }
    }

    fileprivate mutating func change(_ arguments: Arguments) -> Answer {
        guard let key = OccurrenceKey(arguments[0]), let scope = EditScope(arguments[1]) else {
            return .refusal("unknown-event", arguments[0])
        }
        let uid = arguments[2]
        let pairs = arguments.pairs(from: 3)
        guard Self.isAddress(uid) else { return .refusal("uid", uid) }
        if let text = Self.unreadableTime(pairs) { return .refusal("time", text) }
        let draft = draft(pairs)
        return edit { (agenda, now) throws(EditError) in
            try agenda.change(key, scope: scope, draft, newUID: uid, now: now)
        }
    }

    fileprivate mutating func delete(_ arguments: Arguments) -> Answer {
        guard let key = OccurrenceKey(arguments[0]), let scope = EditScope(arguments[1]) else {
            return .refusal("unknown-event", arguments[0])
        }
        return edit { (agenda, now) throws(EditError) in
            try agenda.delete(key, scope: scope, now: now)
        }
    }

    fileprivate mutating func edit(
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
