/// A Google account whose owner lets this server read calendars.
package struct GoogleAccount: Hashable, Sendable {
    package let id: GoogleAccountID
    /// The account here that it's connected to.
    package let account: AccountID
    /// Google's ID for the account, which stays the same when its address changes.
    package let subject: String
    package let email: String
    /// The refresh token, sealed.
    package let refreshToken: String
    /// Whether its owner also lets this server change events.
    package let canWrite: Bool

    package init(
        id: GoogleAccountID,
        account: AccountID,
        subject: String,
        email: String,
        refreshToken: String,
        canWrite: Bool
    ) {
        self.id = id
        self.account = account
        self.subject = subject
        self.email = email
        self.refreshToken = refreshToken
        self.canWrite = canWrite
    }

    fileprivate static let columns = "id, account_id, subject, email, refresh_token, can_write"

    fileprivate init(_ row: Row) throws {
        self.init(
            id: GoogleAccountID(stored: try row.text(0)),
            account: AccountID(stored: try row.text(1)),
            subject: try row.text(2),
            email: try row.text(3),
            refreshToken: try row.text(4),
            canWrite: try row.bool(5)
        )
    }
}

/// The Google accounts that people have connected.
package struct GoogleAccounts: Sendable {
    let observed: ObservedDatabase

    /// The Google accounts of an account, in the order of their addresses.
    package func all(of account: AccountID) async throws -> [GoogleAccount] {
        try await observed.database.read(as: .account(account)) { connection in
            try connection.rows(
                """
                SELECT \(GoogleAccount.columns) FROM google_accounts
                WHERE account_id = $1 ORDER BY email, id
                """,
                [.text(account.text)]
            ).map { try GoogleAccount($0) }
        }
    }

    /// One of an account's Google accounts.
    ///
    /// - Throws: ``StoreError/notFound``, also for somebody else's Google account.
    package func account(
        _ id: GoogleAccountID,
        of account: AccountID
    ) async throws -> GoogleAccount {
        try await observed.database.read(as: .account(account)) { connection in
            let row = try connection.row(
                """
                SELECT \(GoogleAccount.columns) FROM google_accounts
                WHERE id = $1 AND account_id = $2
                """,
                [.text(id.text), .text(account.text)]
            )
            guard let row else { throw StoreError.notFound }
            return try GoogleAccount(row)
        }
    }

    /// Stores the consent that a Google account's owner has just given; its calendars are due at
    /// once.
    ///
    /// - Parameters:
    ///   - new: The Google account. If it's already connected, the stored one keeps its ID.
    ///   - nowSecond: The current time.
    /// - Returns: The Google account as stored.
    /// - Throws: ``StoreError/tooMany(_:)``, and the errors of the database.
    package func save(_ new: GoogleAccount, nowSecond: Int64) async throws -> GoogleAccount {
        try await observed.change(of: new.account) { connection in
            let row = try connection.row(
                "SELECT id FROM google_accounts WHERE account_id = $1 AND subject = $2",
                [.text(new.account.text), .text(new.subject)]
            )
            let known = try row.map { GoogleAccountID(stored: try $0.text(0)) }
            if known == nil {
                let count = try connection.row(
                    "SELECT count(*) FROM google_accounts WHERE account_id = $1",
                    [.text(new.account.text)]
                )
                guard try count?.integer(0) ?? 0 < Limits.googleAccountsPerAccountMax else {
                    throw StoreError.tooMany(.googleAccounts)
                }
            }
            let id = known ?? new.id
            try connection.execute(
                """
                INSERT INTO google_accounts (\(GoogleAccount.columns))
                VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (id) DO UPDATE SET
                email = $4, refresh_token = $5, can_write = $6
                """,
                [
                    .text(id.text), .text(new.account.text), .text(new.subject),
                    .text(new.email), .text(new.refreshToken), .bool(new.canWrite),
                ]
            )
            try connection.execute(
                """
                UPDATE sources SET is_wanted = 1, due_second = $2, not_before_second = 0,
                failure = NULL, failed_second = NULL, failure_count = 0
                WHERE google_account_id = $1
                """,
                [.text(id.text), .integer(nowSecond)]
            )
            try connection.externalCalendars.connectCalendars(of: id, canWrite: new.canWrite)
            // Changes that were refused for lack of access may be accepted now.
            try connection.execute(
                """
                DELETE FROM source_refusals WHERE calendar_id IN (
                    SELECT calendar_id FROM sources WHERE google_account_id = $1
                )
                """,
                [.text(id.text)]
            )
            return GoogleAccount(
                id: id,
                account: new.account,
                subject: new.subject,
                email: new.email,
                refreshToken: new.refreshToken,
                canWrite: new.canWrite
            )
        }
    }

    /// The calendars that are read through a Google account.
    package func calendars(of id: GoogleAccountID) async throws -> [CalendarID] {
        try await observed.database.read(as: .server(.externalCalendars)) { connection in
            try connection.rows(
                "SELECT calendar_id FROM sources WHERE google_account_id = $1",
                [.text(id.text)]
            ).map { CalendarID(stored: try $0.text(0)) }
        }
    }

    /// Removes a Google account, unless calendars are read through it.
    ///
    /// - Returns: Whether it was removed.
    /// - Throws: The errors of the database.
    package func remove(_ id: GoogleAccountID, of account: AccountID) async throws -> Bool {
        try await observed.database.write(as: .account(account)) { connection in
            try connection.execute(
                """
                DELETE FROM google_accounts WHERE id = $1 AND account_id = $2 AND NOT EXISTS (
                    SELECT 1 FROM sources WHERE google_account_id = $1
                )
                """,
                [.text(id.text), .text(account.text)]
            )
            let left = try connection.row(
                "SELECT 1 FROM google_accounts WHERE id = $1",
                [.text(id.text)]
            )
            return left == nil
        }
    }

    /// Whether a Google account is connected to any account here.
    package func isKnown(subject: String) async throws -> Bool {
        try await observed.database.read(as: .server(.externalCalendars)) { connection in
            try connection.row(
                "SELECT 1 FROM google_accounts WHERE subject = $1",
                [.text(subject)]
            ) != nil
        }
    }

    /// Whether the same Google account is also connected to another account here.
    package func hasOther(than account: GoogleAccount) async throws -> Bool {
        try await observed.database.read(as: .server(.externalCalendars)) { connection in
            try connection.row(
                "SELECT 1 FROM google_accounts WHERE subject = $1 AND account_id <> $2",
                [.text(account.subject), .text(account.account.text)]
            ) != nil
        }
    }

    // MARK: - For a new key

    /// A page of all Google accounts, in the order of their IDs.
    package func page(
        after last: GoogleAccountID?,
        countMax: Int
    ) async throws -> [GoogleAccount] {
        try await observed.database.read(as: .server(.externalCalendars)) { connection in
            try connection.rows(
                """
                SELECT \(GoogleAccount.columns) FROM google_accounts WHERE id > $1
                ORDER BY id LIMIT $2
                """,
                [.text(last?.text ?? ""), .integer(Int64(countMax))]
            ).map { try GoogleAccount($0) }
        }
    }

    /// Stores a token that was sealed again, unless it has changed since.
    package func replaceToken(of old: GoogleAccount, by text: String) async throws {
        try await observed.database.write(as: .server(.externalCalendars)) { connection in
            _ = try connection.execute(
                """
                UPDATE google_accounts SET refresh_token = $3
                WHERE id = $1 AND refresh_token = $2
                """,
                [.text(old.id.text), .text(old.refreshToken), .text(text)]
            )
        }
    }
}

extension ExternalCalendarStatements {
    /// Lets a Google account's calendars be written here as soon as the consent allows it, if its
    /// owner may write them there.
    ///
    /// The next reading takes that back where it's wrong.
    fileprivate func connectCalendars(of id: GoogleAccountID, canWrite: Bool) throws {
        let found = try connection.rows(
            """
            SELECT calendars.id, sources.account_id FROM sources
            JOIN calendars ON calendars.id = sources.calendar_id
            WHERE google_account_id = $1
            """,
            [.text(id.text)]
        )
        for row in found {
            let calendar = CalendarID(stored: try row.text(0))
            let source = try self.calendar(of: calendar, by: AccountID(stored: try row.text(1)))
            // Google calls the access of somebody who may write there by one of these words.
            let mayWrite = ["owner", "writer"].contains(source.role ?? "")
            if canWrite, mayWrite, !source.isConnected { try setConnected(true, calendar) }
            try connection.calendars.record(calendar)
        }
    }
}
