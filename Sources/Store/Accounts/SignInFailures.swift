/// A count of failed sign-ins.
package struct SignInFailure: Hashable, Sendable {
    package let attempts: Int
    /// When the count is forgotten.
    package var endsSecond: Int64
    /// Whether it has been reported that there are too many.
    package let isTold: Bool
}

/// A failed sign-in, as it's counted.
package struct NewSignInFailure: Hashable, Sendable {
    /// The hash of the key that it's counted under, such as an account and a network; 64
    /// hexadecimal digits.
    let keyHash: String
    /// The account that the count protects; nil if it protects none.
    let account: TriedAccount?
    /// How many failures make people wait.
    let attemptsMax: Int
    /// When the count is forgotten, if this is its first failure.
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
    /// The hash of the address, by which all counts that protect its account are found.
    let hash: String

    package init(address: String, hash: String) {
        self.address = address
        self.hash = hash
    }
}

/// The counts of failed sign-ins, which all servers share.
///
/// A count that protects an account has the hash of the account's address, and stays until it ends.
/// Each account has few of them, because its limits end the attempts. Strangers can cause any
/// number of other counts, such as those of networks and of addresses without an account, so the
/// number of those is limited.
package struct SignInFailures: Sendable {
    let database: AnyDatabase

    /// The counts under some keys that aren't forgotten yet, by the hashes of the keys.
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

    /// Counts a failed sign-in under all its keys.
    package func add(_ failures: [NewSignInFailure], nowSecond: Int64) async throws {
        try await database.writeUsingReserve(as: .server(.signIn)) { connection in
            // Use the same order everywhere, so that two servers don't wait for each other.
            for failure in failures.sorted(by: { $0.keyHash < $1.keyHash }) {
                try connection.accounts.countSignInFailure(failure, nowSecond: nowSecond)
            }
        }
    }

    /// Lets the count under a key end earlier.
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

    /// Forgets the counts under some keys.
    package func forget(_ hashes: [String]) async throws {
        guard !hashes.isEmpty else { return }
        try await database.writeUsingReserve(as: .server(.signIn)) { connection in
            _ = try connection.execute(
                "DELETE FROM sign_in_failures WHERE key_hash IN (\(numbered(hashes, from: 1)))",
                hashes.map { .text($0) }
            )
        }
    }

    /// Notes that too many failures have been reported, and returns whether that is new.
    package func noteTold(_ hash: String) async throws -> Bool {
        try await database.writeUsingReserve(as: .server(.signIn)) { connection in
            let count = try connection.execute(
                "UPDATE sign_in_failures SET is_told = 1 WHERE key_hash = $1 AND is_told = 0",
                [.text(hash)]
            )
            return count == 1
        }
    }

    /// Forgets the counts that have ended, and some of those that protect no account if there are
    /// too many.
    ///
    /// The lowest counts are forgotten first, so to push one out somebody has to fail as often
    /// under every other key.
    ///
    /// - Parameters:
    ///   - nowSecond: The current time.
    ///   - countMax: The most counts to keep that protect no account; if there are more, a tenth is
    ///     forgotten as well.
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

    /// The time until which people have to wait somewhere before they can try an account again; nil
    /// if they don't have to.
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

    /// Forgets the counts that protect an account, and returns how many there were.
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

extension AccountStatements {
    fileprivate func countSignInFailure(_ failure: NewSignInFailure, nowSecond: Int64) throws {
        try connection.execute(
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
