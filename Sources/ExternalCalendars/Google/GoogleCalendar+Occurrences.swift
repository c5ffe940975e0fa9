import CivilTime
import ICalendar
import JSON

/// Occurrences of a series that differ from the others, and those that don't take place.
extension GoogleCalendar {
    /// Changes, cancels and brings back single occurrences.
    ///
    /// - Parameters:
    ///   - series: The series as Google has it.
    ///   - shown: The same as an object; nil for one that was just added with all that it leaves out.
    ///   - object: What it's to become.
    ///   - bringsBack: Whether occurrences that are like the others again are changed back: when the
    ///     series itself moved, there are none at these times any more.
    /// - Returns: Whether Google took it.
    /// - Throws: ``ExternalCalendarFailure``.
    func changeOccurrences(
        of series: GoogleSeries,
        from shown: CalendarObject?,
        to object: CalendarObject,
        bringsBack: Bool = false
    ) async throws(ExternalCalendarFailure) -> ExternalWriteAnswer {
        let known = known(series, object)
        let (old, new) = (
            shown.map { Occurrences($0, known.key) }, Occurrences(object, known.key)
        )
        var changes: [(time: CalendarTime, fields: [String: JSONValue])] = []
        for (key, component) in new.changed.sorted(by: { $0.key < $1.key }) {
            guard let time = component.time(.recurrenceID) else { continue }
            let event = known.events[key]
            var base = old?.changed[key] ?? new.usual(at: time)
            if event?.isCancelled == true { base = nil }
            var fields = fields(of: component, in: series, object)
                .changes(
                    from: base.map { self.fields(of: $0, in: series, object) } ?? GoogleFields()
                )
            if let event { keepUnknown(of: event, in: &fields) }
            changes.append((time, fields))
        }
        for time in bringsBack ? old?.times(notIn: new) ?? [] : [] {
            guard let usual = new.usual(at: time) else { continue }
            changes.append((time, fields(of: usual, in: series, object).values))
        }
        var isChanged = false
        for (time, fields) in changes {
            let fields = fields.filter { $0.key != "recurrence" }
            guard !fields.isEmpty else { continue }
            isChanged = true
            guard let id = known.id(at: time) else { return .refused(isForGood: true) }
            let etag = known.events[id]?.etag
            let answer = try await write("PATCH", id, fields, ifMatch: etag, of: series)
            // An occurrence that the rule doesn't have can't be changed there.
            if case .gone = answer { return .refused(isForGood: true) }
            guard case .taken = answer else { return answer }
        }
        let excluded = old.map { new.excluded(notIn: $0, isWhole: series.master != nil) } ?? []
        for time in excluded {
            isChanged = true
            guard let id = known.id(at: time) else { return .refused(isForGood: true) }
            guard known.events[id]?.isCancelled != true else { continue }
            let etag = known.events[id]?.etag
            let answer = try await write("DELETE", id, ifMatch: etag, of: series)
            // It isn't there already.
            if case .gone = answer { continue }
            guard case .taken = answer else { return answer }
        }
        // Somebody may have changed it since: what is there now is read again.
        let isKnown = !isChanged && series.count == 1
        return .taken(etag: isKnown ? series.etag : nil)
    }

    /// The occurrences that Google knows to be different, by the IDs that their times give.
    private struct KnownOccurrences {
        let series: GoogleSeries
        let zones: ZoneCatalogue
        let usualZone: String?
        private(set) var events: [String: GoogleEvent] = [:]

        init(_ series: GoogleSeries, _ zones: ZoneCatalogue, _ reader: GoogleEventReader) {
            self.series = series
            self.zones = zones
            usualZone = reader.usualZone
            for event in series.events where event.recurringEventId != nil {
                let time = reader.originalTime(of: event, nil)
                events[time.map(key) ?? event.id] = event
            }
        }

        /// What is the same for all spellings of a time.
        func key(_ time: CalendarTime) -> String {
            series.occurrenceID(at: time, zones, usualZone: usualZone) ?? time.basicText
        }

        func id(at time: CalendarTime) -> String? {
            events[key(time)]?.id
                ?? series.occurrenceID(at: time, zones, usualZone: usualZone)
        }
    }

    private func known(_ series: GoogleSeries, _ object: CalendarObject) -> KnownOccurrences {
        let names = object.events.flatMap { event in
            [event.start, event.component.time(.recurrenceID)].compactMap { $0?.zoneID?.name }
        }
        return KnownOccurrences(series, catalogue(series, names), reader(series))
    }
}

/// The occurrences of an object that differ, and those that it leaves out.
private struct Occurrences {
    /// Those that differ, by when they would be.
    let changed: [String: Component]
    private let master: Component?
    private let excluded: [CalendarTime]

    private let key: (CalendarTime) -> String

    init(_ object: CalendarObject, _ key: @escaping (CalendarTime) -> String) {
        self.key = key
        var changed: [String: Component] = [:]
        var excluded = object.master?.component.times(.exceptionDates) ?? []
        for event in object.overrides {
            guard let time = event.component.time(.recurrenceID) else { continue }
            if event.component.first(.status)?.textValue.uppercased() == "CANCELLED" {
                excluded.append(time)
            } else {
                changed[key(time)] = event.component
            }
        }
        self.changed = changed
        self.excluded = excluded
        master = object.master?.component
    }

    /// Those that it leaves out and another object doesn't.
    ///
    /// - Parameters:
    ///   - other: The other object's.
    ///   - isWhole: Whether the series itself is there: without it, what isn't named is left out.
    /// - Returns: When they would be.
    func excluded(notIn other: Occurrences, isWhole: Bool) -> [CalendarTime] {
        let known = Set(other.excluded.map(key))
        let left = excluded.filter { !known.contains(key($0)) && changed[key($0)] == nil }
        guard !isWhole else { return left }
        let gone = other.changed.filter { changed[$0.key] == nil }
        return left + gone.values.compactMap { $0.time(.recurrenceID) }
    }

    /// When those are that differ or are left out here, and are like the others in another object.
    func times(notIn other: Occurrences) -> [CalendarTime] {
        let left = Set(other.excluded.map(key))
        return (excluded + changed.values.compactMap { $0.time(.recurrenceID) })
            .filter { !left.contains(key($0)) && other.changed[key($0)] == nil }
            .sorted { $0.basicText < $1.basicText }
    }

    /// An occurrence without changes of its own; nil without a series.
    func usual(at time: CalendarTime) -> Component? {
        guard var usual = master, let event = VEvent(usual), let start = event.start,
            let end = event.end
        else { return nil }
        for name in [
            PropertyName.recurrenceRule, .recurrenceDates, .exceptionDates, .exceptionRule,
            .duration,
        ] {
            usual.remove(name)
        }
        let seconds = end.civil.secondsSinceEpoch - start.civil.secondsSinceEpoch
        usual.set(.time("DTSTART", time))
        usual.set(
            .time("DTEND", time.replacingCivil(time.civil.adding(seconds: Int(seconds))))
        )
        return usual
    }
}
