/// A value of JSON (RFC 8259); objects keep their order, numbers their spelling.
enum JSONValue: Hashable, Sendable {
    case null
    case boolean(Bool)
    case number(String)
    case string(String)
    case array([JSONValue])
    case object([Member])

    /// A name and its value.
    struct Member: Hashable, Sendable {
        let name: String
        let value: JSONValue
    }

    /// A whole number.
    static func integer(_ number: Int) -> JSONValue { .number("\(number)") }

    /// The text of a string.
    var text: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// What a single value says: a string as it is, a number or a truth value spelled out.
    var spelling: String? {
        switch self {
        case .string(let text), .number(let text): text
        case .boolean(let isTrue): isTrue ? "TRUE" : "FALSE"
        case .null, .array, .object: nil
        }
    }

    /// The values of an array, or this one alone.
    var elements: [JSONValue] {
        if case .array(let values) = self { values } else { [self] }
    }
}

/// Why a text is no JSON.
public enum JSONFault: Error, Hashable, Sendable {
    /// The text ends in the middle.
    case end
    /// Something stands where it can not.
    case unexpected
    /// A string has an escape or an octet that it can not have.
    case string
    /// A number is none.
    case number
    /// Arrays and objects stand in one another deeper than this.
    case tooDeep(max: Int)
}
