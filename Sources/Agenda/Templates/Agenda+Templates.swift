public import CivilTime
import ICalendar
import Recurrence

extension Agenda {
    /// Templates for an event whose title is being typed, the most useful first.
    ///
    /// They come from the viewer's own calendars, so that nobody else can fill the list. Titles that
    /// begin with the text come before those in which a later word does. Among these, each event
    /// counts half as much for every 60 days between its last use and now, and a series as four.
    ///
    /// - Parameters:
    ///   - text: The beginning of a title, or of a word in it; case and accents don't matter. With
    ///     an empty text there are no templates.
    ///   - now: The instant up to which a series has been used.
    ///   - limit: The most templates to return, up to 20.
    /// - Returns: The templates, each with the title and the details of the event used last.
    public func templates(for text: String, now: Instant, limit: Int = 5) -> [EventTemplate] {
        let typed = TypedTitle(text)
        guard typed.isSearchable else { return [] }
        let own = ownCalendarNumbers
        var uses: [[UInt8]: TitleUses] = [:]
        var budget = QuestionBudget.view
        for (slot, series) in slots.enumerated() {
            guard let series, let event = series.master, own.contains(busySpans[slot].calendar),
                event.status != .cancelled, !event.isCandidate,
                let title = typed.match(in: event.title)
            else { continue }
            let use = use(of: event, in: series, now, &budget)
            uses[title.folded, default: TitleUses(isAtStart: title.isAtStart)]
                .add(series, at: use, now: now)
        }
        return uses.sorted { TitleUses.precedes(($0.value, $0.key), ($1.value, $1.key)) }
            .prefix(min(max(0, limit), Limits.templatesMax))
            .compactMap { template(of: $0.value) }
    }

    /// The last start of an event up to now, or the first one if it's still to come.
    ///
    /// Once the budget is spent, a series counts as used last when it began.
    private func use(
        of event: Event,
        in series: Series,
        _ now: Instant,
        _ budget: inout QuestionBudget
    ) -> Instant {
        let start = series.instant(of: event.start)
        guard let recurrence = series.recurrence, start < now, !budget.isSpent else { return start }
        var earlier = recurrence.occurrences()
        earlier.seek(to: now)
        defer { budget.take(steps: earlier.stepCount + 1) }
        return earlier.previous()?.instant ?? start
    }

    private func template(of uses: TitleUses) -> EventTemplate? {
        guard let series = uses.latest, let event = series.master else { return nil }
        let occurrence = occurrence(
            of: event,
            startingAt: event.start,
            replacing: nil,
            in: series
        )
        let isShort = series.text.count <= Limits.templateOctetsMax
        let details = isShort ? series.details(of: occurrence) : nil
        let seconds =
            event.isAllDay
            ? Int64(occurrence.end.date.daysSinceEpoch - occurrence.start.date.daysSinceEpoch)
                * 86_400
            : occurrence.endInstant.secondsSinceEpoch - occurrence.startInstant.secondsSinceEpoch
        return EventTemplate(
            title: event.title,
            useCount: uses.count,
            calendar: series.id.calendar,
            location: event.location,
            color: event.color,
            isAllDay: event.isAllDay,
            startTime: occurrence.start.time,
            minutes: Int(seconds / 60),
            reminders: event.reminders,
            categories: details?.categories ?? [],
            isBusy: !event.isTransparent,
            isPrivate: details?.isPrivate ?? false
        )
    }
}

/// The beginning of a title, folded.
private struct TypedTitle {
    private let text: [UInt8]

    init(_ text: String) {
        let folded = FoldedText.fold(text)
        self.text = folded.count <= Limits.templateTitleBytesMax ? folded : []
    }

    var isSearchable: Bool { !text.isEmpty }

    /// The folded title if the text begins it, or one of its words; nil otherwise and for titles
    /// that are too long.
    func match(in title: String) -> (folded: [UInt8], isAtStart: Bool)? {
        guard title.utf8.count <= Limits.templateTitleBytesMax, mayBegin(a: title) else {
            return nil
        }
        let folded = FoldedText.fold(title)
        if folded.starts(with: text) { return (folded, true) }
        for place in folded.indices.dropFirst() where folded[place - 1] == 0x20 {
            if folded[place...].starts(with: text) { return (folded, false) }
        }
        return nil
    }

    /// Whether a title has the first byte of the text; most titles don't, and folding takes longer.
    private func mayBegin(a title: String) -> Bool {
        for octet in title.utf8 where octet | 0x20 == text[0] | 0x20 || octet >= 0x80 {
            return true
        }
        return false
    }
}

/// The events with one title.
private struct TitleUses {
    let isAtStart: Bool
    private(set) var count = 0
    private(set) var latest: Series?
    private var latestUse = Instant.distantPast
    /// How many single events a series counts as: its title is needed often.
    private static let usesOfSeries = 4
    /// 2^20 for each use within 60 days, half as much for one within 120 days, and so on.
    private var weight = 0

    init(isAtStart: Bool) {
        self.isAtStart = isAtStart
    }

    mutating func add(_ series: Series, at use: Instant, now: Instant) {
        count += 1
        let daysAway = abs(now.secondsSinceEpoch - use.secondsSinceEpoch) / 86_400
        let weightOfUse = 1 << (20 - min(20, Int(daysAway / 60)))
        weight += series.isRepeating ? weightOfUse * Self.usesOfSeries : weightOfUse
        // The order of the slots depends on how the events were loaded; the address doesn't.
        if (latestUse, latest?.id.href ?? "") < (use, series.id.href) {
            latest = series
            latestUse = use
        }
    }

    /// The order in which titles are offered.
    static func precedes(
        _ one: (uses: TitleUses, title: [UInt8]),
        _ other: (uses: TitleUses, title: [UInt8])
    ) -> Bool {
        if one.uses.isAtStart != other.uses.isAtStart { return one.uses.isAtStart }
        if one.uses.weight != other.uses.weight { return one.uses.weight > other.uses.weight }
        return one.title.lexicographicallyPrecedes(other.title)
    }
}
