import GRDB

/// Finds what a file has besides the tables, indexes, triggers and views that the migrations make.
///
/// A backup may have been somewhere else meanwhile. A trigger in it would go on doing what somebody else wrote into it,
/// and a view in the place of a table would show something else than is stored.
struct SchemaCheck {
    /// One entry of SQLite's list of what a file has.
    private struct Part: Hashable {
        let kind: String
        let name: String
    }

    /// Tables that SQLite makes by itself, for its statistics and its own numbers.
    private static let systemTables: Set<String> = [
        "sqlite_sequence", "sqlite_stat1", "sqlite_stat4",
    ]

    /// What isn't as a version of the schema has it, as sentences.
    ///
    /// - Parameters:
    ///   - connection: A connection to the file.
    ///   - version: The number of the newest migration that was applied to it.
    /// - Returns: A sentence for each part that is more, different or missing, in the order of their names.
    /// - Throws: The errors of the database.
    static func faults(_ connection: SQLiteConnection, version: Int64) throws -> [String] {
        let present = try parts(connection)
        let expected = try DatabaseQueue().write { database in
            let connection = SQLiteConnection(database: database)
            try Migrations.apply(on: connection, through: Int(version), nowSecond: 0)
            return try parts(connection)
        }
        let names = Set(present.keys).union(expected.keys)
            .sorted { ($0.name, $0.kind) < ($1.name, $1.kind) }
        return names.compactMap { part in
            switch (present[part], expected[part]) {
            case (.some, nil): "the \(part.kind) \(part.name) isn't one that Meantime makes"
            case (nil, .some): "the \(part.kind) \(part.name) is missing"
            case (let one, let other):
                one == other ? nil : "the \(part.kind) \(part.name) isn't as Meantime makes it"
            }
        }
    }

    /// The statements that made what a file has; of what SQLite makes for a constraint there is none.
    private static func parts(_ connection: SQLiteConnection) throws -> [Part: String] {
        let rows = try connection.rows(
            "SELECT type, name, tbl_name, coalesce(sql, '') FROM sqlite_schema",
            []
        )
        return try rows.reduce(into: [:]) { parts, row in
            let part = Part(kind: try row.text(0), name: try row.text(1))
            guard part.kind != "table" || !systemTables.contains(part.name) else { return }
            let words = try row.text(3).split { $0.isWhitespace }.joined(separator: " ")
            parts[part] = try row.text(2) + " " + words
        }
    }
}
