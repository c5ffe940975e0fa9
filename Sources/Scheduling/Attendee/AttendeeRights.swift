import CivilTime
import ICalendar

/// What an attendee may change in their copy (RFC 6638 section 3.2.2.1).
///
/// They may answer, delegate, leave out occurrences, and change what is their own: reminders,
/// whether it takes their time, progress, categories, colour, comments, and what their program
/// notes. All else is the organizer's.
struct AttendeeRights {
    let old: SchedulingObject
    let new: SchedulingObject
    let person: Set<CalendarAddress>

    /// Throws the first property that isn't the attendee's to change.
    func check() throws(SchedulingError) {
        guard new.uid == old.uid else { throw .attendeeChanged(property: "UID") }
        guard !new.organizer.isEmpty,
            new.organizer.first == old.organizer.first || Set(new.organizer) == Set(old.organizer)
        else { throw .attendeeChanged(property: "ORGANIZER") }
        let before = old.componentsByName
        let after = new.componentsByName
        var occurrences: SeriesOccurrences?
        for part in new.parts {
            if let known = before[part.name] {
                try check(part.component, against: known)
                continue
            }
            let series = occurrences ?? old.occurrences()
            occurrences = series
            try checkNew(part, in: series)
        }
        try checkMissing(before, after)
        guard old.exceptions.isSubset(of: new.exceptions) else {
            throw .attendeeChanged(property: "EXDATE")
        }
    }

    /// Checks an override that the organizer didn't write: it has to be an occurrence of the
    /// series, and otherwise unchanged.
    private func checkNew(
        _ part: SchedulingObject.Part,
        in series: SeriesOccurrences
    ) throws(SchedulingError) {
        guard let name = part.name, !name.isForThisAndFuture, let instance = old.instance(name),
            series.has(instance)
        else { throw .attendeeChanged(property: "RECURRENCE-ID") }
        try check(part.component, against: instance)
    }

    /// A component may be missing only where the series leaves that occurrence out.
    private func checkMissing(
        _ before: [OccurrenceName?: Component],
        _ after: [OccurrenceName?: Component]
    ) throws(SchedulingError) {
        let exceptions = new.exceptions
        for part in old.parts where after[part.name] == nil {
            guard let name = part.name, exceptions.contains(name) || after[nil] == nil else {
                throw .attendeeChanged(property: "RECURRENCE-ID")
            }
        }
    }

    private func check(_ component: Component, against known: Component) throws(SchedulingError) {
        for name in Self.organizersTexts
        where component.first(name)?.textValue ?? "" != known.first(name)?.textValue ?? "" {
            throw .attendeeChanged(property: name.text)
        }
        let (mine, theirs) = (new.zones, old.zones)
        let start = component.time(.dateTimeStart)
        let knownStart = known.time(.dateTimeStart)
        guard start?.isDate == knownStart?.isDate,
            start.map({ mine.instant(of: $0) }) == knownStart.map({ theirs.instant(of: $0) })
        else { throw .attendeeChanged(property: "DTSTART") }
        guard new.end(of: component) == old.end(of: known) else {
            throw .attendeeChanged(property: "DTEND")
        }
        for name in [PropertyName.recurrenceRule, .exceptionRule] {
            let rules = component.all(name).map { $0.rule }
            guard rules == known.all(name).map({ $0.rule }) else {
                throw .attendeeChanged(property: name.text)
            }
        }
        if component.first(.recurrenceID) == nil, new.additions != old.additions {
            throw .attendeeChanged(property: "RDATE")
        }
        try checkAttendees(component, known)
    }

    /// Checks the attendees: an attendee may add only their own delegates.
    private func checkAttendees(
        _ component: Component,
        _ known: Component
    ) throws(SchedulingError) {
        let own = component.attendee(person)
        var delegates: Set<CalendarAddress> = []
        if own?.partStat == .delegated {
            let values = own?.parameters.first { Keyword($0.name) == Keyword("DELEGATED-TO") }?
                .values
            delegates = Set((values ?? []).compactMap { CalendarAddress($0) })
        }
        let invited = Set(known.all(.attendee).compactMap { $0.address })
        let named = Set(component.all(.attendee).compactMap { $0.address })
        guard invited.isSubset(of: named), named.subtracting(invited).isSubset(of: delegates) else {
            throw .attendeeChanged(property: "ATTENDEE")
        }
    }

    /// The organizer's properties that are compared as text.
    private static let organizersTexts: [PropertyName] = [
        .summary, .description, .location, .status, .position, .url, .resources, .priority,
    ]
}
