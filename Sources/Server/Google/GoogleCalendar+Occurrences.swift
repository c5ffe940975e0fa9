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
    /// - Throws: ``SourceFailure``.
    func changeOccurrences(
        of series: GoogleSeries,
        from shown: CalendarObject?,
        to object: CalendarObject,
        bringsBack: Bool = false
    ) async throws(SourceFailure) -> RemoteAnswer {
        let zones = catalogue(series, zoneNames(in: object))
        let (old, new) = (shown.map(Occurrences.init), Occurrences(object))
        var changes: [(time: CalendarTime, fields: [String: JSONValue])] = []
        for (_, component) in new.changed.sorted(by: { $0.key < $1.key }) {
            guard let time = component.time(.recurrenceID) else { continue }
            let known = occurrence(at: time, in: series, zones)
            var base = old?.changed[time.basicText] ?? new.usual(at: time)
            if known?.isCancelled == true { base = nil }
            var fields = fields(of: component, in: series, object)
                .changes(
                    from: base.map { self.fields(of: $0, in: series, object) } ?? GoogleFields()
                )
            keepUnknown(of: known?.attendees ?? [], in: &fields)
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
            let answer = try await patchOccurrence(at: time, fields, of: series, zones)
            // An occurrence that the rule doesn't have can't be changed there.
            if case .gone = answer { continue }
            guard case .taken = answer else { return answer }
        }
        for time in old.map({ new.excluded(notIn: $0) }) ?? [] {
            isChanged = true
            let answer = try await cancelOccurrence(at: time, of: series, zones)
            guard case .taken = answer else { return answer }
        }
        let isKnown = !isChanged && series.events.count == 1
        return .taken(etag: isKnown ? series.etag : try await self.series(series.id).etag)
    }

    private func patchOccurrence(
        at time: CalendarTime,
        _ changes: [String: JSONValue],
        of series: GoogleSeries,
        _ zones: ZoneCatalogue
    ) async throws(SourceFailure) -> RemoteAnswer {
        let known = occurrence(at: time, in: series, zones)
        guard let id = known?.id ?? series.occurrenceID(at: time, zones) else {
            return .refused(isForGood: true)
        }
        return try await write("PATCH", id, changes, ifMatch: known?.etag, of: series)
    }

    private func cancelOccurrence(
        at time: CalendarTime,
        of series: GoogleSeries,
        _ zones: ZoneCatalogue
    ) async throws(SourceFailure) -> RemoteAnswer {
        let known = occurrence(at: time, in: series, zones)
        if known?.isCancelled == true { return .taken(etag: nil) }
        guard let id = known?.id ?? series.occurrenceID(at: time, zones) else {
            return .refused(isForGood: true)
        }
        let answer = try await write("DELETE", id, ifMatch: known?.etag, of: series)
        // It isn't there already.
        return answer == .gone ? .taken(etag: nil) : answer
    }

    /// An occurrence that Google knows to be different; nil for one that is like the others.
    private func occurrence(
        at time: CalendarTime,
        in series: GoogleSeries,
        _ zones: ZoneCatalogue
    ) -> GoogleEvent? {
        let id = series.occurrenceID(at: time, zones)
        return series.events.first { $0.id == id }
            ?? series.events.first { event in
                event.recurringEventId != nil
                    && reader(series).originalTime(of: event, nil)?.basicText == time.basicText
            }
    }
}

/// The occurrences of an object that differ, and those that it leaves out.
private struct Occurrences {
    /// Those that differ, by when they would be.
    let changed: [String: Component]
    private let master: Component?
    private let excluded: [CalendarTime]

    init(_ object: CalendarObject) {
        changed = Dictionary(object.overrides.map { ($0.originalText, $0.component) }) {
            first,
            _ in first
        }
        master = object.master?.component
        excluded = master?.times(.exceptionDates) ?? []
    }

    /// Those that it leaves out and another object doesn't.
    func excluded(notIn other: Occurrences) -> [CalendarTime] {
        let known = Set(other.excluded.map(\.basicText))
        return excluded.filter { !known.contains($0.basicText) && changed[$0.basicText] == nil }
    }

    /// When those are that differ or are left out here, and are like the others in another object.
    func times(notIn other: Occurrences) -> [CalendarTime] {
        let left = Set(other.excluded.map(\.basicText))
        return (excluded + changed.values.compactMap { $0.time(.recurrenceID) })
            .filter { !left.contains($0.basicText) && other.changed[$0.basicText] == nil }
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

extension VEvent {
    /// Which occurrence it is, as text.
    fileprivate var originalText: String {
        component.time(.recurrenceID)?.basicText ?? ""
    }
}
