import Agenda

/// Secret addresses, with which anybody reads a calendar, a set or a group without signing in.
///
/// A secret has at least 128 random bits, so a fast hash without salt can't be guessed.
package struct SecretAddresses: Sendable {
    let database: AnyDatabase

    /// Adds an address.
    ///
    /// Throws ``StoreError/notFound`` for a calendar that isn't the account's own, and
    /// ``StoreError/notAllowed`` for a group whose calendar it may not share.
    ///
    /// The hash of its secret has 64 hexadecimal digits. `sets` are the sets that the account has:
    /// addresses of other sets are removed to make room.
    package func create(
        _ new: SecretAddress,
        hash: String,
        sets: Set<CalendarSetID> = []
    ) async throws {
        try await database.write(as: .account(new.account)) { connection in
            switch new.subject {
            case .calendar(let calendar):
                try connection.calendars.require(.giveOut, of: calendar, by: new.account)
            case .group(let group):
                try connection.groups.require(.giveOut, of: group, by: new.account)
            case .set: break
            }
            try connection.secretAddresses.makeRoom(of: new.account, sets: sets)
            try connection.secretAddresses.insert(new, hash: hash)
        }
    }

    /// The addresses that an account may revoke, the oldest first.
    ///
    /// These are its own addresses, and those that others made for groups whose calendar it may
    /// share.
    package func all(
        seenBy account: AccountID
    ) async throws -> [(address: SecretAddress, madeBy: String)] {
        try await database.read(as: .account(account)) { connection in
            let groups = try connection.secretAddresses.groupsToGiveOut(by: account)
            let rows = try connection.rows(
                """
                SELECT \(SecretAddress.columns), users.name FROM secret_links
                JOIN users ON users.id = secret_links.account_id
                WHERE secret_links.account_id = $1 OR group_id IN (
                    SELECT group_id FROM memberships WHERE account_id = $1
                )
                ORDER BY secret_links.created_second, secret_links.id
                """,
                [.text(account.text)]
            )
            return try rows.compactMap { row in
                let address = try SecretAddress(row)
                guard address.account == account || address.isOfOne(of: groups) else { return nil }
                return (address, try row.text(9))
            }
        }
    }

    /// Revokes an address; from then on it seems never to have existed.
    package func remove(_ id: String, by account: AccountID) async throws {
        try await database.writeUsingReserve(as: .account(account)) { connection in
            let row = try connection.row(
                "SELECT \(SecretAddress.columns) FROM secret_links WHERE id = $1",
                [.text(id)]
            )
            guard let address = try row.map(SecretAddress.init) else { throw StoreError.notFound }
            let groups = try connection.secretAddresses.groupsToGiveOut(by: account)
            guard address.account == account || address.isOfOne(of: groups) else {
                throw StoreError.notFound
            }
            try connection.execute("DELETE FROM secret_links WHERE id = $1", [.text(id)])
        }
    }

    /// The address with a secret, and its last state; nil if there is none, or if its maker is
    /// disabled.
    package func address(
        hash: String
    ) async throws -> (address: SecretAddress, state: SecretAddressState?)? {
        try await database.read(as: .server(.secretAddresses)) { connection in
            let row = try connection.row(
                """
                SELECT \(SecretAddress.columns), state, state_second FROM secret_links
                WHERE secret_hash = $1 AND NOT EXISTS (
                    SELECT 1 FROM users
                    WHERE users.id = secret_links.account_id AND disabled_second IS NOT NULL
                )
                """,
                [.text(hash)]
            )
            return try row.map { row in
                let state =
                    row.isNull(9)
                    ? nil
                    : SecretAddressState(hash: try row.text(9), sinceSecond: try row.integer(10))
                return (try SecretAddress(row), state)
            }
        }
    }

    /// Stores when an address was last used, and the state of its answer.
    package func noteUse(
        of id: String,
        second: Int64,
        state: SecretAddressState
    ) async throws {
        try await database.write(as: .server(.secretAddresses)) { connection in
            _ = try connection.execute(
                """
                UPDATE secret_links SET used_second = $2, state = $3, state_second = $4
                WHERE id = $1
                """,
                [.text(id), .integer(second), .text(state.hash), .integer(state.sinceSecond)]
            )
        }
    }
}

extension SecretAddress {
    fileprivate func isOfOne(of groups: Set<GroupID>) -> Bool {
        if case .group(let group) = subject { groups.contains(group) } else { false }
    }
}

extension SecretAddressStatements {
    /// Removes a member's addresses for a group.
    func removeAll(of member: AccountID, to group: GroupID) throws {
        try connection.execute(
            "DELETE FROM secret_links WHERE group_id = $1 AND account_id = $2",
            [.text(group.text), .text(member.text)]
        )
    }

    /// Removes all addresses for a calendar.
    func removeAll(of calendar: CalendarID) throws {
        try connection.execute(
            "DELETE FROM secret_links WHERE calendar_id = $1",
            [.text(calendar.text)]
        )
    }

    /// The groups whose calendar an account may share.
    fileprivate func groupsToGiveOut(by account: AccountID) throws -> Set<GroupID> {
        let rows = try connection.rows(
            "SELECT group_id, role FROM memberships WHERE account_id = $1",
            [.text(account.text)]
        )
        let groups = try rows.compactMap { row in
            let role = GroupRole(stored: try row.text(1))
            return Permission.allows(.giveOut, as: role) ? GroupID(stored: try row.text(0)) : nil
        }
        return Set(groups)
    }

    /// Throws ``StoreError/tooMany(_:)`` if an account has as many addresses as it may.
    fileprivate func makeRoom(
        of account: AccountID,
        sets: Set<CalendarSetID>
    ) throws {
        let rows = try connection.rows(
            "SELECT id, set_id FROM secret_links WHERE account_id = $1",
            [.text(account.text)]
        )
        guard rows.count >= Limits.secretAddressesPerAccountMax else { return }
        // The page deletes sets without knowing of their addresses.
        let gone = try rows.filter { row in
            try !row.isNull(1) && !sets.contains(CalendarSetID(stored: row.text(1)))
        }
        for row in gone {
            try connection.execute(
                "DELETE FROM secret_links WHERE id = $1",
                [.text(try row.text(0))]
            )
        }
        guard rows.count - gone.count < Limits.secretAddressesPerAccountMax else {
            throw StoreError.tooMany(.secretAddresses)
        }
    }

    fileprivate func insert(_ new: SecretAddress, hash: String) throws {
        var (calendar, set, group): (String?, String?, String?)
        switch new.subject {
        case .calendar(let id): calendar = id.text
        case .set(let id): set = id.text
        case .group(let id): group = id.text
        }
        try connection.execute(
            """
            INSERT INTO secret_links (id, account_id, calendar_id, set_id, group_id, secret_hash,
            name, is_busy_only, created_second)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
            """,
            [
                .text(new.id), .text(new.account.text), .optional(calendar), .optional(set),
                .optional(group), .text(hash), .text(new.name), .bool(new.isBusyOnly),
                .integer(new.createdSecond),
            ]
        )
    }
}
