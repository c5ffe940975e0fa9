/// The SQL that differs between SQLite and PostgreSQL.
package enum Dialect: Sendable {
    case sqlite
    case postgreSQL

    /// Whether servers on this database are told about every write and then read the change log.
    var wakesStreamsFromLog: Bool { self == .postgreSQL }

    /// A statement for the accounts that see the calendar `$1`, and at which level.
    var viewersOfCalendar: String {
        switch self {
        case .sqlite:
            """
            SELECT viewer_id, max(level) FROM sights WHERE calendar_id = $1
            GROUP BY viewer_id ORDER BY viewer_id
            """
        case .postgreSQL: "SELECT viewer_id, level FROM viewers_of($1) ORDER BY viewer_id"
        }
    }

    /// A statement for the names of the columns of the table `$1`, in order.
    var columnNames: String {
        switch self {
        case .sqlite: "SELECT name FROM pragma_table_info($1) ORDER BY name"
        case .postgreSQL:
            """
            SELECT attname::text COLLATE "C" AS name FROM pg_attribute
            WHERE attrelid = to_regclass($1::text) AND attnum > 0 AND NOT attisdropped ORDER BY name
            """
        }
    }

    /// A statement that keeps others from writing to tables; nil if every writing transaction does
    /// that.
    func lock(_ tables: [String]) -> String? {
        switch self {
        case .sqlite: nil
        case .postgreSQL: "LOCK TABLE \(tables.joined(separator: ", ")) IN SHARE MODE"
        }
    }

    /// A statement that lifts the time limit of a transaction's statements; nil if there is none.
    var endOfTimeLimit: String? {
        switch self {
        case .sqlite: nil
        case .postgreSQL: "SET LOCAL statement_timeout = 0"
        }
    }

    /// A statement for the number of changes that were ever written, or of those that are still in
    /// the log.
    var writtenChangeCount: String {
        switch self {
        case .sqlite: "SELECT value FROM counters WHERE name = 'change'"
        case .postgreSQL: "SELECT count(*) FROM changes"
        }
    }

    /// An expression for the number of octets of a text in UTF-8.
    func byteCount(of column: String) -> String {
        switch self {
        case .sqlite: "length(CAST(\(column) AS BLOB))"
        case .postgreSQL: "octet_length(\(column))"
        }
    }

    /// An expression for the bytes of a calendar's events; another expression gives the calendar.
    func eventBytes(ofCalendar id: String) -> String {
        """
        (SELECT coalesce(sum(\(byteCount(of: "ical"))), 0) FROM objects WHERE calendar_id = \(id))
        """
    }

    /// Translates a statement that makes or alters a table.
    ///
    /// Texts are compared by their octets everywhere, whatever the server's locale.
    func definition(_ sql: String) -> String {
        switch self {
        case .sqlite: sql
        case .postgreSQL:
            sql.split(separator: " TEXT", omittingEmptySubsequences: false)
                .joined(separator: #" TEXT COLLATE "C""#)
                .split(separator: "lower(hex(randomblob(16)))", omittingEmptySubsequences: false)
                .joined(separator: "replace(gen_random_uuid()::text, '-', '')")
                .split(separator: "length(CAST(ical AS BLOB))", omittingEmptySubsequences: false)
                .joined(separator: "octet_length(ical)")
        }
    }
}
