import Agenda
import CivilTime
import ICalendar
package import JSON

// The form in which a device keeps edits and conflicts, and sends requests. Later versions have to read it, too.

extension WaitingEdit.Name {
    /// Writes `client` and `place`.
    package func write(to json: inout JSONWriter) {
        json.field("client", client)
        json.field("place", place)
    }

    init?(_ json: JSONValue) {
        guard let client = json["client"]?.text, let place = json["place"]?.wholeNumber, place > 0
        else { return nil }
        self.init(client: client, place: place)
    }
}

extension WaitingEdit {
    /// Writes the fields in which a device keeps it.
    package func write(to json: inout JSONWriter) {
        name.write(to: &json)
        json.field("made", String(made.secondsSinceEpoch))
        json.field("title", title)
        json.field("isQuiet", isQuiet)
        json.field("isUndoing", isUndoing)
        json.field("sentClient", sentAs?.client ?? "")
        json.field("sentNumber", sentAs?.number ?? 0)
        json.field("steps", objects: steps) { json, step in
            json.field("edit", step.edit)
            json.field("isUndo", step.isUndo)
        }
        json.field("changes", objects: changes) { json, change in
            change.object.write(to: &json)
            if let base = change.base {
                json.field("baseEtag", base.etag)
                json.name("base")
                json.string(utf8: base.text)
            }
            json.field("isUnanswered", change.isUnanswered)
            writeText(change.text, as: "ical", to: &json)
        }
    }

    /// Reads an edit that a device has kept, without the steps of the agenda that made it; nil if it isn't whole.
    package init?(_ json: JSONValue) {
        guard let name = Name(json), let title = json["title"]?.text,
            let made = json["made"]?.text.flatMap({ Int64($0) }),
            let sentClient = json["sentClient"]?.text, let number = json["sentNumber"]?.wholeNumber,
            case .array(let list)? = json["changes"], !list.isEmpty
        else { return nil }
        let changes = list.compactMap { WaitingChange($0) }
        guard changes.count == list.count else { return nil }
        self.init(
            name: name,
            made: Instant(secondsSinceEpoch: made),
            title: title,
            isQuiet: json["isQuiet"] == .boolean(true),
            isUndoing: json["isUndoing"] == .boolean(true),
            changes: changes,
            sentAs: sentClient.isEmpty ? nil : SentAs(client: sentClient, number: number)
        )
    }

    /// Edits in the order in which a device takes over what clients have left: that in which they were made.
    package static func inOrder(_ edits: some Sequence<WaitingEdit>) -> [WaitingEdit] {
        edits.sorted { a, b in
            if a.made != b.made { return a.made < b.made }
            if a.name.place != b.name.place { return a.name.place < b.name.place }
            return a.name.client < b.name.client
        }
    }
}

extension WaitingChange {
    fileprivate init?(_ json: JSONValue) {
        guard let object = ObjectID(json) else { return nil }
        let isUnanswered = json["isUnanswered"] == .boolean(true)
        var base: ObjectVersion?
        if let text = json["base"]?.text {
            guard let etag = json["baseEtag"]?.text else { return nil }
            base = ObjectVersion(etag: etag, text: Array(text.utf8), isUnanswered: isUnanswered)
        }
        let text = json["ical"]?.text.map { Array($0.utf8) }
        self.init(object: object, base: base, text: text, isUnanswered: isUnanswered)
    }
}

extension EditRequest {
    /// Writes the fields of the request.
    package func write(to json: inout JSONWriter) {
        json.field("client", sentAs.client)
        json.field("number", sentAs.number)
        json.field("changes", objects: changes) { json, change in
            change.object.write(to: &json)
            writeText(change.text, as: "ical", to: &json)
            if let etag = change.etag { json.field("ifMatch", etag) }
            if change.text == nil, isForGood { json.field("forGood", true) }
        }
    }
}

extension EditConflict {
    /// Writes the fields in which a device keeps it.
    package func write(to json: inout JSONWriter) {
        name.write(to: &json)
        object.write(to: &json)
        json.field("title", title)
        writeText(ours, as: "ours", to: &json)
        writeText(theirs, as: "theirs", to: &json)
        json.field("fields", objects: fields) { json, field in
            json.field("name", field.name)
            json.field("occurrence", field.occurrence)
            json.field("ours", field.ours)
            json.field("theirs", field.theirs)
        }
    }

    /// Reads a conflict that a device has kept; nil if it isn't whole.
    package init?(_ json: JSONValue) {
        guard let name = WaitingEdit.Name(json), let object = ObjectID(json),
            let title = json["title"]?.text, let ours = json["ours"]?.text,
            let theirs = json["theirs"]?.text, case .array(let list)? = json["fields"]
        else { return nil }
        let fields = list.compactMap { field -> ContestedField? in
            guard let name = field["name"]?.text, let occurrence = field["occurrence"]?.text,
                let ours = field["ours"]?.text, let theirs = field["theirs"]?.text
            else { return nil }
            return ContestedField(name: name, occurrence: occurrence, ours: ours, theirs: theirs)
        }
        guard fields.count == list.count else { return nil }
        self.init(
            name: name,
            object: object,
            title: title,
            fields: fields,
            ours: Array(ours.utf8),
            theirs: Array(theirs.utf8)
        )
    }
}

private func writeText(_ text: [UInt8]?, as name: StaticString, to json: inout JSONWriter) {
    guard let text else { return }
    json.name(name)
    json.string(utf8: text)
}
