public import CivilTime
import ICalendar
import Recurrence

/// A moment at which to remind the viewer of an occurrence.
public struct DueReminder: Sendable {
    /// The occurrence to remind of.
    public let occurrence: EventOccurrence
    /// When to remind of it.
    public let instant: Instant
    /// When the alarm rings first for this occurrence, by which it's acknowledged.
    ///
    /// One that repeats rings again later (RFC 5545, 3.8.6.2).
    public let first: Instant
}

extension Agenda {
    /// The reminders of shown calendars that are due after one instant and up to another, in order.
    ///
    /// Cancelled events give no reminders, and neither do mirrored calendars, which remind their
    /// owners. A reminder that is acknowledged in the event doesn't ring again. If others read the
    /// calendar too, acknowledgements don't count, because nobody knows whose they are.
    ///
    /// - Parameters:
    ///   - from: The instant that all reminders are after.
    ///   - to: The last instant, inclusive; nothing later than two days after `from` is looked at.
    /// - Returns: At most 200 reminders of the viewer's own calendars, and at most 200 of all other
    ///   calendars, each of which gets an equal share.
    public func reminders(after from: Instant, through to: Instant) -> [DueReminder] {
        let last = min(to, from.adding(seconds: Limits.remindersAheadSeconds))
        guard from < last else { return [] }
        var search = ReminderSearch(window: from.adding(seconds: 1)...last, budget: .view)
        let sources = alarmedSources(in: search.window)
        var left = sources.count
        let ownCount = sources.count { $0.isOwn }
        var own: [DueReminder] = []
        var others: [DueReminder] = []
        for (place, source) in sources.enumerated() {
            let whole = search.budget
            search.budget =
                source.isOwn ? whole.ownPart.share(of: ownCount - place) : whole.share(of: left)
            let share = search.budget
            search.found = []
            collect(source.entries, &search)
            let used = search.budget
            search.budget = whole
            search.budget.settle(used, of: share, isOthers: !source.isOwn)
            // However many others set, they don't push out the viewer's own, nor each other's.
            if source.isOwn {
                own += search.found
            } else {
                let room = (Limits.remindersAtOnceMax - others.count) / left
                others += Self.first(of: search.found, atMost: room)
            }
            left -= 1
        }
        own = Self.first(of: own, atMost: Limits.remindersAtOnceMax)
        return Self.first(of: own + others, atMost: .max)
    }

    /// The reminders that come first, in order.
    @inline(never)
    private static func first(of due: [DueReminder], atMost most: Int) -> [DueReminder] {
        // Reminders are large and slow to move.
        let order = due.indices.sorted { a, b in
            due[a].instant == due[b].instant ? a < b : due[a].instant < due[b].instant
        }
        return order.prefix(most).map { due[$0] }
    }

    /// The sources with objects whose alarms may ring in a window: the viewer's own first, then
    /// those with fewer.
    private func alarmedSources(in window: ClosedRange<Instant>) -> [SourceEntries] {
        let first = window.lowerBound.secondsSinceEpoch
        let last = window.upperBound.secondsSinceEpoch
        var entries: [IndexEntry] = []
        for (slot, span) in alarmSpans.enumerated() where span.touches(first, last) {
            let part = IndexPart.master(0, repeats: true)
            let slot = Int32(slot)
            entries.append(IndexEntry(slot: slot, part: part, firstDay: 0, lastDay: 0))
        }
        guard !entries.isEmpty else { return [] }
        var isSkipped = Array(repeating: false, count: calendarNumbers.count)
        for (id, number) in calendarNumbers {
            guard let calendar = calendars[id] else { continue }
            isSkipped[Int(number)] = !calendar.isShown || calendar.isMirrored
        }
        return entriesBySource(of: entries, isSkipped: isSkipped)
    }

    /// Collects the reminders of one calendar's objects; each object gets an equal share of what
    /// the search may cost.
    private func collect(_ entries: [IndexEntry], _ search: inout ReminderSearch) {
        for (place, entry) in entries.enumerated() {
            guard let stored = slots[Int(entry.slot)] else { continue }
            if place == 0 {
                let level = calendars[stored.id.calendar]?.level ?? .own
                search.heedsAcknowledgements = level == .own || level == .connected
            }
            let whole = search.budget
            let share = whole.share(
                of: entries.count - place,
                atLeast: Limits.occurrencesOfSeriesMin
            )
            .bounded(
                occurrencesMax: Limits.occurrencesOfSeriesMax,
                stepsMax: Limits.stepsOfSeriesMax
            )
            search.budget = share
            search.foundEarlier = search.found.count
            collect(stored, &search)
            for reminder in search.found[search.foundEarlier...] {
                search.budget.takeRoom(days: 1, textOctets: reminder.occurrence.textOctets)
            }
            let used = search.budget
            search.budget = whole
            search.budget.settle(used, of: share)
        }
    }

    /// Collects the reminders of one object.
    private func collect(_ stored: Series, _ search: inout ReminderSearch) {
        for override in stored.overrides where !override.alarms.isEmpty {
            let start = stored.instant(of: override.start).secondsSinceEpoch
            let length = override.length.secondsAtLeastCovering
            for alarm in override.alarms {
                guard search.budget.take(steps: 1) else { return }
                guard search.touches(alarm.span(startingAt: start, through: start, length)) else {
                    continue
                }
                take(alarm, of: occurrence(changed: override, in: stored), in: stored, &search)
            }
        }
        for series in [stored] + stored.otherMasters {
            for alarm in series.alarmsOfMaster { collect(alarm, of: series, &search) }
        }
    }

    /// Collects the times when one alarm of a master rings.
    private func collect(_ alarm: EventAlarm, of series: Series, _ search: inout ReminderSearch) {
        guard let master = series.master, search.budget.take(steps: 1) else { return }
        guard series.recurrence != nil else {
            let found = occurrence(of: master, startingAt: master.start, replacing: nil, in: series)
            return take(alarm, of: found, in: series, &search)
        }
        guard let reach = alarm.reach(lengthSeconds: series.lengthSecondsMax) else {
            if case .instant(let instant) = alarm.trigger,
                search.touches(alarm.span(startingAt: 0, through: 0, 0)),
                let found = occurrence(of: series, nearest: instant, &search.budget)
            {
                take(alarm, of: found, in: series, &search)
            }
            return
        }
        let first = search.window.lowerBound.adding(seconds: -reach.upperBound)
        let last = search.window.upperBound.adding(seconds: -reach.lowerBound)
        for single in series.separateStarts {
            guard single.instant >= first, single.instant <= last else { continue }
            guard search.budget.take(steps: 1) else { return }
            if let found = occurrence(single, of: series) {
                take(alarm, of: found, in: series, &search)
            }
        }
        let days = zone.civil(at: first).date..<zone.civil(at: last).date.adding(days: 1)
        var (part, startCount) = (search.budget, 0)
        forEachStart(of: series, days, &part, &startCount) { start, time, _ in
            if let found = occurrence(of: master, at: time, start.instant, in: series) {
                take(alarm, of: found, in: series, &search)
            }
            return true
        }
        search.budget = part
    }

    /// Adds the times when an alarm rings for an occurrence, if the event that describes it has that
    /// alarm.
    private func take(
        _ alarm: EventAlarm,
        of occurrence: EventOccurrence,
        in series: Series,
        _ search: inout ReminderSearch
    ) {
        let event = occurrence.event
        guard event.status != .cancelled, let own = event.alarms.first(where: alarm.isSame),
            groupView == nil || isShown(occurrence)
        else { return }
        if !search.heedsAcknowledgements, own.isSnooze { return }
        let first = instant(of: own.trigger, for: occurrence, in: series)
        if search.heedsAcknowledgements, let until = own.acknowledged, until >= first { return }
        for number in 0...own.repetitionCount {
            let instant = first.adding(seconds: Int64(number) * own.intervalSeconds)
            if instant > search.window.upperBound { break }
            guard instant >= search.window.lowerBound else { continue }
            search.add(DueReminder(occurrence: occurrence, instant: instant, first: first))
        }
    }

    /// When an alarm first rings for an occurrence.
    ///
    /// Days are counted by the clock of the event's zone, or the viewer's if it has none.
    func instant(
        of trigger: AlarmTrigger,
        for occurrence: EventOccurrence,
        in series: Series
    ) -> Instant {
        let isAnchored = series.isAnchored(occurrence.time)
        let clock = isAnchored ? series.zone(of: occurrence.time) : zone
        guard occurrence.event.isAllDay else {
            return trigger.instant(
                start: .instant(occurrence.startInstant),
                end: .instant(occurrence.endInstant),
                in: clock
            )
        }
        return trigger.instant(
            start: .date(occurrence.start.date),
            end: .date(occurrence.end.date),
            in: clock
        )
    }

    /// The occurrence that an alarm at a fixed instant is about: the first that isn't over then, or
    /// else the start of the series.
    private func occurrence(
        of series: Series,
        nearest instant: Instant,
        _ budget: inout QuestionBudget
    ) -> EventOccurrence? {
        guard let master = series.master, let recurrence = series.recurrence else { return nil }
        let from = instant.adding(seconds: -series.lengthSecondsMax)
        var starts = recurrence.occurrences(
            in: from..<(.distantFuture),
            stepsMax: max(1, budget.stepsLeft)
        )
        let next = starts.next()
        budget.take(steps: starts.stepCount)
        let start = next?.instant ?? series.instant(of: master.start)
        return occurrence(of: master, at: series.time(at: start), start, in: series)
    }
}

/// The reminders that are due in a window, while they are looked for.
private struct ReminderSearch {
    let window: ClosedRange<Instant>
    var budget: QuestionBudget
    /// Whether acknowledgements in the calendar are the viewer's.
    var heedsAcknowledgements = true
    var found: [DueReminder] = []
    /// The number of reminders found in earlier objects.
    var foundEarlier = 0

    /// Whether a time touches the window.
    func touches(_ span: AlarmSpan) -> Bool {
        span.touches(window.lowerBound.secondsSinceEpoch, window.upperBound.secondsSinceEpoch)
    }

    /// Adds a reminder, unless two alarms ring at the same time for the same occurrence.
    mutating func add(_ reminder: DueReminder) {
        guard found.count - foundEarlier < min(Limits.remindersOfObjectMax, budget.occurrencesLeft)
        else {
            return
        }
        let isKnown = found[foundEarlier...].contains {
            $0.instant == reminder.instant && $0.occurrence.key == reminder.occurrence.key
        }
        if !isKnown { found.append(reminder) }
    }
}
