import Agenda
import CivilTime

extension Page {
    mutating func create(_ fields: Fields) -> [UInt8] {
        var uid = ""
        for (name, value) in fields.pairs(from: 0) where name == "uid" { uid = value }
        guard Self.isAddress(uid) else { return failure("uid", uid) }
        if let text = Self.unreadableTime(fields.pairs(from: 0)) { return failure("time", text) }
        let draft = draft(fields.pairs(from: 0))
        return edit { (agenda, now) throws(EditError) in
            try agenda.create(draft, uid: uid, now: now)
        }
    }

    /// Fields: key, scope, new UID, then the names and values to set.
    mutating func change(_ fields: Fields) -> [UInt8] {
        guard let key = OccurrenceKey(fields[0]), let scope = EditScope(fields[1]) else {
            return failure("unknown-event", fields[0])
        }
        guard Self.isAddress(fields[2]) else { return failure("uid", fields[2]) }
        if let text = Self.unreadableTime(fields.pairs(from: 3)) { return failure("time", text) }
        let draft = draft(fields.pairs(from: 3))
        return edit { (agenda, now) throws(EditError) in
            try agenda.change(key, scope: scope, draft, newUID: fields[2], now: now)
        }
    }

    mutating func delete(_ fields: Fields) -> [UInt8] {
        guard let key = OccurrenceKey(fields[0]), let scope = EditScope(fields[1]) else {
            return failure("unknown-event", fields[0])
        }
        return edit { (agenda, now) throws(EditError) in
            try agenda.delete(key, scope: scope, now: now)
        }
    }

    mutating func move(days: Int, _ fields: Fields) -> [UInt8] {
        guard let key = OccurrenceKey(fields[0]), let scope = EditScope(fields[1]) else {
            return failure("unknown-event", fields[0])
        }
        guard Self.isAddress(fields[2]) else { return failure("uid", fields[2]) }
        return edit { (agenda, now) throws(EditError) in
            try agenda.move(key, byDays: days, scope: scope, newUID: fields[2], now: now)
        }
    }

    mutating func undo() -> [UInt8] {
        edit { (agenda, _) throws(EditError) in try agenda.undo() }
    }

    mutating func redo() -> [UInt8] {
        edit { (agenda, _) throws(EditError) in try agenda.redo() }
    }

    mutating func confirm(_ fields: Fields) -> [UInt8] {
        let id = ObjectID(calendar: CalendarID(fields[0]), href: fields[1])
        agenda.confirm(id, etag: fields[2])
        return answer { _ in }
    }

    mutating func revert(_ number: Int) -> [UInt8] {
        guard agenda.revert(number) else { return failure("unknown-edit", String(number)) }
        return answer { $0.field("kind", "reverted") }
    }

    private mutating func edit(
        _ body: (inout Agenda, Instant) throws(EditError) -> EditOutcome
    ) -> [UInt8] {
        do {
            let outcome = try body(&agenda, now)
            return answer { write(outcome, to: &$0) }
        } catch {
            return failure(error.code, detail(of: error))
        }
    }

    func detail(of error: EditError) -> String {
        switch error {
        case .rule(let text): text
        case .unknownZone(let id): id.name
        case .unknownCalendar(let id), .readOnly(let id): id.text
        default: ""
        }
    }

    private func write(_ outcome: EditOutcome, to json: inout JSONWriter) {
        let edit = outcome.edit
        json.field("edit", edit.number)
        switch outcome.direction {
        case .done: json.field("kind", edit.kind.name)
        case .undone: json.field("kind", "undone")
        case .redone: json.field("kind", "redone")
        }
        json.field("of", edit.kind.name)
        json.field("title", edit.title)
        json.field("scope", orNull: edit.scope?.name)
        json.field("start", orNull: edit.start?.text)
        json.field("undoable", outcome.direction != .undone)
        json.name("effect")
        json.object { write(edit.effect, to: &$0) }
        json.field("changes", outcome.changes) { json, change in
            json.object { write(change, to: &$0) }
        }
    }

    private func write(_ change: ObjectChange, to json: inout JSONWriter) {
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

    /// Whether a text may name an object: letters, digits and `-._@`, at most 200.
    private static func isAddress(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= 200
            && text.utf8.allSatisfy { byte in
                switch byte {
                case 48...57, 64...90, 97...122, 45, 46, 95: true
                default: false
                }
            }
    }

    /// A start or an end that is none; an empty one is left as it is.
    static func unreadableTime(_ pairs: [(name: String, value: String)]) -> String? {
        for (name, value) in pairs where name == "start" || name == "end" {
            if !value.isEmpty, civil(value) == nil { return value }
        }
        return nil
    }
}
