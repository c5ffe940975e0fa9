import Synchronization

/// The number that is added to a server's transaction numbers to make tokens.
final class TokenOffset: Sendable {
    private let stored = Mutex<Int64>(0)

    var value: Int64 { stored.withLock { $0 } }

    func set(_ value: Int64) { stored.withLock { $0 = value } }
}

extension PostgreSQLConnection {
    /// The stored offset.
    ///
    /// It's raised first if this server's tokens would come before those that the log already has,
    /// as after a move from another database.
    func readTokenOffset() throws -> Int64 {
        guard let transaction = try number.value() else { return 0 }
        let row = try row(
            """
            SELECT (SELECT value FROM counters WHERE name = 'token-offset'), greatest(
                (SELECT max(token) FROM changes), (SELECT max(last_token) FROM writes),
                (SELECT max(change_token) FROM objects), (SELECT max(change_token) FROM calendars),
                (SELECT max(value) FROM counters WHERE name IN ('change', 'change-floor')), 0)
            """
        )
        let stored = try row.flatMap { $0.isNull(0) ? nil : try $0.integer(0) }
        let last = try row?.integer(1) ?? 0
        let stays = TransactionTokens(transaction: nil, offset: stored ?? 0)
        if let stored, stays.first(of: transaction) > last { return stored }
        let needed = max(0, (last >> TransactionTokens.entryBits) + 1 - transaction)
        try execute(
            """
            INSERT INTO counters (name, value) VALUES ('token-offset', $1)
            ON CONFLICT (name) DO UPDATE SET value = excluded.value
            """,
            [.integer(needed)]
        )
        return needed
    }
}
