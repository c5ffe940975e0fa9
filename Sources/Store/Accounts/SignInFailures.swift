/// How often signing in failed, as far as it's remembered.
package struct SignInFailure: Hashable, Sendable {
    package let attempts: Int
    /// When the attempts are forgotten.
    package var endsSecond: Int64
    /// Whether it was told that there are too many.
    package let isTold: Bool
}

/// An attempt that failed, as it's counted.
package struct NewSignInFailure: Hashable, Sendable {
    /// The hash of what it's counted for, such as an account and a network; 64 hexadecimal digits.
    let keyHash: String
    /// Which account it protects, if there is one; nil if it isn't for one.
    let account: TriedAccount?
    /// How many attempts make people wait.
    let attemptsMax: Int
    /// When it's forgotten, if it's the first.
    let endsSecond: Int64

    package init(keyHash: String, account: TriedAccount?, attemptsMax: Int, endsSecond: Int64) {
        self.keyHash = keyHash
        self.account = account
        self.attemptsMax = attemptsMax
        self.endsSecond = endsSecond
    }
}

/// The address that somebody tried to sign in with, which may have no account.
package struct TriedAccount: Hashable, Sendable {
    let address: String
    /// The hash of the address, by which all counts of its account are found.
    let hash: String

    package init(address: String, hash: String) {
        self.address = address
        self.hash = hash
    }
}

/// The counts of failed sign-ins, which all servers share.
///
/// A count that protects an account has the hash of the account's address, and stays until it ends. There are few
/// for each account, because its limits end the attempts. All others, such as those of networks and of addresses
/// without an account, are as many as strangers like, so those are bounded.
package struct SignInFailures: Sendable {
    let database: AnyDatabase

    /// What is counted under some keys and isn't forgotten yet, by the hashes of the keys.
    package func counts(
        of hashes: [String],
        nowSecond: Int64
    ) async throws -> [String: SignInFailure] {
        try await database.read(as: .server(.signIn)) { connection in
            let rows = try connection.rows(
                """
                SELECT key_hash, attempts, ends_second, is_told FROM sign_in_failures
                WHERE ends_second > $1 AND key_hash IN (\(numbered(hashes, from: 2)))
                """,
                [.integer(nowSecond)] + hashes.map { .text($0) }
            )
            return try rows.reduce(into: [:]) { counts, row in
                counts[try row.text(0)] = SignInFailure(
                    attempts: Int(try row.integer(1)),
                    endsSecond: try row.integer(2),
                    isTold: try row.bool(3)
                )
            }
        }
    }

    /// Counts an attempt under all its keys.
    package func add(_ failures: [NewSignInFailure], nowSecond: Int64) async throws {
        try await database.writeUsingReserve(as: .server(.signIn)) { connection in
            // Always in the same order, so that two servers don't wait for each other.
            for failure in failures.sorted(by: { $0.keyHash < $1.keyHash }) {
                try connection.add(failure, nowSecond: nowSecond)
            }
        }
    }

    /// Forgets what is counted under a key sooner than it would be.
    package func shorten(_ hash: String, toSecond end: Int64) async throws {
        try await database.writeUsingReserve(as: .server(.signIn)) { connection in
            _ = try connection.execute(
                """
                UPDATE sign_in_failures SET ends_second = $2
                WHERE key_hash = $1 AND ends_second > $2
                """,
                [.text(hash), .integer(end)]
            )
        }
    }

    /// Forgets what is counted under some keys.
    package func forget(_ hashes: [String]) async throws {
        guard !hashes.isEmpty else { return }
        try await database.writeUsingReserve(as: .server(.signIn)) { connection in
            _ = try connection.execute(
                "DELETE FROM sign_in_failures WHERE key_hash IN (\(numbered(hashes, from: 1)))",
                hashes.map { .text($0) }
            )
        }
    }

    /// Notes that it's told that there are too many attempts, and returns whether it wasn't before.
    package func noteTold(_ hash: String) async throws -> Bool {
        try await database.writeUsingReserve(as: .server(.signIn)) { connection in
            let count = try connection.execute(
                "UPDATE sign_in_failures SET is_told = 1 WHERE key_hash = $1 AND is_told = 0",
                [.text(hash)]
            )
            return count == 1
        }
    }

    /// Forgets what can be forgotten, and some of the counts that protect no account if there are too many.
    ///
    /// The lowest are forgotten first, so whoever wants to push one out has to fail as often under every other key.
    ///
    /// - Parameters:
    ///   - nowSecond: The current time.
    ///   - countMax: How many counts are kept that protect no account; beyond them, a tenth is forgotten as well.
    /// - Throws: The errors of the database.
    package func clear(nowSecond: Int64, keeping countMax: Int) async throws {
        try await database.writeUsingReserve(as: .server(.signIn)) { connection in
            try connection.execute(
                "DELETE FROM sign_in_failures WHERE ends_second <= $1",
                [.integer(nowSecond)]
            )
            let row = try connection.row(
                "SELECT count(*) FROM sign_in_failures WHERE account_hash IS NULL"
            )
            let count = try row?.integer(0) ?? 0
            guard count > countMax else { return }
            try connection.execute(
                """
                DELETE FROM sign_in_failures WHERE key_hash IN (
                    SELECT key_hash FROM sign_in_failures WHERE account_hash IS NULL
                    ORDER BY attempts, ends_second, key_hash LIMIT $1
                )
                """,
                [.integer(count - Int64(countMax) + Int64(countMax / 10))]
            )
        }
    }

    /// Until when people have to wait, somewhere, before they can try an account again; nil if they
    /// don't.
    package func waitEnd(accountHash: String, nowSecond: Int64) async throws -> Int64? {
        try await database.read(as: .server(.administration)) { connection in
            let row = try connection.row(
                """
                SELECT max(ends_second) FROM sign_in_failures
                WHERE account_hash = $1 AND ends_second > $2 AND attempts >= attempts_max
                """,
                [.text(accountHash), .integer(nowSecond)]
            )
            return try row.flatMap { $0.isNull(0) ? nil : try $0.integer(0) }
        }
    }

    /// Forgets what is counted for an account, and returns how many counts that were.
    package func forgetAll(accountHash: String) async throws -> Int {
        try await database.writeUsingReserve(as: .server(.administration)) { connection in
            try connection.execute(
                "DELETE FROM sign_in_failures WHERE account_hash = $1",
                [.text(accountHash)]
            )
        }
    }
}

/// The placeholders of some arguments, separated by commas.
private func numbered(_ arguments: [String], from first: Int) -> String {
    arguments.indices.map { "$\($0 + first)" }.joined(separator: ", ")
}

extension DatabaseConnection {
    fileprivate func add(_ failure: NewSignInFailure, nowSecond: Int64) throws {
        try execute(
            """
            INSERT INTO sign_in_failures
            (key_hash, account_hash, attempts, attempts_max, ends_second)
            VALUES (
                $1, CASE WHEN EXISTS (SELECT 1 FROM users WHERE email = $6) THEN $2 END, 1, $3, $4
            ) ON CONFLICT (key_hash) DO UPDATE SET
            account_hash = coalesce(excluded.account_hash, sign_in_failures.account_hash),
            attempts = CASE WHEN sign_in_failures.ends_second > $5
            THEN sign_in_failures.attempts + 1 ELSE 1 END,
            is_told = CASE WHEN sign_in_failures.ends_second > $5
            THEN sign_in_failures.is_told ELSE 0 END,
            ends_second = CASE WHEN sign_in_failures.ends_second > $5
            THEN sign_in_failures.ends_second ELSE excluded.ends_second END
            """,
            [
                .text(failure.keyHash), .optional(failure.account?.hash),
                .integer(Int64(failure.attemptsMax)), .integer(failure.endsSecond),
                .integer(nowSecond), .text(failure.account?.address ?? ""),
            ]
        )
    }
}
