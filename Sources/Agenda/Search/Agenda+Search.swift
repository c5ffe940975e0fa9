public import CivilTime
import ICalendar
import Recurrence

/// A search for events.
public struct SearchQuery: Hashable, Sendable {
    /// Words that all have to be in the text of an event.
    ///
    /// The text is its title, place, notes, address and categories, and the names and e-mail
    /// addresses of its guests. Case and accents don't matter, nor how quotation marks and dashes are
    /// written.
    public var text: String
    /// The calendar to search; nil for all that are shown.
    public var calendar: CalendarID?
    /// The colour of the event, or of its calendar if it has none; nil for any.
    public var color: EventColor?
    /// Whether to return past occurrences too.
    public var includesPast: Bool
    /// The most occurrences to return, up to 1,000.
    public var limit: Int

    /// Creates a search.
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

/// The result of a search.
public struct SearchResult: Sendable {
    /// The next occurrence of each event, by time, and then the last past one of each, latest
    /// first, if asked for.
    ///
    /// An override whose text differs from its series counts as an event of its own.
    public let occurrences: [EventOccurrence]
    /// The number of events with an occurrence to come, also those beyond the limit.
    public let upcomingCount: Int
    /// The number of events with a past occurrence; a series may count in both.
    public let pastCount: Int
    /// Whether some events were left out because there are too many that repeat.
    public let isCut: Bool
    /// Whether no text has the words as typed, so that those with one wrong letter were taken.
    public let isNear: Bool
}

extension Agenda {
    /// Finds events by their text, over all time.
    ///
    /// If ``prepareSearch(octetsMax:)`` has run, this only compares the folded texts and works out when the
    /// found events are. Texts that aren't ready are read and folded first. If no text has all the
    /// words, one wrong, missing, added or swapped letter is forgiven in each of four letters or
    /// more.
    ///
    /// - Parameters:
    ///   - query: The search; without words it finds nothing.
    ///   - now: The instant that divides past occurrences from upcoming ones.
    /// - Returns: At most as many occurrences as asked for.
    public func search(_ query: SearchQuery, now: Instant) -> SearchResult {
        let words = query.words
        guard !words.isEmpty else {
            return SearchResult(
                occurrences: [],
                upcomingCount: 0,
                pastCount: 0,
                isCut: false,
                isNear: false
            )
        }
        // A copy: texts that aren't ready are folded for this search alone.
        var index = searchIndex
        _ = Self.makeReady(&index, slots)
        let limit = min(max(0, query.limit), Limits.searchResultsMax)
        var hits = SearchHits(limit: limit)
        var budget = QuestionBudget.view
        var found = index.entries(having: words)
        let isNear = found.isEmpty
        if isNear { found = index.entries(near: words) }
        let searched = searchedCalendars(query)
        for parts in byEvent(found, in: searched) {
            let first = found[parts.lowerBound]
            if let span = busySpans[Int(first.slot)].span, query.color == nil {
                // Most events happen once, and nothing else has to be read.
                hits.add(first, span, now)
                continue
            }
            guard let series = slots[Int(first.slot)]?.series(ofMaster: Int(first.masterIndex))
            else { continue }
            add(found[parts], of: series, now: now, query, in: index, &budget, to: &hits)
        }
        var chosen = hits.upcoming.sorted()[...]
        if query.includesPast { chosen += hits.past.sorted().prefix(limit - chosen.count) }
        return SearchResult(
            occurrences: chosen.compactMap { $0.occurrence(in: self) },
            upcomingCount: hits.upcoming.count,
            pastCount: hits.past.count,
            isCut: budget.isCut,
            isNear: isNear && !found.isEmpty
        )
    }

    /// The ranges of the entries that belong to one event each, of the calendars that are searched.
    ///
    /// The viewer's own calendars come first, in case the budget runs out.
    private func byEvent(
        _ found: [SearchIndex.Entry],
        in isSearched: (Int32) -> Bool
    ) -> [Range<Int>] {
        let ownNumbers = ownCalendarNumbers
        var own: [Range<Int>] = []
        var others: [Range<Int>] = []
        var start = 0
        while start < found.count {
            var end = start + 1
            while end < found.count, found[end].isOfSameEvent(as: found[start]) { end += 1 }
            let calendar = busySpans[Int(found[start].slot)].calendar
            let parts = start..<end
            start = end
            guard isSearched(calendar) else { continue }
            if ownNumbers.contains(calendar) { own.append(parts) } else { others.append(parts) }
        }
        return own + others
    }

    /// Reads and folds the texts of events that aren't ready yet, so that searching is fast.
    ///
    /// This isn't done while events are loaded: most are never searched, and the first view must
    /// not wait.
    ///
    /// - Parameter octetsMax: It stops after an object once it has read as many octets as this.
    /// - Returns: Whether all texts are ready.
    @discardableResult
    public mutating func prepareSearch(octetsMax: Int = .max) -> Bool {
        Self.makeReady(&searchIndex, slots, octetsMax: octetsMax)
    }

    private static func makeReady(
        _ index: inout SearchIndex,
        _ slots: [Series?],
        octetsMax: Int = .max
    ) -> Bool {
        var octetsLeft = octetsMax
        for slot in slots.indices where !index.has(slot) {
            guard let stored = slots[slot] else { continue }
            guard octetsLeft > 0 else { return false }
            octetsLeft -= stored.text.count
            guard let object = CalendarText.parse(stored.text).components.first else { continue }
            index.add(object, slot: slot)
        }
        return true
    }

    /// Whether a calendar is searched, by its number.
    private func searchedCalendars(_ query: SearchQuery) -> (Int32) -> Bool {
        if let calendar = query.calendar {
            let only = calendarNumbers[calendar]
            return { $0 == only }
        }
        let hidden = Set(
            calendars.values.lazy.filter { !$0.isShown || belongsToUnviewedGroup($0) }.map { $0.id }
        )
        let numbers = Set(calendarNumbers.lazy.filter { hidden.contains($0.key) }.map { $0.value })
        return numbers.isEmpty ? { _ in true } : { !numbers.contains($0) }
    }

    private func hasColor(_ event: Event, _ series: Series, _ query: SearchQuery) -> Bool {
        guard let color = query.color else { return true }
        return (event.color ?? calendars[series.id.calendar]?.color ?? .blue) == color
    }

    /// Adds the next and the last occurrence of the matching parts of a series.
    ///
    /// An override with a text of its own is a hit of its own. One that was only moved counts as a
    /// date of the series like any other.
    private func add(
        _ parts: ArraySlice<SearchIndex.Entry>,
        of series: Series,
        now: Instant,
        _ query: SearchQuery,
        in index: SearchIndex,
        _ budget: inout QuestionBudget,
        to hits: inout SearchHits
    ) {
        let master = parts.first { $0.part == 0 }
        var next: SearchHit?
        var last: SearchHit?
        if let master, let event = series.master, hasColor(event, series, query) {
            let times = times(of: event, series, now, isLastGiven: query.includesPast, &budget)
            next = times.next.map { SearchHit(master, $0) }
            last = times.last.map { SearchHit(master, $0) }
        }
        for entry in parts where entry.part > 0 {
            let event = series.overrides[Int(entry.part) - 1]
            let (instant, isOver) = once(event, series, now)
            guard let instant, hasColor(event, series, query) else { continue }
            let hit = SearchHit(entry, instant)
            if master.map({ !index.isSameText($0, entry) }) ?? true {
                if isOver { hits.past.add(hit) } else { hits.upcoming.add(hit) }
            } else if isOver {
                if last.map({ $0.instant < instant }) ?? true { last = hit }
            } else if next.map({ $0.instant > instant }) ?? true {
                next = hit
            }
        }
        if let next { hits.upcoming.add(next) }
        if let last { hits.past.add(last) }
    }

    /// The first start of a master that isn't over, and the last one that is.
    ///
    /// Unless `isLastGiven`, any past start will do: it is only counted, and finding it is cheaper.
    /// If the first 200 starts that might still be going on are all over, the next one is looked
    /// for from `now` on. Once the budget is spent, the event is left out.
    private func times(
        of event: Event,
        _ series: Series,
        _ now: Instant,
        isLastGiven: Bool,
        _ budget: inout QuestionBudget
    ) -> (next: Instant?, last: Instant?) {
        guard let recurrence = series.recurrence else {
            let (instant, isOver) = once(event, series, now)
            return isOver ? (nil, instant) : (instant, nil)
        }
        guard !budget.isSpent else {
            budget.cut()
            return (nil, nil)
        }
        let from = now.adding(seconds: -event.length.secondsAtLeastCovering - 86_400)
        var coming = recurrence.occurrences(from: from)
        defer { budget.take(steps: coming.stepCount) }
        var next: Instant?
        var startsLeft = Limits.searchedStartsMax
        while next == nil, let start = coming.next() {
            startsLeft -= 1
            if startsLeft == 0 { coming.seek(to: now) }
            if !isOver(event, recurrence.time(of: start), start.instant, series, now) {
                next = start.instant
            }
        }
        budget.take(steps: Limits.searchedStartsMax - startsLeft)
        let end = next ?? now
        if isLastGiven {
            var earlier = recurrence.occurrences()
            earlier.seek(to: end)
            defer { budget.take(steps: earlier.stepCount) }
            return (next, earlier.previous()?.instant)
        }
        var all = recurrence.occurrences()
        defer { budget.take(steps: all.stepCount) }
        let first = all.next()?.instant
        return (next, first.flatMap { $0 < end ? $0 : nil })
    }

    private func once(
        _ event: Event,
        _ series: Series,
        _ now: Instant
    ) -> (start: Instant?, isOver: Bool) {
        let instant = series.instant(of: event.start)
        return (instant, isOver(event, event.start, instant, series, now))
    }

    private func isOver(
        _ event: Event,
        _ start: CalendarTime,
        _ instant: Instant,
        _ series: Series,
        _ now: Instant
    ) -> Bool {
        if series.isAnchored(start), case .nominal(0, let seconds) = event.length {
            // Neither the viewer's clock nor calendar days matter here.
            return Self.isOver(instant, instant.adding(seconds: max(0, seconds)), now)
        }
        let span = span(of: event, startingAt: start, in: series)
        let end = series.isAnchored(start) ? span.endInstant : zone.instant(of: span.end)
        return Self.isOver(span.startInstant, end, now)
    }

    /// An event without length is over once its moment has passed.
    fileprivate static func isOver(_ start: Instant, _ end: Instant, _ now: Instant) -> Bool {
        start < now && end <= now
    }
}

/// The hits of a search: the next and the last start of each event.
private struct SearchHits {
    var upcoming: FirstHits
    var past: FirstHits

    init(limit: Int) {
        upcoming = FirstHits(limit: limit, isReversed: false)
        past = FirstHits(limit: limit, isReversed: true)
    }

    /// Adds an event that happens once.
    mutating func add(_ entry: SearchIndex.Entry, _ span: Range<Int64>, _ now: Instant) {
        let start = Instant(secondsSinceEpoch: span.lowerBound)
        let end = Instant(secondsSinceEpoch: span.upperBound)
        let hit = SearchHit(entry, start)
        if Agenda.isOver(start, end, now) { past.add(hit) } else { upcoming.add(hit) }
    }
}

/// The first of many hits in order, and the number of all.
///
/// A common word may be in every event, but only as many hits as are asked for are returned. Others
/// are counted and dropped.
private struct FirstHits {
    private(set) var count = 0
    private var kept: [SearchHit] = []
    /// A hit at or past this point of the order can't be among the first `limit`.
    private var end = Int64.max
    private let limit: Int
    /// Whether the latest comes first.
    private let isReversed: Bool

    init(limit: Int, isReversed: Bool) {
        self.limit = limit
        self.isReversed = isReversed
    }

    mutating func add(_ hit: SearchHit) {
        count += 1
        guard order(hit) < end, limit > 0 else { return }
        kept.append(hit)
        // Sorting only once the list has doubled makes it cheap for each hit.
        guard kept.count == limit * 2 else { return }
        kept = sorted()
        end = order(kept[limit - 1])
    }

    /// The first hits in order, at most as many as asked for.
    func sorted() -> [SearchHit] {
        let sorted = kept.sorted { (order($0), $0.slot, $0.part) < (order($1), $1.slot, $1.part) }
        return Array(sorted.prefix(limit))
    }

    private func order(_ hit: SearchHit) -> Int64 {
        isReversed ? -hit.instant.secondsSinceEpoch : hit.instant.secondsSinceEpoch
    }
}

extension SearchQuery {
    /// Its words, folded, without quotation marks around them.
    fileprivate var words: [[UInt8]] {
        let marks: [UInt8] = [UInt8(ascii: "\""), UInt8(ascii: "'")]
        return FoldedText.fold(text).split(separator: 0x20).map { word in
            var bare = word
            while let first = bare.first, marks.contains(first) { bare.removeFirst() }
            while let last = bare.last, marks.contains(last) { bare.removeLast() }
            return Array(bare.isEmpty ? word : bare)
        }
    }
}

/// A found occurrence that isn't built yet.
private struct SearchHit {
    let slot: Int32
    let masterIndex: Int
    let part: Int
    let instant: Instant

    init(_ entry: SearchIndex.Entry, _ instant: Instant) {
        slot = entry.slot
        masterIndex = Int(entry.masterIndex)
        part = Int(entry.part)
        self.instant = instant
    }

    func occurrence(in agenda: Agenda) -> EventOccurrence? {
        guard let series = agenda.slots[Int(slot)]?.series(ofMaster: masterIndex) else {
            return nil
        }
        if part > 0 { return agenda.occurrence(changed: series.overrides[part - 1], in: series) }
        guard let master = series.master else { return nil }
        guard series.recurrence != nil else {
            let start = master.start
            return agenda.occurrence(of: master, startingAt: start, replacing: nil, in: series)
        }
        return agenda.occurrence(of: master, at: series.time(at: instant), instant, in: series)
    }
}
