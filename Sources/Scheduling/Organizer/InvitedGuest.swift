import ICalendar

/// A guest with an account on this server, and their answer.
///
/// The guest's copy of the event has the answer. The organizer's text doesn't count, because the
/// organizer's program wrote it.
package struct InvitedGuest: Sendable {
    /// All their addresses.
    let addresses: Set<CalendarAddress>
    /// Their copy, if the organizer invited them to this event.
    let copy: SchedulingObject?

    /// Makes a guest; `copy` is nil if they have none, or none by this organizer.
    package init(_ addresses: Set<CalendarAddress>, copy: SchedulingObject?) {
        self.addresses = addresses
        self.copy = copy
    }

    /// Whether they gave an answer, to the series or to any of its dates.
    func gave(_ answer: Keyword) -> Bool {
        answer == .needsAction || copy?.hasAnswer(answer, of: addresses) == true
    }
}

extension OrganizerChange {
    /// The guests whose earlier answers have to be looked up: those with an answer in the organizer's text, and
    /// those who are newly invited to an event that exists.
    ///
    /// - Returns: The addresses of each guest; at most as many guests as one event may invite.
    package static func guestsToLookUp(
        from old: SchedulingObject?,
        to new: SchedulingObject,
        by person: Set<CalendarAddress>
    ) -> [[CalendarAddress]] {
        var known: Set<CalendarAddress> = []
        for part in old?.parts ?? [] {
            for attendee in part.component.all(.attendee) {
                if let address = attendee.address { known.insert(address) }
            }
        }
        var seen: Set<CalendarAddress> = []
        var guests: [[CalendarAddress]] = []
        for part in new.parts + (old?.parts ?? []) {
            for attendee in part.component.all(.attendee)
            where attendee.scheduleAgent == .server && !attendee.isParticipant(person) {
                guard let address = attendee.address, guests.count < Limits.attendeesMax else {
                    continue
                }
                let isNew = old != nil && !known.contains(address)
                guard attendee.partStat != .needsAction || isNew, seen.insert(address).inserted
                else { continue }
                guests.append(attendee.addresses)
            }
        }
        return guests
    }
}

extension SchedulingObject {
    /// The object without answers that guests with an account didn't give; those guests are asked.
    func verified(
        by guests: [CalendarAddress: InvitedGuest],
        after old: SchedulingObject?,
        _ person: Set<CalendarAddress>
    ) -> SchedulingObject {
        guard !guests.isEmpty else { return self }
        return mapParts { part in
            part.component.mapAttendees { attendee in
                guard attendee.scheduleAgent == .server, !attendee.isParticipant(person),
                    let guest = attendee.address.flatMap({ guests[$0] }),
                    !guest.gave(attendee.partStat)
                else { return attendee }
                // A guest who removed their copy has declined.
                let isKnown =
                    attendee.partStat == .declined
                    && old?.hasReceived(.declined, from: guest.addresses) == true
                return isKnown ? attendee : attendee.answered(.needsAction)
            }
        }
    }

    /// The object with a `SEQUENCE` above that of the cancellation, for guests who are asked again.
    func numbered(
        above guests: [CalendarAddress: InvitedGuest],
        notIn before: Invitations?,
        _ after: Invitations?
    ) -> SchedulingObject {
        var last = -1
        for attendee in after?.attendees ?? [] {
            guard let address = attendee.addresses.first, before?.attendee(address) == nil,
                let copy = guests[address]?.copy
            else { continue }
            last = max(last, copy.lastSequence)
        }
        guard last >= lastSequence else { return self }
        return mapParts { $0.component.numbered(max($0.component.sequence, last + 1)) }
    }

    /// The highest `SEQUENCE` of its components.
    var lastSequence: Int { parts.map { $0.component.sequence }.max() ?? 0 }

    /// Whether somebody's line has an answer in any component.
    fileprivate func hasAnswer(_ answer: Keyword, of person: Set<CalendarAddress>) -> Bool {
        parts.contains { $0.component.attendee(person)?.partStat == answer }
    }

    /// Whether the server received an answer of somebody, to the series or to a date.
    private func hasReceived(_ answer: Keyword, from person: Set<CalendarAddress>) -> Bool {
        parts.contains { part in
            part.component.attendee(person).map { $0.isReached && $0.partStat == answer } ?? false
        }
    }
}
