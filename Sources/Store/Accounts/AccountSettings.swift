/// What a person chose for the page: one document, whose words are the page's business.
package struct SettingsDocument: Hashable, Sendable {
    package let text: String
    package let etag: String

    /// What a person has who has chosen nothing.
    package static let empty = SettingsDocument(text: "{}", version: 0)

    init(text: String, version: Int64) {
        self.text = text
        etag = Self.etag(of: version)
    }

    static func etag(of version: Int64) -> String { "\"\(version)\"" }
}

/// The settings of the accounts.
///
/// They are no part of the change log, for they show nobody anything; who listens for changes is
/// told of a new version all the same.
package struct AccountSettings<Driver: Database>: Sendable {
    let observed: ObservedDatabase<Driver>

    /// The document of an account; an empty one before its first write.
    package func document(of account: AccountID) async throws -> SettingsDocument {
        try await observed.database.read { try $0.settings(of: account) ?? .empty }
    }

    /// The version of an account's document, for who wants to know whether there is a newer one.
    package func etag(of account: AccountID) async throws -> String {
        try await observed.database.read { connection in
            let row = try connection.row(
                "SELECT version FROM settings WHERE owner_id = $1",
                [.text(account.text)]
            )
            let version = try row?.integer(0)
            return version.map(SettingsDocument.etag) ?? SettingsDocument.empty.etag
        }
    }

    /// Replaces the document of an account.
    package func put(
        _ text: String,
        of account: AccountID,
        expecting: WriteCondition
    ) async throws -> SettingsDocument {
        try await observed.change(of: account) { connection in
            let present = try connection.settings(of: account) ?? .empty
            try expecting.check(against: present.etag)
            try connection.execute(
                """
                INSERT INTO settings (owner_id, document, version) VALUES ($1, $2, 1)
                ON CONFLICT (owner_id) DO UPDATE
                SET document = excluded.document, version = settings.version + 1
                """,
                [.text(account.text), .text(text)]
            )
            guard let written = try connection.settings(of: account) else {
                throw StoreError.notFound
            }
            return written
        }
    }
}

extension DatabaseConnection {
    fileprivate func settings(of account: AccountID) throws -> SettingsDocument? {
        let row = try row(
            "SELECT document, version FROM settings WHERE owner_id = $1",
            [.text(account.text)]
        )
        return try row.map { SettingsDocument(text: try $0.text(0), version: try $0.integer(1)) }
    }
}
