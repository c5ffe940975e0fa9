/// Finds out whether the database takes writes.
package struct Readiness<Driver: Database>: Sendable {
    let database: Driver

    /// Writes a number, commits it, and reads it back.
    ///
    /// - Throws: ``StoreError`` if the database refuses, is busy, or gives back something older.
    package func prove() async throws {
        let written = try await database.write(as: .server(.upkeep)) { connection in
            let row = try connection.row(
                """
                INSERT INTO counters (name, value) VALUES ('readiness', 1)
                ON CONFLICT (name) DO UPDATE SET value = counters.value + 1 RETURNING value
                """
            )
            guard let row else { throw StoreError.notFound }
            return try row.integer(0)
        }
        let found = try await database.read(as: .server(.upkeep)) { try $0.counter("readiness") }
        // Another server may have written since.
        guard found.number >= written else { throw StoreError.unexpectedValue(column: 0) }
    }
}
