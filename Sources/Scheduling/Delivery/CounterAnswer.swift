package import CivilTime
package import ICalendar

extension SchedulingMessage {
    /// The polite refusal of an attendee's counterproposal (RFC 5546 section 3.2.8); nil when the
    /// proposal doesn't say who made it.
    ///
    /// Counterproposals aren't used here: groups find a time by proposals instead.
    ///
    /// - Parameters:
    ///   - counter: The VCALENDAR with `METHOD:COUNTER`.
    ///   - organizer: The organizer, who refuses it.
    ///   - zones: The zones that it names.
    ///   - now: The time of the answer.
    /// - Returns: A `DECLINECOUNTER` to the attendee.
    package static func refusal(
        of counter: Component,
        by organizer: Sender,
        zones: ZoneCatalogue,
        now: Instant
    ) -> SchedulingMessage? {
        guard method(of: counter) == .counter,
            let object = SchedulingObject(counter, zones: zones),
            let sender = object.head.first(.attendee)?.addresses, !sender.isEmpty
        else { return nil }
        let components = object.parts.map { part in
            var answer = part.component.sent(by: organizer.organizer)
            for name in [PropertyName.dateTimeEnd, .duration] { answer.remove(name) }
            return answer.stamped(now)
        }
        return SchedulingMessage(.declineCounter, to: sender, components, of: object)
    }

    /// The whole invitation once more, for an attendee who asks for it with `REFRESH` (RFC 5546
    /// section 3.2.6); nil when they aren't invited.
    package static func refreshed(
        _ object: SchedulingObject,
        for attendee: Set<CalendarAddress>,
        by person: Sender,
        now: Instant
    ) -> SchedulingMessage? {
        let invitations = Invitations(of: object, by: person)
        let asking = invitations.attendees.first { $0.addresses.contains(where: attendee.contains) }
        guard let asking else { return nil }
        let components = invitations.components(for: asking).map { $0.stamped(now) }
        return SchedulingMessage(.request, to: asking.addresses, components, of: object)
    }
}
