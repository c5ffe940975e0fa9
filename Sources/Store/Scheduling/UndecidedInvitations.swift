/// An invitation that waits for its recipient's decision.
struct UndecidedInvitation {
    let inviter: AccountID
    /// Whether the two have no group in common.
    let isStrangers: Bool

    /// The part of an account's bytes that those of one fellow member, or of all strangers, may take up.
    static func bytesPerInviter(of quota: Quota) -> Int64 {
        let share = quota.bytes / Limits.inviterShareOfQuota
        return min(max(share, Limits.inviterBytesMin), Limits.inviterBytesMax)
    }
}

extension DatabaseConnection {
    /// Makes room for one more invitation that waits for its recipient's decision, and notes whose it
    /// is.
    ///
    /// Where there are too many, or where their texts are too long, those that were called off the longest
    /// ago leave the recipient's calendar. Throws ``StoreError/tooMany(_:)`` when that doesn't help.
    func admitInvitation(
        from inviter: CalendarUser,
        to recipient: CalendarUser,
        bytes: Int64,
        _ insert: () throws -> String
    ) throws {
        let invitation = UndecidedInvitation(
            inviter: inviter.id,
            isStrangers: try !shareGroup(inviter.id, recipient.id)
        )
        try makeRoom(for: bytes, of: invitation, to: recipient.id, besides: "")
        try execute(
            """
            INSERT INTO undecided_invitations (object_id, account_id, inviter_id, is_strangers)
            VALUES ($1, $2, $3, $4)
            """,
            [
                .text(try insert()), .text(recipient.id.text), .text(inviter.id.text),
                .bool(invitation.isStrangers),
            ]
        )
    }

    /// Makes room for an invitation that becomes longer while it waits, as for a new one.
    func admitInvitation(_ object: String, to recipient: AccountID, growingTo bytes: Int64) throws {
        let row = try row(
            "SELECT inviter_id, is_strangers FROM undecided_invitations WHERE object_id = $1",
            [.text(object)]
        )
        guard let row, !row.isNull(0) else { return }
        let invitation = UndecidedInvitation(
            inviter: AccountID(stored: try row.text(0)),
            isStrangers: try row.bool(1)
        )
        try makeRoom(for: bytes, of: invitation, to: recipient, besides: object)
    }

    /// Removes the invitation that was called off the longest ago before its recipient answered.
    ///
    /// - Returns: What that takes off the recipient's storage; nil if there's none.
    func removeCalledOffInvitation(to account: AccountID) throws -> StorageUsage? {
        try removeCalledOff("account_id = $1", [.text(account.text)], of: account)
    }

    /// Notes whether an invitation that waits for a decision has been called off.
    func setCalledOff(_ isCalledOff: Bool, of object: String) throws {
        try execute(
            "UPDATE undecided_invitations SET is_called_off = $2 WHERE object_id = $1",
            [.text(object), .bool(isCalledOff)]
        )
    }

    /// Notes that the owner of a copy has written it, whatever they decided.
    func endWaiting(of object: String) throws {
        try execute("DELETE FROM undecided_invitations WHERE object_id = $1", [.text(object)])
    }

    /// The same for all that is in a calendar.
    func endWaiting(in calendar: CalendarID) throws {
        try execute(
            """
            DELETE FROM undecided_invitations
            WHERE object_id IN (SELECT id FROM objects WHERE calendar_id = $1)
            """,
            [.text(calendar.text)]
        )
    }

    private func makeRoom(
        for bytes: Int64,
        of invitation: UndecidedInvitation,
        to recipient: AccountID,
        besides object: String
    ) throws {
        let others = "account_id = $1 AND object_id <> $2"
        let values: [SQLValue] = [.text(recipient.text), .text(object)]
        let share = UndecidedInvitation.bytesPerInviter(of: storage.quotas.account)
        if invitation.isStrangers {
            try makeRoom(
                for: bytes,
                among: "\(others) AND is_strangers = 1",
                values,
                of: recipient,
                upTo: StorageUsage(events: Limits.strangersInvitationsMax, bytes: share)
            )
        } else {
            try makeRoom(
                for: bytes,
                among: "\(others) AND inviter_id = $3",
                values + [.text(invitation.inviter.text)],
                of: recipient,
                upTo: StorageUsage(events: Limits.invitationsPerInviterMax, bytes: share)
            )
        }
        try makeRoom(
            for: bytes,
            among: others,
            values,
            of: recipient,
            upTo: StorageUsage(
                events: Limits.undecidedInvitationsMax,
                bytes: share * Limits.invitersSharesMax
            )
        )
    }

    private func makeRoom(
        for bytes: Int64,
        among condition: String,
        _ values: [SQLValue],
        of account: AccountID,
        upTo most: StorageUsage
    ) throws {
        let row = try row(
            """
            SELECT count(*), coalesce(sum(\(dialect.byteCount(of: "ical"))), 0) FROM objects
            WHERE id IN (SELECT object_id FROM undecided_invitations WHERE \(condition))
            """,
            values
        )
        guard let row else { return }
        var others = StorageUsage(events: try row.integer(0), bytes: try row.integer(1))
        while others.events >= most.events || others.bytes + bytes > most.bytes {
            guard let removed = try removeCalledOff(condition, values, of: account) else {
                throw StoreError.tooMany(.invitations)
            }
            others = others + removed
        }
    }

    private func removeCalledOff(
        _ condition: String,
        _ arguments: [SQLValue],
        of account: AccountID
    ) throws -> StorageUsage? {
        let oldest = try row(
            """
            SELECT id, calendar_id, href, \(dialect.byteCount(of: "ical")) FROM objects
            WHERE id IN (
                SELECT object_id FROM undecided_invitations WHERE \(condition) AND is_called_off = 1
            )
            ORDER BY change_token LIMIT 1
            """,
            arguments
        )
        guard let oldest else { return nil }
        let place = ObjectPlace(
            account: account,
            calendar: CalendarID(stored: try oldest.text(1)),
            href: Href(stored: try oldest.text(2))
        )
        try removeUnseen(at: place, id: oldest.text(0))
        return StorageUsage(events: -1, bytes: -(try oldest.integer(3)))
    }
}
