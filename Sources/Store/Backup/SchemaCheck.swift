import GRDB

/// Finds the differences between a file's schema and the tables, indexes, triggers and views of the
/// migrations.
///
/// A backup may have been in other hands. A trigger in it would run somebody else's SQL, and a view
/// in the place of a table would show something other than what is stored.
struct SchemaCheck {
    /// One entry in SQLite's list of the schema.
    private struct Part: Hashable {
        let kind: String
        let name: String
    }

    /// Tables that SQLite makes by itself, for statistics and sequence numbers.
    private static let systemTables: Set<String> = [
        "sqlite_sequence", "sqlite_stat1", "sqlite_stat4",
    ]

    /// The differences from a version of the schema, as sentences.
    ///
    /// - Parameters:
    ///   - connection: A connection to the file.
    ///   - version: The number of the newest migration that was applied to it.
    /// - Returns: A sentence for each part that is unknown, different or missing, in the order of
    ///   their names.
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

    /// The statements that made the parts of the schema; parts that SQLite makes for a constraint
    /// have none.
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
