public import CivilTime
import ICalendar
import Recurrence

extension Agenda {
    /// The occurrences that touch a day of the window: bars first, the longer before the shorter,
    /// then by time.
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

    /// The occurrences as ``occurrences(in:includesHidden:)`` gives them, with hidden calendars
    /// unless told otherwise, or nil when there are so many that some would be left out.
    public func allOccurrences(
        in days: Range<CivilDate>,
        limit: Int,
        includesHidden: Bool = true
    ) -> [EventOccurrence]? {
        let window = collect(in: days, includesHidden: includesHidden, limit: limit)
        return window.isWhole ? window.sorted : nil
    }

    /// What a window cost: how many entries of the index were looked at, how many series, and how
    /// many starts of these.
    ///
    /// For tests, which prove by it that what is outside of a window is left alone.
    package func cost(of days: Range<CivilDate>) -> WindowCost {
        let contents = collect(in: days, includesHidden: true, limit: Limits.occurrencesMax)
        return contents.cost
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
        contents.cost.entries = entries.lookedAt
        contents.cost.series = entries.found.count
        var repeating: [Series] = []
        for entry in entries.found {
            guard let stored = slots[Int(entry.slot)],
                includesHidden || calendars[stored.id.calendar]?.isShown ?? true
            else { continue }
            if entry.part.repeats {
                if let series = stored.strand(entry.part.strand) { repeating.append(series) }
            } else if let found = occurrence(entry.part, of: stored) {
                contents.take(found, atMost: limit)
            }
        }
        // One series by the second must not use up the room of all others.
        let share = max(Limits.occurrencesOfSeriesMin, limit / max(1, repeating.count))
        for series in repeating {
            let room = min(share, limit - contents.found.count)
            appendOccurrences(of: series, in: days, atMost: room, to: &contents)
        }
        if groupView != nil, !includesHidden { contents.found.removeAll { !isShown($0) } }
        return contents
    }

    /// What a part of an object that does not repeat is, where it happens.
    func occurrence(_ part: IndexPart, of stored: Series) -> EventOccurrence? {
        if let place = part.override {
            return occurrence(changed: stored.overrides[place], in: stored)
        }
        if var place = part.single {
            for series in [stored] + stored.further {
                if place < series.singles.count {
                    return occurrence(series.singles[place], of: series)
                }
                place -= series.singles.count
            }
            return nil
        }
        guard let series = stored.strand(part.strand), let event = series.master else { return nil }
        return occurrence(of: event, startingAt: event.start, replacing: nil, in: series)
    }

    private func appendOccurrences(
        of series: Series,
        in days: Range<CivilDate>,
        atMost room: Int,
        to contents: inout WindowContents
    ) {
        guard let master = series.master, let recurrence = series.recurrence else { return }
        let countMax = contents.found.count + max(0, room)
        var missesLeft = max(2 * room, Limits.missesOfSeriesMin)
        for stretch in series.stretches {
            let window = instants(of: days, for: stretch, in: series)
            for next in recurrence.occurrences(in: window) {
                contents.cost.starts += 1
                guard contents.found.count < countMax, missesLeft >= 0 else {
                    contents.isWhole = false
                    return
                }
                guard series.single(at: next.instant) == nil,
                    let found = occurrence(
                        of: master,
                        at: recurrence.time(of: next),
                        next.instant,
                        in: series
                    ),
                    found.firstDate < days.upperBound, found.lastDate >= days.lowerBound
                else {
                    missesLeft -= 1
                    continue
                }
                contents.found.append(found)
            }
        }
    }

    /// The start instants of a stretch that may touch the days, reaching back by the length.
    func instants(
        of days: Range<CivilDate>,
        for stretch: SeriesStretch,
        in series: Series
    ) -> Range<Instant> {
        let first = days.lowerBound.adding(days: -stretch.shiftDaysMax)
        let last = days.upperBound.adding(days: stretch.shiftDaysMax)
        let from = CivilDateTime(date: first, time: .midnight)
        let to = CivilDateTime(date: last, time: .midnight)
        let reader = series.isAnchored(stretch.start) ? zone : .utc
        // A midnight that the clock skips is read as a time after the day has begun.
        let reach = stretch.lengthSeconds + 3 * 3_600
        let lower = max(stretch.from, reader.instant(of: from).adding(seconds: -reach))
        return lower..<max(lower, min(stretch.to, reader.instant(of: to)))
    }
}

/// What it took to answer a window.
package struct WindowCost {
    /// The entries of the index that were looked at.
    package var entries = 0
    /// The series and single events that were asked.
    package var series = 0
    /// The starts of series that were walked through.
    package var starts = 0
}

/// What was found in a window of time.
private struct WindowContents {
    var found: [EventOccurrence] = []
    /// Whether nothing was left out.
    var isWhole = true
    var cost = WindowCost()

    mutating func take(_ occurrence: EventOccurrence, atMost countMax: Int) {
        if found.count < countMax { found.append(occurrence) } else { isWhole = false }
    }

    /// The occurrences in the order that ``EventOccurrence/precedes(_:_:)`` gives.
    var sorted: [EventOccurrence] {
        // Occurrences are large to move about; what they are ordered by, as a rule, is small.
        let order = found.indices.map { DayOrder(found[$0], place: $0) }.sorted { a, b in
            if a.first != b.first { return a.first < b.first }
            if a.second != b.second { return a.second < b.second }
            return EventOccurrence.precedes(found[a.place], found[b.place])
        }
        return order.map { found[$0.place] }
    }
}

/// The beginning of the order that ``EventOccurrence/precedes(_:_:)`` gives, in two numbers.
private struct DayOrder {
    let first: Int64
    let second: Int64
    let place: Int

    init(_ occurrence: EventOccurrence, place: Int) {
        if occurrence.isBar {
            // Bars come before all that has a time: no start is as many seconds before 1970.
            first = Int64.min / 2 + Int64(occurrence.firstDate.daysSinceEpoch)
            second = -Int64(occurrence.lastDate.daysSinceEpoch)
        } else {
            first = occurrence.start.secondsSinceEpoch
            second = -occurrence.end.secondsSinceEpoch
        }
        self.place = place
    }
}
