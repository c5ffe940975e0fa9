/// A value of a column.
package enum SQLValue: Hashable, Sendable {
    case null
    case integer(Int64)
    case text(String)

    /// The octets of a text; 0 for anything else.
    var textBytes: Int { if case .text(let text) = self { text.utf8.count } else { 0 } }

    static func optional(_ value: Int64?) -> SQLValue { value.map(SQLValue.integer) ?? .null }
    static func optional(_ value: String?) -> SQLValue { value.map(SQLValue.text) ?? .null }
    static func bool(_ value: Bool) -> SQLValue { .integer(value ? 1 : 0) }
}

/// A row of a result.
///
/// Columns are numbered from 0, in the order of the statement.
package struct Row: Sendable {
    let values: [SQLValue]

    func isNull(_ column: Int) -> Bool { values[column] == .null }

    func text(_ column: Int) throws(StoreError) -> String {
        guard case .text(let text) = values[column] else {
            throw .unexpectedValue(column: column)
        }
        return text
    }

    func integer(_ column: Int) throws(StoreError) -> Int64 {
        guard case .integer(let number) = values[column] else {
            throw .unexpectedValue(column: column)
        }
        return number
    }

    func bool(_ column: Int) throws(StoreError) -> Bool { try integer(column) != 0 }
}
