import JSON

/// The answer of an operation: JSON, or nothing.
struct Answer {
    let octets: [UInt8]
    /// Whether it's the reason why the call can't be carried out, instead of a result.
    var isRefusal = false

    /// The answer of an operation that has no result.
    static let nothing = Answer(octets: [])

    /// A value that a closure writes.
    static func value(_ write: (inout JSONWriter) -> Void) -> Answer {
        var json = JSONWriter(capacity: 4_096)
        write(&json)
        return Answer(octets: json.octets)
    }

    /// An object with the fields that a closure writes.
    static func object(_ fields: (inout JSONWriter) -> Void) -> Answer {
        value { $0.object(fields) }
    }

    /// An array of objects, each with the fields that a closure writes.
    static func objects<Element>(
        _ elements: [Element],
        _ fields: (inout JSONWriter, Element) -> Void
    ) -> Answer {
        value { $0.objects(elements, fields) }
    }

    /// A JSON string.
    static func text(_ text: String) -> Answer {
        value { $0.string(text) }
    }

    /// Why the call can't be carried out: a code, and the argument that is at fault.
    static func refusal(_ code: String, _ detail: String = "") -> Answer {
        var answer = object {
            $0.field("code", code)
            $0.field("detail", detail)
        }
        answer.isRefusal = true
        return answer
    }
}

extension JSONWriter {
    /// Writes a field that is an object, or null.
    mutating func field<Value>(
        _ name: StaticString,
        orNull value: Value?,
        _ fields: (inout JSONWriter, Value) -> Void
    ) {
        self.name(name)
        if let value { object { fields(&$0, value) } } else { null() }
    }
}
