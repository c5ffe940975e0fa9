/// A table as a move copies it: row by row in the order of its key.
struct MovedTable: Sendable {
    let name: String
    /// The columns of its primary key.
    let key: [String]

    init(_ name: String, by key: String...) {
        self.name = name
        self.key = key
    }

    /// The key of a row whose columns have these names.
    func key(of row: Row, _ columns: [String]) -> [SQLValue] {
        key.compactMap { name in columns.firstIndex(of: name).map { row.values[$0] } }
    }

    /// All tables except those that every database keeps for itself, each after those that it refers to.
    static let all = [
        MovedTable("users", by: "id"),
        MovedTable("pictures", by: "user_id"),
        MovedTable("settings", by: "owner_id"),
        MovedTable("sessions", by: "token_hash"),
        MovedTable("identities", by: "id"),
        MovedTable("app_passwords", by: "id"),
        MovedTable("known_networks", by: "user_id", "network_hash"),
        MovedTable("password_links", by: "user_id"),
        MovedTable("sign_in_failures", by: "key_hash"),
        MovedTable("handovers", by: "id", "part"),
        MovedTable("groups", by: "id"),
        MovedTable("memberships", by: "group_id", "account_id"),
        MovedTable("invitations", by: "id"),
        MovedTable("calendars", by: "id"),
        MovedTable("shares", by: "group_id", "account_id", "calendar_id"),
        MovedTable("objects", by: "id"),
        MovedTable("edit_clients", by: "account_id", "client"),
        MovedTable("versions", by: "object_id", "number"),
        MovedTable("changes", by: "token"),
        MovedTable("writes", by: "last_token"),
        MovedTable("collection_properties", by: "account_id", "collection", "name"),
        MovedTable("calendars_hidden_from_programs", by: "account_id", "shown_id"),
        MovedTable("inboxes", by: "account_id"),
        MovedTable("inbox_messages", by: "id"),
        MovedTable("undecided_invitations", by: "object_id"),
        MovedTable("waiting_invitations", by: "id"),
        MovedTable("blocked_senders", by: "account_id", "blocked_id"),
        MovedTable("push_registrations", by: "id"),
        MovedTable("push_keys", by: "number"),
        MovedTable("secret_links", by: "id"),
        MovedTable("google_accounts", by: "id"),
        MovedTable("sources", by: "calendar_id"),
        MovedTable("source_members", by: "calendar_id", "path"),
        MovedTable("source_unread", by: "calendar_id", "path"),
        MovedTable("source_refusals", by: "calendar_id", "href"),
        MovedTable("source_sent", by: "calendar_id", "href"),
    ]

    /// The tables that every database keeps for itself.
    static let tablesNotCopied: Set<String> = ["migrations", "counters"]
}

/// The number of a table's rows, and a digest of them.
package struct TableSum: Hashable, Sendable {
    package internal(set) var rowCount = 0
    package internal(set) var digest: [UInt8] = []

    /// Adds a row.
    ///
    /// - Parameters:
    ///   - row: The row, its columns in the order of their names.
    ///   - hash: A cryptographic hash.
    mutating func add(_ row: Row, _ hash: ([UInt8]) -> [UInt8]) {
        var octets = digest
        for value in row.values {
            switch value {
            case .null: octets.append(UInt8(ascii: "n"))
            case .integer(let number): octets += Array("i\(number);".utf8)
            // Include the length, so that no two rows give the same octets.
            case .text(let text): octets += Array("t\(text.utf8.count):\(text)".utf8)
            }
        }
        digest = hash(octets)
        rowCount += 1
    }
}
