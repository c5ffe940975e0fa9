/// The sender of an invitation that waits for its recipient's decision, to whose share it counts.
struct Inviter {
    let id: AccountID
    /// Whether the two have no group in common.
    let isStranger: Bool

    /// The bytes that the invitations of one fellow member, or of all strangers together, may use
    /// of a quota.
    static func bytesMax(of quota: Quota) -> Int64 {
        let share = quota.bytes / Limits.inviterShareOfQuota
        return min(max(share, Limits.inviterBytesMin), Limits.inviterBytesMax)
    }
}

extension InvitationStatements {
    /// Makes room for one more invitation that waits for its recipient's decision, and notes its
    /// sender.
    ///
    /// If there are too many, or if their texts are too long, those that were cancelled the longest
    /// ago are removed from the recipient's calendar. `object` isn't counted, because it makes room
    /// itself. Throws ``StoreError/tooMany(_:)`` if that isn't enough.
    func admit(
        from inviter: CalendarUser,
        to recipient: CalendarUser,
        bytes: Int64,
        besides object: String?,
        _ insert: () throws -> String
    ) throws {
        let isStranger = try !connection.groups.haveGroupInCommon(inviter.id, recipient.id)
        try makeRoom(
            for: bytes,
            of: Inviter(id: inviter.id, isStranger: isStranger),
            to: recipient.id,
            besides: object ?? ""
        )
        try connection.execute(
            """
            INSERT INTO undecided_invitations
            (object_id, account_id, inviter_id, is_strangers, bytes)
            VALUES ($1, $2, $3, $4, $5)
            """,
            [
                .text(try insert()), .text(recipient.id.text), .text(inviter.id.text),
                .bool(isStranger), .integer(bytes),
            ]
        )
    }

    /// Makes room for an invitation that becomes longer while it waits, as for a new one.
    func admit(_ object: String, to recipient: AccountID, growingTo bytes: Int64) throws {
        let row = try connection.row(
            "SELECT inviter_id, is_strangers FROM undecided_invitations WHERE object_id = $1",
            [.text(object)]
        )
        guard let row, !row.isNull(0) else { return }
        let inviter = Inviter(
            id: AccountID(stored: try row.text(0)),
            isStranger: try row.bool(1)
        )
        try makeRoom(for: bytes, of: inviter, to: recipient, besides: object)
    }

    /// Removes invitations that were cancelled before their recipient answered, the longest ago
    /// first, until there is enough room.
    ///
    /// - Parameters:
    ///   - account: The recipient.
    ///   - object: An invitation that stays, because it's being changed; nil for none.
    ///   - isEnough: Whether freeing this much in the recipient's calendars is enough.
    /// - Returns: Whether there is enough room now. If removing all of them isn't enough, all of
    ///   them stay.
    /// - Throws: The errors of the database.
    func removeCalledOff(
        to account: AccountID,
        besides object: String?,
        until isEnough: (StorageUsage) -> Bool
    ) throws -> Bool {
        try removeCalledOff(
            "account_id = $1 AND object_id <> $2",
            [.text(account.text), .text(object ?? "")],
            of: account,
            until: isEnough
        )
    }

    /// Notes the length of a copy and whether it's cancelled, if it waits for its owner's decision.
    func noteSize(of object: String, bytes: Int64, isCalledOff: Bool) throws {
        try connection.execute(
            "UPDATE undecided_invitations SET bytes = $2, is_called_off = $3 WHERE object_id = $1",
            [.text(object), .integer(bytes), .bool(isCalledOff)]
        )
    }

    /// Notes that the owner of a copy has written it, whatever they decided.
    func endWaiting(of object: String) throws {
        try connection.execute(
            "DELETE FROM undecided_invitations WHERE object_id = $1",
            [.text(object)]
        )
    }

    /// Notes the same for every copy in a calendar.
    func endWaiting(in calendar: CalendarID) throws {
        try connection.execute(
            "UPDATE objects SET is_unanswered = 0 WHERE calendar_id = $1 AND is_unanswered = 1",
            [.text(calendar.text)]
        )
        try connection.execute(
            """
            DELETE FROM undecided_invitations
            WHERE object_id IN (SELECT id FROM objects WHERE calendar_id = $1)
            """,
            [.text(calendar.text)]
        )
    }

    func makeRoom(
        for bytes: Int64,
        of inviter: Inviter,
        to recipient: AccountID,
        besides object: String
    ) throws {
        let others = "account_id = $1 AND object_id <> $2"
        let values: [SQLValue] = [.text(recipient.text), .text(object)]
        let share = Inviter.bytesMax(of: connection.storage.quotas.account)
        let waiting = try waitingUsage(of: recipient, besides: object)
        if inviter.isStranger {
            try makeRoom(
                for: bytes,
                among: "\(others) AND is_strangers = 1 AND inviter_id = $3",
                values + [.text(inviter.id.text)],
                and: waitingUsage(of: recipient, from: inviter.id, besides: object),
                of: recipient,
                upTo: StorageUsage(
                    events: Limits.invitationsPerStrangerMax,
                    bytes: share / Limits.strangersShare
                )
            )
            try makeRoom(
                for: bytes,
                among: "\(others) AND is_strangers = 1",
                values,
                and: waiting,
                of: recipient,
                upTo: StorageUsage(events: Limits.strangersInvitationsMax, bytes: share)
            )
        } else {
            try makeRoom(
                for: bytes,
                among: "\(others) AND inviter_id = $3",
                values + [.text(inviter.id.text)],
                of: recipient,
                upTo: StorageUsage(events: Limits.invitationsPerInviterMax, bytes: share)
            )
        }
        try makeRoom(
            for: bytes,
            among: others,
            values,
            and: waiting,
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
        and waiting: StorageUsage = StorageUsage(),
        of account: AccountID,
        upTo most: StorageUsage
    ) throws {
        let row = try connection.row(
            """
            SELECT count(*), coalesce(sum(coalesce(bytes, (
                SELECT \(connection.dialect.byteCount(of: "ical")) FROM objects WHERE objects.id = object_id
            ))), 0) FROM undecided_invitations WHERE \(condition)
            """,
            values
        )
        guard let row else { return }
        let others =
            StorageUsage(events: try row.integer(0), bytes: try row.integer(1)) + waiting
        func fits(_ change: StorageUsage) -> Bool {
            let rest = others + change
            return rest.events < most.events && rest.bytes + bytes <= most.bytes
        }
        guard
            try fits(StorageUsage())
                || removeCalledOff(condition, values, of: account, until: fits)
        else { throw StoreError.tooMany(.invitations) }
    }

    private func removeCalledOff(
        _ condition: String,
        _ arguments: [SQLValue],
        of account: AccountID,
        until isEnough: (StorageUsage) -> Bool
    ) throws -> Bool {
        let calledOff = try connection.rows(
            """
            SELECT id, calendar_id, href, coalesce((
                SELECT bytes FROM undecided_invitations WHERE object_id = objects.id
            ), \(connection.dialect.byteCount(of: "ical"))) FROM objects
            WHERE id IN (
                SELECT object_id FROM undecided_invitations WHERE \(condition) AND is_called_off = 1
            )
            ORDER BY change_token
            """,
            arguments
        )
        var change = StorageUsage()
        var count = 0
        while count < calledOff.count, !isEnough(change) {
            change = change + StorageUsage(events: -1, bytes: -(try calledOff[count].integer(3)))
            count += 1
        }
        guard isEnough(change) else { return false }
        for row in calledOff.prefix(count) {
            let place = ObjectPlace(
                account: account,
                calendar: CalendarID(stored: try row.text(1)),
                href: Href(stored: try row.text(2))
            )
            try connection.objects.removeUnseen(at: place, id: row.text(0))
        }
        return true
    }
}
