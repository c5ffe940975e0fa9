/// A JSON value (RFC 8259); objects keep their order, numbers their spelling.
package enum JSONValue: Hashable, Sendable {
    case null
    case boolean(Bool)
    case number(String)
    case string(String)
    case array([JSONValue])
    case object([Member])

    /// A name and its value.
    package struct Member: Hashable, Sendable {
        package let name: String
        package let value: JSONValue

        package init(name: String, value: JSONValue) {
            self.name = name
            self.value = value
        }
    }

    /// A whole number.
    package static func integer(_ number: Int) -> JSONValue { .number("\(number)") }

    /// The text of a string; nil for other values.
    package var text: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// A whole number that fits into an Int; nil for other values.
    package var wholeNumber: Int? {
        if case .number(let text) = self { Int(text) } else { nil }
    }

    /// The value of an object's member, the last one if there are several; nil if there is none.
    package subscript(_ name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.last { $0.name == name }?.value
    }

    /// A single value as text, with booleans as iCalendar spells them; nil for null, arrays and
    /// objects.
    package var spelling: String? {
        switch self {
        case .string(let text), .number(let text): text
        case .boolean(let isTrue): isTrue ? "TRUE" : "FALSE"
        case .null, .array, .object: nil
        }
    }

    /// The values of an array, or this one alone.
    package var elements: [JSONValue] {
        if case .array(let values) = self { values } else { [self] }
    }
}
