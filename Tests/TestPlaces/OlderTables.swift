@testable import Store

extension AnyDatabase {
    /// Makes the tables of an older version, with the account `old@example.org`, in an empty PostgreSQL
    /// database.
    package func makeOlder(version: Int) async throws {
        try await alterSchema { connection in
            try connection.define(
                """
                CREATE TABLE migrations (
                    number BIGINT NOT NULL PRIMARY KEY, applied_second BIGINT NOT NULL
                )
                """
            )
            for (index, statements) in Migrations.all.prefix(version).enumerated() {
                for statement in statements { try connection.define(statement) }
                try connection.execute(
                    "INSERT INTO migrations (number, applied_second) VALUES ($1, 0)",
                    [.integer(Int64(index) + 1)]
                )
            }
            try connection.execute(
                """
                INSERT INTO users (id, email, name, password, created_second)
                VALUES ($1, 'old@example.org', 'Old', 'secret', 0)
                """,
                [.text(String(repeating: "a", count: 32))]
            )
            try connection.define(
                """
                GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public
                TO SESSION_USER
                """
            )
        }
    }
}

extension SQLiteDatabase {
    /// Makes a file with the tables of the version before this one.
    package static func makeOlder(at path: String) async throws {
        let database = try SQLiteDatabase(path: path)
        try await database.alterSchema { connection in
            _ = try Migrations.apply(
                on: connection,
                through: Migrations.all.count - 1,
                nowSecond: 0
            )
        }
        try database.close()
    }
}
