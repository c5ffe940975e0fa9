/// A stranger's invitation that isn't in a calendar until it's answered.
package struct WaitingInvitation: Hashable, Sendable {
    package let id: String
    package let inviter: Account
    /// The text of the copy that an answer adds to the calendar.
    package let ical: String

    package init(id: String, inviter: Account, ical: String) {
        self.id = id
        self.inviter = inviter
        self.ical = ical
    }
}

/// The invitations that wait for an answer outside of calendars, if the server is set up for that.
///
/// Programs also find the messages in the inbox, but that keeps only the newest ones.
package struct WaitingInvitations: Sendable {
    let observed: ObservedDatabase

    /// All waiting invitations of an account, in the order in which they came.
    package func all(of account: AccountID) async throws -> [WaitingInvitation] {
        try await observed.database.read(as: Principal.account(account).also(.delivery)) {
            connection in
            try connection.rows(
                WaitingInvitation.query + " WHERE account_id = $1 ORDER BY position",
                [.text(account.text)]
            ).map(WaitingInvitation.init)
        }
    }

    /// How many invitations of an account wait.
    package func count(of account: AccountID) async throws -> Int {
        try await observed.database.read(as: .account(account)) { connection in
            let row = try connection.row(
                "SELECT count(*) FROM waiting_invitations WHERE account_id = $1",
                [.text(account.text)]
            )
            return try row.map { Int(try $0.integer(0)) } ?? 0
        }
    }

    package func invitation(_ id: String, of account: AccountID) async throws -> WaitingInvitation {
        try await observed.database.read(as: Principal.account(account).also(.delivery)) {
            try $0.invitations.waitingInvitation(id, of: account)
        }
    }

    /// Answers an invitation: its host is told, and it no longer waits.
    ///
    /// - Parameters:
    ///   - id: The invitation.
    ///   - account: The account that is invited.
    ///   - object: The ID of the copy to make.
    ///   - isKept: Whether it's added to the calendar; otherwise the host is told, and nothing else
    ///     happens.
    ///   - planning: Plans what the host is told.
    ///   - edit: Writes the answer into the text.
    /// - Returns: The place of its copy, and the result of the write; nil if there's no copy.
    /// - Throws: ``StoreError/quotaReached(_:)``, after which it still waits, and the errors of
    ///   `edit`.
    package func answer(
        _ id: String,
        of account: AccountID,
        object: String,
        isKept: Bool,
        scheduling planning: any SchedulingPlanning,
        _ edit: @escaping @Sendable (_ text: String) throws -> ObjectDraft
    ) async throws -> (place: ObjectPlace, outcome: PutOutcome)? {
        try await observed.change(of: account) { connection in
            let waiting = try connection.also(.delivery) {
                try connection.invitations.waitingInvitation(id, of: account)
            }
            let draft = try edit(waiting.ical).asEvent
            guard isKept else {
                try connection.invitations.tell(
                    of: draft,
                    insteadOf: waiting,
                    to: account,
                    by: planning
                )
                try connection.invitations.endWaiting(ofUID: draft.uid, to: account)
                return nil
            }
            if let copy = try connection.scheduling.ownObject(uid: draft.uid, of: account),
                let present = try connection.objects.present(at: copy.place)
            {
                // It was added in another way meanwhile, for example by an import.
                try connection.invitations.endWaiting(ofUID: draft.uid, to: account)
                let outcome = try connection.objects.write(
                    ObjectWrite(
                        draft: try edit(copy.ical),
                        place: copy.place,
                        present: present,
                        newID: copy.id,
                        way: .page,
                        planning: planning
                    )
                )
                return (copy.place, outcome)
            }
            let calendar = try connection.scheduling.calendarForInvitations(
                to: account,
                draft.component
            )
            guard let calendar else { throw StoreError.tooMany(.calendars) }
            let place = ObjectPlace(
                account: account,
                calendar: calendar,
                href: Href(stored: "\(object).ics")
            )
            connection.storage.arriving = (draft.uid, calendar)
            try connection.quota.requireRoom(forNew: draft, at: place)
            let outcome = try connection.objects.write(
                ObjectWrite(
                    draft: draft,
                    place: place,
                    present: nil,
                    newID: object,
                    way: .page,
                    planning: planning
                )
            )
            return (place, outcome)
        }
    }
}

extension WaitingInvitation {
    fileprivate static let query = """
        SELECT waiting_invitations.id, ical, inviter_id, users.email, users.name
        FROM waiting_invitations JOIN users ON users.id = inviter_id
        """

    fileprivate init(_ row: Row) throws {
        id = try row.text(0)
        ical = try row.text(1)
        inviter = Account(
            id: AccountID(stored: try row.text(2)),
            email: try row.text(3),
            name: try row.text(4)
        )
    }
}

/// An invitation that waits outside of calendars, as a message finds it.
struct WaitingText {
    let id: String
    let ical: String
}

extension InvitationStatements {
    fileprivate func waitingInvitation(
        _ id: String,
        of account: AccountID
    ) throws -> WaitingInvitation {
        let row = try connection.row(
            WaitingInvitation.query + " WHERE account_id = $1 AND waiting_invitations.id = $2",
            [.text(account.text), .text(id)]
        )
        guard let row else { throw StoreError.notFound }
        return try WaitingInvitation(row)
    }

    /// The invitation to an event that waits for an account's answer.
    func waitingText(uid: String, of account: AccountID) throws -> WaitingText? {
        try connection.row(
            "SELECT id, ical FROM waiting_invitations WHERE account_id = $1 AND uid = $2",
            [.text(account.text), .text(uid)]
        ).map { WaitingText(id: try $0.text(0), ical: try $0.text(1)) }
    }

    /// Lets an invitation wait until it's answered, within the same limits as invitations in the
    /// calendar.
    func insertWaiting(
        _ draft: ObjectDraft,
        from sender: CalendarUser,
        to recipient: CalendarUser,
        insteadOf old: UnansweredInvitation?,
        id: String
    ) throws {
        let inviter = Inviter(id: sender.id, isStranger: true)
        try makeRoom(for: draft.byteCount, of: inviter, to: recipient.id, besides: old?.id ?? id)
        if let old { try remove(old) }
        try connection.execute(
            """
            INSERT INTO waiting_invitations (id, account_id, inviter_id, position, uid, bytes, ical)
            SELECT $1, $2, $3, coalesce(max(position), 0) + 1, $4, $5, $6
            FROM waiting_invitations WHERE account_id = $2
            """,
            [
                .text(id), .text(recipient.id.text), .text(sender.id.text), .text(draft.uid),
                .integer(draft.byteCount), .text(draft.ical),
            ]
        )
    }

    /// Replaces a waiting invitation by its host's change; without a draft it's cancelled, and is
    /// removed.
    func change(
        _ waiting: WaitingText,
        to draft: ObjectDraft?,
        from sender: CalendarUser,
        to recipient: CalendarUser
    ) throws {
        guard let draft else {
            try connection.execute(
                "DELETE FROM waiting_invitations WHERE id = $1",
                [.text(waiting.id)]
            )
            return
        }
        let inviter = Inviter(id: sender.id, isStranger: true)
        if draft.byteCount > Int64(waiting.ical.utf8.count) {
            try makeRoom(
                for: draft.byteCount,
                of: inviter,
                to: recipient.id,
                besides: waiting.id
            )
        }
        try connection.execute(
            "UPDATE waiting_invitations SET ical = $2, bytes = $3 WHERE id = $1",
            [.text(waiting.id), .text(draft.ical), .integer(draft.byteCount)]
        )
    }

    /// The storage of the invitations that wait outside of an account's calendars, from everybody
    /// or from one inviter.
    func waitingUsage(
        of account: AccountID,
        from inviter: AccountID? = nil,
        besides id: String
    ) throws -> StorageUsage {
        let row = try connection.row(
            """
            SELECT count(*), coalesce(sum(bytes), 0) FROM waiting_invitations
            WHERE account_id = $1 AND id <> $2 \(inviter == nil ? "" : "AND inviter_id = $3")
            """,
            [.text(account.text), .text(id)] + (inviter.map { [.text($0.text)] } ?? [])
        )
        guard let row else { return StorageUsage() }
        return StorageUsage(events: try row.integer(0), bytes: try row.integer(1))
    }

    /// Notes that an account has answered a waiting invitation, or has an event of its own in its
    /// place.
    func endWaiting(ofUID uid: String, to account: AccountID) throws {
        let count = try connection.execute(
            "DELETE FROM waiting_invitations WHERE account_id = $1 AND uid = $2",
            [.text(account.text), .text(uid)]
        )
        if count > 0 { try noteInboxChange(of: account) }
    }

    /// Tells the host about an answer after which no copy is kept.
    fileprivate func tell(
        of draft: ObjectDraft,
        insteadOf waiting: WaitingInvitation,
        to account: AccountID,
        by planning: any SchedulingPlanning
    ) throws {
        try connection.also(.delivery) {
            guard let user = try connection.scheduling.calendarUser([.account(account)]) else {
                return
            }
            let plan = try planning.plan(
                from: waiting.ical,
                to: draft,
                cause: .owner,
                of: user,
                knows: { try connection.scheduling.calendarUser($0) != nil },
                guest: connection.scheduling.invitedUser
            )
            if let plan { _ = try connection.scheduling.carryOut(plan, of: user, by: planning) }
        }
    }
}
