public import CivilTime
import ICalendar
import Recurrence

extension Agenda {
    /// The occurrence that a key names, or nil if there isn't one any more.
    ///
    /// For an event that happens once, any start in the key will do: the event may have been moved
    /// since.
    public func occurrence(_ key: OccurrenceKey) -> EventOccurrence? {
        guard let series = series(key.object)?.series(ofMaster: key.masterIndex),
            let time = series.time(recurrenceID: key.originalStart)
        else { return nil }
        let instant = series.instant(of: time)
        for override in series.overrides {
            guard let id = override.recurrenceID,
                series.instant(of: series.inMasterForm(id)) == instant
            else { continue }
            return occurrence(changed: override, in: series)
        }
        guard let master = series.master else { return nil }
        guard let recurrence = series.recurrence else {
            return occurrence(of: master, startingAt: master.start, replacing: nil, in: series)
        }
        guard recurrence.contains(instant) else { return nil }
        return occurrence(of: master, at: time, instant, in: series)
    }

    /// The occurrence of a series at a time that its rules or dates give; nil if it is cancelled.
    func occurrence(
        of master: Event,
        at time: CalendarTime,
        _ instant: Instant,
        in series: Series
    ) -> EventOccurrence? {
        if let range = series.range(at: instant) {
            guard let event = range.event, let replaced = event.recurrenceID else { return nil }
            let from = series.inMasterForm(replaced)
            let start = Displacement(of: series, from: from, to: event.start).moved(time)
            return occurrence(of: event, startingAt: start, replacing: time, in: series)
        }
        if !series.separateStarts.isEmpty, let length = series.single(at: instant)?.length {
            var event = master
            event.length = length
            return occurrence(of: event, startingAt: time, replacing: time, in: series)
        }
        return occurrence(of: master, startingAt: time, replacing: time, in: series)
    }

    /// The occurrence of a single start; nil if an exception takes it away.
    func occurrence(_ single: SeparateStart, of series: Series) -> EventOccurrence? {
        guard let master = series.master, let recurrence = series.recurrence,
            recurrence.contains(single.instant)
        else { return nil }
        let time = series.time(at: single.instant)
        return occurrence(of: master, at: time, single.instant, in: series)
    }

    /// The occurrence that an override describes.
    func occurrence(changed override: Event, in series: Series) -> EventOccurrence {
        occurrence(
            of: override,
            startingAt: override.start,
            replacing: override.recurrenceID.map(series.inMasterForm),
            in: series
        )
    }

    /// Makes an occurrence of an event that begins at a start, with its times by the viewer's
    /// clock.
    ///
    /// - Parameters:
    ///   - event: The master, or the override that describes the occurrence.
    ///   - start: The start as written.
    ///   - original: The start that the rule gave it; nil if that is `start`.
    ///   - series: The series that the event is part of.
    /// - Returns: The occurrence.
    func occurrence(
        of event: Event,
        startingAt start: CalendarTime,
        replacing original: CalendarTime?,
        in series: Series
    ) -> EventOccurrence {
        let span = span(of: event, startingAt: start, in: series)
        let isAnchored = series.isAnchored(start)
        return EventOccurrence(
            key: OccurrenceKey(
                object: series.id,
                originalStart: original ?? start,
                masterIndex: series.masterIndex
            ),
            uid: series.uid,
            event: event,
            time: start,
            start: span.start,
            end: span.end,
            startInstant: isAnchored ? span.startInstant : zone.instant(of: span.start),
            endInstant: isAnchored ? span.endInstant : zone.instant(of: span.end),
            isRepeating: series.isRepeating || event.recurrenceID != nil
        )
    }

    /// The start and end of an event that begins at a start, with the viewer's clock.
    func span(of event: Event, startingAt start: CalendarTime, in series: Series) -> EventSpan {
        let own = series.zone(of: start)
        let startInstant = start.instant(in: own)
        let endInstant: Instant
        switch event.length {
        case .days(let days):
            endInstant = startInstant.adding(seconds: Int64(days) * 86_400)
        case .nominal(let days, let seconds):
            let civil = own.civil(at: startInstant)
            let later = CivilDateTime(date: civil.date.adding(days: days), time: civil.time)
            let base = days == 0 ? startInstant : own.instant(of: later)
            endInstant = base.adding(seconds: seconds)
        }
        let reader = series.isAnchored(start) ? zone : .utc
        let localStart = reader.civil(at: startInstant)
        return EventSpan(
            start: localStart,
            end: max(localStart, reader.civilEnd(at: endInstant, after: startInstant)),
            startInstant: startInstant,
            endInstant: max(startInstant, endInstant)
        )
    }
}

extension Zone {
    /// The wall time at the exclusive end of a time.
    ///
    /// If the clock is set back at that very instant, the end is what the clock would have shown
    /// without that: the end is no longer part of the time.
    fileprivate func civilEnd(at end: Instant, after start: Instant) -> CivilDateTime {
        let shown = civil(at: end)
        guard start < end, offsetSeconds(at: end) < offsetSeconds(at: start) else { return shown }
        return max(shown, civil(at: end.adding(seconds: -1)).adding(seconds: 1))
    }
}

/// The start and end of an occurrence, as instants and by the viewer's clock.
struct EventSpan: Hashable, Sendable {
    let start: CivilDateTime
    let end: CivilDateTime
    let startInstant: Instant
    let endInstant: Instant
}

extension Agenda {
    /// The exclusive end of an occurrence as it would be written: in the zone of its start, or as a
    /// date.
    public func writtenEnd(of occurrence: EventOccurrence) -> CalendarTime {
        series(occurrence.key.object)?.series(ofMaster: occurrence.key.masterIndex)?
            .writtenEnd(of: occurrence.event, from: occurrence.time) ?? occurrence.time
    }
}
