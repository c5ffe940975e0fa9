import Foundation
import Synchronization
import Testing

@testable import Store

/// The statements that a test ran, to be looked at once more.
///
/// Those for some account are run again for a stranger, with the conditions taken out, as if somebody had
/// forgotten them: row-level security alone must keep the stranger from everything. And all must be able
/// to find their rows in the largest tables by an index.
final class ObservedStatements: Sendable {
    private struct Observed: Hashable {
        let sql: String
        let isForAccount: Bool
        let duty: Duty?
    }

    private static let stranger = AccountID(stored: String(repeating: "e", count: 32))

    /// Those whose plans no other test has to look at any more.
    private static let planned = Mutex(Set<Observed>())

    private let stored = Mutex([Observed: [SQLValue]]())

    func add(_ connection: PostgreSQLConnection, _ sql: String, _ arguments: [SQLValue]) {
        let principal = connection.principal
        let statement = Observed(
            sql: sql,
            isForAccount: principal.account != nil,
            duty: principal.duty
        )
        stored.withLock { $0[statement] = arguments }
    }

    func checkPlans(at address: String) throws {
        let session = try PostgreSQLSession(address: address)
        for (statement, arguments) in stored.withLock({ $0 })
        where Self.planned.withLock({ $0.insert(statement).inserted }) {
            let principal = Principal(
                account: statement.isForAccount ? Self.stranger : nil,
                duty: statement.duty
            )
            try checkPlan(of: statement.sql, arguments, as: principal, on: session)
        }
    }

    func checkAsStranger(at address: String) throws {
        let session = try PostgreSQLSession(address: address)
        for (statement, arguments) in stored.withLock({ $0 }) {
            // A duty of the server sees some tables as a whole; names of authors are nobody's calendar.
            guard statement.isForAccount, statement.duty == nil || statement.duty == .authors,
                !Self.isShared(statement.sql)
            else { continue }
            let principal = Principal(account: Self.stranger, duty: statement.duty)
            try session.run("BEGIN")
            try session.work(for: principal)
            check(statement.sql, arguments, on: session)
            try session.run("ROLLBACK")
        }
    }

    private func check(_ sql: String, _ arguments: [SQLValue], on session: PostgreSQLSession) {
        let bare = withoutConditions(sql)
        do {
            let result = try session.run(withLiterals(bare, arguments))
            if ["INSERT", "UPDATE", "DELETE"].contains(where: sql.hasPrefix) {
                #expect(result.changedCount == 0, "a stranger ran: \(bare)")
            } else {
                // An aggregate has a row even of nothing.
                let found = result.rows.flatMap(\.values).filter {
                    $0 != .null && $0 != .integer(0)
                }
                #expect(found.isEmpty, "a stranger ran: \(bare)")
            }
        } catch {
            // Refused by a policy: the privilege is missing. Or nobody may write such a row.
            #expect(["42501", "23514"].contains(error.state), "\(error.message) in: \(bare)")
        }
    }

    /// Whether anybody may run a statement: it's about tables that belong to nobody or about the server,
    /// or it adds what shows nothing to the one who adds it.
    private static func isShared(_ sql: String) -> Bool {
        ["pg_current_snapshot", "FROM counters", "viewers_of", "SELECT last_token FROM writes"]
            .contains(where: sql.contains)
            || [
                "INSERT INTO changes ", "INSERT INTO writes\n", "INSERT INTO writes ",
                "INSERT INTO groups ", "INSERT INTO counters ",
            ]
            .contains(where: sql.hasPrefix)
    }
}

/// A statement without its WHERE clauses, also of what is nested in it.
func withoutConditions(_ sql: String) -> String {
    let words = sql.replacing("(", with: " ( ").replacing(")", with: " ) ")
        .split(whereSeparator: \.isWhitespace).map(String.init)
    let ends: Set<String> = [
        "GROUP", "ORDER", "LIMIT", "UNION", "RETURNING", "WINDOW", "HAVING", "ON",
    ]
    var kept: [String] = []
    var depth = 0
    var dropsFrom: Int?
    for word in words {
        if word == "(" { depth += 1 }
        if let start = dropsFrom, depth < start || (depth == start && ends.contains(word)) {
            dropsFrom = nil
        }
        if word == ")" { depth -= 1 }
        if let start = dropsFrom, depth < start { dropsFrom = nil }
        if dropsFrom == nil, word == "WHERE", kept.suffix(2) != ["FILTER", "("] {
            dropsFrom = depth
        }
        if dropsFrom == nil { kept.append(word) }
    }
    return kept.joined(separator: " ")
}

/// A statement with the arguments in the places of their numbers.
func withLiterals(_ sql: String, _ arguments: [SQLValue]) -> String {
    var text = sql
    for (index, argument) in arguments.enumerated().reversed() {
        let literal =
            switch argument {
            case .null: "NULL"
            case .integer(let number): String(number)
            case .text(let text): "'\(text.replacing("'", with: "''"))'"
            }
        text = text.replacing("$\(index + 1)", with: literal)
    }
    return text
}

@Suite("Statements without their conditions")
struct ConditionTests {
    @Test(
        "Conditions are taken out at every depth",
        arguments: [
            ("SELECT a FROM t WHERE a = $1 ORDER BY a", "SELECT a FROM t ORDER BY a"),
            (
                "WITH s AS (SELECT * FROM v WHERE x = (SELECT 1)) SELECT 1 FROM s WHERE y",
                "WITH s AS ( SELECT * FROM v ) SELECT 1 FROM s"
            ),
            (
                "DELETE FROM t WHERE a IN (SELECT b FROM u WHERE c ORDER BY b LIMIT 1)",
                "DELETE FROM t"
            ),
        ]
    )
    func conditions(sql: String, bare: String) {
        #expect(withoutConditions(sql) == bare)
    }
}
