import Testing

@testable import Store

extension PostgreSQLConnection {
    /// Checks that row-level security hides nothing that a statement asks for.
    ///
    /// It's there for statements that are wrong. A right one that asked for a hidden row would get, change
    /// or remove less than on SQLite, and nobody would be told.
    func expectNothingHidden(from sql: String, _ arguments: [SQLValue]) throws {
        // The first asks for what runs on the server. Without a condition, a statement asks for what is shown.
        guard principal.duty != .upkeep, !sql.contains("pg_current_snapshot"),
            sql.hasPrefix("INSERT") || sql.contains("WHERE")
        else { return }
        let all = Principal(account: principal.account, duty: .upkeep)
        guard let whole = try tryOut(sql, arguments, as: all),
            let shown = try tryOut(sql, arguments, as: principal)
        else { return }
        #expect(
            shown == whole,
            "\(principal.duty?.rawValue ?? "account"): \(sql)"
        )
    }

    /// What a statement does, without leaving anything of it; nil if it fails.
    private func tryOut(
        _ sql: String,
        _ arguments: [SQLValue],
        as principal: Principal
    ) throws -> Outcome? {
        try session.run("SAVEPOINT tried")
        defer { _ = try? session.run("ROLLBACK TO tried; RELEASE tried") }
        try session.work(for: principal)
        guard let result = try? session.run(sql, arguments) else { return nil }
        return Outcome(changed: result.changedCount, rows: Set(result.rows.map(\.values)))
    }
}

private struct Outcome: Equatable {
    let changed: Int
    let rows: Set<[SQLValue]>
}
