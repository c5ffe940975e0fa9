import CivilTime
import ICalendar

extension Agenda {
    /// The first occurrence of another version of an object, with an agenda that holds nothing else,
    /// seen in the same zone and calendars; nil if the text has no event that ever happens.
    ///
    /// The version is read in an agenda of its own, because an agenda holds one object at an
    /// address.
    public func reading(
        _ text: [UInt8],
        at id: ObjectID
    ) -> (agenda: Agenda, first: EventOccurrence)? {
        var apart = Agenda()
        apart.calendars = calendars
        apart.zones = zones
        apart.account = account
        apart.zone = zone
        guard apart.putObject(id, etag: "", text: text), let series = apart.series(id) else {
            return nil
        }
        guard let start = series.master?.start ?? series.overrides.first?.start else { return nil }
        let named = OccurrenceKey(object: id, recurrenceID: start.basicText)
        if let first = apart.occurrence(named) { return (apart, first) }
        // The first date may have been taken out of the series.
        let day = start.civil.date.adding(days: -1)
        let window = day..<day.adding(days: Limits.firstOccurrenceDaysMax)
        let found = apart.occurrences(in: window, includesHidden: true)
        return found.min { $0.startInstant < $1.startInstant }.map { (apart, $0) }
    }
}

extension Agenda {
    /// Replaces an object by an earlier version of it.
    ///
    /// - Parameters:
    ///   - id: Where the object is stored.
    ///   - text: The text of the version.
    /// - Returns: The edit, which is already made in this agenda.
    /// - Throws: The reason why the object can't be edited, or
    ///   ``EditError/unknownEvent`` if the text has no event that ever happens.
    public mutating func restore(
        _ id: ObjectID,
        to text: [UInt8]
    ) throws(EditError) -> EditOutcome {
        try checkWritable(id.calendar)
        guard let present = series(id), let (apart, first) = reading(text, at: id),
            let series = apart.series(id)
        else { throw .unknownEvent }
        if isCandidate(id) { throw .isProposal }
        let effect = EditEffect(
            kind: .restored,
            scope: nil,
            title: first.event.title,
            isAllDay: first.event.isAllDay,
            oldStart: nil,
            newStart: first.start,
            from: first.start.date,
            oldRule: present.rule,
            newRule: series.rule,
            keptCount: 0,
            droppedCount: 0,
            isDetached: false,
            calendar: id.calendar
        )
        return carryOut(EditPlan(effect: effect, texts: [(id, text)], series: [series]))
    }
}
