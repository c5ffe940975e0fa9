/// Reads everything in a database, and reports its faults.
package struct DatabaseCheck: Sendable {
    /// What was read.
    package struct Summary: Hashable, Sendable {
        package internal(set) var accountCount: Int64 = 0
        package internal(set) var calendarCount: Int64 = 0
        package internal(set) var objectCount = 0
        package internal(set) var versionCount = 0
        /// The number of faults.
        package internal(set) var faultCount = 0
    }

    /// The text of one stored object.
    package struct Text: Sendable {
        package let uid: String
        package let ical: String
    }

    /// Returns the fault in an object's text; nil if there is none.
    private let fault: @Sendable (Text) -> String?
    /// Called with each fault and its place.
    private let tell: @Sendable (String) -> Void

    package init(
        fault: @escaping @Sendable (Text) -> String?,
        tell: @escaping @Sendable (_ sentence: String) -> Void
    ) {
        self.fault = fault
        self.tell = tell
    }

    /// Reads a SQLite file, which isn't changed.
    ///
    /// - Throws: ``BackupError`` if it can't be read, or has nothing of Meantime in it.
    package func run(file path: String) throws -> Summary {
        let file = try SQLiteFile(reading: path)
        let summary = try file.read { connection in
            _ = try connection.schemaVersion(ofFile: path)
            let faults = try connection.faults(max: Limits.checkFaultsMax)
            guard faults.isEmpty else {
                // Once the file itself is faulty, nothing else in it can be relied on.
                faults.forEach(tell)
                var summary = Summary()
                summary.faultCount = faults.count
                return summary
            }
            return try run(connection)
        }
        try file.close()
        return summary
    }

    /// Reads a PostgreSQL database, all at one moment.
    ///
    /// The database itself checks references and constraints.
    package func run(_ database: some Database) async throws -> Summary {
        try await database.read(as: .server(.upkeep)) { connection in
            // Some of them read whole tables.
            if let statement = connection.dialect.endOfTimeLimit {
                try connection.execute(statement, [])
            }
            return try run(connection)
        }
    }

    private func run(_ connection: some DatabaseConnection) throws -> Summary {
        let version = try connection.requireWhole()
        var summary = Summary()
        summary.accountCount = try connection.count("users")
        summary.calendarCount = try connection.count("calendars")
        summary.objectCount = try check(MovedTable("objects", by: "id"), connection, &summary)
        guard version == Migrations.all.count else {
            tell("Only events were read: the tables are those of an older version (\(version)).")
            return summary
        }
        let versions = MovedTable("versions", by: "object_id", "number")
        summary.versionCount = try check(versions, connection, &summary)
        for rule in Self.rules(in: connection.dialect) { try check(rule, connection, &summary) }
        return summary
    }

    /// Reads the texts of a table, and returns how many there are.
    private func check(
        _ table: MovedTable,
        _ connection: some DatabaseConnection,
        _ summary: inout Summary
    ) throws -> Int {
        var count = 0
        let columns = table.key + ["calendar_id", "href", "uid", "ical"]
        try connection.eachPage(of: table, columns) { page in
            for row in page {
                count += 1
                let texts = Array(row.values.dropFirst(table.key.count))
                guard case .text(let calendar) = texts[0], case .text(let href) = texts[1],
                    case .text(let uid) = texts[2], case .text(let ical) = texts[3]
                else { throw StoreError.unexpectedValue(column: table.key.count) }
                guard let fault = fault(Text(uid: uid, ical: ical)) else { continue }
                found("\(table.name): \(href) of the calendar \(calendar): \(fault)", &summary)
            }
        }
        return count
    }

    private func check(
        _ rule: Rule,
        _ connection: some DatabaseConnection,
        _ summary: inout Summary
    ) throws {
        let limited = rule.query + " LIMIT \(Limits.checkFaultsMax)"
        for row in try connection.rows(limited, []) {
            found("\(rule.table): \(try row.text(0)): \(rule.sentence)", &summary)
        }
    }

    private func found(_ sentence: String, _ summary: inout Summary) {
        summary.faultCount += 1
        if summary.faultCount <= Limits.checkFaultsMax { tell(sentence) }
    }
}

extension DatabaseCheck {
    /// A rule that the schema can't express.
    private struct Rule {
        let table: String
        let sentence: String
        /// A statement that returns the identities of the rows that break the rule.
        let query: String
    }

    private static func rules(in dialect: Dialect) -> [Rule] {
        [
            Rule(
                table: "users",
                sentence: "the account has no calendar that new events go to",
                query: """
                    SELECT id FROM users WHERE NOT EXISTS (
                        SELECT 1 FROM calendars WHERE owner_id = users.id AND is_default = 1
                    )
                    """
            ),
            Rule(
                table: "calendars",
                sentence: "the calendar's number of events isn't the one that it has",
                query: """
                    SELECT id FROM calendars WHERE object_count <> (
                        SELECT count(*) FROM objects WHERE calendar_id = calendars.id
                    )
                    """
            ),
            Rule(
                table: "calendars",
                sentence: "the size of the calendar's events isn't the one that it has",
                query: """
                    SELECT id FROM calendars
                    WHERE object_bytes <> \(dialect.eventBytes(ofCalendar: "calendars.id"))
                    """
            ),
            Rule(
                table: "calendars",
                sentence: "the size of the calendar's history isn't the one that it has",
                query: """
                    SELECT id FROM calendars WHERE history_bytes <> (
                        SELECT coalesce(sum(bytes), 0) FROM versions WHERE calendar_id = calendars.id
                    )
                    """
            ),
            Rule(
                table: "versions",
                sentence: "this version of an event is as new as the present one",
                query: """
                    SELECT DISTINCT object_id FROM versions WHERE EXISTS (
                        SELECT 1 FROM objects WHERE id = object_id AND version <= number
                    )
                    """
            ),
            Rule(
                table: "undecided_invitations",
                sentence: "the event of this invitation isn't there",
                query: """
                    SELECT object_id FROM undecided_invitations WHERE NOT EXISTS (
                        SELECT 1 FROM objects WHERE id = object_id
                    )
                    """
            ),
        ]
    }
}

extension SQLiteConnection {
    /// The faults that SQLite finds in the file and in its references, and the parts that aren't
    /// Meantime's.
    func faults(max: Int) throws -> [String] {
        // Check this first, because a view in the place of a table runs somebody else's SQL.
        let strangers = try schemaFaults().prefix(max)
        guard strangers.isEmpty else { return Array(strangers) }
        let pages = try rows("PRAGMA integrity_check(\(max))", []).map { try $0.text(0) }
        let references = try rows("PRAGMA foreign_key_check", []).prefix(max).map { row in
            let number = row.isNull(1) ? "a row" : "row \(try row.integer(1))"
            return
                "\(try row.text(0)): \(number) refers to something that isn't in \(try row.text(2))"
        }
        return pages.filter { $0 != "ok" } + references
    }
}

extension DatabaseConnection {
    fileprivate func count(_ table: String) throws -> Int64 {
        try row("SELECT count(*) FROM \(table)")?.integer(0) ?? 0
    }
}
