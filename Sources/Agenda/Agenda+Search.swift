public import CivilTime
import ICalendar
import Recurrence

/// What is looked for.
public struct SearchQuery: Hashable, Sendable {
    /// Words, all of which must be in the text of an event.
    ///
    /// That is its title, place, notes, address and categories; case and accents do not matter.
    public var text: String
    /// The calendar it is in; nil for any that is shown.
    public var calendar: CalendarID?
    /// The hue it is shown in.
    public var color: EventColor?
    /// Whether what is over is given too.
    public var includesPast: Bool
    /// How many occurrences are given, at most 1,000.
    public var limit: Int

    /// Joins all parts.
    public init(
        _ text: String,
        calendar: CalendarID? = nil,
        color: EventColor? = nil,
        includesPast: Bool = false,
        limit: Int = 50
    ) {
        self.text = text
        self.calendar = calendar
        self.color = color
        self.includesPast = includesPast
        self.limit = limit
    }
}

/// What was found.
public struct SearchResult: Sendable {
    /// One occurrence of each event: the next, upcoming first and by time; then, where asked for,
    /// the last of those that are over, the latest first.
    public let occurrences: [EventOccurrence]
    /// How many events are still to come, also those beyond the limit.
    public let upcomingCount: Int
    /// How many are over.
    public let pastCount: Int
}

extension Agenda {
    /// Looks for events by their text, over all time.
    ///
    /// Where ``prepareSearch()`` has folded the texts, this is a look at each, and at when the found
    /// ones are; others are read and folded on the way.
    ///
    /// - Parameters:
    ///   - query: What is looked for; without words nothing is found.
    ///   - now: What upcoming is counted from.
    /// - Returns: The occurrences, at most as many as asked for.
    public func search(_ query: SearchQuery, now: Instant) -> SearchResult {
        let words = FoldedText.fold(query.text).split(separator: 0x20).map { Array($0) }
        guard !words.isEmpty else {
            return SearchResult(occurrences: [], upcomingCount: 0, pastCount: 0)
        }
        var upcoming: [SearchHit] = []
        var past: [SearchHit] = []
        for (slot, stored) in slots.enumerated() {
            guard let stored, isSearched(stored, query) else { continue }
            guard let texts = searchTexts[slot] ?? stored.searchTexts() else { continue }
            for series in [stored] + stored.further {
                let matched = texts.parts(of: series.strand, having: words)
                guard !matched.isEmpty else { continue }
                let hits = hits(of: series, matched, slot, now: now, query)
                upcoming += hits.upcoming
                past += hits.past
            }
        }
        let limit = min(max(0, query.limit), Limits.searchResultsMax)
        var chosen = Self.first(limit, of: upcoming) { $0.instant < $1.instant }
        if query.includesPast {
            chosen += Self.first(limit - chosen.count, of: past) { $0.instant > $1.instant }
        }
        return SearchResult(
            occurrences: chosen.compactMap { $0.occurrence(in: self) },
            upcomingCount: upcoming.count,
            pastCount: past.count
        )
    }

    /// Reads and folds the texts of all events that are not ready yet, so that searching is fast.
    ///
    /// Not when events come in: most are never searched, and what is seen first must not wait.
    public mutating func prepareSearch() {
        for (slot, stored) in slots.enumerated() where searchTexts[slot] == nil {
            searchTexts[slot] = stored?.searchTexts()
        }
    }

    private func isSearched(_ series: Series, _ query: SearchQuery) -> Bool {
        if let calendar = query.calendar { return series.id.calendar == calendar }
        return calendars[series.id.calendar]?.isVisible ?? true
    }

    private func hasColor(_ event: Event, _ series: Series, _ query: SearchQuery) -> Bool {
        guard let color = query.color else { return true }
        return (event.color ?? calendars[series.id.calendar]?.color ?? .blue) == color
    }

    /// When the matching parts of a series are next, or were last.
    private func hits(
        of series: Series,
        _ parts: [Int],
        _ slot: Int,
        now: Instant,
        _ query: SearchQuery
    ) -> (upcoming: [SearchHit], past: [SearchHit]) {
        var upcoming: [SearchHit] = []
        var past: [SearchHit] = []
        for part in parts {
            let event = part == 0 ? series.master : series.overrides[part - 1]
            guard let event, hasColor(event, series, query) else { continue }
            if part == 0, let recurrence = series.recurrence {
                let from = now.adding(seconds: -Int64(event.length.daysAtLeastCovering) * 86_400)
                var next = recurrence.occurrences(from: from)
                while let start = next.next() {
                    let time = recurrence.time(of: start)
                    if isOver(event, time, series, now) { continue }
                    upcoming.append(SearchHit(slot, series.strand, part, start.instant, time))
                    break
                }
                if upcoming.isEmpty, let last = recurrence.last(before: now) {
                    let time = recurrence.time(of: last)
                    past.append(SearchHit(slot, series.strand, part, last.instant, time))
                }
                // Other changed dates of the same text are the same event.
                if !upcoming.isEmpty { break }
                continue
            }
            let instant = series.instant(of: event.start)
            let hit = SearchHit(slot, series.strand, part, instant, event.start)
            if isOver(event, event.start, series, now) {
                past.append(hit)
            } else {
                upcoming.append(hit)
            }
        }
        return (upcoming, upcoming.isEmpty ? Array(past.prefix(1)) : [])
    }

    private func isOver(_ event: Event, _ start: CalendarTime, _ series: Series, _ now: Instant)
        -> Bool
    {
        let span = span(of: event, startingAt: start, in: series)
        let end = series.isAnchored(start) ? span.endInstant : zone.instant(of: span.end)
        return end <= now && span.startInstant < now
    }

    private static func first(
        _ count: Int,
        of hits: [SearchHit],
        by precedes: (SearchHit, SearchHit) -> Bool
    ) -> ArraySlice<SearchHit> {
        hits.sorted(by: precedes).prefix(max(0, count))
    }
}

/// A found occurrence, not yet laid out.
private struct SearchHit {
    let slot: Int
    let strand: Int
    let part: Int
    let instant: Instant
    let time: CalendarTime

    init(_ slot: Int, _ strand: Int, _ part: Int, _ instant: Instant, _ time: CalendarTime) {
        self.slot = slot
        self.strand = strand
        self.part = part
        self.instant = instant
        self.time = time
    }

    func occurrence(in agenda: Agenda) -> EventOccurrence? {
        guard let series = agenda.slots[slot]?.strand(strand) else { return nil }
        if part > 0 { return agenda.occurrence(changed: series.overrides[part - 1], in: series) }
        guard let master = series.master else { return nil }
        guard series.recurrence != nil else {
            return agenda.occurrence(of: master, startingAt: time, replacing: nil, in: series)
        }
        return agenda.occurrence(of: master, at: time, instant, in: series)
    }
}
