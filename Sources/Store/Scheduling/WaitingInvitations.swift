/// An invitation by a stranger that isn't in a calendar before it's answered.
package struct WaitingInvitation: Hashable, Sendable {
    package let id: String
    package let inviter: Account
    /// What the copy in the calendar becomes with an answer.
    package let ical: String

    package init(id: String, inviter: Account, ical: String) {
        self.id = id
        self.inviter = inviter
        self.ical = ical
    }
}

/// The invitations that wait for an answer outside of calendars, if whoever runs the server wants that.
///
/// The inbox has the messages besides, for programs. Only the newest are kept there, so it's no place to wait in.
package struct WaitingInvitations: Sendable {
    let observed: ObservedDatabase

    /// All of an account, in the order in which they came.
    package func all(of account: AccountID) async throws -> [WaitingInvitation] {
        try await observed.database.read(as: Principal.account(account).also(.delivery)) {
            connection in
            try connection.rows(
                WaitingInvitation.query + " WHERE account_id = $1 ORDER BY position",
                [.text(account.text)]
            ).map(WaitingInvitation.init)
        }
    }

    package func invitation(_ id: String, of account: AccountID) async throws -> WaitingInvitation {
        try await observed.database.read(as: Principal.account(account).also(.delivery)) {
            try $0.waitingInvitation(id, of: account)
        }
    }

    /// Answers an invitation: its host hears of it, and it waits no longer.
    ///
    /// - Parameters:
    ///   - id: The invitation.
    ///   - account: Who is invited.
    ///   - object: The ID of its copy.
    ///   - isKept: Whether it gets into the calendar; otherwise only the host hears of the answer.
    ///   - rules: What tells the host.
    ///   - edit: Writes the answer into the text.
    /// - Returns: Where its copy is, and what became of the write; nil if there's none.
    /// - Throws: ``StoreError/quotaReached(_:)``, and then it waits on, and the errors of `edit`.
    package func answer(
        _ id: String,
        of account: AccountID,
        object: String,
        isKept: Bool,
        scheduling rules: any SchedulingRules,
        _ edit: @escaping @Sendable (_ text: String) throws -> ObjectDraft
    ) async throws -> (place: ObjectPlace, outcome: PutOutcome)? {
        try await observed.change(of: account) { connection in
            let waiting = try connection.also(.delivery) {
                try connection.waitingInvitation(id, of: account)
            }
            let draft = try edit(waiting.ical).asEvent
            guard isKept else {
                try connection.tell(of: draft, insteadOf: waiting, to: account, by: rules)
                try connection.endWaiting(ofUID: draft.uid, to: account)
                return nil
            }
            if let copy = try connection.ownObject(uid: draft.uid, of: account),
                let present = try connection.present(at: copy.place)
            {
                // It came in another way meanwhile, as by an import.
                try connection.endWaiting(ofUID: draft.uid, to: account)
                let outcome = try connection.store(
                    edit(copy.ical),
                    at: copy.place,
                    replacing: present,
                    id: copy.id,
                    through: .page,
                    scheduling: rules
                )
                return (copy.place, outcome)
            }
            let calendar = try connection.calendarForInvitations(to: account, draft.component)
            guard let calendar else { throw StoreError.tooMany(.calendars) }
            let place = ObjectPlace(
                account: account,
                calendar: calendar,
                href: Href(stored: "\(object).ics")
            )
            connection.storage.arriving = (draft.uid, calendar)
            try connection.requireRoom(forNew: draft, at: place)
            let outcome = try connection.store(
                draft,
                at: place,
                replacing: nil,
                id: object,
                through: .page,
                scheduling: rules
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

extension DatabaseConnection {
    fileprivate func waitingInvitation(
        _ id: String,
        of account: AccountID
    ) throws -> WaitingInvitation {
        let row = try row(
            WaitingInvitation.query + " WHERE account_id = $1 AND waiting_invitations.id = $2",
            [.text(account.text), .text(id)]
        )
        guard let row else { throw StoreError.notFound }
        return try WaitingInvitation(row)
    }

    /// The invitation to an event that waits for an account's answer.
    func waitingText(uid: String, of account: AccountID) throws -> WaitingText? {
        try row(
            "SELECT id, ical FROM waiting_invitations WHERE account_id = $1 AND uid = $2",
            [.text(account.text), .text(uid)]
        ).map { WaitingText(id: try $0.text(0), ical: try $0.text(1)) }
    }

    /// Lets an invitation wait until it's answered, in the bounds of those in the calendar.
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
        try execute(
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

    /// Replaces what waits by what its host changed; without a draft it's called off, and goes.
    func change(
        _ waiting: WaitingText,
        to draft: ObjectDraft?,
        from sender: CalendarUser,
        to recipient: CalendarUser
    ) throws {
        guard let draft else {
            try execute("DELETE FROM waiting_invitations WHERE id = $1", [.text(waiting.id)])
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
        try execute(
            "UPDATE waiting_invitations SET ical = $2, bytes = $3 WHERE id = $1",
            [.text(waiting.id), .text(draft.ical), .integer(draft.byteCount)]
        )
    }

    /// How much waits for an account's answer outside of calendars, of everybody or of one inviter.
    func waitingUsage(
        of account: AccountID,
        from inviter: AccountID? = nil,
        besides id: String
    ) throws -> StorageUsage {
        let row = try row(
            """
            SELECT count(*), coalesce(sum(bytes), 0) FROM waiting_invitations
            WHERE account_id = $1 AND id <> $2 \(inviter == nil ? "" : "AND inviter_id = $3")
            """,
            [.text(account.text), .text(id)] + (inviter.map { [.text($0.text)] } ?? [])
        )
        guard let row else { return StorageUsage() }
        return StorageUsage(events: try row.integer(0), bytes: try row.integer(1))
    }

    /// Notes that an account has answered an invitation that waited, or has an event of its own in its place.
    func endWaiting(ofUID uid: String, to account: AccountID) throws {
        let count = try execute(
            "DELETE FROM waiting_invitations WHERE account_id = $1 AND uid = $2",
            [.text(account.text), .text(uid)]
        )
        if count > 0 { try noteInboxChange(of: account) }
    }

    /// Tells the host of an answer with which nothing is kept.
    fileprivate func tell(
        of draft: ObjectDraft,
        insteadOf waiting: WaitingInvitation,
        to account: AccountID,
        by rules: any SchedulingRules
    ) throws {
        try also(.delivery) {
            guard let user = try calendarUser([.account(account)]) else { return }
            let plan = try rules.plan(
                from: waiting.ical,
                to: draft,
                cause: .owner,
                of: user,
                knows: { try calendarUser($0) != nil },
                guest: invitedUser
            )
            if let plan { _ = try carryOut(plan, of: user, by: rules) }
        }
    }
}
