import JSON

/// Writes a JSON object field by field.
///
/// The server uses this instead of an encoder: it writes ten thousand events in one pass over their
/// octets, and fields keep the order in which they are added.
package struct JSONObject {
    private var json = JSONWriter()

    /// The object's text.
    package var text: [UInt8] {
        var whole = json
        whole.endObject()
        return whole.octets
    }

    package init() { json.beginObject() }

    package init(type: String) {
        self.init()
        add("type", type)
    }

    package mutating func add(_ name: String, _ value: String) {
        json.name(escaping: name)
        json.string(value)
    }

    package mutating func add(_ name: String, _ value: Int) {
        json.name(escaping: name)
        json.number(value)
    }

    /// Adds a number, or `null`.
    package mutating func add(_ name: String, orNull value: Int?) {
        json.name(escaping: name)
        if let value { json.number(value) } else { json.null() }
    }

    package mutating func add(_ name: String, _ value: Bool) {
        json.name(escaping: name)
        json.flag(value)
    }

    package mutating func add(_ name: String, _ value: JSONObject) {
        json.name(escaping: name)
        json.json(value.text)
    }

    package mutating func add(_ name: String, _ values: [JSONObject]) {
        json.name(escaping: name)
        json.array(values) { $0.json($1.text) }
    }

    /// Adds an array whose elements are arrays of numbers, or `null`.
    package mutating func add(_ name: String, _ values: [[Int]?]) {
        json.name(escaping: name)
        json.array(values) { json, numbers in
            if let numbers { json.array(numbers) { $0.number($1) } } else { json.null() }
        }
    }

    package mutating func add(_ name: String, _ values: [String]) {
        json.name(escaping: name)
        json.array(values) { $0.string($1) }
    }
}
