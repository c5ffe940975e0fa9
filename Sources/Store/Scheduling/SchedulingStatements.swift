extension SchedulingStatements {
    /// The text to store for a write to an account's own calendar, after the people concerned were
    /// told.
    ///
    /// In a group's calendar, members answer in the event itself, so nobody is told, and the text
    /// says that (RFC 6638 section 3.2.9). An event with guests that is in two of an account's
    /// calendars is being moved from one to the other, and nobody is told about that.
    func scheduled(
        _ draft: ObjectDraft?,
        replacing old: String?,
        at place: ObjectPlace,
        through way: WriteSource,
        because cause: SchedulingCause = .owner,
        by planning: any SchedulingPlanning
    ) throws -> ScheduledWrite {
        let unscheduled = ScheduledWrite(draft: draft)
        let mayConcern =
            old.map(planning.mayConcern) == true || (draft?.ical).map(planning.mayConcern) == true
        guard mayConcern || (draft?.ical).map(planning.namesPeople) == true else {
            return unscheduled
        }
        guard try connection.calendars.isOwn(place.calendar, of: place.account) else {
            guard let draft, try connection.calendars.isOfGroup(place.calendar) else {
                return unscheduled
            }
            return ScheduledWrite(
                draft: try groupEvent(draft, replacing: old, by: place.account, planning)
            )
        }
        guard mayConcern else { return unscheduled }
        return try connection.also(.delivery) {
            guard let user = try calendarUser([.account(place.account)]) else { return unscheduled }
            var write = try delivering(
                draft,
                replacing: old,
                at: place,
                of: user,
                through: way,
                because: cause,
                by: planning
            )
            write.isUnanswered = write.draft.map { planning.isUnanswered($0, by: user) } ?? false
            return write
        }
    }

    /// The text to store for a write that may concern others.
    private func delivering(
        _ draft: ObjectDraft?,
        replacing old: String?,
        at place: ObjectPlace,
        of user: CalendarUser,
        through way: WriteSource,
        because cause: SchedulingCause,
        by planning: any SchedulingPlanning
    ) throws -> ScheduledWrite {
        let unscheduled = ScheduledWrite(draft: draft)
        func plan(from old: String?) throws -> SchedulingPlan? {
            var cause = cause
            if old == nil, cause == .owner, let uid = draft?.uid,
                let removed = try connection.bin.removedText(uid: uid, in: place.calendar)
            {
                cause = .rewriting(removed: removed)
            }
            return try planning.plan(
                from: old,
                to: draft,
                cause: cause,
                of: user,
                knows: knows,
                guest: invitedUser
            )
        }
        var old = old
        if draft == nil || old == nil, let uid = try draft?.uid ?? uid(at: place),
            let other = try ownObject(
                uid: uid,
                of: place.account,
                besides: place.calendar,
                orConnected: draft == nil || way == .page
            )
        {
            guard draft != nil, cause != .restoration else { return unscheduled }
            // RFC 6638 section 3.2.4.1: programs can move an object with MOVE, so they don't need
            // this.
            if way == .program {
                guard try plan(from: nil) == nil else {
                    throw StoreError.invitationTaken(other.place)
                }
                return unscheduled
            }
            old = other.ical
        }
        // Programs that answer a message from the inbox do this.
        let waiting =
            old == nil
            ? try draft.flatMap { try connection.invitations.waitingText(uid: $0.uid, of: user.id) }
            : nil
        guard let plan = try plan(from: old ?? waiting?.ical) else { return unscheduled }
        if waiting != nil, let draft {
            try connection.invitations.endWaiting(ofUID: draft.uid, to: user.id)
        }
        return ScheduledWrite(
            draft: try carryOut(plan, of: user, by: planning) ?? draft,
            messageCount: plan.deliveries.count
        )
    }

    private func uid(at place: ObjectPlace) throws -> String? {
        try connection.row(
            "SELECT uid FROM objects WHERE calendar_id = $1 AND href = $2",
            [.text(place.calendar.text), .text(place.href.text)]
        )?.text(0)
    }

    private func knows(_ names: [CalendarUserName]) throws -> Bool {
        try calendarUser(names) != nil
    }

    func carryOut(
        _ plan: SchedulingPlan,
        of sender: CalendarUser,
        by planning: some SchedulingPlanning
    ) throws -> ObjectDraft? {
        let results = try plan.deliveries.map { try deliver($0, from: sender, by: planning) }
        return try plan.draft?(results)
    }

    /// Delivers a message to its recipient, and says what became of it.
    private func deliver(
        _ delivery: SchedulingDelivery,
        from sender: CalendarUser,
        by planning: some SchedulingPlanning
    ) throws -> DeliveryResult {
        guard let recipient = try calendarUser(delivery.recipient), recipient.id != sender.id else {
            return .unknownAddress
        }
        guard try !connection.invitations.isBlocked(sender.id, by: recipient.id) else {
            return .refused
        }
        let target = try target(of: delivery, from: sender, to: recipient)
        if case .copy(let copy) = target, copy.isProposal { return .unusable }
        let result: DeliveryResult?
        do {
            result = try apply(delivery, to: target, of: recipient, from: sender, by: planning)
        } catch StoreError.tooMany {
            return .refused
        } catch StoreError.quotaReached {
            return .refused
        }
        if let result { return result }
        try connection.invitations.addToInbox(
            of: recipient.id,
            delivery.message,
            id: planning.identifier()
        )
        return .delivered
    }

    /// What a recipient has of the event that a message is about.
    private enum Target {
        case copy(OwnObject)
        case waiting(WaitingText)
        /// Nothing, or an invitation by somebody else that gives way.
        case none(yielding: UnansweredInvitation?)

        /// The text of the event, as the recipient has it.
        var ical: String? {
            switch self {
            case .copy(let copy): copy.ical
            case .waiting(let waiting): waiting.ical
            case .none: nil
            }
        }
    }

    private func target(
        of delivery: SchedulingDelivery,
        from sender: CalendarUser,
        to recipient: CalendarUser
    ) throws -> Target {
        let invitations = connection.invitations
        if let yielding = try invitations.invitationYielding(
            to: delivery,
            from: sender,
            of: recipient
        ) {
            return .none(yielding: yielding)
        }
        if let copy = try ownObject(uid: delivery.uid, of: recipient.id) { return .copy(copy) }
        let waiting = try invitations.waitingText(uid: delivery.uid, of: recipient.id)
        return waiting.map(Target.waiting) ?? .none(yielding: nil)
    }

    /// Changes what the recipient has; the result is nil if the message shall go into the inbox too.
    private func apply(
        _ delivery: SchedulingDelivery,
        to target: Target,
        of recipient: CalendarUser,
        from sender: CalendarUser,
        by planning: some SchedulingPlanning
    ) throws -> DeliveryResult? {
        switch try delivery.effect(target.ical, recipient) {
        case .unusable: return .unusable
        // A recipient without a copy isn't told that the event is cancelled, or anything else about
        // it.
        case .none: return target.ical == nil ? .delivered : nil
        case .stored(let stored, let isCalledOff, let isUnanswered):
            let draft = stored.asEvent
            switch target {
            case .copy(let copy):
                try requireRoom(
                    for: delivery.kind,
                    draft,
                    isCalledOff: isCalledOff,
                    insteadOf: copy,
                    of: recipient
                )
                try store(draft, in: copy, of: recipient, isUnanswered, delivery.kind, by: planning)
                try connection.invitations.noteSize(
                    of: copy.id,
                    bytes: draft.byteCount,
                    isCalledOff: isCalledOff
                )
            case .waiting(let waiting):
                try connection.invitations.change(
                    waiting,
                    to: isCalledOff ? nil : draft,
                    from: sender,
                    to: recipient
                )
            case .none(let yielding):
                try insert(draft, from: sender, to: recipient, insteadOf: yielding, by: planning)
            }
            return nil
        }
    }

    private func store(
        _ draft: ObjectDraft,
        in copy: OwnObject,
        of recipient: CalendarUser,
        _ isUnanswered: Bool,
        _ kind: SchedulingDelivery.Kind,
        by planning: some SchedulingPlanning
    ) throws {
        guard kind == .reply else {
            _ = try connection.objects.update(
                draft,
                at: copy.place,
                id: copy.id,
                isDelivered: true,
                isUnanswered: isUnanswered
            )
            return
        }
        // The sender may delegate to somebody else, who has to be invited then.
        let onward = try planning.plan(
            from: copy.ical,
            to: draft,
            cause: .answer,
            of: recipient,
            knows: knows,
            guest: invitedUser
        )
        let settled = try onward.flatMap { try carryOutOnward($0, of: recipient, by: planning) }
        _ = try connection.objects.update(
            settled?.asEvent ?? draft,
            at: copy.place,
            id: copy.id,
            isDelivered: true
        )
        // RFC 6638 section 3.2.10: the organizer needn't have seen an answer before writing again.
        try setScheduleTag(copy.scheduleTag, of: copy.id)
    }

    /// Refuses a delivery that lengthens an event beyond its owner's room.
    ///
    /// A cancellation, and an answer that only says whether somebody comes, are always accepted.
    private func requireRoom(
        for kind: SchedulingDelivery.Kind,
        _ draft: ObjectDraft,
        isCalledOff: Bool,
        insteadOf copy: OwnObject,
        of recipient: CalendarUser
    ) throws {
        let spareBytes: Int64
        switch kind {
        case .invitation: spareBytes = Limits.deliveriesSpareBytes
        case .cancellation:
            guard !isCalledOff else { return }
            // Each cancelled day of a series adds to the text.
            spareBytes = Limits.changesSpareBytes
        case .reply:
            guard isLong(draft, insteadOf: copy) else { return }
            spareBytes = Limits.changesSpareBytes
        }
        let growth = try requireRoom(
            for: draft,
            insteadOf: copy,
            of: recipient,
            sparing: spareBytes
        )
        guard kind != .reply, growth > 0 else { return }
        try connection.invitations.admit(copy.id, to: recipient.id, growingTo: draft.byteCount)
    }

    /// Whether an answer adds more to an event than the sender's decision: an override for a day
    /// that they answered alone, delegates, or a long comment.
    private func isLong(_ draft: ObjectDraft, insteadOf copy: OwnObject) -> Bool {
        draft.ical.partCount > copy.ical.partCount
            || draft.byteCount - Int64(copy.ical.utf8.count) > Limits.answerBytesMax
    }

    /// Refuses an invitation or an answer that lengthens an event beyond its owner's room.
    ///
    /// Otherwise somebody could fill another person's calendars with many short invitations or
    /// answers that they lengthen afterwards.
    ///
    /// - Returns: The number of bytes by which the event becomes longer.
    private func requireRoom(
        for draft: ObjectDraft,
        insteadOf copy: OwnObject,
        of recipient: CalendarUser,
        sparing spareBytes: Int64
    ) throws -> Int64 {
        let growth = draft.byteCount - Int64(copy.ical.utf8.count)
        guard growth > 0 else { return growth }
        try connection.quota.requireRoom(
            for: StorageUsage(bytes: growth),
            of: .account(recipient.id),
            within: connection.storage.quotas,
            sparing: spareBytes,
            besides: copy.id
        )
        return growth
    }

    /// Sends the messages that follow from somebody else's answer; these are only invitations, so
    /// this ends.
    private func carryOutOnward(
        _ plan: SchedulingPlan,
        of sender: CalendarUser,
        by planning: some SchedulingPlanning
    ) throws -> ObjectDraft? {
        guard plan.deliveries.allSatisfy({ $0.kind != .reply }) else { return nil }
        return try carryOut(plan, of: sender, by: planning)
    }

    /// Sets the tag to an earlier one although the text changed.
    func setScheduleTag(_ tag: String?, of id: String) throws {
        try connection.execute(
            "UPDATE objects SET schedule_tag = $2 WHERE id = $1",
            [.text(id), .optional(tag)]
        )
    }
}

extension String {
    /// The number of components and guests in the text of an object.
    fileprivate var partCount: Int {
        utf8.split(separator: UInt8(ascii: "\n")).count {
            $0.starts(with: "BEGIN:".utf8) || $0.starts(with: "ATTENDEE".utf8)
        }
    }
}

extension ObjectDraft {
    /// The draft as an ordinary event, even if its text is marked as a candidate.
    ///
    /// Only ``Proposals`` writes candidates, and in a person's calendar nobody could change or
    /// remove one.
    var asEvent: ObjectDraft {
        var event = self
        event.proposal = nil
        return event
    }
}

/// The result of a write once the people concerned were told.
struct ScheduledWrite {
    /// What to store; nil for a removal.
    let draft: ObjectDraft?
    /// How many messages were sent.
    var messageCount = 0
    /// Whether it's an invitation that its owner hasn't answered.
    var isUnanswered = false
}
