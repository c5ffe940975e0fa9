package import CivilTime
package import ICalendar

/// What follows from an organizer's write or removal of an object (RFC 6638 section 3.2.1).
package struct OrganizerChange {
    /// The messages to deliver, at most two for each attendee.
    package let messages: [SchedulingMessage]
    private let object: SchedulingObject?

    /// Works out whom to tell what.
    ///
    /// - Parameters:
    ///   - old: The object as stored; nil when it's new.
    ///   - new: The object as written; nil when it's removed.
    ///   - person: The addresses of the organizer.
    ///   - isAnswer: Whether it changes because an attendee answered, rather than by the organizer.
    ///   - removed: What it was when it was removed, if it comes back after that: what people are sent
    ///     then has a higher `SEQUENCE` than the `CANCEL` had.
    ///   - now: The time of the messages.
    /// - Throws: The reason why it can't be stored.
    package init(
        from old: SchedulingObject?,
        to new: SchedulingObject?,
        by person: Set<CalendarAddress>,
        isAnswer: Bool = false,
        after removed: SchedulingObject? = nil,
        now: Instant
    ) throws(SchedulingError) {
        guard old == nil || new?.organizer.isEmpty ?? true || new?.isOrganized(by: person) ?? true
        else { throw .organizerReplaced }
        let forced = new.map { Self.forcedAttendees($0) } ?? []
        let written = removed.flatMap { new?.numbered(afterCancelling: $0, by: person) } ?? new
        let object = isAnswer ? written : written.map { $0.settled(after: old, person) }
        let before = old.flatMap { $0.organizer.isEmpty ? nil : Invitations(of: $0, by: person) }
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

    /// The object to store once the messages were delivered; nil when it's removed.
    ///
    /// Each attendee gets the result of their delivery. Where nothing has to be changed, the
    /// component is the one that was written.
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
    /// The object with a number above that of the `CANCEL` that was sent of a removed one; nil if
    /// nobody was sent any.
    ///
    /// A `CANCEL` has the next number after the object's (RFC 5546 section 3.2.5).
    fileprivate func numbered(
        afterCancelling removed: SchedulingObject,
        by person: Set<CalendarAddress>
    ) -> SchedulingObject? {
        guard removed.isOrganized(by: person),
            !Invitations(of: removed, by: person).attendees.isEmpty
        else { return nil }
        let last = removed.parts.map { $0.component.sequence }.max() ?? 0
        return mapParts { $0.component.numbered(max($0.component.sequence, last + 2)) }
    }

    /// The object as it is stored and sent: with answers kept or asked for again, with a higher
    /// `SEQUENCE` where the program forgot that, and never with a lower one.
    fileprivate func settled(
        after old: SchedulingObject?,
        _ person: Set<CalendarAddress>
    ) -> SchedulingObject {
        let before = old?.componentsByName ?? [:]
        return mapParts { part in
            var component = part.component
            if component.first(.attendee) != nil {
                component = component.mapAttendees { $0.removing(["SCHEDULE-FORCE-SEND"]) }
            }
            let baseline = before[part.name] ?? part.name.flatMap { old?.instance($0) }
            guard let old, let baseline else { return component }
            component = component.keepingAnswers(of: baseline, except: person)
            let isAskedAgain = isRescheduled(component, from: baseline, of: old)
            if isAskedAgain { component = component.askingAgain(except: person) }
            guard component.first(.organizer) != nil else { return component }
            let least = baseline.sequence + (isAskedAgain ? 1 : 0)
            return component.sequence < least ? component.numbered(least) : component
        }
    }
}

extension Component {
    /// The component with the answers of those whom the server reaches, as it has them.
    ///
    /// A program may not have seen the latest (RFC 6638 section 3.2.10), and they aren't the
    /// organizer's to give. The answer of somebody whom the server doesn't reach is: they may have
    /// given it by telephone.
    fileprivate func keepingAnswers(
        of old: Component,
        except person: Set<CalendarAddress>
    ) -> Component {
        var answers: [CalendarAddress: Keyword] = [:]
        for attendee in old.all(.attendee) where attendee.isReached {
            if let address = attendee.address { answers[address] = attendee.partStat }
        }
        return mapAttendees { attendee in
            guard attendee.scheduleAgent == .server, !attendee.isParticipant(person),
                let address = attendee.address, let answer = answers[address]
            else { return attendee }
            return attendee.answered(answer)
        }
    }

    /// The component with everybody's answer open, except the organizer's.
    fileprivate func askingAgain(except person: Set<CalendarAddress>) -> Component {
        mapAttendees { attendee in
            attendee.scheduleAgent == .server && !attendee.isParticipant(person)
                ? attendee.answered(.needsAction) : attendee
        }
    }
}
