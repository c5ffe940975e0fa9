extension Administration {
    /// Disables an account: nobody can sign in to it, and all its sessions end.
    ///
    /// Its data stays, and so does what it shows its groups; app passwords work again once it's
    /// enabled. Registrations for push messages end, because programs renew them by themselves, and
    /// so does a link for a new password. All of that also ends if the account was disabled before,
    /// because a server of an older version may have let somebody in since.
    ///
    /// - Parameters:
    ///   - account: The account.
    ///   - nowSecond: The current time.
    /// - Returns: Whether it wasn't disabled before.
    /// - Throws: ``StoreError/notFound`` if there's no such account.
    package func disable(_ account: AccountID, nowSecond: Int64) async throws -> Bool {
        try await observed.change(of: account, doing: .administration, mayUseReserve: true) {
            connection in
            let isNew = try !connection.accounts.isDisabled(account)
            try connection.execute(
                "UPDATE users SET disabled_second = coalesce(disabled_second, $2) WHERE id = $1",
                [.text(account.text), .integer(nowSecond)]
            )
            try connection.accounts.removeSessions(of: account, exceptTokenHash: nil)
            for table in ["push_registrations WHERE account_id", "password_links WHERE user_id"] {
                try connection.execute("DELETE FROM \(table) = $1", [.text(account.text)])
            }
            try connection.accounts.wakeStreams(of: account)
            return isNew
        }
    }

    /// Lets people sign in to an account again, and returns whether it was disabled.
    package func enable(_ account: AccountID) async throws -> Bool {
        try await observed.database.write(as: .server(.administration)) { connection in
            guard try connection.accounts.isDisabled(account) else { return false }
            try connection.execute(
                "UPDATE users SET disabled_second = NULL WHERE id = $1",
                [.text(account.text)]
            )
            return true
        }
    }
}

extension AccountStatements {
    /// Throws ``StoreError/notFound`` if there's no such account.
    func isDisabled(_ account: AccountID) throws -> Bool {
        let row = try connection.row(
            "SELECT disabled_second FROM users WHERE id = $1",
            [.text(account.text)]
        )
        guard let row else { throw StoreError.notFound }
        return !row.isNull(0)
    }

    /// Wakes the streams of an account on all servers, so that they notice that their sign-in has ended.
    ///
    /// Only the log wakes streams, so this logs that a calendar changed; reading it again does no
    /// harm.
    func wakeStreams(of account: AccountID) throws {
        let row = try connection.row(
            """
            SELECT id FROM calendars WHERE owner_id = $1 AND group_id IS NULL
            AND deleted_token IS NULL ORDER BY position, id LIMIT 1
            """,
            [.text(account.text)]
        )
        guard let row else { return }
        _ = try connection.changes.record(
            .calendar(CalendarID(stored: try row.text(0))),
            owner: account
        )
    }
}
