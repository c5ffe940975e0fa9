import ICalendar
import Scheduling
import Store

extension SchedulingPlanner {
    /// A message, ready for the store to deliver.
    func delivery(
        of message: SchedulingMessage,
        from sender: Set<CalendarAddress>
    ) -> SchedulingDelivery {
        let octets = message.text
        let uid = message.calendar.components.lazy.compactMap { $0.first(.uid)?.textValue }.first
        return SchedulingDelivery(
            kind: SchedulingDelivery.Kind(message.method),
            recipient: message.recipient.compactMap { $0.calendarUserName },
            uid: uid ?? "",
            message: ZoneDescriptions(zones: zones, now: now)
                .completing(String(decoding: octets, as: UTF8.self))
        ) { copy, recipient in
            guard let received = object(of: CalendarText.parse(octets)) else { return .unusable }
            return try effect(
                of: received,
                message.method,
                from: sender,
                on: copy,
                of: CalendarAddress.all(of: recipient)
            )
        }
    }

    /// What a message makes of the recipient's copy.
    ///
    /// A copy that somebody else organizes, or nobody, isn't touched: a UID is no secret.
    private func effect(
        of message: SchedulingObject,
        _ method: SchedulingMessage.Method,
        from sender: Set<CalendarAddress>,
        on copy: String?,
        of recipient: Set<CalendarAddress>
    ) throws -> SchedulingDelivery.Effect {
        let known = copy.flatMap { object(in: $0) }
        let changed: Component?
        if method == .reply {
            guard let known, known.isOrganized(by: recipient) else { return .unusable }
            changed = ReplyDelivery(of: message, to: known, from: sender).result()
        } else {
            guard copy == nil || known?.isOrganized(by: sender) == true else { return .unusable }
            changed = InvitationDelivery(of: message, to: known, of: recipient).result(of: method)
        }
        guard let changed else { return .none }
        do {
            return .stored(
                try ObjectReader.draft(of: CalendarText.write([changed])),
                isCalledOff: changed.isCalledOff
            )
        } catch {
            // It would be larger or have more parts than an object may have.
            return .unusable
        }
    }
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
