/// A person's identity at another service, for signing in with it.
package struct Identity: Hashable, Sendable {
    package let id: String
    /// The URL of the OpenID provider.
    package let issuer: String
    /// The provider's ID for the person.
    ///
    /// Unlike an email address, it's never given to somebody else.
    package let subject: String
    /// The email address at the provider, for telling identities apart; empty when unknown.
    package let email: String

    package init(id: String, issuer: String, subject: String, email: String) {
        self.id = id
        self.issuer = issuer
        self.subject = subject
        self.email = email
    }
}

/// The identities at other services, and the accounts they belong to.
package struct Identities: Sendable {
    let observed: ObservedDatabase

    package func account(issuer: String, subject: String) async throws -> Account? {
        try await observed.database.read(as: .server(.signIn)) { connection in
            let row = try connection.row(
                """
                SELECT users.id, users.email, users.name
                FROM identities JOIN users ON users.id = identities.user_id
                WHERE identities.issuer = $1 AND identities.subject = $2
                """,
                [.text(issuer), .text(subject)]
            )
            return try row.map(Account.init)
        }
    }

    /// The account with an email address, and whether the address is verified.
    package func account(email: String) async throws -> (account: Account, isVerified: Bool)? {
        try await observed.database.read(as: .server(.signIn)) { connection in
            let row = try connection.row(
                "SELECT id, email, name, email_verified FROM users WHERE email = $1",
                [.text(email)]
            )
            return try row.map { (try Account($0), try $0.bool(3)) }
        }
    }

    package func all(of account: AccountID) async throws -> [Identity] {
        try await observed.database.read(as: .account(account)) { connection in
            let rows = try connection.rows(
                """
                SELECT id, issuer, subject, email FROM identities WHERE user_id = $1
                ORDER BY created_second, id
                """,
                [.text(account.text)]
            )
            return try rows.map {
                Identity(
                    id: try $0.text(0),
                    issuer: try $0.text(1),
                    subject: try $0.text(2),
                    email: try $0.text(3)
                )
            }
        }
    }

    /// Lets an identity sign in to an existing account; does nothing when it already can.
    package func add(_ identity: Identity, to account: AccountID, nowSecond: Int64) async throws {
        try await observed.database.write(as: .server(.signIn)) { connection in
            let owner = try connection.row(
                "SELECT user_id FROM identities WHERE issuer = $1 AND subject = $2",
                [.text(identity.issuer), .text(identity.subject)]
            )
            if let owner {
                guard try owner.text(0) == account.text else { throw StoreError.identityTaken }
                return
            }
            let count = try connection.accounts.identityCount(of: account)
            guard count < Limits.identitiesPerAccountMax else {
                throw StoreError.tooMany(.identities)
            }
            try connection.accounts.insert(identity, of: account, nowSecond: nowSecond)
        }
    }

    /// Creates an account together with the identity that signs in to it.
    package func create(
        _ new: NewAccount,
        for identity: Identity,
        nowSecond: Int64
    ) async throws {
        try await observed.change(of: new.account.id, doing: .signIn) { connection in
            try connection.accounts.insertUnlessTaken(new, nowSecond: nowSecond)
            try connection.accounts.insert(identity, of: new.account.id, nowSecond: nowSecond)
        }
    }

    /// Removes an identity, unless it's the account's only way to sign in.
    package func remove(_ id: String, of account: AccountID) async throws {
        try await observed.database.writeUsingReserve(as: .account(account)) { connection in
            let row = try connection.row(
                "SELECT password FROM users WHERE id = $1",
                [.text(account.text)]
            )
            let hasPassword = try row.map { try $0.text(0) != NewAccount.noPassword } ?? false
            let removed = try connection.execute(
                "DELETE FROM identities WHERE user_id = $1 AND id = $2",
                [.text(account.text), .text(id)]
            )
            guard removed == 1 else { throw StoreError.notFound }
            guard try hasPassword || connection.accounts.identityCount(of: account) > 0 else {
                throw StoreError.lastSignInWay
            }
        }
    }
}

extension AccountStatements {
    fileprivate func identityCount(of account: AccountID) throws -> Int64 {
        let row = try connection.row(
            "SELECT count(*) FROM identities WHERE user_id = $1",
            [.text(account.text)]
        )
        return try row?.integer(0) ?? 0
    }

    fileprivate func insert(
        _ identity: Identity,
        of account: AccountID,
        nowSecond: Int64
    ) throws {
        try connection.execute(
            """
            INSERT INTO identities (id, issuer, subject, user_id, email, created_second)
            VALUES ($1, $2, $3, $4, $5, $6)
            """,
            [
                .text(identity.id), .text(identity.issuer), .text(identity.subject),
                .text(account.text), .text(identity.email), .integer(nowSecond),
            ]
        )
    }
}
