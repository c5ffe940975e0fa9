public import CivilTime
import ICalendar
import Recurrence

extension Agenda {
    /// The occurrences that touch a day of the window, in the order that a day draws them: bars
    /// first, longer ones before shorter ones, then by time.
    ///
    /// Days are those of the viewer's wall clock. An event that happens once costs time only in the
    /// windows it touches; a series costs what its rule yields inside the window. If it comes more
    /// than 32 times a day, the first 32 of each day are returned.
    ///
    /// - Parameters:
    ///   - days: The days, the last one excluded.
    ///   - includesHidden: Whether to include calendars that aren't shown.
    /// - Returns: At most 16,000 occurrences. If there are more, series with few keep theirs.
    public func occurrences(
        in days: Range<CivilDate>,
        includesHidden: Bool = false
    ) -> [EventOccurrence] {
        var budget = QuestionBudget.view
        return occurrences(in: days, includesHidden: includesHidden, within: &budget)
    }

    /// The same within a budget, whose ``QuestionBudget/isCut`` says afterwards whether something
    /// was left out.
    public func occurrences(
        in days: Range<CivilDate>,
        includesHidden: Bool = false,
        within budget: inout QuestionBudget
    ) -> [EventOccurrence] {
        collect(in: days, includesHidden: includesHidden, &budget).sorted
    }

    /// The occurrences as ``occurrences(in:includesHidden:)`` returns them, but all of each day;
    /// nil if there are more than a limit.
    ///
    /// Calendars that aren't shown are included unless `includesHidden` is false.
    public func allOccurrences(
        in days: Range<CivilDate>,
        limit: Int,
        includesHidden: Bool = true
    ) -> [EventOccurrence]? {
        var budget = QuestionBudget.whole(limit)
        let window = collect(in: days, includesHidden: includesHidden, &budget)
        return budget.isCut ? nil : window.sorted
    }

    /// The occurrences within a budget, or nil if there are more than a limit; what the budget has
    /// no room for is left out.
    public func occurrences(
        in days: Range<CivilDate>,
        atMost limit: Int,
        within budget: inout QuestionBudget
    ) -> [EventOccurrence]? {
        let whole = budget.bounded(occurrencesMax: limit + 1, stepsMax: .max)
        var part = whole
        let window = collect(in: days, includesHidden: false, &part)
        // Once nothing is left for others' events, smaller pieces would find no more of them.
        let isTooMuch =
            part.ownPart.occurrencesLeft <= 0
            || !whole.isSpentOnOthers && part.occurrencesLeft <= 0 && part.stepsLeft >= 0
        if isTooMuch {
            // The caller asks again in smaller pieces, and their occurrences count then.
            budget.settleSteps(part, of: whole)
            return nil
        }
        budget.settle(part, of: whole)
        return window.sorted
    }

    /// The number of index entries, series and starts that a window looked at.
    ///
    /// For tests, which check that nothing outside a window is looked at.
    package func cost(of days: Range<CivilDate>) -> WindowCost {
        var budget = QuestionBudget.view
        let contents = collect(in: days, includesHidden: true, &budget)
        var cost = contents.cost
        cost.steps = Limits.stepsMax - budget.stepsLeft
        return cost
    }

    private func collect(
        in days: Range<CivilDate>,
        includesHidden: Bool,
        _ budget: inout QuestionBudget
    ) -> WindowContents {
        var contents = WindowContents()
        guard !days.isEmpty else { return contents }
        let first = Int32(days.lowerBound.daysSinceEpoch)
        let entries = index.entries(in: first..<Int32(days.upperBound.daysSinceEpoch))
        contents.cost.entries = entries.lookedAt
        contents.cost.series = entries.found.count
        let isSkipped = skippedCalendars(includesHidden: includesHidden)
        noteLackingStarts(isSkipped: isSkipped, &budget)
        let sources = entriesBySource(of: entries.found, isSkipped: isSkipped)
        for (place, source) in sources.enumerated() {
            let whole = source.isOwn ? budget.ownPart : budget.share(of: sources.count - place)
            var part = whole
            let isFiltered = groupView != nil && !includesHidden
            collect(source.entries, in: days, isFiltered: isFiltered, &part, to: &contents)
            if part.isCut { part.cut(of: source.name) }
            budget.settle(part, of: whole, isOthers: !source.isOwn)
        }
        return contents
    }

    /// Marks a budget as cut by each calendar with an event that may happen on any day, because not
    /// all of its text is read.
    func noteLackingStarts(isSkipped: [Bool], _ budget: inout QuestionBudget) {
        for slot in slotsLackingStarts where !isSkipped[calendarNumber(ofSlot: slot)] {
            let stored = slots[Int(slot)]
            budget.cut(
                of: stored.map { $0.isUnanswered ? .invitations : .calendar($0.id.calendar) }
            )
        }
    }

    /// The entries by source: the viewer's own calendars first, then the sources with fewer entries,
    /// and last the invitations that the viewer hasn't answered.
    ///
    /// Each calendar is a source, and the unanswered invitations in it are another one.
    func entriesBySource(of entries: [IndexEntry], isSkipped: [Bool]) -> [SourceEntries] {
        var sources = Array(repeating: SourceEntries(), count: 2 * calendarNumbers.count)
        for (id, number) in calendarNumbers {
            let place = 2 * Int(number)
            sources[place].calendar = id
            sources[place].isOwn = calendars[id].map { $0.level == .own } ?? true
            sources[place + 1].calendar = id
            sources[place + 1].isUnanswered = true
        }
        for entry in entries {
            let number = calendarNumber(ofSlot: entry.slot)
            guard !isSkipped[number] else { continue }
            let isUnanswered = slots[Int(entry.slot)]?.isUnanswered ?? false
            sources[2 * number + (isUnanswered ? 1 : 0)].entries.append(entry)
        }
        let order = sources.indices.filter { !sources[$0].entries.isEmpty }.sorted { a, b in
            if sources[a].isOwn != sources[b].isOwn { return sources[a].isOwn }
            if sources[a].isUnanswered != sources[b].isUnanswered { return sources[b].isUnanswered }
            let (mine, others) = (sources[a].entries.count, sources[b].entries.count)
            return mine == others ? a < b : mine < others
        }
        return order.map { sources[$0] }
    }

    /// Whether each calendar is left out, by its number.
    private func skippedCalendars(includesHidden: Bool) -> [Bool] {
        var isSkipped = Array(repeating: false, count: calendarNumbers.count)
        for (id, number) in calendarNumbers {
            isSkipped[Int(number)] = !includesHidden && calendars[id]?.isShown == false
        }
        return isSkipped
    }

    /// The number of the calendar that the object in a slot belongs to.
    func calendarNumber(ofSlot slot: Int32) -> Int { Int(busySpans[Int(slot)].calendar) }

    /// Collects the occurrences of one source: single events first, then series.
    private func collect(
        _ entries: [IndexEntry],
        in days: Range<CivilDate>,
        isFiltered: Bool,
        _ budget: inout QuestionBudget,
        to contents: inout WindowContents
    ) {
        var repeating: [Series] = []
        for entry in entries {
            guard let stored = slots[Int(entry.slot)] else { continue }
            if stored.isPartial { budget.cut() }
            if entry.part.repeats {
                if let series = stored.series(ofMaster: entry.part.masterIndex) {
                    repeating.append(series)
                }
                continue
            }
            guard budget.take(steps: 1), !budget.isSpent else { return budget.cut() }
            guard let found = occurrence(entry.part, of: stored), !isFiltered || isShown(found)
            else { continue }
            contents.take(found, in: days, &budget)
        }
        for (place, series) in repeating.enumerated() {
            // One series that repeats every second must not use up the room of all others.
            let share = budget.share(
                of: repeating.count - place,
                atLeast: Limits.occurrencesOfSeriesMin
            )
            let isOfView = budget.startsOfDayMax < .max
            let whole = share.bounded(
                occurrencesMax: isOfView ? Limits.occurrencesOfSeriesMax : .max,
                stepsMax: isOfView ? Limits.stepsOfSeriesMax : .max
            )
            var part = whole
            guard part.take(steps: 1) else { return budget.cut() }
            var startCount = 0
            forEachStart(of: series, days, &part, &startCount) { start, time, budget in
                guard let master = series.master,
                    let found = occurrence(of: master, at: time, start.instant, in: series),
                    found.firstDate < days.upperBound, found.lastDate >= days.lowerBound,
                    !isFiltered || isShown(found)
                else { return true }
                return contents.take(found, in: days, &budget)
            }
            contents.cost.starts += startCount
            budget.settle(part, of: whole)
        }
    }

    /// The occurrence of a part of an object that doesn't repeat.
    func occurrence(_ part: IndexPart, of stored: Series) -> EventOccurrence? {
        if let place = part.override {
            return occurrence(changed: stored.overrides[place], in: stored)
        }
        if var place = part.single {
            for series in [stored] + stored.otherMasters {
                if place < series.separateStarts.count {
                    return occurrence(series.separateStarts[place], of: series)
                }
                place -= series.separateStarts.count
            }
            return nil
        }
        guard let series = stored.series(ofMaster: part.masterIndex), let event = series.master
        else { return nil }
        return occurrence(of: event, startingAt: event.start, replacing: nil, in: series)
    }

    /// Passes on the starts of a series that may touch some days, in the form its master has,
    /// without those that have index entries of their own.
    ///
    /// There are at most as many on each day, and in all, as the budget allows.
    ///
    /// - Parameters:
    ///   - series: The series.
    ///   - days: The days, by the viewer's clock.
    ///   - budget: What it may cost.
    ///   - startCount: Grows by one with each start.
    ///   - body: Takes a start, and returns false to stop.
    func forEachStart(
        of series: Series,
        _ days: Range<CivilDate>,
        _ budget: inout QuestionBudget,
        _ startCount: inout Int,
        _ body: (Occurrence, CalendarTime, inout QuestionBudget) -> Bool
    ) {
        guard let master = series.master, let recurrence = series.recurrence else { return }
        let zone = series.zone(of: master.start)
        for stretch in series.stretches {
            guard budget.take(steps: 1) else { return }
            let window = instants(of: days, for: stretch, in: series)
            var starts = recurrence.occurrences(in: window, stepsMax: budget.stepsLeft)
            var stepsTaken = 0
            var day = CivilDate.min
            var countOfDay = 0
            while let next = starts.next() {
                countOfDay = next.date == day ? countOfDay + 1 : 1
                day = next.date
                let steps = starts.stepCount - stepsTaken
                stepsTaken += steps
                guard budget.take(steps: 1 + steps) else { return }
                if countOfDay > budget.startsOfDayMax {
                    budget.cut()
                    let morning = CivilDateTime(date: day.adding(days: 1), time: .midnight)
                    let later = next.instant.adding(seconds: 1)
                    starts.seek(to: max(later, zone.instant(of: morning)))
                    continue
                }
                startCount += 1
                if series.single(at: next.instant) == nil,
                    !body(next, recurrence.time(of: next), &budget)
                {
                    return
                }
            }
            budget.take(steps: starts.stepCount - stepsTaken)
            if starts.isCut { budget.cut() }
        }
    }

    /// The start instants of a stretch whose occurrences may touch the days: they reach back by its
    /// length.
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
        // A midnight that the clock skips is read as a later time, when the day has begun already.
        let reach = stretch.lengthSeconds + 3 * 3_600
        let lower = max(stretch.from, reader.instant(of: from).adding(seconds: -reach))
        return lower..<max(lower, min(stretch.to, reader.instant(of: to)))
    }
}

/// What it took to answer a question about a window.
package struct WindowCost {
    /// The entries of the index that were looked at.
    package var entries = 0
    /// The series and single events that were looked at.
    package var series = 0
    /// The starts of series that were walked through.
    package var starts = 0
    /// The steps of the budget that were taken.
    package var steps = 0
}

/// The index entries of one source: a calendar, or the unanswered invitations in it.
struct SourceEntries {
    var calendar: CalendarID?
    var isOwn = false
    var isUnanswered = false
    var entries: [IndexEntry] = []

    var name: AgendaSource? { isUnanswered ? .invitations : calendar.map { .calendar($0) } }
}

/// The occurrences found in a window, and what they cost.
private struct WindowContents {
    var found: [EventOccurrence] = []
    var cost = WindowCost()

    /// Adds an occurrence; false if the budget has no room for it.
    @discardableResult
    mutating func take(
        _ occurrence: EventOccurrence,
        in days: Range<CivilDate>,
        _ budget: inout QuestionBudget
    ) -> Bool {
        let first = max(occurrence.firstDate, days.lowerBound)
        let last = min(occurrence.lastDate, days.upperBound)
        let days = last.days(since: first) + 1
        guard budget.takeRoom(days: days, textOctets: occurrence.textOctets) else { return false }
        found.append(occurrence)
        return true
    }

    /// The occurrences in the order that ``EventOccurrence/precedes(_:_:)`` gives.
    var sorted: [EventOccurrence] {
        // Occurrences are large and slow to move; sort two numbers for each instead.
        let order = found.indices.map { DayOrder(found[$0], place: $0) }.sorted { a, b in
            if a.first != b.first { return a.first < b.first }
            if a.second != b.second { return a.second < b.second }
            return EventOccurrence.precedes(found[a.place], found[b.place])
        }
        return order.map { found[$0.place] }
    }
}

/// The main part of the order of ``EventOccurrence/precedes(_:_:)``, as two numbers.
private struct DayOrder {
    let first: Int64
    let second: Int64
    let place: Int

    init(_ occurrence: EventOccurrence, place: Int) {
        if occurrence.isBar {
            // Bars come before everything with a time: no start is this many seconds before 1970.
            first = Int64.min / 2 + Int64(occurrence.firstDate.daysSinceEpoch)
            second = -Int64(occurrence.lastDate.daysSinceEpoch)
        } else {
            first = occurrence.start.secondsSinceEpoch
            second = -occurrence.end.secondsSinceEpoch
        }
        self.place = place
    }
}
