/// A property that a calendar program sets on a collection, or removes from it.
package struct PropertyEdit: Hashable, Sendable {
    /// The name with its namespace, as the server writes it.
    package let name: String
    /// The whole element as XML; nil to remove it.
    package let xml: String?

    package init(name: String, xml: String?) {
        self.name = name
        self.xml = xml
    }
}

/// The collections of an account that hold properties, besides calendars, which are named by their
/// IDs.
package enum PropertyHolder {
    package static let home = "home"
    package static let principal = "principal"
}

/// The properties that calendar programs keep with collections, each account's own.
package struct CollectionProperties: Sendable {
    let observed: ObservedDatabase

    /// The properties that an account has set, by collection and then by name.
    package func all(of account: AccountID) async throws -> [String: [String: String]] {
        try await observed.database.read(as: .account(account)) { connection in
            let rows = try connection.rows(
                "SELECT collection, name, xml FROM collection_properties WHERE account_id = $1",
                [.text(account.text)]
            )
            var found: [String: [String: String]] = [:]
            for row in rows {
                found[try row.text(0), default: [:]][try row.text(1)] = try row.text(2)
            }
            return found
        }
    }

    /// The properties that an account has set on one collection, by name.
    package func all(
        of account: AccountID,
        on collection: String
    ) async throws -> [String: String] {
        try await observed.database.read(as: .account(account)) {
            try $0.properties.all(of: account, on: collection)
        }
    }

    /// Changes properties of a collection that isn't a calendar.
    package func edit(
        _ edits: [PropertyEdit],
        on collection: String,
        of account: AccountID
    ) async throws {
        try await observed.database.write(as: .account(account)) { connection in
            try connection.properties.apply(edits, on: collection, of: account)
        }
    }
}

extension PropertyStatements {
    func all(of account: AccountID, on collection: String) throws -> [String: String] {
        let rows = try connection.rows(
            """
            SELECT name, xml FROM collection_properties
            WHERE account_id = $1 AND collection = $2
            """,
            [.text(account.text), .text(collection)]
        )
        var found: [String: String] = [:]
        for row in rows { found[try row.text(0)] = try row.text(1) }
        return found
    }

    /// Sets and removes properties, within the limit of an account.
    func apply(
        _ edits: [PropertyEdit],
        on collection: String,
        of account: AccountID
    ) throws {
        for edit in edits {
            guard let xml = edit.xml else {
                try connection.execute(
                    """
                    DELETE FROM collection_properties
                    WHERE account_id = $1 AND collection = $2 AND name = $3
                    """,
                    [.text(account.text), .text(collection), .text(edit.name)]
                )
                continue
            }
            guard xml.utf8.count <= Limits.propertyBytesMax,
                edit.name.utf8.count <= Limits.propertyNameBytesMax
            else { throw StoreError.tooMany(.properties) }
            try connection.execute(
                """
                INSERT INTO collection_properties (account_id, collection, name, xml)
                VALUES ($1, $2, $3, $4)
                ON CONFLICT (account_id, collection, name) DO UPDATE SET xml = excluded.xml
                """,
                [.text(account.text), .text(collection), .text(edit.name), .text(xml)]
            )
        }
        guard edits.contains(where: { $0.xml != nil }) else { return }
        guard try propertyBytes(of: account) > Limits.propertyBytesPerAccountMax else { return }
        try dropPropertiesOfGoneCalendars(of: account)
        guard try propertyBytes(of: account) <= Limits.propertyBytesPerAccountMax else {
            throw StoreError.tooMany(.properties)
        }
    }

    private func propertyBytes(of account: AccountID) throws -> Int64 {
        let sum = try connection.row(
            """
            SELECT coalesce(
                sum(\(connection.dialect.byteCount(of: "xml")) + \(connection.dialect.byteCount(of: "name"))), 0
            )
            FROM collection_properties WHERE account_id = $1
            """,
            [.text(account.text)]
        )
        return try sum?.integer(0) ?? 0
    }

    /// Makes room by removing the properties of calendars that the account no longer sees.
    ///
    /// They are kept while there is room, in case the calendars come back.
    private func dropPropertiesOfGoneCalendars(of account: AccountID) throws {
        try connection.execute(
            """
            DELETE FROM collection_properties
            WHERE account_id = $1 AND collection NOT IN ($2, $3)
            AND collection NOT IN (SELECT shown_id FROM sights WHERE viewer_id = $1)
            """,
            [
                .text(account.text), .text(PropertyHolder.home), .text(PropertyHolder.principal),
            ]
        )
    }
}
