package import ICalendar

extension SchedulingObject {
    /// The object as a member wrote it, with others' answers and names as those people gave them.
    ///
    /// All members may change such an event, but nobody may answer for somebody else. The line of a
    /// person with an account keeps the answer and comment that it had in the earlier text. In a
    /// new line, only an answer that the person gave to the writer's own invitation counts. The
    /// organizer is the earlier one, the writer, or somebody without an account.
    ///
    /// - Parameters:
    ///   - old: The earlier text; nil when the event is new there.
    ///   - writer: The member.
    ///   - guests: The other people who have an account, by each of their addresses in the text.
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

    /// The people in the object who may have an account, except the writer.
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

    /// The calendar, with a mark that guests who haven't answered weren't invited.
    ///
    /// In a group's calendar people answer in the event itself, and no message is sent. Without a
    /// mark, a program believes that the server invites everybody (RFC 6638 section 3.1).
    package func sayingThatNobodyIsInvited() -> Component {
        let organizer = Set(organizer)
        return mapParts { part in
            part.component.mapAttendees { attendee in
                // Members whom the page asks are named by their accounts.
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
