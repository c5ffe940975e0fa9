import ICalendar

extension Component {
    /// The component with an attendee's answer, their comment and those they send in their place.
    ///
    /// It's the same if the sender isn't invited.
    ///
    /// - Throws: ``ReplyDelivery/TooMuch`` if the word of their answer is too long, or if they send too many
    ///   people, or by too long lines.
    func taking(
        _ answer: Property,
        from sender: Set<CalendarAddress>,
        of reply: Component
    ) throws(ReplyDelivery.TooMuch) -> Component {
        guard attendee(sender) != nil else { return self }
        let delegatedTo = answer.values(of: "DELEGATED-TO")
        guard answer.partStat.text.utf8.count <= Limits.answerOctetsMax,
            delegatedTo.count <= Limits.delegatesMax,
            delegatedTo.allSatisfy({ $0.utf8.count <= Limits.addressOctetsMax })
        else { throw ReplyDelivery.TooMuch() }
        let comment = (reply.first(.comment)?.textValue ?? "")
            .cut(toOctets: Limits.answerCommentOctetsMax)
        let component = mapAttendees { attendee in
            guard attendee.isParticipant(sender) else { return attendee }
            var taken = attendee.answered(answer.partStat).removing(["RSVP"])
                .delivered(.answered)
            if !delegatedTo.isEmpty { taken = taken.setting("DELEGATED-TO", to: delegatedTo) }
            if !comment.isEmpty || taken.parameter(Property.commentParameter) != nil {
                let values = comment.isEmpty ? [] : [comment]
                taken = taken.setting(Property.commentParameter, to: values)
            }
            return taken
        }
        return answer.partStat == .delegated
            ? try component.addingDelegates(of: sender, in: reply) : component
    }

    /// The component with those whom somebody sends in their place.
    private func addingDelegates(
        of sender: Set<CalendarAddress>,
        in reply: Component
    ) throws(ReplyDelivery.TooMuch) -> Component {
        var component = self
        var count = 0
        for delegate in reply.all(.attendee)
        where delegate.isDelegate(of: sender) && !delegate.isParticipant(sender)
            && !delegate.addresses.isEmpty
            && component.attendee(Set(delegate.addresses)) == nil
        {
            count += 1
            guard count <= Limits.delegatesMax, delegate.raw.count <= Limits.delegateOctetsMax
            else { throw ReplyDelivery.TooMuch() }
            component.append(
                delegate.withoutServerParameters.answered(.needsAction).sentOnly(by: sender)
            )
        }
        return component
    }

    /// Those whom somebody sends in their place, each by all their addresses.
    func delegates(of person: Set<CalendarAddress>) -> Set<[CalendarAddress]> {
        Set(all(.attendee).filter { $0.isDelegate(of: person) }.map { $0.addresses })
    }

    /// The component, noted as one that exists only because somebody answered its occurrence alone.
    ///
    /// It doesn't repeat others' comments: the series has them, and they'd take up its room once for each
    /// occurrence that is answered.
    func markedAsMade(by person: Set<CalendarAddress>) -> Component {
        mapAttendees {
            $0.isParticipant(person)
                ? $0.setting(Property.madeOverrideParameter, to: ["TRUE"])
                : $0.removing([Property.commentParameter])
        }
    }

    /// Whether the component exists only because somebody answered its occurrence alone.
    private var isMadeByAnswer: Bool {
        all(.attendee).contains { $0.parameter(Property.madeOverrideParameter) != nil }
    }

    /// The octets that are there only because somebody answered.
    ///
    /// The word of the answer isn't counted, so that it can always be changed.
    ///
    /// - Parameters:
    ///   - person: The addresses of whoever answered.
    ///   - series: The series of which this is an override; nil for the series itself. An override that somebody
    ///     else made repeats what was answered to the series, and that isn't counted again. One that another
    ///     guest's answer made doesn't repeat comments, so there each is counted.
    /// - Returns: The octets of their comment and of those they send in their place. If their answer made the
    ///   override, also those of the rest of it, without what the answers of others added.
    func octets(answeredBy person: Set<CalendarAddress>, in series: Component?) -> Int {
        guard let own = attendee(person) else { return 0 }
        guard own.parameter(Property.madeOverrideParameter) != nil else {
            var repeated = Set(series?.textsAnswered(by: person) ?? [])
            if isMadeByAnswer, let comment = own.parameter(Property.commentParameter) {
                repeated.remove(comment)
            }
            return textsAnswered(by: person).filter { !repeated.contains($0) }
                .reduce(0) { $0 + $1.utf8.count }
        }
        let rest = mapProperties { property in
            guard property.isNamed(.attendee) else { return property }
            let isSent = property.parameter("DELEGATED-FROM") != nil
            return isSent || property.isParticipant(person)
                ? nil : property.removing([Property.commentParameter, "DELEGATED-TO"])
        }
        return textsAnswered(by: person).reduce(CalendarText.write([rest]).count) {
            $0 + $1.utf8.count
        }
    }

    /// What somebody's answer added besides its word: their comment, the addresses of those they send, and the
    /// lines of these.
    private func textsAnswered(by person: Set<CalendarAddress>) -> [String] {
        all(.attendee).flatMap { attendee -> [String] in
            if attendee.isParticipant(person) {
                return [Property.commentParameter, "DELEGATED-TO"].flatMap {
                    attendee.values(of: $0)
                }
            }
            return attendee.isDelegate(of: person)
                ? [String(decoding: attendee.raw, as: UTF8.self)] : []
        }
    }
}

extension Property {
    /// The values of a parameter; none if it isn't there.
    func values(of name: String) -> [String] {
        guard parameter(name) != nil else { return [] }
        return parameters.first { Keyword($0.name) == Keyword(name) }?.values ?? []
    }

    /// Whether somebody sends this attendee in their place.
    func isDelegate(of person: Set<CalendarAddress>) -> Bool {
        values(of: "DELEGATED-FROM").contains { person.contains(written: $0) }
    }

    /// The line of somebody who is sent, without others who are said to send them too: they'd count as theirs.
    fileprivate func sentOnly(by person: Set<CalendarAddress>) -> Property {
        let senders = values(of: "DELEGATED-FROM")
        let own = senders.filter { person.contains(written: $0) }
        return own == senders ? self : setting("DELEGATED-FROM", to: own)
    }
}

extension Set<CalendarAddress> {
    fileprivate func contains(written address: String) -> Bool {
        CalendarAddress(address).map { contains($0) } ?? false
    }
}

extension String {
    /// The text up to so many octets of UTF-8, without half a character at the end.
    fileprivate func cut(toOctets most: Int) -> String {
        guard utf8.count > most else { return self }
        var octets = 0
        return String(
            prefix { character in
                octets += character.utf8.count
                return octets <= most
            }
        )
    }
}
