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

    /// What a window cost: how many entries of the index were looked at, and how many series.
    ///
    /// For tests, which prove by it that what is outside of a window is left alone.
    package func cost(of days: Range<CivilDate>) -> (entries: Int, series: Int) {
        let contents = collect(in: days, includesHidden: true, limit: Limits.occurrencesMax)
        return (contents.entriesLookedAt, contents.seriesVisited)
    }

    private func collect(
        in days: Range<CivilDate>,
        includesHidden: Bool,
        limit: Int
    ) -> WindowContents {
        var contents = WindowContents()
        guard !days.isEmpty else { return contents }
        let first = Int32(days.lowerBound.daysSinceEpoch)
        let entries = index.entries(in: first..<Int32(days.upperBound.daysSinceEpoch))
        contents.entriesLookedAt = entries.lookedAt
        contents.seriesVisited = entries.found.count
        var repeating: [Series] = []
        for entry in entries.found {
            guard let stored = slots[Int(entry.slot)],
                includesHidden || calendars[stored.series.id.calendar]?.isVisible ?? true,
                let series = stored.series.strand(entry.part.strand)
            else { continue }
            if entry.part.repeats {
                repeating.append(series)
            } else if let place = entry.part.override {
                contents.found.append(occurrence(changed: series.overrides[place], in: series))
            } else if let event = series.master {
                contents.found.append(
                    occurrence(of: event, startingAt: event.start, replacing: nil, in: series)
                )
            }
        }
        // One series by the second must not use up the room of all others.
        let share = max(Limits.occurrencesOfSeriesMin, limit / max(1, repeating.count))
        for series in repeating {
            let room = min(share, limit - contents.found.count)
            appendOccurrences(of: series, in: days, atMost: room, to: &contents)
        }
        return contents
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
        for next in recurrence.occurrences(in: window) {
            guard
                let found = occurrence(
                    of: master,
                    at: recurrence.time(of: next),
                    next.instant,
                    in: series
                ),
                found.firstDate < days.upperBound, found.lastDate >= days.lowerBound
            else { continue }
            guard contents.found.count < countMax else {
                contents.isWhole = false
                return
            }
            contents.found.append(found)
        }
    }

    /// The start instants that may touch the days, reaching back by the event's length.
    private func instants(
        of days: Range<CivilDate>,
        for event: Event,
        in series: Series
    ) -> Range<Instant> {
        let reach = series.ranges.reduce(0) { max($0, $1.daysMax) }
        let first = days.lowerBound.adding(days: -series.lengthDaysMax - reach)
        let from = CivilDateTime(date: first, time: .midnight)
        let to = CivilDateTime(date: days.upperBound.adding(days: reach), time: .midnight)
        let reader = series.isAnchored(event.start) ? zone : .utc
        let lower = reader.instant(of: from)
        return lower..<max(lower, reader.instant(of: to))
    }
}

/// What was found in a window of time.
private struct WindowContents {
    var found: [EventOccurrence] = []
    /// Whether nothing was left out.
    var isWhole = true
    var entriesLookedAt = 0
    var seriesVisited = 0

    /// The occurrences in the order of a day's list.
    var sorted: [EventOccurrence] {
        // Occurrences are large to move about; their places are small.
        let order = found.indices.sorted { EventOccurrence.precedes(found[$0], found[$1]) }
        return order.map { found[$0] }
    }
}
