package import CivilTime

/// An account's personal details, and how its owner can sign in.
package struct Profile: Hashable, Sendable {
    package let account: Account
    package let isEmailVerified: Bool
    package let hasPassword: Bool
    /// The name of the person's time zone; empty until it's set.
    package let zone: String
    package let hours: WorkingHours
    /// The ETag of the picture; nil when there is none.
    package let pictureETag: String?
    package let createdSecond: Int64
}

/// Changes to a profile; nil leaves a value unchanged.
package struct ProfileEdit: Hashable, Sendable {
    package var name: String?
    package var zone: String?
    package var fromMinute: Int?
    package var toMinute: Int?
    /// The hours from Monday to Sunday, nil for a day off; empty if they're to be the same on all days.
    package var byWeekday: [WorkHours?]?

    package init(
        name: String? = nil,
        zone: String? = nil,
        fromMinute: Int? = nil,
        toMinute: Int? = nil,
        byWeekday: [WorkHours?]? = nil
    ) {
        self.name = name
        self.zone = zone
        self.fromMinute = fromMinute
        self.toMinute = toMinute
        self.byWeekday = byWeekday
    }
}

extension Accounts {
    package func profile(of account: AccountID) async throws -> Profile {
        try await observed.database.read(as: .account(account)) {
            try $0.accounts.profile(of: account)
        }
    }

    package func edit(_ account: AccountID, _ edit: ProfileEdit) async throws -> Profile {
        try await observed.change(of: account) { connection in
            try connection.execute(
                """
                UPDATE users SET name = coalesce($2, name), zone = coalesce($3, zone),
                from_minute = coalesce($4, from_minute), to_minute = coalesce($5, to_minute),
                week_hours = coalesce($6, week_hours)
                WHERE id = $1
                """,
                [
                    .text(account.text), .optional(edit.name), .optional(edit.zone),
                    .optional(edit.fromMinute.map(Int64.init)),
                    .optional(edit.toMinute.map(Int64.init)),
                    .optional(edit.byWeekday.map(WorkingHours.stored)),
                ]
            )
            try connection.groups.recordAll(of: account)
            return try connection.accounts.profile(of: account)
        }
    }

    /// Sets the password, and ends the access that the old password gave: all sessions except the
    /// one with the given hash, and the registrations for push messages that were made with it.
    package func setPassword(
        _ password: String,
        of account: AccountID,
        keepingTokenHash kept: String?
    ) async throws {
        try await observed.database.writeUsingReserve(as: .account(account)) { connection in
            try connection.accounts.setPassword(password, of: account, keepingTokenHash: kept)
        }
    }
}

extension AccountStatements {
    func setPassword(
        _ password: String,
        of account: AccountID,
        keepingTokenHash kept: String?
    ) throws {
        let count = try connection.execute(
            "UPDATE users SET password = $2 WHERE id = $1",
            [.text(account.text), .text(password)]
        )
        guard count == 1 else { throw StoreError.notFound }
        try removeSessions(of: account, exceptTokenHash: kept)
        try connection.pushes.removeWithoutAppPassword(of: account)
    }

    fileprivate func profile(of account: AccountID) throws -> Profile {
        let row = try connection.row(
            """
            SELECT users.id, users.email, users.name, users.email_verified, users.password,
            users.zone, pictures.etag, users.created_second, \(WorkingHours.columns)
            FROM users LEFT JOIN pictures ON pictures.user_id = users.id WHERE users.id = $1
            """,
            [.text(account.text)]
        )
        guard let row else { throw StoreError.notFound }
        return Profile(
            account: try Account(row),
            isEmailVerified: try row.bool(3),
            hasPassword: try row.text(4) != NewAccount.noPassword,
            zone: try row.text(5),
            hours: try WorkingHours(row, from: 8),
            pictureETag: row.isNull(6) ? nil : try row.text(6),
            createdSecond: try row.integer(7)
        )
    }
}
