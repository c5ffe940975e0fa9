package import ICalendar

extension SchedulingObject {
    /// What a member wrote, with others' answers and names as these people gave them.
    ///
    /// All members may change such an event, but nobody speaks for somebody else. A line of somebody with an account
    /// keeps the answer and comment that it had in the text before. If it's new there, only an answer that the person
    /// gave to the writer's own invitation counts. The organizer is the one there was before, or the writer, or somebody
    /// without an account.
    ///
    /// - Parameters:
    ///   - old: The text before; nil when the event is new there.
    ///   - writer: The member.
    ///   - guests: The other people who have an account, by each address of the text.
    /// - Returns: The object with these lines.
    package func speaking(
        after old: SchedulingObject?,
        for writer: Sender,
        guests: [CalendarAddress: InvitedGuest]
    ) -> SchedulingObject {
        let organizers = old?.parts.flatMap { $0.component.all(.organizer) } ?? []
        return mapParts { part in
            let before = old?.component(for: part.name) ?? old?.master
            return part.component.mapAttendees { attendee in
                guard let guest = attendee.address.flatMap({ guests[$0] }) else { return attendee }
                if let line = before?.attendee(guest.addresses) {
                    return attendee.answering(as: line)
                }
                let isGiven = guest.gave(attendee.partStat)
                return attendee.answered(isGiven ? attendee.partStat : .needsAction)
                    .removing([Property.commentParameter])
            }
            .mapOrganizer { organizer in
                let known = organizers.first { $0.address == organizer.address }
                if let known { return known }
                guard let address = organizer.address else { return organizer }
                return guests[address] != nil || writer.addresses.contains(address)
                    ? writer.organizer : organizer
            }
        }
    }

    /// The addresses of its people that may have an account, except the writer's.
    ///
    /// - Returns: The addresses of each person; at most as many people as one event may invite.
    package func othersNamed(by writer: Sender) -> [[CalendarAddress]] {
        var seen: Set<CalendarAddress> = []
        var others: [[CalendarAddress]] = []
        for part in parts {
            for line in part.component.all(.organizer) + part.component.all(.attendee) {
                guard let address = line.address, !writer.addresses.contains(address),
                    others.count < Limits.attendeesMax, seen.insert(address).inserted
                else { continue }
                others.append(line.addresses)
            }
        }
        return others
    }

    /// The calendar, with the note that no guest who hasn't answered was invited.
    ///
    /// In a group's calendar people answer in the event itself, and no message is sent. A program that sees no note
    /// believes that its server invites everybody (RFC 6638 section 3.1).
    package func sayingThatNobodyIsInvited() -> Component {
        let organizer = Set(organizer)
        return mapParts { part in
            part.component.mapAttendees { attendee in
                // Members whom the page asks stand there by their accounts.
                guard attendee.scheduleAgent == .server, attendee.partStat == .needsAction,
                    !attendee.isParticipant(organizer),
                    attendee.address?.text.hasPrefix("urn:uuid:") == false
                else { return attendee }
                return attendee.delivered(.noWay)
            }
        }.calendar
    }
}

extension Property {
    /// The line with the answer and the comment of another line of the same person.
    fileprivate func answering(as line: Property) -> Property {
        let comment = line.parameter(Self.commentParameter)
        return answered(line.partStat)
            .setting(Self.commentParameter, to: comment.map { [$0] } ?? [])
    }
}
