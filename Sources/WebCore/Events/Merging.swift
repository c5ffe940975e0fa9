import ICalendar
import JSON

// Changes of one event that two people made without knowing of each other.

/// Merges two changes of an event, field by field: `merge(base, ours, theirs)`, with the text that both
/// began with.
///
/// Answers the merged text. Where both changed the same field, `theirs` is kept, and the answer also has
/// the text that keeps `ours`. Refuses with `not-merged` what can't be merged by fields.
@_expose(wasm, "merge")
@_cdecl("meantime_merge")
public func meantimeMerge(_ length: Int32) -> Int32 {
    respond(length) { _, arguments in
        guard let base = calendar(in: arguments.octets(0)),
            let ours = calendar(in: arguments.octets(1)),
            let theirs = calendar(in: arguments.octets(2))
        else { return .refusal("no-event") }
        guard EventMerge.canMerge(calendar: base, ours: ours, theirs: theirs) else {
            return .refusal("not-merged")
        }
        let isContested =
            !EventMerge.contested(calendar: base, ours: ours, theirs: theirs).isEmpty
        return .object { json in
            write(
                "merged",
                EventMerge.merged(calendar: base, ours: ours, theirs: theirs),
                to: &json
            )
            guard isContested else { return }
            write("ours", EventMerge.merged(calendar: base, ours: theirs, theirs: ours), to: &json)
        }
    }
}

private func calendar(in text: [UInt8]) -> Component? {
    CalendarText.parse(text).components.first { $0.isNamed(.calendar) }
}

private func write(_ name: StaticString, _ calendar: Component, to json: inout JSONWriter) {
    json.name(name)
    json.string(utf8: CalendarText.write([calendar]))
}
