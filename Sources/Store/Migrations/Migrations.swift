/// The history of the schema.
///
/// A released migration is never edited; a new one is added instead.
enum Migrations {
    static let all: [[String]] = [
        Migration0001.statements, Migration0002.statements, Migration0003.statements,
        Migration0004.statements, Migration0005.statements, Migration0006.statements,
        Migration0007.statements, Migration0008.statements, Migration0009.statements,
        Migration0010.statements, Migration0011.statements, Migration0012.statements,
        Migration0013.statements, Migration0014.statements, Migration0015.statements,
        Migration0016.statements, Migration0017.statements, Migration0018.statements,
        Migration0019.statements, Migration0020.statements, Migration0021.statements,
        Migration0022.statements, Migration0023.statements,
        Migration0024.statements, Migration0025.statements,
    ]

    /// Brings a database to the current schema, and returns how many migrations that took.
    @discardableResult
    static func apply(to database: some Database, nowSecond: Int64) async throws -> Int {
        try await database.alterSchema { try apply(on: $0, nowSecond: nowSecond) }
    }

    /// The same within a transaction that may alter tables, up to some migration.
    @discardableResult
    static func apply(
        on connection: some DatabaseConnection,
        through last: Int = all.count,
        nowSecond: Int64
    ) throws -> Int {
        try connection.define(
            """
            CREATE TABLE IF NOT EXISTS migrations (
                number BIGINT NOT NULL PRIMARY KEY CHECK (number > 0),
                applied_second BIGINT NOT NULL
            )
            """
        )
        let row = try connection.row("SELECT coalesce(max(number), 0) FROM migrations")
        let present = try row?.integer(0) ?? 0
        guard present <= all.count else { throw StoreError.newerSchema(version: present) }
        let missing = all.enumerated().prefix(last).dropFirst(Int(present))
        try connection.altering(isNeeded: !missing.isEmpty) {
            for (index, statements) in missing {
                for statement in statements { try connection.define(statement) }
                try connection.execute(
                    "INSERT INTO migrations (number, applied_second) VALUES ($1, $2)",
                    [.integer(Int64(index) + 1), .integer(nowSecond)]
                )
            }
        }
        return missing.count
    }
}
