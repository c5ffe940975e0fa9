import JSON

/// The fields of a JSON object, which can be compared with those of another.
struct JSONFields {
    private(set) var list: [(name: String, value: [UInt8])] = []

    subscript(_ name: String) -> [UInt8]? { list.first { $0.name == name }?.value }

    mutating func add(_ name: String, _ body: (inout JSONWriter) -> Void) {
        var json = JSONWriter()
        body(&json)
        list.append((name, json.octets))
    }

    mutating func add(_ name: String, _ text: String?) {
        if let text { add(name) { $0.string(text) } }
    }

    mutating func add(_ name: String, _ number: Int?) {
        if let number { add(name) { $0.number(number) } }
    }

    /// Adds a set: an object whose values are all `true` (RFC 8984, 1.3).
    mutating func addSet(_ name: String, _ words: [String]) {
        var seen: Set<String> = []
        let unique = words.filter { !$0.isEmpty && seen.insert($0).inserted }
        guard !unique.isEmpty else { return }
        add(name) { json in
            json.object { json in
                for word in unique {
                    json.name(escaping: word)
                    json.flag(true)
                }
            }
        }
    }

    /// Adds objects under the IDs "1", "2" and so on, or nothing if there are none.
    mutating func addNumbered(_ name: String, _ objects: [JSONFields]) {
        guard !objects.isEmpty else { return }
        add(name) { json in
            json.object { json in
                for (index, object) in objects.enumerated() {
                    json.name(escaping: "\(index + 1)")
                    object.write(to: &json)
                }
            }
        }
    }

    mutating func addList(_ name: String, _ objects: [JSONFields]) {
        guard !objects.isEmpty else { return }
        add(name) { json in json.array(objects) { $1.write(to: &$0) } }
    }

    func write(to json: inout JSONWriter) {
        json.object { json in
            for (name, value) in list {
                json.name(escaping: name)
                json.json(value)
            }
        }
    }
}
