public import CivilTime
import ICalendar
import Recurrence

extension Agenda {
    /// The occurrences that touch a day of the window: bars first, the longer before the shorter,
    /// then by time.
    ///
    /// Days are those of the viewer's wall clock. Events that do not repeat cost only where they
    /// are; a repeating one costs what its rule yields inside the window. Of one that comes more
    /// than 32 times a day the first 32 of each day are given.
    ///
    /// - Parameters:
    ///   - days: The days, the last one excluded.
    ///   - includesHidden: Whether calendars that are switched off are looked at too.
    /// - Returns: At most 16,000 occurrences; where there are more, series of few keep theirs.
    public func occurrences(
        in days: Range<CivilDate>,
        includesHidden: Bool = false
    ) -> [EventOccurrence] {
        var budget = QuestionBudget.view
        return occurrences(in: days, includesHidden: includesHidden, within: &budget)
    }

    /// The same within a budget, which says afterwards whether something was left out.
    public func occurrences(
        in days: Range<CivilDate>,
        includesHidden: Bool = false,
        within budget: inout QuestionBudget
    ) -> [EventOccurrence] {
        collect(in: days, includesHidden: includesHidden, &budget).sorted
    }

    /// The occurrences as ``occurrences(in:includesHidden:)`` gives them, but all of each day, with
    /// hidden calendars unless told otherwise; nil when there are so many that some would be left
    /// out.
    public func allOccurrences(
        in days: Range<CivilDate>,
        limit: Int,
        includesHidden: Bool = true
    ) -> [EventOccurrence]? {
        var budget = QuestionBudget.whole(limit)
        let window = collect(in: days, includesHidden: includesHidden, &budget)
        return budget.isCut ? nil : window.sorted
    }

    /// The occurrences within a budget, or nil when they are more than a limit; what the budget has
    /// no room for is left out.
    public func occurrences(
        in days: Range<CivilDate>,
        atMost limit: Int,
        within budget: inout QuestionBudget
    ) -> [EventOccurrence]? {
        let whole = budget.bounded(occurrencesMax: limit + 1, stepsMax: .max)
        var part = whole
        let window = collect(in: days, includesHidden: false, &part)
        let isTooMuch = part.occurrencesLeft <= 0 && part.stepsLeft >= 0
        if isTooMuch {
            // What is asked for again in smaller pieces is counted then.
            budget.take(steps: whole.stepsLeft - max(0, part.stepsLeft))
            return nil
        }
        budget.settle(part, of: whole)
        return window.sorted
    }

    /// What a window cost: how many entries of the index were looked at, how many series, and how
    /// many starts of these.
    ///
    /// For tests, which prove by it that what is outside of a window is left alone.
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
        let shelves = shelves(of: entries.found, includesHidden: includesHidden)
        for (place, shelf) in shelves.enumerated() {
            let whole = shelf.isOwn ? budget : budget.share(of: shelves.count - place)
            var part = whole
            let isFiltered = groupView != nil && !includesHidden
            collect(shelf.entries, in: days, isFiltered: isFiltered, &part, to: &contents)
            budget.settle(part, of: whole)
        }
        return contents
    }

    /// Entries by their calendars: those of one's own come first, and then those with less.
    private func shelves(of entries: [IndexEntry], includesHidden: Bool) -> [CalendarShelf] {
        var shelves = Array(repeating: CalendarShelf(), count: calendarNumbers.count)
        var isSkipped = Array(repeating: false, count: calendarNumbers.count)
        for (id, number) in calendarNumbers {
            guard let calendar = calendars[id] else { continue }
            shelves[Int(number)].isOwn = calendar.level == .own
            isSkipped[Int(number)] = !includesHidden && !calendar.isShown
        }
        for entry in entries {
            let number = Int(claims[Int(entry.slot)].calendar)
            if !isSkipped[number] { shelves[number].entries.append(entry) }
        }
        let order = shelves.indices.filter { !shelves[$0].entries.isEmpty }.sorted { a, b in
            if shelves[a].isOwn != shelves[b].isOwn { return shelves[a].isOwn }
            let (mine, others) = (shelves[a].entries.count, shelves[b].entries.count)
            return mine == others ? a < b : mine < others
        }
        return order.map { shelves[$0] }
    }

    /// Collects what is in one calendar: what happens once, then what repeats.
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
            // One series by the second must not use up the room of all others.
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
        guard let series = stored.series(ofMaster: part.masterIndex), let event = series.master
        else { return nil }
        return occurrence(of: event, startingAt: event.start, replacing: nil, in: series)
    }

    /// Gives the starts of a series that may touch some days, as the series writes them, but for
    /// those with entries of their own: of each day as many as the budget has, and no more in all.
    ///
    /// - Parameters:
    ///   - series: The series.
    ///   - days: By the viewer's clock.
    ///   - budget: What it may cost.
    ///   - startCount: Grows with each start.
    ///   - body: Takes a start; false ends it.
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
                startCount += 1
                let steps = starts.stepCount - stepsTaken
                stepsTaken += steps
                guard budget.take(steps: 1 + steps) else { return }
                if series.single(at: next.instant) == nil,
                    !body(next, recurrence.time(of: next), &budget)
                {
                    return
                }
                if countOfDay >= budget.startsOfDayMax {
                    let morning = CivilDateTime(date: day.adding(days: 1), time: .midnight)
                    let later = next.instant.adding(seconds: 1)
                    starts.seek(to: max(later, zone.instant(of: morning)))
                }
            }
            budget.take(steps: starts.stepCount - stepsTaken)
            if starts.isCut { budget.cut() }
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
    /// The steps of the budget that were taken.
    package var steps = 0
}

/// The entries of one calendar.
private struct CalendarShelf {
    var isOwn = true
    var entries: [IndexEntry] = []
}

/// What was found in a window of time.
private struct WindowContents {
    var found: [EventOccurrence] = []
    var cost = WindowCost()

    /// Takes an occurrence, as long as there is room; false when there is none.
    @discardableResult
    mutating func take(
        _ occurrence: EventOccurrence,
        in days: Range<CivilDate>,
        _ budget: inout QuestionBudget
    ) -> Bool {
        let first = max(occurrence.firstDate, days.lowerBound)
        let last = min(occurrence.lastDate, days.upperBound)
        guard budget.takeRoom(days: last.days(since: first) + 1) else { return false }
        found.append(occurrence)
        return true
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
