import Agenda

/// An administrator's actions on accounts, from the server or from the command line.
package struct Administration: Sendable {
    let observed: ObservedDatabase

    /// A page of all accounts, ordered by their e-mail address.
    ///
    /// - Parameters:
    ///   - address: The last address of the page before; nil for the first page.
    ///   - countMax: How many accounts at most.
    /// - Returns: The accounts; none after the last page.
    /// - Throws: The errors of the database.
    package func accounts(
        after address: String?,
        countMax: Int = Limits.summariesPerPage
    ) async throws -> [AccountSummary] {
        try await observed.database.read(as: .server(.administration)) { connection in
            try connection.accounts.summaries(
                "users.email > $1 ORDER BY users.email LIMIT $2",
                [.text(address ?? ""), .integer(Int64(countMax))]
            )
        }
    }

    /// The account with an e-mail address in lower case.
    ///
    /// Throws ``StoreError/notFound`` without one.
    package func account(email: String) async throws -> AccountSummary {
        try await observed.database.read(as: .server(.administration)) { connection in
            let found = try connection.accounts.summaries("users.email = $1", [.text(email)])
            guard let summary = found.first else { throw StoreError.notFound }
            return summary
        }
    }

    /// The calendars of an account, without those of its groups.
    package func calendars(of account: AccountID) async throws -> [CalendarSummary] {
        try await observed.database.read(as: .server(.administration)) { connection in
            try connection.rows(
                """
                SELECT id, name, CASE WHEN deleted_token IS NULL THEN 0 ELSE 1 END,
                CASE WHEN deleted_token IS NULL THEN object_count ELSE 0 END,
                calendars.object_bytes + calendars.history_bytes
                FROM calendars WHERE owner_id = $1 AND group_id IS NULL ORDER BY position, id
                """,
                [.text(account.text)]
            ).map { row in
                CalendarSummary(
                    id: CalendarID(stored: try row.text(0)),
                    name: try row.text(1),
                    isInBin: try row.bool(2),
                    storage: try StorageSummary(row, from: 3)
                )
            }
        }
    }

    /// A page of all groups, ordered by their ID; see ``accounts(after:countMax:)``.
    package func groups(
        after id: GroupID?,
        countMax: Int = Limits.summariesPerPage
    ) async throws -> [GroupSummary] {
        try await observed.database.read(as: .server(.administration)) { connection in
            try connection.rows(
                """
                SELECT groups.id, groups.name,
                (SELECT count(*) FROM memberships WHERE group_id = groups.id),
                (
                    SELECT count(*) FROM memberships AS member
                    JOIN calendars AS shown ON shown.owner_id = member.account_id
                    AND shown.group_id IS NULL AND shown.deleted_token IS NULL
                    LEFT JOIN shares ON shares.group_id = member.group_id
                    AND shares.account_id = member.account_id AND shares.calendar_id = shown.id
                    WHERE member.group_id = groups.id AND coalesce(shares.level,
                    CASE WHEN shown.is_subscribed = 1 THEN 0 ELSE member.default_level END) > 0
                ),
                (SELECT coalesce(sum(object_count), 0) FROM calendars WHERE group_id = groups.id),
                \(storedBytes(where: "group_id = groups.id"))
                FROM groups WHERE groups.id > $1 ORDER BY groups.id LIMIT $2
                """,
                [.text(id?.text ?? ""), .integer(Int64(countMax))]
            ).map { row in
                GroupSummary(
                    id: GroupID(stored: try row.text(0)),
                    name: try row.text(1),
                    memberCount: Int(try row.integer(2)),
                    shownCalendarCount: Int(try row.integer(3)),
                    storage: try StorageSummary(row, from: 4)
                )
            }
        }
    }
}

extension AccountStatements {
    fileprivate func summaries(
        _ condition: String,
        _ arguments: [SQLValue]
    ) throws -> [AccountSummary] {
        let own = "owner_id = users.id AND group_id IS NULL"
        return try connection.rows(
            """
            SELECT users.id, users.email, users.name, users.created_second,
            (
                SELECT max(second) FROM (
                    SELECT used_second AS second FROM sessions WHERE user_id = users.id
                    UNION ALL SELECT used_second FROM app_passwords WHERE user_id = users.id
                    UNION ALL SELECT used_second FROM known_networks WHERE user_id = users.id
                ) AS uses
            ),
            users.disabled_second,
            (SELECT count(*) FROM memberships WHERE account_id = users.id),
            (
                SELECT coalesce(sum(object_count), 0) FROM calendars
                WHERE \(own) AND deleted_token IS NULL
            ),
            \(storedBytes(where: own))
            FROM users WHERE \(condition)
            """,
            arguments
        ).map { row in
            AccountSummary(
                account: try Account(row),
                createdSecond: try row.integer(3),
                seenSecond: row.isNull(4) ? nil : try row.integer(4),
                disabledSecond: row.isNull(5) ? nil : try row.integer(5),
                groupCount: Int(try row.integer(6)),
                storage: try StorageSummary(row, from: 7)
            )
        }
    }
}

/// An expression for the bytes that are stored in some calendars.
private func storedBytes(where condition: String) -> String {
    """
    (SELECT coalesce(sum(object_bytes + history_bytes), 0) FROM calendars WHERE \(condition))
    """
}

extension StorageSummary {
    /// Reads the numbers of events and of bytes.
    fileprivate init(_ row: Row, from index: Int) throws {
        self.init(eventCount: try row.integer(index), byteCount: try row.integer(index + 1))
    }
}
