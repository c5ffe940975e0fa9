/// An account's settings for the page: one JSON document that only the page interprets.
package struct SettingsDocument: Hashable, Sendable {
    package let text: String
    package let etag: String

    /// The document of an account that hasn't saved any settings.
    package static let empty = SettingsDocument(text: "{}", version: 0)

    init(text: String, version: Int64) {
        self.text = text
        etag = Self.etag(of: version)
    }

    static func etag(of version: Int64) -> String { "\"\(version)\"" }
}

/// The settings of all accounts.
///
/// They aren't in the change log, since nobody else sees them. The account's open pages are still
/// notified of a new version, on other servers by a ``WriteHint``.
package struct AccountSettings: Sendable {
    let observed: ObservedDatabase

    /// The settings of an account; an empty document before the first write.
    package func document(of account: AccountID) async throws -> SettingsDocument {
        try await observed.database.read(as: .account(account)) {
            try $0.accounts.settings(of: account) ?? .empty
        }
    }

    /// Replaces the settings of an account if the condition holds.
    ///
    /// A document that is stored already is accepted under any condition (RFC 9110, 13.1.1): two
    /// pages that make the same choice at the same time don't collide.
    package func put(
        _ text: String,
        of account: AccountID,
        expecting: WriteCondition
    ) async throws -> SettingsDocument {
        try await observed.change(of: account) { connection in
            let present = try connection.accounts.settings(of: account) ?? .empty
            guard present.text != text else { return present }
            try expecting.check(against: present.etag)
            try connection.execute(
                """
                INSERT INTO settings (owner_id, document, version) VALUES ($1, $2, 1)
                ON CONFLICT (owner_id) DO UPDATE
                SET document = excluded.document, version = settings.version + 1
                """,
                [.text(account.text), .text(text)]
            )
            connection.entries.wakeStreams(of: account)
            guard let written = try connection.accounts.settings(of: account) else {
                throw StoreError.notFound
            }
            return written
        }
    }
}

extension AccountStatements {
    fileprivate func settings(of account: AccountID) throws -> SettingsDocument? {
        let row = try connection.row(
            "SELECT document, version FROM settings WHERE owner_id = $1",
            [.text(account.text)]
        )
        return try row.map { SettingsDocument(text: try $0.text(0), version: try $0.integer(1)) }
    }
}
