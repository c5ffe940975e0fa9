/// Links by which people choose a new password; an administrator makes them.
///
/// Only the hash of a link's token is stored. A token has at least 128 random bits, so a fast hash
/// without salt can't be guessed.
package struct PasswordLinks: Sendable {
    let observed: ObservedDatabase

    /// Makes a link, which replaces the account's earlier one.
    ///
    /// - Parameters:
    ///   - tokenHash: The hash of its token, 64 hexadecimal digits.
    ///   - account: The account whose password can be chosen.
    ///   - expiresSecond: The time from which on it isn't valid any more.
    /// - Throws: ``StoreError/disabled`` if nobody can sign in to the account, or
    ///   ``StoreError/notFound``.
    package func create(
        tokenHash: String,
        for account: AccountID,
        expiresSecond: Int64
    ) async throws {
        try await observed.database.write(as: .server(.administration)) { connection in
            guard try !connection.accounts.isDisabled(account) else { throw StoreError.disabled }
            try connection.execute(
                """
                INSERT INTO password_links (user_id, token_hash, expires_second)
                VALUES ($1, $2, $3) ON CONFLICT (user_id) DO UPDATE
                SET token_hash = excluded.token_hash, expires_second = excluded.expires_second
                """,
                [.text(account.text), .text(tokenHash), .integer(expiresSecond)]
            )
        }
    }

    /// The account of a link that is still valid.
    ///
    /// Throws ``StoreError/notFound`` for a link that was used or replaced, has expired, or never
    /// existed.
    package func account(tokenHash: String, nowSecond: Int64) async throws -> Account {
        try await observed.database.read(as: .server(.signIn)) { connection in
            let row = try connection.row(
                """
                SELECT users.id, users.email, users.name FROM password_links
                JOIN users ON users.id = password_links.user_id
                WHERE password_links.token_hash = $1 AND password_links.expires_second > $2
                """,
                [.text(tokenHash), .integer(nowSecond)]
            )
            guard let row else { throw StoreError.notFound }
            return try Account(row)
        }
    }

    /// Uses up a link: sets the password, and ends the access that the old password gave.
    ///
    /// - Parameters:
    ///   - tokenHash: The hash of its token.
    ///   - password: The hash of the new password, with algorithm, parameters and salt.
    ///   - nowSecond: The current time.
    /// - Returns: The account.
    /// - Throws: ``StoreError/notFound`` as ``account(tokenHash:nowSecond:)`` does; if a link is
    ///   used twice at the same time, one of the uses throws it.
    package func use(
        tokenHash: String,
        password: String,
        nowSecond: Int64
    ) async throws -> Account {
        let account = try await account(tokenHash: tokenHash, nowSecond: nowSecond)
        try await observed.change(of: account.id, doing: .signIn, mayUseReserve: true) {
            connection in
            let count = try connection.execute(
                "DELETE FROM password_links WHERE token_hash = $1 AND user_id = $2",
                [.text(tokenHash), .text(account.id.text)]
            )
            guard count == 1 else { throw StoreError.notFound }
            try connection.accounts.setPassword(password, of: account.id, keepingTokenHash: nil)
            try connection.accounts.wakeStreams(of: account.id)
        }
        return account
    }
}
