/// A message in somebody's inbox (RFC 6638 section 2.2).
///
/// The server has already put it into the calendar. Programs read it to notify their user, and
/// delete it.
package struct InboxMessage: Hashable, Sendable {
    package let id: String
    package let ical: String

    /// The name in the message's address.
    package var href: Href { Href(stored: "\(id).ics") }
    /// A message never changes, so its ID is enough to identify a version.
    package var etag: String { Self.etag(ofID: id) }

    fileprivate static func etag(ofID id: String) -> String { "\"\(id)\"" }
}

/// The inboxes of all accounts.
///
/// Only the newest messages are kept, because many programs never look at the inbox.
package struct Inboxes: Sendable {
    let observed: ObservedDatabase

    /// How often an inbox has changed; programs ask for this number before they read the inbox.
    package func version(of account: AccountID) async throws -> Int64 {
        try await observed.database.read(as: .account(account)) { connection in
            let row = try connection.row(
                "SELECT version FROM inboxes WHERE account_id = $1",
                [.text(account.text)]
            )
            return try row?.integer(0) ?? 0
        }
    }

    /// How often an account's settings and its inbox have changed, for its streams.
    package func streamVersions(
        of account: AccountID
    ) async throws -> (settingsETag: String, inbox: Int64) {
        try await observed.database.read(as: .account(account)) { connection in
            let row = try connection.row(
                """
                SELECT coalesce((SELECT version FROM settings WHERE owner_id = $1), 0),
                coalesce((SELECT version FROM inboxes WHERE account_id = $1), 0)
                """,
                [.text(account.text)]
            )
            guard let row else { throw StoreError.notFound }
            return (SettingsDocument.etag(of: try row.integer(0)), try row.integer(1))
        }
    }

    /// All messages, oldest first.
    package func messages(of account: AccountID) async throws -> [InboxMessage] {
        try await observed.database.read(as: .account(account)) { connection in
            try connection.rows(
                "SELECT id, ical FROM inbox_messages WHERE account_id = $1 ORDER BY version",
                [.text(account.text)]
            ).map { InboxMessage(id: try $0.text(0), ical: try $0.text(1)) }
        }
    }

    package func message(_ href: Href, of account: AccountID) async throws -> InboxMessage {
        try await observed.database.read(as: .account(account)) { connection in
            let row = try connection.row(
                "SELECT id, ical FROM inbox_messages WHERE account_id = $1 AND id = $2",
                [.text(account.text), .text(href.messageID)]
            )
            guard let row else { throw StoreError.notFound }
            return InboxMessage(id: try row.text(0), ical: try row.text(1))
        }
    }

    /// Removes a message if the condition on its ETag holds.
    package func remove(
        _ href: Href,
        of account: AccountID,
        expecting: WriteCondition = .anything
    ) async throws {
        try await observed.database.writeUsingReserve(as: .account(account)) { connection in
            let count = try connection.execute(
                "DELETE FROM inbox_messages WHERE account_id = $1 AND id = $2",
                [.text(account.text), .text(href.messageID)]
            )
            guard count == 1 else { throw StoreError.notFound }
            try expecting.check(against: InboxMessage.etag(ofID: href.messageID))
            _ = try connection.invitations.nextInboxVersion(of: account)
        }
    }
}

extension InboxMessage {
    /// Removes an account's oldest messages beyond a number of messages and a number of bytes.
    ///
    /// The text of a message is read only if its length isn't known; an index has everything else.
    static func removalOfOldest(_ dialect: Dialect) -> String {
        """
        DELETE FROM inbox_messages WHERE account_id = $1 AND version IN (
            SELECT version FROM (
                SELECT version, row_number() OVER newest AS place,
                sum(coalesce(bytes, (
                    SELECT \(dialect.byteCount(of: "measured.ical")) FROM inbox_messages AS measured
                    WHERE measured.account_id = $1 AND measured.version = inbox_messages.version
                ))) OVER newest AS size
                FROM inbox_messages WHERE account_id = $1
                WINDOW newest AS (ORDER BY version DESC)
            ) AS counted
            WHERE place > $2 OR (size > $3 AND place > 1)
        )
        """
    }
}

extension Href {
    /// The ID in the name of a message; the whole name if it has none.
    fileprivate var messageID: String { text.hasSuffix(".ics") ? String(text.dropLast(4)) : text }
}

extension InvitationStatements {
    /// Adds a message, and drops the oldest beyond what an inbox holds.
    func addToInbox(of account: AccountID, _ message: String, id: String) throws {
        connection.entries.wakeStreams(of: account)
        guard message.utf8.count <= Limits.inboxMessageBytesMax else { return }
        let version = try nextInboxVersion(of: account)
        try connection.execute(
            """
            INSERT INTO inbox_messages (id, account_id, version, ical, bytes)
            VALUES ($1, $2, $3, $4, $5)
            """,
            [
                .text(id), .text(account.text), .integer(version), .text(message),
                .integer(Int64(message.utf8.count)),
            ]
        )
        try connection.execute(
            InboxMessage.removalOfOldest(connection.dialect),
            [
                .text(account.text), .integer(Limits.inboxMessagesMax),
                .integer(Limits.inboxBytesMax),
            ]
        )
    }

    /// Notifies the account's pages that the invitations that wait for an answer have changed.
    func noteInboxChange(of account: AccountID) throws {
        _ = try nextInboxVersion(of: account)
        connection.entries.wakeStreams(of: account)
    }

    fileprivate func nextInboxVersion(of account: AccountID) throws -> Int64 {
        let row = try connection.writtenRow(
            """
            INSERT INTO inboxes (account_id, version) VALUES ($1, 1)
            ON CONFLICT (account_id) DO UPDATE SET version = inboxes.version + 1
            RETURNING version
            """,
            [.text(account.text)]
        )
        guard let row else { throw StoreError.notFound }
        return try row.integer(0)
    }
}
