package import CivilTime
package import ICalendar

/// The consequences of an organizer's write or removal of an object (RFC 6638 section 3.2.1).
package struct OrganizerChange {
    /// The messages to deliver, at most two for each attendee.
    package let messages: [SchedulingMessage]
    private let object: SchedulingObject?

    /// Works out who has to be told what.
    ///
    /// - Parameters:
    ///   - old: The object as stored; nil when it's new.
    ///   - new: The object as written; nil when it's removed.
    ///   - person: The organizer.
    ///   - guests: Guests with an account on this server, by their address as written: those of
    ///     ``guestsToLookUp(from:to:by:)``.
    ///   - isAnswer: Whether it changes because an attendee answered, rather than the organizer.
    ///   - removed: The object as it was when it was removed, if it now comes back: the new
    ///     invitations need a higher `SEQUENCE` than the `CANCEL` had.
    ///   - now: The time of the messages.
    /// - Throws: The reason why it can't be stored.
    package init(
        from old: SchedulingObject?,
        to new: SchedulingObject?,
        by person: Sender,
        guests: [CalendarAddress: InvitedGuest] = [:],
        isAnswer: Bool = false,
        after removed: SchedulingObject? = nil,
        now: Instant
    ) throws(SchedulingError) {
        let addresses = person.addresses
        guard
            old == nil || new?.organizer.isEmpty ?? true || new?.isOrganized(by: addresses) ?? true
        else { throw .organizerReplaced }
        let forced = new.map { Self.forcedAttendees($0) } ?? []
        let written = removed.flatMap { new?.numbered(afterCancelling: $0, by: person) } ?? new
        let before = old.flatMap { $0.organizer.isEmpty ? nil : Invitations(of: $0, by: person) }
        var object = written
        if !isAnswer, let written {
            let settled = written.settled(after: old, addresses)
                .verified(by: guests, after: old, addresses)
            let invited = settled.organizer.isEmpty ? nil : Invitations(of: settled, by: person)
            object = settled.numbered(above: guests, notIn: before, invited)
        }
        let after = object.flatMap { $0.organizer.isEmpty ? nil : Invitations(of: $0, by: person) }
        if let after, after.attendees.count > Limits.attendeesMax {
            throw .tooManyAttendees(max: Limits.attendeesMax)
        }
        // An event with more people came from a file, and nobody was told of it.
        let told = before.flatMap { $0.attendees.count > Limits.attendeesMax ? nil : $0 }
        let difference = InvitationDifference(from: told, to: after, forced: forced, now: now)
        messages = try difference.messages()
        self.object = object
    }

    /// The object to store once the messages are delivered; nil when it's removed.
    ///
    /// Each attendee gets the result of their delivery. A component that needn't be changed stays
    /// as it was written.
    package func stored(_ results: [CalendarAddress: DeliveryStatus]) -> Component? {
        object?.mapParts { part in
            part.component.mapAttendees { attendee in
                guard let address = attendee.addresses.first, let result = results[address] else {
                    return attendee
                }
                return attendee.delivered(result)
            }
        }.calendar
    }

    private static func forcedAttendees(_ object: SchedulingObject) -> Set<CalendarAddress> {
        var forced: Set<CalendarAddress> = []
        for part in object.parts {
            for attendee in part.component.all(.attendee)
            where attendee.forcedMessage == Keyword("REQUEST") {
                if let address = attendee.addresses.first { forced.insert(address) }
            }
        }
        return forced
    }
}

extension SchedulingObject {
    /// The object with a `SEQUENCE` above that of the `CANCEL` that was sent when it was removed;
    /// nil if none was sent.
    ///
    /// A `CANCEL` has the next number after the object's (RFC 5546 section 3.2.5).
    fileprivate func numbered(
        afterCancelling removed: SchedulingObject,
        by person: Sender
    ) -> SchedulingObject? {
        guard removed.isOrganized(by: person.addresses),
            !Invitations(of: removed, by: person).attendees.isEmpty
        else { return nil }
        let last = removed.parts.map { $0.component.sequence }.max() ?? 0
        return mapParts { $0.component.numbered(max($0.component.sequence, last + 2)) }
    }

    /// The object as it is stored and sent: without the parameters that ask the server to send a
    /// message, and with the answers that still count.
    fileprivate func settled(
        after old: SchedulingObject?,
        _ person: Set<CalendarAddress>
    ) -> SchedulingObject {
        let plain = mapParts { part in
            part.component.mapAttendees { $0.removing(["SCHEDULE-FORCE-SEND"]) }
        }
        guard let old else { return plain }
        return EarlierAnswers(of: old, for: plain, except: person).settled()
    }
}
