extension DatabaseConnection {
    /// The number of the newest migration that was applied; 0 if the database isn't Meantime's.
    func schemaVersion() throws -> Int64 {
        guard try !columns(of: "migrations").isEmpty else { return 0 }
        return try row("SELECT coalesce(max(number), 0) FROM migrations")?.integer(0) ?? 0
    }

    /// The number of the newest migration of a database that can be read.
    ///
    /// It can be read if this program knows the migration, and no move or restoration stopped in
    /// the middle.
    ///
    /// - Throws: ``StoreError/newerSchema(version:)``, ``StoreError/halfFilled``, and ``StoreError/notFound`` if
    ///   there's no migration.
    @discardableResult
    func requireWhole() throws -> Int64 {
        let version = try schemaVersion()
        guard version > 0 else { throw StoreError.notFound }
        guard version <= Migrations.all.count else {
            throw StoreError.newerSchema(version: version)
        }
        try requireFinished()
        return version
    }

    /// Throws ``StoreError/halfFilled`` if a move or a restoration into the database isn't finished.
    func requireFinished() throws {
        guard try !isHalfFilled() else { throw StoreError.halfFilled }
    }

    /// Whether a move or a restoration into the database isn't finished.
    func isHalfFilled() throws -> Bool { try counterIfAny(UnfinishedFillMark.name) != nil }
}
