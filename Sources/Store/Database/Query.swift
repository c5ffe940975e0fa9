/// A statement that only reads, with its arguments.
///
/// Whoever knows early what a transaction is going to ask can say so by
/// ``DatabaseConnection/prefetch(_:)``.
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
