import ICalendar

extension Component {
    /// The component with an attendee's answer, comment and delegates; unchanged if the sender isn't
    /// invited.
    ///
    /// - Throws: ``ReplyDelivery/TooMuch`` if the status is too long, or if there are too many
    ///   delegates or their lines are too long.
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

    /// The component with the delegates that an attendee names.
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

    /// The delegates of a person, each with all their addresses.
    func delegates(of person: Set<CalendarAddress>) -> Set<[CalendarAddress]> {
        Set(all(.attendee).filter { $0.isDelegate(of: person) }.map { $0.addresses })
    }

    /// The component, marked as existing only because somebody answered its occurrence alone.
    ///
    /// It doesn't repeat others' comments: the series has them, and they'd take up room again in
    /// each occurrence that is answered.
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

    /// The octets that are in the component only because somebody answered.
    ///
    /// The word of the answer isn't counted, so that it can always be changed.
    ///
    /// - Parameters:
    ///   - person: The addresses of the person who answered.
    ///   - series: The series that this component overrides; nil for the series itself. An override
    ///     that somebody else made repeats the answers to the series, so these aren't counted again.
    ///     An override that another guest's answer made doesn't repeat comments, so there they are
    ///     counted.
    /// - Returns: The octets of their comment and of the lines of their delegates. If their answer
    ///   made the override, also the octets of the rest of it, without what the answers of others
    ///   added.
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

    /// The texts that a person's answer added besides its word: their comment, and the addresses
    /// and lines of their delegates.
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

    /// Whether this attendee is a delegate of a person.
    func isDelegate(of person: Set<CalendarAddress>) -> Bool {
        values(of: "DELEGATED-FROM").contains { person.contains(written: $0) }
    }

    /// The delegate's line without the other people who are said to delegate to them, so that these
    /// don't count.
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
    /// The text, cut to at most this many octets of UTF-8, without half a character at the end.
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
