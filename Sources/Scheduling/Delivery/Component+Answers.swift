import ICalendar

extension Component {
    /// The component with an attendee's answer, their comment and those they delegate to.
    ///
    /// It's the same if the sender isn't invited, or if their answer is no word of a usual length.
    ///
    /// - Throws: ``ReplyDelivery/TooLong`` if they send too many people, or by too long lines.
    func taking(
        _ answer: Property,
        from sender: Set<CalendarAddress>,
        of reply: Component
    ) throws(ReplyDelivery.TooLong) -> Component {
        guard attendee(sender) != nil,
            answer.partStat.text.utf8.count <= Limits.answerOctetsMax
        else { return self }
        let delegatedTo = answer.values(of: "DELEGATED-TO")
        guard delegatedTo.count <= Limits.delegatesMax,
            delegatedTo.allSatisfy({ $0.utf8.count <= Limits.addressOctetsMax })
        else { throw ReplyDelivery.TooLong() }
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
    ) throws(ReplyDelivery.TooLong) -> Component {
        var component = self
        var count = all(.attendee).count { $0.isDelegate(of: sender) }
        for delegate in reply.all(.attendee)
        where delegate.isDelegate(of: sender) && !delegate.isParticipant(sender)
            && component.attendee(Set(delegate.addresses)) == nil
        {
            count += 1
            guard count <= Limits.delegatesMax, delegate.raw.count <= Limits.delegateOctetsMax
            else { throw ReplyDelivery.TooLong() }
            component.append(delegate.withoutServerParameters.answered(.needsAction))
        }
        return component
    }

    /// The component, noted as one that exists only because somebody answered its occurrence alone.
    func markedAsMade(by person: Set<CalendarAddress>) -> Component {
        mapAttendees {
            $0.isParticipant(person)
                ? $0.setting(Property.madeOverrideParameter, to: ["TRUE"]) : $0
        }
    }

    /// The octets that are there only because of somebody's answer, besides the word of the answer: what they
    /// say, those they send, and all of an override that their answer made.
    func octets(answeredBy person: Set<CalendarAddress>) -> Int {
        guard let own = attendee(person) else { return 0 }
        let said = [Property.commentParameter, "DELEGATED-TO"].flatMap { own.values(of: $0) }
            .reduce(0) { $0 + $1.utf8.count }
        guard own.parameter(Property.madeOverrideParameter) == nil else {
            let others = mapProperties {
                $0.isNamed(.attendee) && $0.isParticipant(person) ? nil : $0
            }
            return said + CalendarText.write([others]).count
        }
        return all(.attendee).reduce(said) {
            $1.isDelegate(of: person) ? $0 + $1.raw.count : $0
        }
    }
}

extension Property {
    /// The values of a parameter; none if it isn't there.
    fileprivate func values(of parameter: String) -> [String] {
        parameters.first { Keyword($0.name) == Keyword(parameter) }?.values ?? []
    }

    /// Whether somebody sends this attendee in their place.
    fileprivate func isDelegate(of person: Set<CalendarAddress>) -> Bool {
        values(of: "DELEGATED-FROM").contains { CalendarAddress($0).map(person.contains) ?? false }
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
