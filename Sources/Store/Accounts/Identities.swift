/// Somebody at another service that signs people in.
package struct Identity: Hashable, Sendable {
    package let id: String
    /// Who vouches for it: the address of an OpenID provider.
    package let issuer: String
    /// Who it is there; never given to another person, unlike an address.
    package let subject: String
    /// The address there, to tell several apart; empty when it was not told.
    package let email: String

    package init(id: String, issuer: String, subject: String, email: String) {
        self.id = id
        self.issuer = issuer
        self.subject = subject
        self.email = email
    }
}

/// Which account an identity at another service belongs to.
package struct Identities<Driver: Database>: Sendable {
    let observed: ObservedDatabase<Driver>

    package func account(issuer: String, subject: String) async throws -> Account? {
        try await observed.database.read { connection in
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

    /// The account of an address, and whether it is sure to be the person's own.
    package func holder(email: String) async throws -> (account: Account, isVerified: Bool)? {
        try await observed.database.read { connection in
            let row = try connection.row(
                "SELECT id, email, name, email_verified FROM users WHERE email = $1",
                [.text(email)]
            )
            return try row.map { (try Account($0), try $0.bool(3)) }
        }
    }

    package func all(of account: AccountID) async throws -> [Identity] {
        try await observed.database.read { connection in
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

    /// Lets an identity sign in to an account that is there; a second time changes nothing.
    package func add(_ identity: Identity, to account: AccountID, nowSecond: Int64) async throws {
        try await observed.database.write { connection in
            let owner = try connection.row(
                "SELECT user_id FROM identities WHERE issuer = $1 AND subject = $2",
                [.text(identity.issuer), .text(identity.subject)]
            )
            if let owner {
                guard try owner.text(0) == account.text else { throw StoreError.identityTaken }
                return
            }
            let count = try connection.identityCount(of: account)
            guard count < Limits.identitiesPerAccountMax else {
                throw StoreError.tooMany(.identities)
            }
            try connection.insert(identity, of: account, nowSecond: nowSecond)
        }
    }

    /// Creates an account that an identity signs in to.
    package func create(
        _ new: NewAccount,
        for identity: Identity,
        nowSecond: Int64
    ) async throws {
        try await observed.change(of: new.account.id) { connection in
            try connection.insertUnlessTaken(new, nowSecond: nowSecond)
            try connection.insert(identity, of: new.account.id, nowSecond: nowSecond)
        }
    }

    /// Takes a way to sign in away, unless it is the only one.
    package func remove(_ id: String, of account: AccountID) async throws {
        try await observed.database.writeMakingRoom { connection in
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
            guard try hasPassword || connection.identityCount(of: account) > 0 else {
                throw StoreError.lastSignInWay
            }
        }
    }
}

extension DatabaseConnection {
    fileprivate func identityCount(of account: AccountID) throws -> Int64 {
        let row = try row(
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
        try execute(
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
