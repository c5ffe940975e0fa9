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
    ///   - sender: The addresses of the person who replies, whose answer alone is taken.
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
    /// An answer is left out if the invitation has been changed significantly since, if it's about
    /// an occurrence that doesn't exist, or if its sender isn't invited to it: nobody can add
    /// themselves to an organizer's event.
    ///
    /// - Throws: ``TooMuch``; if so, no answer of the reply is taken.
    package func result() throws(TooMuch) -> Component? {
        var parts = object.parts
        var knownOctets: Int?
        var occurrences: SeriesOccurrences?
        func count(_ growth: Int) throws(TooMuch) {
            guard growth > 0 else { return }
            let octets = (knownOctets ?? object.octets(answeredBy: sender)) + growth
            guard octets <= Limits.answeredOctetsMax else { throw TooMuch() }
            knownOctets = octets
        }
        for answered in reply.parts.prefix(Limits.repliedOccurrencesMax) {
            guard let answer = answered.component.attendee(sender) else { continue }
            let name = answered.name.map { renamed($0, of: answered.component) }
            if let index = parts.firstIndex(where: { $0.name == name }) {
                let known = parts[index].component
                guard answered.component.sequence >= known.sequence else { continue }
                let taken = try known.taking(answer, from: sender, of: answered.component)
                let series = name == nil ? nil : object.master
                try count(
                    taken.octets(answeredBy: sender, in: series)
                        - known.octets(answeredBy: sender, in: series)
                )
                parts[index].component = taken
                continue
            }
            // An answer to one occurrence needs an override, which is made from the series.
            guard let name, !name.isForThisAndFuture, let instance = object.instance(name),
                answered.component.sequence >= instance.sequence
            else { continue }
            let series = occurrences ?? object.occurrences()
            occurrences = series
            guard series.has(instance) else { continue }
            let changed = try instance.taking(answer, from: sender, of: answered.component)
            guard changed != instance else { continue }
            let made = changed.markedAsMade(by: sender)
            try count(made.octets(answeredBy: sender, in: object.master))
            parts.append(SchedulingObject.Part(name: name, component: made))
        }
        let isSame =
            parts.count == object.parts.count
            && zip(parts, object.parts).allSatisfy { $0.component == $1.component }
        guard !isSame else { return nil }
        try checkDelegates(in: parts)
        return object.placing(parts)
    }

    /// A sender's answers that would leave no room for those of others: they answered too many
    /// occurrences alone, named too many delegates, or wrote too long comments.
    package struct TooMuch: Error {}

    /// Refuses too many delegates of the sender.
    ///
    /// Delegates for different occurrences count together, because all of them are invited in the
    /// organizer's name.
    private func checkDelegates(in parts: [SchedulingObject.Part]) throws(TooMuch) {
        let delegates = Set(parts.flatMap { $0.component.delegates(of: sender) })
        guard delegates.count > Limits.delegatesMax else { return }
        let known = Set(object.parts.flatMap { $0.component.delegates(of: sender) })
        guard delegates == known else { throw TooMuch() }
    }

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
    /// The octets that are in the object only because of somebody's answers.
    fileprivate func octets(answeredBy person: Set<CalendarAddress>) -> Int {
        parts.reduce(0) { sum, part in
            let series = part.name == nil ? nil : master
            return sum + part.component.octets(answeredBy: person, in: series)
        }
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
