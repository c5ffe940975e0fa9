extension ChangeLog {
    /// Deletes all but the newest entries, some at a time.
    ///
    /// Those of a busy day take longer than one statement may.
    package func prune(
        keeping countMax: Int = Limits.changesKept,
        atOnce: Int = Limits.changesPrunedAtOnce
    ) async throws {
        let newFloor = try await database.read(as: .server(.upkeep)) { connection in
            let row = try connection.row(
                "SELECT token FROM changes ORDER BY token DESC LIMIT 1 OFFSET $1",
                [.integer(Int64(countMax))]
            )
            return try row?.integer(0)
        }
        guard let newFloor else { return }
        while try await deleteOldest(atOnce, through: newFloor) { try Task.checkCancellation() }
    }

    /// Deletes some of the oldest entries up to a token; returns whether there were any.
    private func deleteOldest(_ countMax: Int, through last: Int64) async throws -> Bool {
        try await database.write(as: .server(.upkeep)) { connection in
            let row = try connection.row(
                """
                SELECT max(token) FROM (
                    SELECT token FROM changes WHERE token <= $1 ORDER BY token LIMIT $2
                ) AS oldest
                """,
                [.integer(last), .integer(Int64(countMax))]
            )
            guard let row, !row.isNull(0) else { return false }
            let floor = try row.integer(0)
            try connection.execute("DELETE FROM changes WHERE token <= $1", [.integer(floor)])
            try connection.execute(
                "UPDATE counters SET value = $1 WHERE name = 'change-floor' AND value < $1",
                [.integer(floor)]
            )
            return true
        }
    }
}
