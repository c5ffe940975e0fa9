/// A relational database that the repositories are written over, once for every driver.
///
/// SQL is written with numbered placeholders (`$1`, `$2`), which PostgreSQL takes as they are and
/// other drivers map. Only what SQLite 3.35 and PostgreSQL 15 both understand is used.
package protocol Database: Sendable {
    associatedtype Connection: DatabaseConnection

    /// Runs statements that only read, all of them on one snapshot.
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (Connection) throws -> Value
    ) async throws -> Value

    /// Runs statements in one transaction that is durable when the function returns.
    ///
    /// When the body throws, nothing of it stays.
    func write<Value: Sendable>(
        _ body: @escaping @Sendable (Connection) throws -> Value
    ) async throws -> Value

    /// Like ``write(_:)``, for what makes room or is needed to get there: on a full disk it may use
    /// what is kept in reserve. The body may then run twice.
    func writeMakingRoom<Value: Sendable>(
        _ body: @escaping @Sendable (Connection) throws -> Value
    ) async throws -> Value
}

/// One connection, inside one transaction; it never outlives the closure that was given it.
package protocol DatabaseConnection {
    /// Every row a statement answers.
    func rows(_ sql: String, _ arguments: [SQLValue]) throws -> [Row]

    /// The number of rows a statement changed.
    @discardableResult
    func execute(_ sql: String, _ arguments: [SQLValue]) throws -> Int
}

extension DatabaseConnection {
    /// The first row a statement answers, for statements that answer one or none.
    func row(_ sql: String, _ arguments: [SQLValue] = []) throws -> Row? {
        try rows(sql, arguments).first
    }
}
