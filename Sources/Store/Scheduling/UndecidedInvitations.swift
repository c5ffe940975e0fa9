extension DatabaseConnection {
    /// Makes room for one more invitation that waits for its recipient's decision, and notes whose it
    /// is.
    ///
    /// Where there are too many, the one that was called off the longest ago leaves the recipient's
    /// calendar. Throws ``StoreError/tooMany(_:)`` when none was called off.
    func admitInvitation(
        from inviter: CalendarUser,
        to recipient: CalendarUser,
        _ insert: () throws -> String
    ) throws {
        let isStrangers = try !shareGroup(inviter.id, recipient.id)
        if isStrangers {
            try makeRoom(
                "is_strangers = 1",
                of: recipient.id,
                countMax: Limits.strangersInvitationsMax
            )
        } else {
            try makeRoom(
                "inviter_id = $2",
                of: recipient.id,
                [.text(inviter.id.text)],
                countMax: Limits.invitationsPerInviterMax
            )
        }
        try makeRoom("1 = 1", of: recipient.id, countMax: Limits.undecidedInvitationsMax)
        try execute(
            """
            INSERT INTO undecided_invitations (object_id, account_id, inviter_id, is_strangers)
            VALUES ($1, $2, $3, $4)
            """,
            [
                .text(try insert()), .text(recipient.id.text), .text(inviter.id.text),
                .bool(isStrangers),
            ]
        )
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

    /// The placeholders of `condition` follow `$1`.
    private func makeRoom(
        _ condition: String,
        of account: AccountID,
        _ values: [SQLValue] = [],
        countMax: Int64
    ) throws {
        let waiting = "undecided_invitations WHERE account_id = $1 AND \(condition)"
        let arguments = [.text(account.text)] + values
        let count = try row("SELECT count(*) FROM \(waiting)", arguments)?.integer(0) ?? 0
        guard count >= countMax else { return }
        let oldest = try row(
            """
            SELECT id, calendar_id, href FROM objects
            WHERE id IN (SELECT object_id FROM \(waiting) AND is_called_off = 1)
            ORDER BY change_token LIMIT 1
            """,
            arguments
        )
        guard let oldest else { throw StoreError.tooMany(.invitations) }
        let place = ObjectPlace(
            account: account,
            calendar: CalendarID(stored: try oldest.text(1)),
            href: Href(stored: try oldest.text(2))
        )
        try removeUnseen(at: place, id: oldest.text(0))
    }
}
