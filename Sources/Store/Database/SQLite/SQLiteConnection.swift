import GRDB

/// A connection to SQLite, within a transaction.
package struct SQLiteConnection: DatabaseConnection {
    let database: GRDB.Database
    package let entries = WrittenEntries()
    package let storage = StorageTally()

    package var dialect: Dialect { .sqlite }

    package func altering(isNeeded: Bool, _ body: () throws -> Void) throws {
        if isNeeded { try body() }
    }

    package func schemaFaults() throws -> [String] {
        let version = try schemaVersion()
        // This program doesn't know the schema of a newer version, which is refused when it's
        // opened.
        guard (1...Int64(Migrations.all.count)).contains(version) else { return [] }
        return try SchemaCheck.faults(self, version: version)
    }

    /// SQLite has no row-level security.
    package var principal: Principal { .server(.upkeep) }

    package func become(_ principal: Principal) {}

    package func takeToken() throws -> ChangeToken {
        let row = try writtenRow(
            "UPDATE counters SET value = value + 1 WHERE name = 'change' RETURNING value",
            []
        )
        guard let row else { throw StoreError.notFound }
        return ChangeToken(try row.integer(0))
    }

    /// Writes come one after the other, so nothing can come before the last one's token.
    package func completeToken() throws -> ChangeToken { try counter("change") }

    package func rows(
        _ sql: String,
        _ arguments: [SQLValue],
        bytesMax: Int
    ) throws -> (rows: [Row], isCut: Bool) {
        let statement = try prepared(sql)
        let cursor = try GRDB.Row.fetchCursor(statement, arguments: bound(arguments))
        let columns = 0..<statement.columnCount
        var rows: [Row] = []
        var bytes = 0
        while let row = try cursor.next() {
            // Read by number, because `row.databaseValues` also makes a string of every column's
            // name.
            let values = columns.map { SQLValue(row[$0] as DatabaseValue) }
            rows.append(Row(values: values))
            if bytesMax < .max {
                bytes += values.reduce(0) { $0 + $1.textBytes }
                if bytes >= bytesMax { return (rows, true) }
            }
        }
        return (rows, false)
    }

    @discardableResult
    package func execute(_ sql: String, _ arguments: [SQLValue]) throws -> Int {
        try prepared(sql).execute(arguments: bound(arguments))
        return database.changesCount
    }

    /// A cached statement, with every `$1` replaced by SQLite's `?1`.
    private func prepared(_ sql: String) throws -> Statement {
        let octets = sql.utf8.map { $0 == UInt8(ascii: "$") ? UInt8(ascii: "?") : $0 }
        return try database.cachedStatement(sql: String(decoding: octets, as: UTF8.self))
    }

    private func bound(_ arguments: [SQLValue]) throws(StoreError) -> StatementArguments {
        // Not `[DatabaseValue]`, which GRDB would read through a key path that it makes again every
        // time.
        var values: [(any DatabaseValueConvertible)?] = []
        for argument in arguments {
            switch argument {
            case .null: values.append(nil)
            case .integer(let number): values.append(number)
            case .text(let text):
                guard !text.utf8.contains(0) else { throw .nul }
                values.append(text)
            }
        }
        return StatementArguments(values)
    }
}

extension SQLValue {
    fileprivate init(_ value: DatabaseValue) {
        self =
            switch value.storage {
            case .null: .null
            case .int64(let number): .integer(number)
            case .double(let number): .text(String(number))
            case .string(let text): .text(text)
            case .blob(let octets): .text(String(decoding: octets, as: UTF8.self))
            }
    }
}
