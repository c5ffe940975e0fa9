extension DatabaseConnection {
    /// The columns of a table, in the order of their names; none if there is no such table.
    func columns(of table: String) throws -> [String] {
        try rows(dialect.columnNames, [.text(table)]).map { try $0.text(0) }
    }

    /// The greatest key that a table has.
    func lastKey(of table: MovedTable) throws -> [SQLValue]? {
        let key = table.key.joined(separator: ", ")
        let descending = table.key.map { "\($0) DESC" }.joined(separator: ", ")
        return try row("SELECT \(key) FROM \(table.name) ORDER BY \(descending) LIMIT 1")?.values
    }

    /// The rows after a key, at most as many as one transaction should copy.
    func page(
        of table: MovedTable,
        _ columns: [String],
        after last: [SQLValue]?
    ) throws -> [Row] {
        let key = table.key.joined(separator: ", ")
        let places = table.key.indices.map { "$\($0 + 1)" }.joined(separator: ", ")
        let condition = last == nil ? "" : "WHERE (\(key)) > (\(places))"
        return try rows(
            """
            SELECT \(columns.joined(separator: ", ")) FROM \(table.name) \(condition)
            ORDER BY \(key) LIMIT \(Limits.rowsPerMovedPage)
            """,
            last ?? [],
            bytesMax: Limits.pageBytesMax
        ).rows
    }

    /// Passes on all rows of a table, page by page in the order of its key.
    func eachPage(
        of table: MovedTable,
        _ columns: [String],
        _ body: ([Row]) throws -> Void
    ) throws {
        var last: [SQLValue]?
        while true {
            let page = try page(of: table, columns, after: last)
            guard let end = page.last else { return }
            try body(page)
            last = table.key(of: end, columns)
        }
    }

    func insert(_ page: [Row], into table: MovedTable, _ columns: [String]) throws {
        let places = columns.indices.map { "$\($0 + 1)" }.joined(separator: ", ")
        let statement = """
            INSERT INTO \(table.name) (\(columns.joined(separator: ", "))) VALUES (\(places))
            """
        for row in page { try execute(statement, row.values) }
    }

    /// The greatest token in any table.
    func lastToken() throws -> Int64 {
        let row = try row(
            """
            SELECT coalesce(max(token), 0) FROM (
                SELECT max(token) AS token FROM changes
                UNION ALL SELECT max(change_token) FROM objects
                UNION ALL SELECT max(change_token) FROM calendars
                UNION ALL SELECT max(last_token) FROM writes
                UNION ALL SELECT max(until_token) FROM versions
            ) AS tokens
            """
        )
        return try row?.integer(0) ?? 0
    }

    /// The value of a counter, if there is one with this name.
    func counterIfAny(_ name: String) throws -> Int64? {
        try row("SELECT value FROM counters WHERE name = $1", [.text(name)])?.integer(0)
    }

    /// The value of a counter that each database has.
    func counter(_ name: String) throws -> ChangeToken {
        guard let value = try counterIfAny(name) else { throw StoreError.notFound }
        return ChangeToken(value)
    }

    /// Adds one to a counter, creating it if needed, and returns its value.
    @discardableResult
    func countUp(_ name: String) throws -> Int64 {
        let row = try writtenRow(
            """
            INSERT INTO counters (name, value) VALUES ($1, 1)
            ON CONFLICT (name) DO UPDATE SET value = counters.value + 1 RETURNING value
            """,
            [.text(name)]
        )
        guard let row else { throw StoreError.notFound }
        return try row.integer(0)
    }

    /// Sets a counter, creating it if needed.
    func setCounter(_ name: String, _ value: Int64) throws {
        try execute(
            """
            INSERT INTO counters (name, value) VALUES ($1, $2)
            ON CONFLICT (name) DO UPDATE SET value = excluded.value
            """,
            [.text(name), .integer(value)]
        )
    }
}
