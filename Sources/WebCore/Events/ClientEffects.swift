import Agenda
import CivilTime
import Client
import ICalendar
import JSON

// What has to be done for the edits on their way to the server.

/// Answers what to do since the last call, and whether the edits wait for the server: `takeEffects()`.
@_expose(wasm, "takeEffects")
@_cdecl("meantime_take_effects")
public func meantimeTakeEffects(_ length: Int32) -> Int32 {
    respond(length) { page, _ in
        let effects = page.effects
        page.effects = []
        return .object { json in
            json.field("isAway", page.client.isAway)
            json.field("effects", objects: effects) { write($1, to: &$0) }
        }
    }
}

private func write(_ effect: Effect, to json: inout JSONWriter) {
    switch effect {
    case .keep(let edit):
        json.field("do", "keep")
        write(edit, to: &json)
    case .forget(let name):
        json.field("do", "forget")
        write(name, to: &json)
    case .keepConflict(let conflict):
        json.field("do", "keepConflict")
        write(conflict, to: &json)
    case .forgetConflict(let name):
        json.field("do", "forgetConflict")
        write(name, to: &json)
    case .send(let request):
        json.field("do", "send")
        write(request, to: &json)
    case .read(let object):
        json.field("do", "read")
        write(object, to: &json)
    case .wake(let seconds, let number):
        json.field("do", "wake")
        json.field("seconds", seconds)
        json.field("number", number)
    case .show: json.field("do", "show")
    case .tell(.saved(let count)):
        json.field("do", "tellSaved")
        json.field("count", count)
    case .tell(.refused(let edit, let refusal)):
        json.field("do", "tellRefused")
        json.field("why", code(of: refusal))
        write(edit, to: &json)
    case .tell(.tookBack(let edit)):
        json.field("do", "tellTookBack")
        write(edit, to: &json)
    case .tell(.notUsed(let conflict)):
        json.field("do", "tellNotUsed")
        json.field("title", conflict.title)
    }
}

private func code(of refusal: Refusal) -> String {
    switch refusal {
    case .changedElsewhere: "changed-elsewhere"
    case .deletedElsewhere: "not-found"
    case .server(let code): code
    }
}

private func write(_ name: WaitingEdit.Name, to json: inout JSONWriter) {
    json.field("client", name.client)
    json.field("place", name.place)
}

private func write(_ object: ObjectID, to json: inout JSONWriter) {
    json.field("calendar", object.calendar.text)
    json.field("href", object.href)
}

private func write(_ edit: WaitingEdit, to json: inout JSONWriter) {
    write(edit.name, to: &json)
    json.field("made", String(edit.made.secondsSinceEpoch))
    json.field("title", edit.title)
    json.field("isQuiet", edit.isQuiet)
    json.field("isUndoing", edit.isUndoing)
    json.field("sentClient", edit.sentAs?.client ?? "")
    json.field("sentNumber", edit.sentAs?.number ?? 0)
    json.field("steps", objects: edit.steps) { json, step in
        json.field("edit", step.edit)
        json.field("isUndo", step.isUndo)
    }
    json.field("changes", objects: edit.changes) { json, change in
        write(change.object, to: &json)
        if let base = change.base {
            json.field("baseEtag", base.etag)
            json.name("base")
            json.string(utf8: base.text)
            json.field("isUnanswered", base.isUnanswered)
        }
        write(change.text, as: "ical", to: &json)
    }
}

private func write(_ text: [UInt8]?, as name: StaticString, to json: inout JSONWriter) {
    guard let text else { return }
    json.name(name)
    json.string(utf8: text)
}

private func write(_ request: EditRequest, to json: inout JSONWriter) {
    json.field("client", request.sentAs.client)
    json.field("number", request.sentAs.number)
    json.field("changes", objects: request.changes) { json, change in
        write(change.object, to: &json)
        write(change.text, as: "ical", to: &json)
        if let etag = change.etag { json.field("ifMatch", etag) }
        if change.text == nil, request.isForGood { json.field("forGood", true) }
    }
}

private func write(_ conflict: EditConflict, to json: inout JSONWriter) {
    write(conflict.name, to: &json)
    write(conflict.object, to: &json)
    json.field("title", conflict.title)
    write(conflict.ours, as: "ours", to: &json)
    write(conflict.theirs, as: "theirs", to: &json)
    json.field("fields", objects: conflict.fields) { json, field in
        json.field("name", field.name)
        json.field("occurrence", field.occurrence)
        json.field("ours", field.ours)
        json.field("theirs", field.theirs)
    }
}
