/// An invitation that nobody has answered yet, in a calendar or among those that wait.
///
/// While it's there, it can keep out other invitations with its UID. A UID is no secret: every guest of
/// an event knows it, and could use it to invite somebody before the host does. So an unanswered
/// invitation gives way to the recipient's own events. It also gives way to any other person's
/// invitation if it has been cancelled or its sender is gone, and to a fellow member's if it came from a
/// stranger. In all other cases the first invitation stays, and so does one that has been answered.
struct UnansweredInvitation {
    /// The ID of the copy, or of the waiting invitation.
    let id: String
    /// The account that sent it; nil if that is gone.
    let inviter: AccountID?
    let isCalledOff: Bool
    let ical: String
    /// The place of the copy; nil for a waiting invitation.
    let copy: ObjectPlace?

    /// The storage that it uses in the recipient's calendars.
    var usage: StorageUsage {
        copy == nil
            ? StorageUsage() : StorageUsage(events: 1, bytes: Int64(ical.utf8.count))
    }

    fileprivate init(_ row: Row, of account: AccountID) throws {
        id = try row.text(0)
        inviter = row.isNull(1) ? nil : AccountID(stored: try row.text(1))
        isCalledOff = try row.bool(2)
        ical = try row.text(3)
        copy =
            row.isNull(4)
            ? nil
            : ObjectPlace(
                account: account,
                calendar: CalendarID(stored: try row.text(4)),
                href: Href(stored: try row.text(5))
            )
    }
}

extension Query {
    /// An account's unanswered invitation to the event with a UID.
    static func unansweredInvitation(uid: String, of account: AccountID) -> Query {
        Query(
            """
            SELECT objects.id, inviter_id, is_called_off, objects.ical, calendars.id, objects.href
            FROM calendars JOIN objects ON objects.calendar_id = calendars.id AND objects.uid = $2
            JOIN undecided_invitations ON object_id = objects.id
            WHERE calendars.owner_id = $1 AND calendars.deleted_token IS NULL
            UNION ALL
            SELECT id, inviter_id, 0, ical, NULL, NULL FROM waiting_invitations
            WHERE account_id = $1 AND uid = $2
            LIMIT 1
            """,
            [.text(account.text), .text(uid)]
        )
    }
}

extension InvitationStatements {
    /// Removes an unanswered invitation that is in the way of an event that an account is about to
    /// write into a calendar of its own.
    ///
    /// An event with the same organizer isn't in the way: writing it is an answer.
    func letYield(
        to draft: ObjectDraft,
        at place: ObjectPlace,
        by planning: (any SchedulingPlanning)?
    ) throws {
        guard let planning,
            let invitation = try unansweredInvitation(uid: draft.uid, of: place.account),
            invitation.ical != draft.ical,
            try connection.calendars.isOwn(place.calendar, of: place.account),
            try !isOfSameOrganizer(draft, as: invitation, planning)
        else { return }
        try remove(invitation)
        if invitation.copy == nil { try noteInboxChange(of: place.account) }
    }

    /// The unanswered invitations of an account that events of a file may replace.
    ///
    /// - Returns: The UIDs that may be in the way.
    func unansweredUIDs(of account: AccountID) throws -> Set<String> {
        let rows = try connection.rows(
            """
            SELECT uid FROM undecided_invitations JOIN objects ON objects.id = object_id
            WHERE account_id = $1
            UNION ALL SELECT uid FROM waiting_invitations WHERE account_id = $1
            """,
            [.text(account.text)]
        )
        return Set(try rows.map { try $0.text(0) })
    }

    /// The recipient's unanswered invitation that gives way to another person's; nil if there's
    /// none, or if it stays.
    func invitationYielding(
        to delivery: SchedulingDelivery,
        from sender: CalendarUser,
        of recipient: CalendarUser
    ) throws -> UnansweredInvitation? {
        guard delivery.kind == .invitation,
            let invitation = try unansweredInvitation(uid: delivery.uid, of: recipient.id),
            invitation.inviter != sender.id
        else { return nil }
        if let inviter = invitation.inviter, !invitation.isCalledOff {
            guard try connection.groups.haveGroupInCommon(sender.id, recipient.id),
                try !connection.groups.haveGroupInCommon(inviter, recipient.id)
            else { return nil }
        }
        // The recipient's own event may have the UID too.
        let calendar = invitation.copy?.calendar
        guard
            try connection.scheduling.ownObject(
                uid: delivery.uid,
                of: recipient.id,
                besides: calendar
            ) == nil
        else { return nil }
        return invitation
    }

    /// Removes an invitation that gives way.
    func remove(_ invitation: UnansweredInvitation) throws {
        if let place = invitation.copy {
            try connection.objects.removeUnseen(at: place, id: invitation.id)
        } else {
            try connection.execute(
                "DELETE FROM waiting_invitations WHERE id = $1",
                [.text(invitation.id)]
            )
        }
    }

    private func unansweredInvitation(
        uid: String,
        of account: AccountID
    ) throws -> UnansweredInvitation? {
        try connection.row(.unansweredInvitation(uid: uid, of: account))
            .map { try UnansweredInvitation($0, of: account) }
    }

    private func isOfSameOrganizer(
        _ draft: ObjectDraft,
        as invitation: UnansweredInvitation,
        _ planning: any SchedulingPlanning
    ) throws -> Bool {
        guard let organizer = planning.organizer(of: draft.ical) else { return false }
        guard organizer != planning.organizer(of: invitation.ical) else { return true }
        // The organizer may be named by another of their addresses.
        let account = try connection.also(.delivery) {
            try connection.scheduling.calendarUser([organizer])?.id
        }
        return account != nil && account == invitation.inviter
    }
}
