import CivilTime
import ICalendar
import JSON

/// Occurrences of a series that differ from the others, and those that don't take place.
extension GoogleCalendar {
    /// Changes, cancels and brings back single occurrences.
    func changeOccurrences(
        of series: GoogleSeries,
        from known: [VEvent],
        to object: CalendarObject,
        _ oldMaster: VEvent? = nil
    ) async throws(SourceFailure) -> RemoteAnswer {
        let zones = catalogue(series, zoneNames(in: object))
        let master = object.master?.component
        let old = Dictionary(known.map { ($0.originalText, $0.component) }) { first, _ in first }
        let new = Dictionary(object.overrides.map { ($0.originalText, $0.component) }) {
            first,
            _ in first
        }
        var isChanged = false
        for (_, component) in new.sorted(by: { $0.key < $1.key }) {
            guard let time = component.time(.recurrenceID) else { continue }
            let base = old[time.basicText] ?? master.map { Self.usual($0, at: time) }
            var changes = fields(of: component, in: series, object)
                .changes(from: base.map { fields(of: $0, in: series, object) } ?? GoogleFields())
            changes["recurrence"] = nil
            if let event = occurrence(at: time, in: series, zones) {
                keepUnknown(of: event.attendees ?? [], in: &changes)
            }
            guard !changes.isEmpty else { continue }
            isChanged = true
            let answer = try await patchOccurrence(at: time, changes, of: series, zones)
            guard case .taken = answer else { return answer }
        }
        let excluded = Set(master?.times(.exceptionDates).map(\.basicText) ?? [])
        let excludedBefore = Set(
            oldMaster?.component.times(.exceptionDates).map(\.basicText) ?? []
        )
        for time in master?.times(.exceptionDates) ?? []
        where oldMaster != nil && !excludedBefore.contains(time.basicText)
            && new[time.basicText] == nil
        {
            isChanged = true
            let answer = try await cancelOccurrence(at: time, of: series, zones)
            guard case .taken = answer else { return answer }
        }
        // Those that are like the others again.
        let back = (oldMaster?.component.times(.exceptionDates) ?? [])
            .filter { !excluded.contains($0.basicText) && new[$0.basicText] == nil }
        let plain = old.values.compactMap { $0.time(.recurrenceID) }
            .filter { new[$0.basicText] == nil && !excluded.contains($0.basicText) }
        for time in back + plain {
            guard let master else { break }
            var changes = fields(of: Self.usual(master, at: time), in: series, object).values
            changes["recurrence"] = nil
            isChanged = true
            let answer = try await patchOccurrence(at: time, changes, of: series, zones)
            guard answer != .gone else { continue }
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

    /// An occurrence of a series without changes of its own.
    private static func usual(_ master: Component, at time: CalendarTime) -> Component {
        var usual = master
        for name in [
            PropertyName.recurrenceRule, .recurrenceDates, .exceptionDates, .exceptionRule,
        ] {
            usual.remove(name)
        }
        guard let event = VEvent(master), let start = event.start, let end = event.end else {
            return usual
        }
        let seconds = end.civil.secondsSinceEpoch - start.civil.secondsSinceEpoch
        let last = time.replacingCivil(time.civil.adding(seconds: Int(seconds)))
        usual.set(.time("DTSTART", time))
        usual.remove(.duration)
        usual.set(.time("DTEND", last))
        return usual
    }
}

extension VEvent {
    /// Which occurrence it is, as text.
    fileprivate var originalText: String {
        component.time(.recurrenceID)?.basicText ?? ""
    }
}
