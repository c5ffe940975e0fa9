public import CivilTime
import ICalendar

/// A time that collides with events of the viewer, and those events.
public struct TimeConflict: Sendable {
    /// The start by the viewer's clock.
    public let start: CivilDateTime
    /// The end by the viewer's clock, exclusive.
    public let end: CivilDateTime
    /// The occurrence that the time belongs to; nil for a time that isn't an event yet.
    public let key: OccurrenceKey?
    /// The events it collides with, in the order that a day draws them; at most 20.
    public let collisions: [EventOccurrence]
}

/// The conflicts of the times that were looked at.
public struct TimeConflicts: Sendable {
    /// The times that have conflicts, in order.
    public internal(set) var found: [TimeConflict] = []
    /// The number of times looked at.
    public internal(set) var lookedAt = 0
    /// Whether there were too many times or events to compare them all.
    public internal(set) var isCut = false
}

extension Agenda {
    /// The viewer's conflicts with the occurrences of a candidate or any other event.
    ///
    /// A conflict is an overlap with an event that takes time in the viewer's own calendars, shown
    /// or hidden, with an agreed event of a group that the viewer didn't say no to, or with a
    /// candidate that they said yes to. The candidates of one proposal don't collide: at most one
    /// of them takes place.
    ///
    /// - Parameters:
    ///   - id: Where the event is stored.
    ///   - days: The days to look at, by the viewer's clock; at most the first 400.
    ///   - limit: The most conflicts to return.
    /// - Returns: The occurrences that have conflicts, in order.
    public func conflicts(
        with id: ObjectID,
        in days: Range<CivilDate>,
        limit: Int
    ) -> TimeConflicts {
        guard let series = series(id) else { return TimeConflicts() }
        return conflicts(with: series, in: days, except: id, limit: limit)
    }

    /// The viewer's conflicts with a time that isn't an event yet.
    ///
    /// - Parameters:
    ///   - time: The time, which may repeat.
    ///   - days: The days to look at, by the viewer's clock; at most the first 400.
    ///   - limit: The most conflicts to return.
    ///   - now: The time to write into the temporary event.
    /// - Returns: The times that have conflicts, in order.
    /// - Throws: The reason why the time isn't valid.
    public func conflicts(
        with time: ProposedTime,
        in days: Range<CivilDate>,
        limit: Int,
        now: Instant
    ) throws(ProposalError) -> TimeConflicts {
        guard let series = try series(at: time, now: now) else { return TimeConflicts() }
        return conflicts(with: series, in: days, except: nil, limit: limit)
    }

    /// A temporary event at a time.
    func series(at time: ProposedTime, now: Instant) throws(ProposalError) -> Series? {
        let nobody = ProposalMember(account: "-", name: "")
        let draft = ProposalDraft(identity: "-", title: "-", organizer: nobody, members: [])
        let text = try Candidate.texts(draft, at: [("-", time)], zones: zones, now: now)[0]
        let id = ObjectID(calendar: CalendarID(""), href: "")
        return Series(id: id, text: text, zones: zones)
    }

    private func conflicts(
        with series: Series,
        in days: Range<CivilDate>,
        except id: ObjectID?,
        limit: Int
    ) -> TimeConflicts {
        let last = min(days.upperBound, days.lowerBound.adding(days: Limits.conflictDaysMax))
        var budget = QuestionBudget.list
        let times = holding([series]).occurrences(in: days.lowerBound..<last, within: &budget)
        var conflicts = TimeConflicts(lookedAt: times.count, isCut: budget.isCut)
        guard let first = times.first?.firstDate else { return conflicts }
        let from = times.reduce(first) { min($0, $1.firstDate) }
        let to = times.reduce(first) { max($0, $1.lastDate) }
        var mineBudget = QuestionBudget.view
        let days = from..<to.adding(days: 1)
        let proposal = series.master?.answers?.identity ?? ""
        let mine = occurrences(in: days, includesHidden: true, within: &mineBudget).filter {
            $0.key.object != id && takesTime($0)
                && (proposal.isEmpty || $0.event.answers?.identity != proposal)
        }
        var taken = TakenTimes(mine)
        for time in times where conflicts.found.count < limit {
            let collisions = taken.collisions(with: time)
            guard !collisions.isEmpty else { continue }
            conflicts.found.append(
                TimeConflict(
                    start: time.start,
                    end: time.end,
                    key: id == nil ? nil : time.key,
                    collisions: collisions
                )
            )
        }
        conflicts.isCut = conflicts.isCut || mineBudget.isCut || taken.isCut
        return conflicts
    }

    /// Whether an occurrence takes the viewer's time.
    private func takesTime(_ occurrence: EventOccurrence) -> Bool {
        guard let calendar = calendar(of: occurrence.key.object) else { return false }
        switch calendar.level {
        case .hidden, .busy, .full: return false
        case .own, .subscribed, .connected: return occurrence.event.takesTime
        case .group: return occurrence.event.takesTime(of: account)
        }
    }
}

/// Occurrences that take time, by start, so that checking one time doesn't go through all of them.
private struct TakenTimes {
    private let all: [EventOccurrence]
    /// The indices in `all`, sorted by start.
    private let order: [Int]
    /// For each of `order`, the latest end of that occurrence and those before it.
    private var ends: [Instant] = []
    private var comparisonsLeft = Limits.comparisonsMax
    /// Whether the limit of comparisons was reached.
    var isCut: Bool { comparisonsLeft <= 0 }

    init(_ all: [EventOccurrence]) {
        self.all = all
        order = all.indices.sorted { all[$0].startInstant < all[$1].startInstant }
        for place in order {
            ends.append(max(ends.last ?? .distantPast, all[place].endInstant))
        }
    }

    /// The occurrences that collide with a time, in the order that a day draws them: at most 20,
    /// and none once the limit of comparisons is reached.
    mutating func collisions(with time: EventOccurrence) -> [EventOccurrence] {
        var low = 0
        var high = order.count
        while low < high {
            let middle = (low + high) / 2
            let start = all[order[middle]].startInstant
            let isAfter = start >= time.endInstant && start > time.startInstant
            if isAfter { high = middle } else { low = middle + 1 }
        }
        var found: [Int] = []
        var place = low - 1
        // Stops where this and everything before it ended earlier.
        while place >= 0, ends[place] >= time.startInstant, comparisonsLeft > 0 {
            comparisonsLeft -= 1
            if all[order[place]].collides(with: time) { found.append(order[place]) }
            place -= 1
        }
        return found.sorted().prefix(Limits.collisionsMax).map { all[$0] }
    }
}

extension Event {
    /// Whether the event keeps its calendar's owner busy.
    var takesTime: Bool { mayTakeTime && !isCandidate }

    /// Whether the event can keep anybody busy: a candidate keeps only those busy who said yes.
    var mayTakeTime: Bool { !isTransparent && status != .cancelled && !isUnanswered }

    /// Whether a group's event takes a member's time.
    ///
    /// A candidate takes the time of those who said yes. If accounts are asked to another event, it
    /// takes the time of those who didn't say no; otherwise every member's.
    func takesTime(of account: String) -> Bool {
        guard mayTakeTime else { return false }
        guard let answers else { return true }
        return isCandidate ? answers.choice(of: account) == .yes : answers.asks(account)
    }
}

extension EventOccurrence {
    /// Whether two occurrences overlap; one without a length counts as a moment.
    fileprivate func collides(with other: EventOccurrence) -> Bool {
        if startInstant == other.startInstant { return true }
        return startInstant < other.endInstant && other.startInstant < endInstant
    }
}
