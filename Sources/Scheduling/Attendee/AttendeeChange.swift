package import CivilTime
package import ICalendar

/// The consequences of an attendee's write or removal of their copy of an object (RFC 6638 section
/// 3.2.2).
package struct AttendeeChange {
    /// The reply to deliver to the organizer; nil when there's nothing to say.
    package let reply: SchedulingMessage?
    private let object: SchedulingObject?

    /// Checks that the attendee changed only what is theirs, and works out their reply.
    ///
    /// - Parameters:
    ///   - old: The copy as stored; nil when it's new.
    ///   - new: The copy as written.
    ///   - person: The attendee.
    ///   - now: The time of the reply.
    /// - Throws: The reason why it can't be stored.
    package init(
        from old: SchedulingObject?,
        to new: SchedulingObject,
        by person: Sender,
        now: Instant
    ) throws(SchedulingError) {
        let isForced = new.parts.contains {
            $0.component.first(.organizer)?.forcedMessage == Keyword("REPLY")
        }
        var settled = new
        if let old {
            try AttendeeRights(old: old, new: new, person: person.addresses).check()
            settled = new.settled(after: old, person.addresses)
        }
        settled = settled.mapParts { part in
            part.component.mapOrganizer { $0.removing(["SCHEDULE-FORCE-SEND"]) }
        }
        object = settled
        let writer = ReplyWriter(sender: person, now: now)
        reply =
            settled.sendsReplies
            ? writer.reply(from: old, to: settled, isForced: isForced) : nil
    }

    /// The reply to the organizer when an attendee removes their copy, which means that they don't
    /// come.
    ///
    /// - Parameters:
    ///   - old: The copy that is removed.
    ///   - person: The attendee.
    ///   - now: The time of the reply.
    /// - Returns: The reply; nil when the organizer knows already or has cancelled the event.
    package static func replyToRemoval(
        of old: SchedulingObject,
        by person: Sender,
        now: Instant
    ) -> SchedulingMessage? {
        guard old.sendsReplies else { return nil }
        return ReplyWriter(sender: person, now: now).decline(old)
    }

    /// The copy to store once the result of the reply's delivery is known.
    ///
    /// The result is noted at the occurrences that the reply answers; the results of earlier
    /// replies to other occurrences stay. If the attendee took an occurrence out of the series, the
    /// series notes the result, but only a failure, because the series' own answer may not have
    /// arrived either.
    package func stored(_ result: DeliveryStatus?) -> Component? {
        guard let result, let reply, let object else { return object?.calendar }
        let answered = Set(
            reply.calendar.components.filter { $0.isSchedulable }.map { object.name(of: $0) }
        )
        let areAllThere = answered.isSubset(of: object.parts.map { $0.name })
        return object.mapParts { part in
            let isTakenOutOf = part.name == nil && !areAllThere && !result.hasArrived
            return answered.contains(part.name) || isTakenOutOf
                ? part.component.mapOrganizer { $0.delivered(result) } : part.component
        }.calendar
    }
}

extension SchedulingObject {
    /// Whether this server sends an attendee's replies.
    fileprivate var sendsReplies: Bool {
        head.first(.organizer)?.scheduleAgent == .server
    }

    /// The copy as it is stored: other people's answers and the organizer's sequence numbers are
    /// kept.
    ///
    /// The program may not have seen the latest ones, and the attendee may not change them.
    fileprivate func settled(
        after old: SchedulingObject,
        _ person: Set<CalendarAddress>
    ) -> SchedulingObject {
        let before = old.componentsByName
        return mapParts { part in
            guard let kept = before[part.name] ?? before[nil] else { return part.component }
            var answers: [CalendarAddress: Keyword] = [:]
            for attendee in kept.all(.attendee) {
                if let address = attendee.address { answers[address] = attendee.partStat }
            }
            let component = part.component.mapAttendees { attendee in
                guard !attendee.isParticipant(person), let address = attendee.address,
                    let answer = answers[address]
                else { return attendee }
                return attendee.answered(answer)
            }
            return component.numbered(kept.sequence)
        }
    }
}
