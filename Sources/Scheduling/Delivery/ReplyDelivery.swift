package import ICalendar

/// Puts an attendee's reply into the organizer's object (RFC 6638 section 4.1, RFC 5546 section
/// 3.2.3).
package struct ReplyDelivery {
    /// The reply, one component for each occurrence answered.
    let reply: SchedulingObject
    let object: SchedulingObject
    let sender: Set<CalendarAddress>

    /// Prepares the delivery of a reply to the organizer's object.
    ///
    /// - Parameters:
    ///   - reply: The reply.
    ///   - object: The organizer's object.
    ///   - sender: The addresses of the person who replies: nobody answers for somebody else.
    package init(
        of reply: SchedulingObject,
        to object: SchedulingObject,
        from sender: Set<CalendarAddress>
    ) {
        self.reply = reply
        self.object = object
        self.sender = sender
    }

    /// The organizer's object with the answers; nil when nothing in it changes.
    ///
    /// An answer is left out when it's to an invitation that has been changed significantly since,
    /// when it's about an occurrence that isn't one, and when its sender isn't invited to it: an
    /// organizer doesn't get people whom they didn't ask.
    ///
    /// - Throws: ``TooManyOccurrences``, and then no answer of the reply is taken.
    package func result() throws(TooManyOccurrences) -> Component? {
        var parts = object.parts
        var madeOctets: Int?
        var occurrences: SeriesOccurrences?
        for answered in reply.parts.prefix(Limits.repliedOccurrencesMax) {
            guard let answer = answered.component.attendee(sender) else { continue }
            let name = answered.name.map { renamed($0, of: answered.component) }
            if let index = parts.firstIndex(where: { $0.name == name }) {
                guard answered.component.sequence >= parts[index].component.sequence else {
                    continue
                }
                parts[index].component = parts[index].component.taking(
                    answer,
                    from: sender,
                    of: answered.component
                )
                continue
            }
            // An answer to one occurrence needs an override, which is made of the series.
            guard let name, !name.isForThisAndFuture, let instance = object.instance(name),
                answered.component.sequence >= instance.sequence
            else { continue }
            let series = occurrences ?? object.occurrences()
            occurrences = series
            guard series.has(instance) else { continue }
            let changed = instance.taking(answer, from: sender, of: answered.component)
            guard changed != instance else { continue }
            let made = changed.markedAsMade(by: sender)
            let octets = (madeOctets ?? object.octets(madeBy: sender)) + made.octets
            guard octets <= Limits.answeredOccurrencesOctetsMax else { throw TooManyOccurrences() }
            madeOctets = octets
            parts.append(SchedulingObject.Part(name: name, component: made))
        }
        let isSame =
            parts.count == object.parts.count
            && zip(parts, object.parts).allSatisfy { $0.component == $1.component }
        return isSame ? nil : object.placing(parts)
    }

    /// The sender has answered so many occurrences alone that there would be no room for others' answers.
    package struct TooManyOccurrences: Error {}

    /// The occurrence as this object names it: a reply has no series to say whether a `RECURRENCE-ID`
    /// is a date.
    private func renamed(_ name: OccurrenceName, of component: Component) -> OccurrenceName {
        guard let time = component.time(.recurrenceID),
            let start = object.master?.time(.dateTimeStart)
        else { return name }
        var renamed = reply.zones.name(of: time, in: start)
        renamed.isForThisAndFuture = name.isForThisAndFuture
        return renamed
    }
}

extension SchedulingObject {
    /// The octets of the overrides that somebody's answers made.
    fileprivate func octets(madeBy person: Set<CalendarAddress>) -> Int {
        overrides.lazy.filter { $0.component.isMade(by: person) }
            .reduce(0) { $0 + $1.component.octets }
    }

    /// The calendar with these parts: present ones in their places, others at the end.
    fileprivate func placing(_ parts: [Part]) -> Component {
        var index = 0
        var calendar = mapParts { _ in
            defer { index += 1 }
            return parts[index].component
        }.calendar
        for part in parts[self.parts.count...] { calendar.append(part.component) }
        return calendar
    }
}

extension Component {
    /// The octets of the component when it's written.
    fileprivate var octets: Int { CalendarText.write([self]).count }

    fileprivate func isMade(by person: Set<CalendarAddress>) -> Bool {
        attendee(person)?.parameter(Property.madeOverrideParameter) != nil
    }

    fileprivate func markedAsMade(by person: Set<CalendarAddress>) -> Component {
        mapAttendees {
            $0.isParticipant(person)
                ? $0.setting(Property.madeOverrideParameter, to: ["TRUE"]) : $0
        }
    }

    /// The component with an attendee's answer, their comment and those they delegate to.
    fileprivate func taking(
        _ answer: Property,
        from sender: Set<CalendarAddress>,
        of reply: Component
    ) -> Component {
        guard attendee(sender) != nil else { return self }
        let comment = reply.first(.comment)?.textValue ?? ""
        var component = mapAttendees { attendee in
            guard attendee.isParticipant(sender) else { return attendee }
            var taken = attendee.answered(answer.partStat).removing(["RSVP"])
                .delivered(.answered)
            if let delegate = answer.parameters.first(where: {
                Keyword($0.name) == Keyword("DELEGATED-TO")
            }) {
                taken = taken.setting("DELEGATED-TO", to: delegate.values)
            }
            if !comment.isEmpty || taken.parameter(Property.commentParameter) != nil {
                let values = comment.isEmpty ? [] : [comment]
                taken = taken.setting(Property.commentParameter, to: values)
            }
            return taken
        }
        guard answer.partStat == .delegated else { return component }
        for delegate in reply.all(.attendee)
        where !delegate.isParticipant(sender) && component.attendee(Set(delegate.addresses)) == nil
        {
            component.append(delegate.withoutServerParameters.answered(.needsAction))
        }
        return component
    }
}
