/// The registrations of programs that want to be told about changes.
package struct PushRegistrations: Sendable {
    let database: AnyDatabase

    /// Stores a registration, or renews the one of the same program for the same collection.
    ///
    /// At an account's limit, the registration that ends first is removed.
    ///
    /// - Parameters:
    ///   - new: The registration; its ID is used unless there is one already.
    ///   - appPassword: The ID of the app password with which it ends; nil for the account's own
    ///     password.
    ///   - nowSecond: The current time.
    /// - Returns: The ID; nil if the server has as many registrations as it may.
    /// - Throws: The errors of the database.
    package func register(
        _ new: PushRegistration,
        appPassword: String?,
        nowSecond: Int64
    ) async throws -> String? {
        try await database.write(as: .server(.push)) { connection in
            try connection.execute(
                "DELETE FROM push_registrations WHERE expires_second <= $1",
                [.integer(nowSecond)]
            )
            if let known = try connection.pushes.renew(new, appPassword: appPassword) {
                return known
            }
            try connection.pushes.makeRoom(for: new.account)
            let count = try connection.row("SELECT count(*) FROM push_registrations")
            guard try count?.integer(0) ?? 0 < Limits.pushRegistrationsMax else { return nil }
            try connection.pushes.insert(new, appPassword: appPassword)
            return new.id
        }
    }

    /// The IDs of an account's registrations.
    package func all(of account: AccountID) async throws -> Set<String> {
        try await database.read(as: .account(account)) { connection in
            let rows = try connection.rows(
                "SELECT id FROM push_registrations WHERE account_id = $1",
                [.text(account.text)]
            )
            return Set(try rows.map { try $0.text(0) })
        }
    }

    /// A registration that hasn't ended, with its account; nil if there is none.
    package func registration(
        _ id: String,
        nowSecond: Int64
    ) async throws -> (registration: PushRegistration, account: Account)? {
        try await database.read(as: .server(.push)) { connection in
            let row = try connection.row(
                """
                SELECT users.id, users.email, users.name, registrations.collection,
                registrations.resource, registrations.public_key, registrations.auth_secret,
                registrations.triggers, registrations.expires_second
                FROM push_registrations AS registrations
                JOIN users ON users.id = registrations.account_id
                WHERE registrations.id = $1 AND registrations.expires_second > $2
                """,
                [.text(id), .integer(nowSecond)]
            )
            guard let row else { return nil }
            let account = try Account(row)
            let registration = PushRegistration(
                id: id,
                account: account.id,
                collection: PushCollection(stored: try row.text(3)),
                resource: try row.text(4),
                publicKey: try row.text(5),
                authSecret: try row.text(6),
                triggers: PushTriggers(rawValue: try row.integer(7)),
                expiresSecond: try row.integer(8)
            )
            return (registration, account)
        }
    }

    /// Removes a registration of an account, as its program asks.
    package func remove(_ id: String, of account: AccountID, nowSecond: Int64) async throws {
        try await database.writeUsingReserve(as: .account(account)) { connection in
            let count = try connection.execute(
                """
                DELETE FROM push_registrations
                WHERE id = $1 AND account_id = $2 AND expires_second > $3
                """,
                [.text(id), .text(account.text), .integer(nowSecond)]
            )
            guard count == 1 else { throw StoreError.notFound }
        }
    }

    /// Removes a registration whose messages can't be delivered any more.
    package func remove(_ id: String) async throws {
        try await database.writeUsingReserve(as: .server(.push)) { connection in
            _ = try connection.execute("DELETE FROM push_registrations WHERE id = $1", [.text(id)])
        }
    }

    /// The private key that signs messages, made at the first start.
    ///
    /// - Parameter make: Makes 32 octets in base64url; not called if there is a key.
    /// - Returns: The key.
    /// - Throws: The errors of the database.
    package func key(
        orMake make: @escaping @Sendable () -> String
    ) async throws -> String {
        let known = try await database.read(as: .server(.push)) {
            try $0.row("SELECT private_key FROM push_keys")
        }
        if let known { return try known.text(0) }
        return try await database.write(as: .server(.push)) { connection in
            try connection.execute(
                "INSERT INTO push_keys (number, private_key) VALUES (1, $1) ON CONFLICT DO NOTHING",
                [.text(make())]
            )
            guard let row = try connection.row("SELECT private_key FROM push_keys") else {
                throw StoreError.notFound
            }
            return try row.text(0)
        }
    }
}

extension PushStatements {
    /// Removes the registrations that were made with an account's own password.
    func removeWithoutAppPassword(of account: AccountID) throws {
        try connection.execute(
            "DELETE FROM push_registrations WHERE account_id = $1 AND app_password_id IS NULL",
            [.text(account.text)]
        )
    }

    /// Renews a registration, and returns its ID; nil if there is none yet.
    fileprivate func renew(_ new: PushRegistration, appPassword: String?) throws -> String? {
        let row = try connection.writtenRow(
            """
            UPDATE push_registrations SET public_key = $4, auth_secret = $5, triggers = $6,
            expires_second = $7, app_password_id = $8
            WHERE account_id = $1 AND collection = $2 AND resource = $3 RETURNING id
            """,
            [
                .text(new.account.text), .text(new.collection.text), .text(new.resource),
                .text(new.publicKey), .text(new.authSecret), .integer(new.triggers.rawValue),
                .integer(new.expiresSecond), .optional(appPassword),
            ]
        )
        return try row?.text(0)
    }

    fileprivate func insert(_ new: PushRegistration, appPassword: String?) throws {
        try connection.execute(
            """
            INSERT INTO push_registrations (id, account_id, app_password_id, collection, resource,
            public_key, auth_secret, triggers, expires_second)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
            """,
            [
                .text(new.id), .text(new.account.text), .optional(appPassword),
                .text(new.collection.text), .text(new.resource), .text(new.publicKey),
                .text(new.authSecret), .integer(new.triggers.rawValue),
                .integer(new.expiresSecond),
            ]
        )
    }

    /// Removes the registration that ends first if the account couldn't have another one.
    fileprivate func makeRoom(for account: AccountID) throws {
        try connection.execute(
            """
            DELETE FROM push_registrations WHERE id IN (
                SELECT id FROM push_registrations WHERE account_id = $1
                ORDER BY expires_second DESC, id LIMIT $2 OFFSET $3
            )
            """,
            [
                .text(account.text), .integer(Limits.pushRegistrationsMax),
                .integer(Limits.pushRegistrationsPerAccountMax - 1),
            ]
        )
    }
}
