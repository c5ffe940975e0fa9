/// An app password, as its account sees it.
package struct AppPassword: Hashable, Sendable {
    package let id: String
    package let name: String
    package let createdSecond: Int64
    /// When it was last used; nil when it never was.
    package let usedSecond: Int64?

    package init(id: String, name: String, createdSecond: Int64, usedSecond: Int64? = nil) {
        self.id = id
        self.name = name
        self.createdSecond = createdSecond
        self.usedSecond = usedSecond
    }
}

/// App passwords: passwords for other calendar programs.
///
/// They have at least 128 random bits, so a fast hash without salt can't be guessed.
package struct AppPasswords: Sendable {
    let database: AnyDatabase

    package func create(
        _ new: AppPassword,
        hash: String,
        of account: AccountID
    ) async throws {
        try await database.write(as: .account(account)) { connection in
            let count = try connection.row(
                "SELECT count(*) FROM app_passwords WHERE user_id = $1",
                [.text(account.text)]
            )
            guard try count?.integer(0) ?? 0 < Limits.appPasswordsPerAccountMax else {
                throw StoreError.tooMany(.appPasswords)
            }
            try connection.execute(
                """
                INSERT INTO app_passwords (id, user_id, name, hash, created_second)
                VALUES ($1, $2, $3, $4, $5)
                """,
                [
                    .text(new.id), .text(account.text), .text(new.name), .text(hash),
                    .integer(new.createdSecond),
                ]
            )
        }
    }

    package func all(of account: AccountID) async throws -> [AppPassword] {
        try await database.read(as: .account(account)) { connection in
            let rows = try connection.rows(
                """
                SELECT id, name, created_second, used_second FROM app_passwords
                WHERE user_id = $1 ORDER BY created_second, id
                """,
                [.text(account.text)]
            )
            return try rows.map {
                AppPassword(
                    id: try $0.text(0),
                    name: try $0.text(1),
                    createdSecond: try $0.integer(2),
                    usedSecond: $0.isNull(3) ? nil : try $0.integer(3)
                )
            }
        }
    }

    /// The account with an email address and an app password, with the password's ID and its last use.
    ///
    /// Throws ``StoreError/disabled`` if the password is right, but nobody can sign in to the account.
    package func use(
        email: String,
        hash: String
    ) async throws -> (account: Account, id: String, usedSecond: Int64?)? {
        try await database.read(as: .server(.signIn)) { connection in
            let row = try connection.row(
                """
                SELECT users.id, users.email, users.name, app_passwords.id,
                app_passwords.used_second, users.disabled_second
                FROM app_passwords JOIN users ON users.id = app_passwords.user_id
                WHERE app_passwords.hash = $2 AND users.email = $1
                """,
                [.text(email), .text(hash)]
            )
            guard let row else { return nil }
            guard row.isNull(5) else { throw StoreError.disabled }
            return (try Account(row), try row.text(3), row.isNull(4) ? nil : try row.integer(4))
        }
    }

    /// Whether an app password of an account still lets a program in.
    package func admits(_ id: String, of account: AccountID) async throws -> Bool {
        try await database.read(as: .account(account)) { connection in
            let row = try connection.row(
                """
                SELECT 1 FROM app_passwords JOIN users ON users.id = app_passwords.user_id
                WHERE app_passwords.user_id = $1 AND app_passwords.id = $2
                AND users.disabled_second IS NULL
                """,
                [.text(account.text), .text(id)]
            )
            return row != nil
        }
    }

    /// Records when a password was last used.
    package func touch(_ id: String, nowSecond: Int64) async throws {
        try await database.write(as: .server(.signIn)) { connection in
            _ = try connection.execute(
                "UPDATE app_passwords SET used_second = $2 WHERE id = $1",
                [.text(id), .integer(nowSecond)]
            )
        }
    }

    package func remove(_ id: String, of account: AccountID) async throws {
        try await database.writeUsingReserve(as: .account(account)) { connection in
            let count = try connection.execute(
                "DELETE FROM app_passwords WHERE user_id = $1 AND id = $2",
                [.text(account.text), .text(id)]
            )
            guard count == 1 else { throw StoreError.notFound }
            connection.entries.wakeStreams(of: account)
        }
    }
}
