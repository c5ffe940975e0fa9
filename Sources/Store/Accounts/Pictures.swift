/// A person's picture.
package struct Picture: Hashable, Sendable {
    package let etag: String
    /// `image/png` or `image/jpeg`.
    package let type: String
    package let base64: String

    package init(etag: String, type: String, base64: String) {
        self.etag = etag
        self.type = type
        self.base64 = base64
    }
}

/// The pictures of all accounts.
package struct Pictures: Sendable {
    let observed: ObservedDatabase

    package func picture(of account: AccountID) async throws -> Picture? {
        try await observed.database.read(as: .account(account)) { connection in
            let row = try connection.row(
                "SELECT etag, type, base64 FROM pictures WHERE user_id = $1",
                [.text(account.text)]
            )
            return try row.map {
                Picture(etag: try $0.text(0), type: try $0.text(1), base64: try $0.text(2))
            }
        }
    }

    /// Stores a picture.
    ///
    /// With `onlyFirst`, does nothing when the account already has one.
    package func put(
        _ picture: Picture,
        of account: AccountID,
        onlyFirst: Bool = false
    ) async throws {
        let replacement =
            onlyFirst
            ? "NOTHING"
            : "UPDATE SET etag = excluded.etag, type = excluded.type, base64 = excluded.base64"
        try await observed.change(of: account) { connection in
            try connection.execute(
                """
                INSERT INTO pictures (user_id, etag, type, base64) VALUES ($1, $2, $3, $4)
                ON CONFLICT (user_id) DO \(replacement)
                """,
                [
                    .text(account.text), .text(picture.etag), .text(picture.type),
                    .text(picture.base64),
                ]
            )
            try connection.groups.recordAll(of: account)
        }
    }

    package func remove(of account: AccountID) async throws {
        try await observed.change(of: account, mayUseReserve: true) { connection in
            try connection.execute(
                "DELETE FROM pictures WHERE user_id = $1",
                [.text(account.text)]
            )
            try connection.groups.recordAll(of: account)
        }
    }
}
