/// How a change came in.
package enum WriteSource: String, Hashable, Sendable {
    case page
    /// Another program, with an app password.
    case program
    case importing = "import"
}

/// Who changed something, and when.
package struct Write: Hashable, Sendable {
    package let second: Int64
    package let way: WriteSource
    /// The account; nil when it has been deleted since.
    package let account: AccountID?
    /// The account's name; empty when it has been deleted since.
    package let name: String
}

extension Write {
    static let columns = "writes.second, writes.way, users.id, users.name"

    /// An expression for the last token of the write that made a change, given the column of the
    /// change's token.
    ///
    /// A statement reads it in a CTE `found`, which has the change's token as `token`. In the
    /// condition of ``join``, it would make PostgreSQL read all writes, because PostgreSQL may not
    /// use an index for a condition that could reveal what a policy hides.
    static func lastToken(of token: String) -> String {
        "(SELECT min(last_token) FROM writes WHERE last_token >= \(token)) AS last_token"
    }

    /// The tables that ``columns`` are read from, for the changes in the CTE `found`.
    ///
    /// There are no rows for changes from before the first write that is still known.
    static let join = """
        LEFT JOIN writes ON writes.last_token = found.last_token
        AND writes.first_token <= found.token
        LEFT JOIN users ON users.id = writes.account_id
        """

    /// Reads ``columns`` starting at a column; nil when the write is no longer known.
    init?(_ row: Row, from first: Int) throws {
        guard !row.isNull(first) else { return nil }
        second = try row.integer(first)
        way = WriteSource(rawValue: try row.text(first + 1)) ?? .page
        let hasAccount = !row.isNull(first + 2)
        account = hasAccount ? AccountID(stored: try row.text(first + 2)) : nil
        name = hasAccount ? try row.text(first + 3) : ""
    }
}

extension ChangeStatements {
    /// Notes who wrote some entries.
    func sign(
        _ entries: [WrittenEntries.Entry],
        by account: AccountID,
        through way: WriteSource,
        second: Int64
    ) throws {
        guard let first = entries.first?.token, let last = entries.last?.token else { return }
        // The account is looked up, because the transaction may have deleted it.
        try connection.executeSoon(
            """
            INSERT INTO writes (last_token, first_token, account_id, way, second)
            VALUES ($1, $2, (SELECT id FROM users WHERE id = $3), $4, $5)
            """,
            [
                .integer(last.number), .integer(first.number), .text(account.text),
                .text(way.rawValue), .integer(second),
            ]
        )
    }

    /// The newest change that is older than a second.
    func lastToken(before second: Int64) throws -> ChangeToken? {
        try connection.row(
            """
            SELECT last_token FROM writes WHERE second < $1
            ORDER BY second DESC, last_token DESC LIMIT 1
            """,
            [.integer(second)]
        ).map { ChangeToken(try $0.integer(0)) }
    }
}
