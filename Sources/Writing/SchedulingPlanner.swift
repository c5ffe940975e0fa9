import Agenda
package import CivilTime
package import ICalendar
package import Scheduling
package import ServerBase
import Store

/// Plans what follows from a write: reads the texts, and says whom to send which message and what to
/// store then (RFC 6638, 3).
package struct SchedulingPlanner: SchedulingPlanning {
    package let zones: ZoneFiles
    let clockAndRandom: ClockAndRandom
    /// Whether somebody who removes their copy tells the organizer: `Schedule-Reply` (RFC 6638, 8.1).
    var sendsReplies = true
    var letsStrangersWait = false

    package var now: Instant { Instant(secondsSinceEpoch: clockAndRandom.nowSecond()) }

    func identifier() -> String { clockAndRandom.identifier() }

    func mayConcern(_ text: String) -> Bool { text.mentionsOrganizer }

    func plan(
        from old: String?,
        to new: ObjectDraft?,
        cause: SchedulingCause,
        of user: CalendarUser,
        knows: ([CalendarUserName]) throws -> Bool,
        guest: ([CalendarUserName], String) throws -> InvitedUser?
    ) throws -> SchedulingPlan? {
        let before = old.flatMap { object(in: $0) }
        let after = new.flatMap { object(in: $0.ical) }
        let person = Sender(user)
        let wasRole = (try? before?.role(of: person.addresses)) ?? .bystander
        let role = try after?.role(of: person.addresses) ?? .bystander
        switch (wasRole, role) {
        case (.organizer, _), (.bystander, .organizer):
            let old = before?.isOrganized(by: person.addresses) == true ? before : nil
            let guests =
                cause == .answer
                ? [:] : try guests(from: old, to: after, by: person.addresses, guest)
            return try organizersPlan(from: old, to: after, person, new, cause, guests)
        case (.attendee, _):
            // Whoever isn't here hears nothing, so their copies are like any other event.
            guard let before, try knows(before.organizer.compactMap { $0.calendarUserName }) else {
                return nil
            }
            return try attendeesPlan(from: before, to: after, person, new)
        case (.bystander, .attendee):
            guard let after, try knows(after.organizer.compactMap { $0.calendarUserName }) else {
                return nil
            }
            return try attendeesPlan(from: nil, to: after, person, new)
        case (.bystander, .bystander): return nil
        }
    }

    private func organizersPlan(
        from old: SchedulingObject?,
        to after: SchedulingObject?,
        _ person: Sender,
        _ new: ObjectDraft?,
        _ cause: SchedulingCause,
        _ guests: [CalendarAddress: InvitedGuest]
    ) throws -> SchedulingPlan {
        let change = try OrganizerChange(
            from: old,
            to: after,
            by: person,
            guests: guests,
            isAnswer: cause == .answer,
            after: removed(cause, after),
            now: now
        )
        let messages = change.messages
        let deliveries = deliveries(of: messages, from: person.addresses)
        guard let new else { return SchedulingPlan(deliveries: deliveries) }
        return SchedulingPlan(deliveries: deliveries) { results in
            var statuses: [CalendarAddress: DeliveryStatus] = [:]
            for (message, result) in zip(messages, results) {
                guard let address = message.recipient.first else { continue }
                statuses[address] = DeliveryStatus(result)
            }
            return try Self.draft(of: change.stored(statuses), unless: new)
        }
    }

    /// The guests whose earlier answers matter, as far as they have accounts.
    private func guests(
        from old: SchedulingObject?,
        to new: SchedulingObject?,
        by person: Set<CalendarAddress>,
        _ guest: ([CalendarUserName], String) throws -> InvitedUser?
    ) throws -> [CalendarAddress: InvitedGuest] {
        guard let new else { return [:] }
        var guests: [CalendarAddress: InvitedGuest] = [:]
        for addresses in OrganizerChange.guestsToLookUp(from: old, to: new, by: person) {
            guard let address = addresses.first,
                let found = try guest(addresses.compactMap { $0.calendarUserName }, new.uid)
            else { continue }
            guests[address] = invitedGuest(found, by: person)
        }
        return guests
    }

    func namesPeople(_ text: String) -> Bool {
        text.mentionsOrganizer || CalendarText.mentions(text, "attendee")
    }

    func groupEvent(
        _ draft: ObjectDraft,
        replacing old: String?,
        by user: CalendarUser,
        guest: ([CalendarUserName], String) throws -> InvitedUser?
    ) throws -> ObjectDraft? {
        guard let object = object(of: CalendarText.parse(draft.ical)) else { return nil }
        let writer = Sender(user)
        var guests: [CalendarAddress: InvitedGuest] = [:]
        for addresses in object.othersNamed(by: writer) {
            guard let address = addresses.first,
                let found = try guest(addresses.compactMap { $0.calendarUserName }, object.uid)
            else { continue }
            guests[address] = invitedGuest(found, by: writer.addresses)
        }
        let event = object.speaking(
            after: old.flatMap { self.object(of: CalendarText.parse($0)) },
            for: writer,
            guests: guests
        )
        return try Self.draft(of: event.sayingThatNobodyIsInvited(), unless: draft)
    }

    /// A guest, with the copy that this person's invitation made.
    private func invitedGuest(
        _ found: InvitedUser,
        by person: Set<CalendarAddress>
    ) -> InvitedGuest {
        let copy = found.copy.flatMap { object(in: $0) }
        return InvitedGuest(
            CalendarAddress.all(of: found.user),
            copy: copy?.isOrganized(by: person) == true ? copy : nil
        )
    }

    func isUnanswered(_ draft: ObjectDraft, by user: CalendarUser) -> Bool {
        let person = CalendarAddress.all(of: user)
        guard let object = object(in: draft.ical), (try? object.role(of: person)) == .attendee
        else { return false }
        return object.isUnanswered(by: person)
    }

    /// What an object was when it was removed, if it comes back after that.
    private func removed(
        _ cause: SchedulingCause,
        _ new: SchedulingObject?
    ) -> SchedulingObject? {
        switch cause {
        case .owner, .answer: nil
        case .restoration: new
        case .rewriting(let text): object(in: text)
        }
    }

    private func attendeesPlan(
        from before: SchedulingObject?,
        to after: SchedulingObject?,
        _ person: Sender,
        _ new: ObjectDraft?
    ) throws -> SchedulingPlan? {
        guard let new else {
            guard let before, sendsReplies,
                let reply = AttendeeChange.replyToRemoval(of: before, by: person, now: now)
            else { return nil }
            return SchedulingPlan(deliveries: deliveries(of: [reply], from: person.addresses))
        }
        guard let after else { throw SchedulingError.attendeeChanged(property: "ORGANIZER") }
        let change = try AttendeeChange(from: before, to: after, by: person, now: now)
        let deliveries = deliveries(
            of: change.reply.map { [$0] } ?? [],
            from: person.addresses
        )
        return SchedulingPlan(deliveries: deliveries) { results in
            let stored = change.stored(results.first.map { DeliveryStatus($0) })
            return try Self.draft(of: stored, unless: new)
        }
    }

    /// Somebody's copy of an invitation with their answer; nil if the text isn't such a copy.
    ///
    /// `occurrence` is the original start of one date; without it the answer is to all. Throws
    /// ``Agenda/ProposalError/unknownOccurrence`` if there's no such date.
    func answering(
        _ choice: ProposalChoice?,
        comment: String?,
        to occurrence: String?,
        by user: CalendarUser,
        in text: String
    ) throws -> ObjectDraft? {
        let person = CalendarAddress.all(of: user)
        guard let copy = object(in: text), try copy.role(of: person) == .attendee else {
            return nil
        }
        let answer = AttendeeAnswer(
            by: person,
            choice.map { Keyword($0.partStat) },
            comment: comment,
            now: now
        )
        let answered: Component?
        if let occurrence {
            let time = CalendarTime(text: occurrence, zone: nil)
            answered = time.flatMap { answer.written(into: copy, to: $0) }
        } else {
            answered = answer.written(into: copy)
        }
        let calendar = try checked { () throws(ProposalError) in
            if let comment, comment.utf8.count > ProposalAnswer.commentBytesMax { throw .comment }
            guard let answered else { throw .unknownOccurrence }
            return answered
        }
        let octets = CalendarText.write([calendar])
        guard octets.count <= Limits.objectBytesMax else {
            throw ServerError.tooLarge(bytesMax: Limits.objectBytesMax)
        }
        return try ObjectReader.draft(of: octets)
    }

    /// Whether two texts are one person's copies of the same invitation.
    func isSameInvitation(_ left: String, _ right: String, to user: CalendarUser) -> Bool {
        guard let left = object(in: left), let right = object(in: right) else { return false }
        let person = CalendarAddress.all(of: user)
        return left.organizer.first == right.organizer.first
            && [left, right].allSatisfy { (try? $0.role(of: person)) == .attendee }
    }

    func object(in text: String) -> SchedulingObject? {
        guard text.mentionsOrganizer else { return nil }
        return object(of: CalendarText.parse(text))
    }

    package func object(of result: ParseResult) -> SchedulingObject? {
        result.components.first.flatMap {
            SchedulingObject($0, zones: zones.catalogue(of: result.zoneNames))
        }
    }

    /// The draft of a calendar; nil if it equals what was written.
    private static func draft(
        of calendar: Component?,
        unless new: ObjectDraft
    ) throws -> ObjectDraft? {
        guard let calendar, CalendarText.parse(new.ical).components.first != calendar else {
            return nil
        }
        let octets = CalendarText.write([calendar])
        // What is merged into the text of a program may make it longer than an object may be.
        guard octets.count <= max(Limits.objectBytesMax, new.ical.utf8.count) else {
            throw ServerError.tooLarge(bytesMax: Limits.objectBytesMax)
        }
        return try ObjectReader.draft(of: octets)
    }
}

extension String {
    /// Whether anybody may be invited, as far as can be told without reading the text.
    package var mentionsOrganizer: Bool { CalendarText.mentions(self, "organizer") }
}

extension DeliveryStatus {
    /// What a program is told of a delivery.
    init(_ result: DeliveryResult) {
        self =
            switch result {
            case .delivered: .delivered
            case .unknownAddress: .unknownAddress
            case .unusable, .refused: .refused
            }
    }
}
