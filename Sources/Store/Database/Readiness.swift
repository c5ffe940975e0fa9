/// Finds out whether the database takes writes.
package struct Readiness: Sendable {
    let database: AnyDatabase

    /// Writes a number, commits it, and reads it back.
    ///
    /// - Throws: ``StoreError`` if the database refuses, is busy, or returns an older number.
    package func prove() async throws {
        let written = try await database.write(as: .server(.upkeep)) {
            try $0.countUp("readiness")
        }
        let found = try await database.read(as: .server(.upkeep)) { try $0.counter("readiness") }
        // Another server may have written a greater number since.
        guard found.number >= written else { throw StoreError.unexpectedValue(column: 0) }
    }
}
