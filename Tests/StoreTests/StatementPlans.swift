import Foundation
import Testing

@testable import Store

/// The tables that grow with every event.
private let largeTables: Set<String> = ["objects", "versions", "changes", "writes"]

/// Checks that a statement can find its rows in the large tables by an index.
///
/// Tables of a test are so small that PostgreSQL would rather read them as a whole. So it's told that
/// this costs a lot: if it still does, or goes through an index from end to end, there's no other way.
func checkPlan(
    of sql: String,
    _ arguments: [SQLValue],
    as principal: Principal,
    on session: PostgreSQLSession
) throws {
    guard ["SELECT", "WITH", "INSERT", "UPDATE", "DELETE"].contains(where: sql.hasPrefix),
        // What copies a database, and a test, may be about a table as a whole.
        principal.account != nil || ![nil, .upkeep].contains(principal.duty)
            || sql.contains("WHERE")
    else { return }
    try session.run(
        """
        BEGIN; SET LOCAL enable_seqscan = off; SET LOCAL enable_mergejoin = off;
        SET LOCAL enable_hashjoin = off
        """
    )
    try session.work(for: principal)
    defer { _ = try? session.run("ROLLBACK") }
    guard let explained = try explanation(of: withLiterals(sql, arguments), on: session) else {
        return
    }
    let text = try #require(explained.firstText)
    let plans = try #require(
        try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]]
    )
    for plan in plans {
        let wholes = wholeTables(in: plan["Plan"] as? [String: Any] ?? [:])
        #expect(wholes.isEmpty, "reads a table as a whole: \(sql)")
    }
}

/// A statement's plan; nil if it's a migration's, about a table or a column that is gone since.
private func explanation(
    of sql: String,
    on session: PostgreSQLSession
) throws -> PostgreSQLResult? {
    do {
        return try session.run("EXPLAIN (FORMAT JSON) \(sql)")
    } catch let failure {
        guard ["42P01", "42703"].contains(failure.state) else { throw failure }
        return nil
    }
}

/// The large tables that a plan reads from one end to the other.
private func wholeTables(in plan: [String: Any]) -> [String] {
    let nested = (plan["Plans"] as? [[String: Any]] ?? []).flatMap(wholeTables)
    guard let table = plan["Relation Name"] as? String, largeTables.contains(table),
        ["Seq Scan", "Index Scan", "Index Only Scan"].contains(plan["Node Type"] as? String),
        plan["Index Cond"] == nil
    else { return nested }
    return nested + [table]
}
