package import CivilTime
package import ICalendar

/// An attendee's answer to an invitation, as they give it in their copy.
package struct AttendeeAnswer {
    let person: Set<CalendarAddress>
    /// nil takes back an earlier answer.
    let partStat: Keyword?
    /// Empty removes an earlier comment, nil keeps it.
    let comment: String?
    let now: Instant

    /// Makes an answer.
    ///
    /// - Parameters:
    ///   - person: The addresses of the attendee.
    ///   - partStat: What they answer (RFC 5545 section 3.2.12); nil takes back an earlier answer.
    ///   - comment: Their comment for the organizer; empty removes it, nil keeps the earlier one.
    ///   - now: The time to write as `LAST-MODIFIED`.
    package init(
        by person: Set<CalendarAddress>,
        _ partStat: Keyword?,
        comment: String?,
        now: Instant
    ) {
        self.person = person
        self.partStat = partStat
        self.comment = comment
        self.now = now
    }

    /// A copy with the answer to all dates; dates that were answered separately keep their answers.
    ///
    /// nil if the attendee isn't invited.
    package func written(into copy: SchedulingObject) -> Component? {
        guard copy.parts.contains(where: { $0.component.attendee(person) != nil }) else {
            return nil
        }
        let toAll = copy.master?.attendee(person)?.partStat
        return copy.mapParts { part in
            let earlier = part.component.attendee(person)?.partStat
            let isSeparate = part.name != nil && toAll != nil && earlier != toAll
            return isSeparate ? part.component : written(into: part.component, .needsAction)
        }.calendar
    }

    /// A copy with the answer to one date, named by the start that the series gives it.
    ///
    /// Taking back the answer to a date gives it the answer to all dates again. nil if there's no
    /// such date, or the attendee isn't invited to it.
    package func written(into copy: SchedulingObject, to date: CalendarTime) -> Component? {
        let start = copy.head.time(.dateTimeStart)
        let isByTheClock = date.isDate == false && copy.zones.zone(of: date) == nil
        let time = isByTheClock ? start?.replacingCivil(date.civil) ?? date : date
        let name = copy.zones.name(of: time, in: copy.master == nil ? nil : start)
        let toAll = copy.master?.attendee(person)?.partStat ?? .needsAction
        var parts = copy.parts
        if let index = parts.firstIndex(where: { $0.name == name }) {
            guard parts[index].component.attendee(person) != nil else { return nil }
            parts[index].component = written(into: parts[index].component, toAll)
        } else {
            guard let instance = copy.instance(name), copy.occurrences().has(instance),
                instance.attendee(person) != nil
            else { return nil }
            let component = written(into: instance, toAll)
            parts.append(SchedulingObject.Part(name: name, component: component))
        }
        return copy.replacingParts(parts).calendar
    }

    private func written(into component: Component, _ earlier: Keyword) -> Component {
        var answered = component.mapAttendees { attendee in
            attendee.isParticipant(person) ? attendee.answered(partStat ?? earlier) : attendee
        }
        if let comment {
            answered.setAll("COMMENT", to: comment.isEmpty ? [] : [.text("COMMENT", comment)])
        }
        answered.set(.time("LAST-MODIFIED", .utc(now)))
        return answered
    }
}
