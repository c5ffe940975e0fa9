public import CivilTime
import ICalendar
import Recurrence

extension Agenda {
    /// The occurrences that touch a day of the window, in the order of a day's list.
    ///
    /// Days are those of the viewer's wall clock. Events that do not repeat cost only where they
    /// are; a repeating one costs what its rule yields inside the window.
    ///
    /// - Parameters:
    ///   - days: The days, the last one excluded.
    ///   - includesHidden: Whether calendars that are switched off are looked at too.
    /// - Returns: At most 200,000 occurrences; where there are more, series of few keep theirs.
    public func occurrences(
        in days: Range<CivilDate>,
        includesHidden: Bool = false
    ) -> [EventOccurrence] {
        collect(in: days, includesHidden: includesHidden, limit: Limits.occurrencesMax).sorted
    }

    /// The occurrences as ``occurrences(in:includesHidden:)`` gives them, with hidden calendars, or
    /// nil when there are so many that some would be left out.
    public func allOccurrences(in days: Range<CivilDate>, limit: Int) -> [EventOccurrence]? {
        let window = collect(in: days, includesHidden: true, limit: limit)
        return window.isWhole ? window.sorted : nil
    }

    private func collect(
        in days: Range<CivilDate>,
        includesHidden: Bool,
        limit: Int
    ) -> WindowContents {
        var contents = WindowContents()
        guard !days.isEmpty else { return contents }
        let first = Int32(days.lowerBound.daysSinceEpoch)
        let window = first..<Int32(days.upperBound.daysSinceEpoch)
        for entry in index.entries(in: window) {
            guard let series = slots[Int(entry.slot)],
                includesHidden || calendars[series.id.calendar]?.isVisible ?? true,
                let event = entry.part < 0 ? series.master : series.overrides[Int(entry.part)]
            else { continue }
            contents.found.append(occurrence(of: event, startingAt: event.start, in: series))
        }
        let repeating = repeatingSlots.filter {
            $0.firstDay < window.upperBound && $0.lastDay >= window.lowerBound
        }
        // One series by the second must not use up the room of all others.
        let share = max(Limits.occurrencesOfSeriesMin, limit / max(1, repeating.count))
        for entry in repeating {
            guard let series = slots[Int(entry.slot)],
                includesHidden || calendars[series.id.calendar]?.isVisible ?? true
            else { continue }
            let room = min(share, limit - contents.found.count)
            appendOccurrences(of: series, in: days, atMost: room, to: &contents)
        }
        return contents
    }

    /// The occurrence that a key names, or nil when there is none any more.
    public func occurrence(_ key: OccurrenceKey) -> EventOccurrence? {
        guard let series = series(key.object),
            let time = series.time(recurrenceID: key.recurrenceID)
        else { return nil }
        let instant = series.instant(of: time)
        for override in series.overrides {
            guard let id = override.recurrenceID,
                series.instant(of: series.inMasterForm(id)) == instant
            else { continue }
            return occurrence(of: override, startingAt: override.start, in: series)
        }
        guard let master = series.master else { return nil }
        if let recurrence = series.recurrence {
            guard recurrence.contains(instant) else { return nil }
            return occurrence(of: master, startingAt: time, in: series)
        }
        guard series.instant(of: master.start) == instant else { return nil }
        return occurrence(of: master, startingAt: master.start, in: series)
    }

    private func appendOccurrences(
        of series: Series,
        in days: Range<CivilDate>,
        atMost room: Int,
        to contents: inout WindowContents
    ) {
        guard let master = series.master, let recurrence = series.recurrence else { return }
        let window = instants(of: days, for: master, in: series)
        let countMax = contents.found.count + max(0, room)
        var starts = recurrence.occurrences(from: window.lowerBound)
        while let next = starts.next(), next.instant < window.upperBound {
            let occurrence = occurrence(of: master, startingAt: next.time, in: series)
            guard occurrence.firstDate < days.upperBound, occurrence.lastDate >= days.lowerBound
            else { continue }
            guard contents.found.count < countMax else {
                contents.isWhole = false
                return
            }
            contents.found.append(occurrence)
        }
    }

    /// The start instants that may touch the days, reaching back by the event's length.
    private func instants(
        of days: Range<CivilDate>,
        for event: Event,
        in series: Series
    ) -> Range<Instant> {
        let reach = event.length.daysAtLeastCovering
        let from = CivilDateTime(date: days.lowerBound.adding(days: -reach), time: .midnight)
        let to = CivilDateTime(date: days.upperBound, time: .midnight)
        let reader = series.isAnchored(event.start) ? zone : .utc
        let lower = reader.instant(of: from)
        return lower..<max(lower, reader.instant(of: to))
    }

    /// Lays an event's length from a start, by the viewer's clock.
    func occurrence(
        of event: Event,
        startingAt start: CalendarTime,
        in series: Series
    ) -> EventOccurrence {
        let span = span(of: event, startingAt: start, in: series)
        let reader = series.isAnchored(start)
        let identity = event.recurrenceID.map(series.inMasterForm) ?? start
        return EventOccurrence(
            key: OccurrenceKey(object: series.id, recurrenceID: identity.basicText),
            uid: series.uid,
            event: event,
            time: start,
            start: span.start,
            end: span.end,
            startInstant: reader ? span.startInstant : zone.instant(of: span.start),
            endInstant: reader ? span.endInstant : zone.instant(of: span.end),
            isRepeating: series.isRepeating || event.recurrenceID != nil
        )
    }

    /// Start and end of an event by the viewer's clock.
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
        let localEnd = max(localStart, reader.civil(at: endInstant))
        return EventSpan(
            start: localStart,
            end: localEnd,
            startInstant: startInstant,
            endInstant: max(startInstant, endInstant)
        )
    }
}

/// What was found in a window of time.
private struct WindowContents {
    var found: [EventOccurrence] = []
    /// Whether nothing was left out.
    var isWhole = true

    /// The occurrences in the order of a day's list.
    var sorted: [EventOccurrence] {
        // Occurrences are large to move about; their places are small.
        let order = found.indices.sorted { EventOccurrence.precedes(found[$0], found[$1]) }
        return order.map { found[$0] }
    }
}

/// Start and end of an occurrence, as instants and by the viewer's clock.
struct EventSpan: Hashable, Sendable {
    let start: CivilDateTime
    let end: CivilDateTime
    let startInstant: Instant
    let endInstant: Instant
}

extension Agenda {
    /// The end of an occurrence as it would be written: in the event's own zone, or a date,
    /// exclusive.
    public func writtenEnd(of occurrence: EventOccurrence) -> CalendarTime {
        series(occurrence.key.object)?.writtenEnd(of: occurrence.event, from: occurrence.time)
            ?? occurrence.time
    }

    /// The hue an occurrence is shown in: the event's own, or its calendar's.
    public func color(of occurrence: EventOccurrence) -> EventColor {
        occurrence.event.color ?? calendars[occurrence.key.object.calendar]?.color ?? .blue
    }
}
