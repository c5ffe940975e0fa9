/// An account whose invitations another account refuses.
package struct BlockedSender: Hashable, Sendable {
    package let account: AccountID
    /// The name that it had when it was blocked; may be empty.
    package let name: String
    /// The address that was known when it was blocked; may be empty.
    package let email: String

    package init(account: AccountID, name: String, email: String) {
        self.account = account
        self.name = name
        self.email = email
    }
}

/// The senders that each account has blocked.
///
/// Nothing that a blocked account sends is delivered: no invitations, changes, cancellations or
/// answers. The sender gets the same result as for any refusal. What the two show each other in
/// groups doesn't change.
package struct BlockedSenders: Sendable {
    let observed: ObservedDatabase

    /// The senders that an account has blocked, the latest first.
    package func all(of account: AccountID) async throws -> [BlockedSender] {
        try await observed.database.read(as: .account(account)) { connection in
            try connection.rows(
                """
                SELECT blocked_id, name, email FROM blocked_senders WHERE account_id = $1
                ORDER BY blocked_second DESC, blocked_id
                """,
                [.text(account.text)]
            ).map { row in
                BlockedSender(
                    account: AccountID(stored: try row.text(0)),
                    name: try row.text(1),
                    email: try row.text(2)
                )
            }
        }
    }

    /// Blocks an account, and removes its invitations that were never answered.
    ///
    /// An account that is later made with the same address is blocked too. The sender isn't told.
    /// Blocking a sender again changes only the name.
    ///
    /// - Parameters:
    ///   - sender: The account to block.
    ///   - account: The account that blocks it.
    ///   - unanswered: An invitation of the sender's that isn't answered, although a program may
    ///     have written something else into it, such as a reminder; nil for none.
    ///   - nowSecond: The time.
    /// - Returns: How many invitations left the calendars and the inbox.
    /// - Throws: ``StoreError/tooMany(_:)``, and ``StoreError/notFound`` if the account is gone.
    package func block(
        _ sender: BlockedSender,
        by account: AccountID,
        unanswered: ObjectPlace? = nil,
        nowSecond: Int64
    ) async throws -> Int {
        try await observed.change(of: account) { connection in
            let known = try connection.also(.delivery) {
                try connection.scheduling.calendarUser([.account(sender.account)])
            }
            guard let known else { throw StoreError.notFound }
            // A removed account may have had the address before.
            try connection.execute(
                """
                DELETE FROM blocked_senders
                WHERE account_id = $1 AND blocked_address = $2 AND blocked_id <> $3
                """,
                [.text(account.text), .text(known.email), .text(known.id.text)]
            )
            let row = try connection.row(
                """
                SELECT count(*) FROM blocked_senders WHERE account_id = $1 AND blocked_id <> $2
                """,
                [.text(account.text), .text(sender.account.text)]
            )
            guard try row?.integer(0) ?? 0 < Limits.blockedSendersMax else {
                throw StoreError.tooMany(.blockedSenders)
            }
            try connection.execute(
                """
                INSERT INTO blocked_senders
                (account_id, blocked_id, blocked_address, name, email, blocked_second)
                VALUES ($1, $2, $3, $4, $5, $6)
                ON CONFLICT (account_id, blocked_id) DO UPDATE
                SET name = excluded.name, email = excluded.email
                """,
                [
                    .text(account.text), .text(sender.account.text), .text(known.email),
                    .text(sender.name), .text(sender.email), .integer(nowSecond),
                ]
            )
            return try connection.invitations.removeUnanswered(
                from: sender.account,
                to: account,
                and: unanswered
            )
        }
    }

    /// Whether another account has sent the invitation at a place, as far as the store itself can
    /// tell.
    ///
    /// The text proves nothing, because its owner may have written any organizer into it.
    ///
    /// - Parameters:
    ///   - place: The invitation, in a calendar of the account's own.
    ///   - sender: The account that is said to invite.
    ///   - invites: Whether a text of the sender's own invites the account.
    /// - Returns: Whether it waits for a decision as the sender's invitation, or the sender has an
    ///   event with its UID that invites the account.
    /// - Throws: ``StoreError/notFound``, and the errors of the database.
    package func isSent(
        _ place: ObjectPlace,
        by sender: AccountID,
        _ invites: @escaping @Sendable (_ text: String) -> Bool
    ) async throws -> Bool {
        try await observed.database.read(as: Principal.account(place.account).also(.delivery)) {
            connection in
            let row = try connection.row(
                """
                SELECT uid, inviter_id FROM objects
                LEFT JOIN undecided_invitations ON object_id = objects.id
                WHERE calendar_id = $1 AND href = $2
                """,
                [.text(place.calendar.text), .text(place.href.text)]
            )
            guard let row else { throw StoreError.notFound }
            if !row.isNull(1), try row.text(1) == sender.text { return true }
            let own = try connection.scheduling.ownObject(
                uid: row.text(0),
                of: sender,
                orConnected: true
            )
            return own.map { invites($0.ical) } ?? false
        }
    }

    /// Unblocks an account; messages that were refused meanwhile aren't delivered afterwards.
    package func unblock(_ sender: AccountID, by account: AccountID) async throws {
        try await observed.change(of: account) { connection in
            let count = try connection.execute(
                "DELETE FROM blocked_senders WHERE account_id = $1 AND blocked_id = $2",
                [.text(account.text), .text(sender.text)]
            )
            guard count == 1 else { throw StoreError.notFound }
        }
    }
}

extension InvitationStatements {
    /// Whether a recipient has blocked a sender.
    func isBlocked(_ sender: AccountID, by recipient: AccountID) throws -> Bool {
        try connection.row(
            """
            SELECT 1 FROM blocked_senders WHERE account_id = $1
            AND (blocked_id = $2 OR blocked_address = (SELECT email FROM users WHERE id = $2))
            LIMIT 1
            """,
            [.text(recipient.text), .text(sender.text)]
        ) != nil
    }

    fileprivate func removeUnanswered(
        from sender: AccountID,
        to account: AccountID,
        and unanswered: ObjectPlace?
    ) throws -> Int {
        var count = 0
        let rows = try connection.rows(
            """
            SELECT objects.id, calendar_id, href FROM undecided_invitations
            JOIN objects ON objects.id = object_id WHERE account_id = $1 AND inviter_id = $2
            """,
            [.text(account.text), .text(sender.text)]
        )
        for row in rows {
            let place = ObjectPlace(
                account: account,
                calendar: CalendarID(stored: try row.text(1)),
                href: Href(stored: try row.text(2))
            )
            try connection.objects.removeUnseen(at: place, id: row.text(0))
            count += 1
        }
        if let unanswered, let present = try connection.objects.present(at: unanswered) {
            try connection.objects.removeUnseen(at: unanswered, id: present.id)
            count += 1
        }
        let waiting = try connection.execute(
            "DELETE FROM waiting_invitations WHERE account_id = $1 AND inviter_id = $2",
            [.text(account.text), .text(sender.text)]
        )
        if waiting > 0 { try noteInboxChange(of: account) }
        return count + Int(waiting)
    }
}
