/// A sign-in as it is kept: only the hash of its token, so that a copied database opens nothing.
package struct NewSession: Sendable {
    package let tokenHash: String
    package let account: AccountID
    package let createdSecond: Int64
    package let expiresSecond: Int64

    package init(
        tokenHash: String,
        account: AccountID,
        createdSecond: Int64,
        expiresSecond: Int64
    ) {
        self.tokenHash = tokenHash
        self.account = account
        self.createdSecond = createdSecond
        self.expiresSecond = expiresSecond
    }
}

/// Who is signed in.
package struct Sessions<Driver: Database>: Sendable {
    let database: Driver

    /// Keeps a new session, and forgets those that have ended.
    package func create(_ session: NewSession) async throws {
        try await database.write { connection in
            try connection.execute(
                "DELETE FROM sessions WHERE expires_second <= $1",
                [.integer(session.createdSecond)]
            )
            try connection.execute(
                """
                INSERT INTO sessions (token_hash, user_id, created_second, expires_second)
                VALUES ($1, $2, $3, $4)
                """,
                [
                    .text(session.tokenHash), .text(session.account.text),
                    .integer(session.createdSecond), .integer(session.expiresSecond),
                ]
            )
        }
    }

    /// The account of a session that has not ended.
    package func account(tokenHash: String, nowSecond: Int64) async throws -> Account? {
        try await database.read { connection in
            let row = try connection.row(
                """
                SELECT users.id, users.email, users.name
                FROM sessions JOIN users ON users.id = sessions.user_id
                WHERE sessions.token_hash = $1 AND sessions.expires_second > $2
                """,
                [.text(tokenHash), .integer(nowSecond)]
            )
            return try row.map(Account.init)
        }
    }

    package func remove(tokenHash: String) async throws {
        try await database.write { connection in
            _ = try connection.execute(
                "DELETE FROM sessions WHERE token_hash = $1",
                [.text(tokenHash)]
            )
        }
    }
}
