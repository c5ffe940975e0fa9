/// A person who can sign in.
package struct Account: Hashable, Sendable {
    package let id: AccountID
    /// In lower case.
    package let email: String
    package let name: String

    package init(id: AccountID, email: String, name: String) {
        self.id = id
        self.email = email
        self.name = name
    }
}

/// The values of a new account.
package struct NewAccount: Sendable {
    /// The text stored instead of a password hash when there is no password.
    ///
    /// It can't be a hash, because a hash starts with the algorithm and its parameters.
    static let noPassword = "none"

    package let account: Account
    /// The password hash with algorithm, parameters and salt; nil for an account that signs in only
    /// through another service.
    package let password: String?
    package let calendar: NewCalendar
    /// Whether another service vouches that the email address belongs to the person.
    package let isEmailVerified: Bool

    package init(
        account: Account,
        password: String?,
        calendar: NewCalendar,
        isEmailVerified: Bool = false
    ) {
        self.account = account
        self.password = password
        self.calendar = calendar
        self.isEmailVerified = isEmailVerified
    }
}

/// All accounts of the installation.
package struct Accounts: Sendable {
    let observed: ObservedDatabase

    /// Whether there are no accounts yet.
    package func isEmpty() async throws -> Bool {
        try await observed.database.read(as: .server(.signIn)) { try $0.accounts.hasNoAccounts() }
    }

    /// Creates the first account; throws ``StoreError/setupDone`` when there already is one.
    package func createFirst(_ new: NewAccount, nowSecond: Int64) async throws {
        try await observed.change(of: new.account.id, doing: .signIn) { connection in
            guard try connection.accounts.hasNoAccounts() else { throw StoreError.setupDone }
            try connection.accounts.insert(new, nowSecond: nowSecond)
        }
    }

    package func create(_ new: NewAccount, nowSecond: Int64) async throws {
        try await observed.change(of: new.account.id, doing: .signIn) { connection in
            try connection.accounts.insertUnlessTaken(new, nowSecond: nowSecond)
        }
    }

    package func account(email: String) async throws -> Account? {
        try await withPassword(email: email)?.account
    }

    /// The only account; nil unless there is exactly one.
    package func only() async throws -> Account? {
        try await observed.database.read(as: .server(.signIn)) { connection in
            let rows = try connection.rows("SELECT id, email, name FROM users LIMIT 2", [])
            return rows.count == 1 ? try rows.first.map(Account.init) : nil
        }
    }

    /// An account with its stored password hash, to check a password against, and whether it's disabled.
    package func withPassword(
        email: String
    ) async throws -> (account: Account, password: String, isDisabled: Bool)? {
        try await observed.database.read(as: .server(.signIn)) { connection in
            let row = try connection.row(
                "SELECT id, email, name, password, disabled_second FROM users WHERE email = $1",
                [.text(email)]
            )
            guard let row else { return nil }
            return (try Account(row), try row.text(3), !row.isNull(4))
        }
    }
}

extension Account {
    /// Reads `id, email, name`.
    init(_ row: Row) throws {
        self.init(
            id: AccountID(stored: try row.text(0)),
            email: try row.text(1),
            name: try row.text(2)
        )
    }
}

extension AccountStatements {
    fileprivate func hasNoAccounts() throws -> Bool {
        try connection.row("SELECT 1 FROM users LIMIT 1") == nil
    }

    func insertUnlessTaken(_ new: NewAccount, nowSecond: Int64) throws {
        let taken = try connection.row(
            "SELECT 1 FROM users WHERE email = $1",
            [.text(new.account.email)]
        )
        guard taken == nil else { throw StoreError.emailTaken }
        try insert(new, nowSecond: nowSecond)
    }

    fileprivate func insert(_ new: NewAccount, nowSecond: Int64) throws {
        try connection.execute(
            """
            INSERT INTO users (id, email, name, password, created_second, email_verified)
            VALUES ($1, $2, $3, $4, $5, $6)
            """,
            [
                .text(new.account.id.text), .text(new.account.email), .text(new.account.name),
                .text(new.password ?? NewAccount.noPassword), .integer(nowSecond),
                .bool(new.isEmailVerified),
            ]
        )
        _ = try connection.calendars.insert(new.calendar, owner: new.account.id)
    }
}
