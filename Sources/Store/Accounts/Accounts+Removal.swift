extension Accounts {
    /// Removes an account and everything it owns; ``Groups/departures(of:)`` says what happens to its
    /// groups.
    ///
    /// `edit` takes the account out of the candidates of its groups' open proposals.
    package func remove(_ account: AccountID, _ edit: @escaping CandidateEdit) async throws {
        try await observed.change(of: account, mayUseReserve: true) { connection in
            try connection.groups.leaveAll(account, edit)
            let count = try connection.execute(
                "DELETE FROM users WHERE id = $1",
                [.text(account.text)]
            )
            guard count == 1 else { throw StoreError.notFound }
            connection.entries.wakeStreams(of: account)
            // The account's log entries are removed with it, so servers that missed the hint check
            // this counter.
            try connection.countUp(Self.removals)
        }
    }

    /// How many accounts have been removed; a server that sees it change may have streams to end.
    ///
    /// After a move or a restoration it may be any number, so only a change of it means something.
    package func removalCount() async throws -> Int64 {
        try await observed.database.read(as: .server(.changeLog)) { connection in
            try connection.counterIfAny(Self.removals) ?? 0
        }
    }

    /// The name of the counter of removed accounts.
    private static var removals: String { "removed-accounts" }
}
