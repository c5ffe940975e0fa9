import ICalendar
import Scheduling
import ServerBase
import Store

extension SchedulingPlanner {
    /// Messages, ready for the store to deliver.
    ///
    /// Most guests of an event get the same text, which is read once for all of them.
    func deliveries(
        of messages: [SchedulingMessage],
        from sender: Set<CalendarAddress>
    ) -> [SchedulingDelivery] {
        var known: [[UInt8]: ReceivedMessage] = [:]
        return messages.map { message in
            let received = known[message.text] ?? received(message)
            known[message.text] = received
            return delivery(of: received, to: message.recipient, from: sender)
        }
    }

    private func received(_ message: SchedulingMessage) -> ReceivedMessage {
        let object = object(of: CalendarText.parse(message.text))
        let isTooOften = message.method.asksToCome && object?.happensTooOften == true
        return ReceivedMessage(
            method: message.method,
            text: ZoneDescriptions(zones: zones, now: now)
                .completing(String(decoding: message.text, as: UTF8.self)),
            object: object,
            isTooOften: isTooOften,
            newCopy: message.method == .request && !isTooOften
                ? object.flatMap { Self.delivered($0.withoutMethod) } : nil
        )
    }

    private func delivery(
        of message: ReceivedMessage,
        to recipient: [CalendarAddress],
        from sender: Set<CalendarAddress>
    ) -> SchedulingDelivery {
        SchedulingDelivery(
            kind: SchedulingDelivery.Kind(message.method),
            recipient: recipient.compactMap { $0.calendarUserName },
            uid: message.object?.uid ?? "",
            message: message.text
        ) { copy, recipient in
            guard let object = message.object else { return .unusable }
            return try effect(
                of: object,
                message,
                from: sender,
                on: copy,
                of: CalendarAddress.all(of: recipient)
            )
        }
    }

    /// What a message makes of the recipient's copy.
    ///
    /// A copy that somebody else organizes, or nobody, isn't touched: a UID is no secret. For the same reason,
    /// nobody hears of the answer of somebody whom they didn't invite.
    private func effect(
        of object: SchedulingObject,
        _ message: ReceivedMessage,
        from sender: Set<CalendarAddress>,
        on copy: String?,
        of recipient: Set<CalendarAddress>
    ) throws -> SchedulingDelivery.Effect {
        let known = copy.flatMap { self.object(in: $0) }
        let changed: Component?
        if message.method == .reply {
            guard let known, known.isOrganized(by: recipient),
                (try? known.role(of: sender)) == .attendee
            else { return .unusable }
            do {
                changed = try ReplyDelivery(of: object, to: known, from: sender).result()
            } catch {
                return .unusable
            }
        } else {
            guard copy == nil || known?.isOrganized(by: sender) == true else { return .unusable }
            changed = InvitationDelivery(of: object, to: known, of: recipient)
                .result(of: message.method)
        }
        guard let changed else { return .none }
        guard !message.isTooOften else { return .unusable }
        let draft = copy == nil ? message.newCopy : Self.delivered(changed)
        if copy != nil, message.method.asksToCome, !object.isOfSeries,
            let draft, self.object(in: draft.ical)?.happensTooOften == true
        {
            // One date after the other would come to what one invitation can't have.
            return .unusable
        }
        // Without a draft it would be larger or have more parts than an object may have.
        guard let draft else { return .unusable }
        let isUnanswered =
            message.method != .reply
            && self.object(in: draft.ical)?.isUnanswered(by: recipient) != false
        return .stored(draft, isCalledOff: changed.isCalledOff, isUnanswered: isUnanswered)
    }

    /// The draft of what a message makes of a copy; nil if it's no object that can be stored.
    ///
    /// Both were checked when they were stored, so only what they may add up to is looked at.
    private static func delivered(_ calendar: Component) -> ObjectDraft? {
        CalendarObject(calendar).flatMap { try? ObjectReader.draft(of: $0).get() }
    }
}

/// A message as its recipients' server reads it.
private struct ReceivedMessage: Sendable {
    let method: SchedulingMessage.Method
    let text: String
    let object: SchedulingObject?
    /// Whether it invites to something that happens too often to be delivered.
    let isTooOften: Bool
    /// What somebody who has no copy yet gets into their calendar.
    let newCopy: ObjectDraft?
}

extension SchedulingMessage.Method {
    /// Whether it puts times into the recipient's calendar.
    ///
    /// What only takes some away is always delivered.
    fileprivate var asksToCome: Bool { self == .request || self == .add }
}

extension SchedulingDelivery.Kind {
    fileprivate init(_ method: SchedulingMessage.Method) {
        self =
            switch method {
            case .request, .add: .invitation
            case .cancel, .declineCounter: .cancellation
            case .reply, .refresh, .counter: .reply
            }
    }
}
