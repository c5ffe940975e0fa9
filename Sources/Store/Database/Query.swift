/// A statement that only reads, with its arguments.
///
/// If a transaction's queries are known early, ``DatabaseConnection/prefetch(_:)`` can send them in
/// advance.
package struct Query: Hashable, Sendable {
    let sql: String
    let arguments: [SQLValue]

    init(_ sql: String, _ arguments: [SQLValue]) {
        self.sql = sql
        self.arguments = arguments
    }
}

extension DatabaseConnection {
    /// The first row that a query returns, for queries that return at most one.
    func row(_ query: Query) throws -> Row? { try row(query.sql, query.arguments) }

    package func prefetch(_ queries: [Query]) throws {}
}
