/// A new session.
///
/// Only the hash of its token is stored, so nobody can sign in with a copy of the database.
package struct NewSession: Sendable {
    package let tokenHash: String
    package let account: AccountID
    package let createdSecond: Int64
    package let expiresSecond: Int64
    /// The browser's description.
    package let browser: String
    /// The hash of the network to remember as known; nil when the network is unknown.
    package let networkHash: String?

    package init(
        tokenHash: String,
        account: AccountID,
        createdSecond: Int64,
        expiresSecond: Int64,
        browser: String = "",
        networkHash: String? = nil
    ) {
        self.tokenHash = tokenHash
        self.account = account
        self.createdSecond = createdSecond
        self.expiresSecond = expiresSecond
        self.browser = browser
        self.networkHash = networkHash
    }
}

/// A session as its account sees it.
package struct SessionRecord: Hashable, Sendable {
    /// The first half of the token's hash: enough to tell sessions apart, but not to use one.
    package let id: String
    package let browser: String
    package let createdSecond: Int64
    package let usedSecond: Int64

    package static func id(ofTokenHash hash: String) -> String { String(hash.prefix(32)) }
}

/// A session that was looked up by its token.
struct FoundSession: Sendable {
    let account: Account
    let usedSecond: Int64
    let expiresSecond: Int64
}

/// The sessions of all accounts, and the networks they have signed in from.
package struct Sessions: Sendable {
    let database: AnyDatabase
    let lookups: BatchedLookups<String, FoundSession>?

    /// Stores a new session, and deletes expired ones and those beyond the limit.
    ///
    /// Throws ``StoreError/disabled`` if nobody can sign in to the account.
    package func create(_ session: NewSession) async throws {
        try await database.writeUsingReserve(as: .server(.signIn)) { connection in
            guard try !connection.accounts.isDisabled(session.account) else {
                throw StoreError.disabled
            }
            try connection.execute(
                "DELETE FROM sessions WHERE expires_second <= $1",
                [.integer(session.createdSecond)]
            )
            try connection.execute(
                """
                INSERT INTO sessions
                (token_hash, user_id, created_second, expires_second, browser, used_second)
                VALUES ($1, $2, $3, $4, $5, $3)
                """,
                [
                    .text(session.tokenHash), .text(session.account.text),
                    .integer(session.createdSecond), .integer(session.expiresSecond),
                    .text(session.browser),
                ]
            )
            let count = try connection.execute(
                """
                DELETE FROM sessions WHERE user_id = $1 AND token_hash NOT IN
                (SELECT token_hash FROM sessions WHERE user_id = $1
                ORDER BY used_second DESC, created_second DESC LIMIT $2)
                """,
                [.text(session.account.text), .integer(Int64(Limits.sessionsPerAccountMax))]
            )
            if count > 0 { connection.entries.wakeStreams(of: session.account) }
            if let hash = session.networkHash {
                try connection.accounts.remember(
                    hash,
                    of: session.account,
                    at: session.createdSecond
                )
            }
        }
    }

    /// Whether the account with an email address has signed in from a network before.
    package func isKnown(networkHash: String, email: String) async throws -> Bool {
        try await database.read(as: .server(.signIn)) { connection in
            let row = try connection.row(
                """
                SELECT 1 FROM known_networks JOIN users ON users.id = known_networks.user_id
                WHERE users.email = $1 AND known_networks.network_hash = $2
                """,
                [.text(email), .text(networkHash)]
            )
            return row != nil
        }
    }

    /// The account of a session that hasn't expired, and when the session was last used; nil if nobody can
    /// sign in to the account.
    ///
    /// Disabling an account ends its sessions, but a server of an older version may have made one since.
    package func use(
        tokenHash: String,
        nowSecond: Int64
    ) async throws -> (account: Account, usedSecond: Int64)? {
        guard let session = try await found(tokenHash), session.expiresSecond > nowSecond else {
            return nil
        }
        return (session.account, session.usedSecond)
    }

    private func found(_ tokenHash: String) async throws -> FoundSession? {
        if let lookups { return try await lookups.value(for: tokenHash) }
        return try await Self.sessions([tokenHash], in: database)[tokenHash]
    }

    /// Looks up the sessions of several requests at once; nil if that isn't worth it.
    static func lookups(in database: AnyDatabase) -> BatchedLookups<String, FoundSession>? {
        guard database.isRemote else { return nil }
        return BatchedLookups(
            keysMax: Limits.sessionsPerLookupMax,
            patience: {
                try await Task.sleep(for: .milliseconds(Limits.sharedWaitMilliseconds))
            },
            lookUp: { try await sessions($0, in: database) }
        )
    }

    /// The sessions of some tokens, by their hashes.
    private static func sessions(
        _ tokenHashes: [String],
        in database: AnyDatabase
    ) async throws -> [String: FoundSession] {
        try await database.read(as: .server(.signIn)) { connection in
            try connection.prefetch(tokenHashes.map(Query.session))
            return try tokenHashes.reduce(into: [:]) { found, hash in
                found[hash] = try connection.row(.session(tokenHash: hash)).map {
                    FoundSession(
                        account: try Account($0),
                        usedSecond: try $0.integer(3),
                        expiresSecond: try $0.integer(4)
                    )
                }
            }
        }
    }

    /// Records when a session was last used.
    package func touch(tokenHash: String, nowSecond: Int64) async throws {
        try await database.write(as: .server(.signIn)) { connection in
            _ = try connection.execute(
                "UPDATE sessions SET used_second = $2 WHERE token_hash = $1",
                [.text(tokenHash), .integer(nowSecond)]
            )
        }
    }

    /// The sessions of an account that haven't expired, most recently used first.
    package func all(of account: AccountID, nowSecond: Int64) async throws -> [SessionRecord] {
        try await database.read(as: .account(account)) { connection in
            let rows = try connection.rows(
                """
                SELECT token_hash, browser, created_second, used_second FROM sessions
                WHERE user_id = $1 AND expires_second > $2
                ORDER BY used_second DESC, created_second DESC, token_hash
                """,
                [.text(account.text), .integer(nowSecond)]
            )
            return try rows.map {
                let created = try $0.integer(2)
                return SessionRecord(
                    id: SessionRecord.id(ofTokenHash: try $0.text(0)),
                    browser: try $0.text(1),
                    createdSecond: created,
                    usedSecond: max(created, try $0.integer(3))
                )
            }
        }
    }

    package func remove(tokenHash: String) async throws {
        try await database.writeUsingReserve(as: .server(.signIn)) { connection in
            let row = try connection.writtenRow(
                "DELETE FROM sessions WHERE token_hash = $1 RETURNING user_id",
                [.text(tokenHash)]
            )
            if let row { connection.entries.wakeStreams(of: AccountID(stored: try row.text(0))) }
        }
    }

    /// Ends one session of an account.
    package func remove(id: String, of account: AccountID) async throws {
        try await database.writeUsingReserve(as: .account(account)) { connection in
            let count = try connection.execute(
                "DELETE FROM sessions WHERE user_id = $1 AND substr(token_hash, 1, 32) = $2",
                [.text(account.text), .text(id)]
            )
            guard count > 0 else { throw StoreError.notFound }
            connection.entries.wakeStreams(of: account)
        }
    }

    /// Ends all sessions of an account except the one with the given hash.
    package func removeAll(of account: AccountID, exceptTokenHash kept: String?) async throws {
        try await database.writeUsingReserve(as: .account(account)) { connection in
            try connection.accounts.removeSessions(of: account, exceptTokenHash: kept)
        }
    }
}

extension Query {
    /// The session of a token, unless nobody can sign in to its account.
    fileprivate static func session(tokenHash: String) -> Query {
        Query(
            """
            SELECT users.id, users.email, users.name, sessions.used_second, sessions.expires_second
            FROM sessions JOIN users ON users.id = sessions.user_id
            WHERE sessions.token_hash = $1 AND users.disabled_second IS NULL
            """,
            [.text(tokenHash)]
        )
    }
}

extension AccountStatements {
    /// Remembers a network, and forgets the ones used longest ago when there are too many.
    fileprivate func remember(
        _ networkHash: String,
        of account: AccountID,
        at second: Int64
    ) throws {
        try connection.execute(
            """
            INSERT INTO known_networks (user_id, network_hash, used_second) VALUES ($1, $2, $3)
            ON CONFLICT (user_id, network_hash) DO UPDATE SET used_second = $3
            """,
            [.text(account.text), .text(networkHash), .integer(second)]
        )
        try connection.execute(
            """
            DELETE FROM known_networks WHERE user_id = $1 AND network_hash NOT IN
            (SELECT network_hash FROM known_networks WHERE user_id = $1
            ORDER BY used_second DESC, network_hash LIMIT $2)
            """,
            [.text(account.text), .integer(Int64(Limits.networksPerAccountMax))]
        )
    }

    func removeSessions(of account: AccountID, exceptTokenHash kept: String?) throws {
        try connection.execute(
            "DELETE FROM sessions WHERE user_id = $1 AND token_hash <> $2",
            [.text(account.text), .text(kept ?? "")]
        )
        connection.entries.wakeStreams(of: account)
    }
}
