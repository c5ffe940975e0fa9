public import CivilTime
import ICalendar

/// A time that may be taken, and what of the viewer's is then already.
public struct TimeConflict: Sendable {
    /// The start by the viewer's clock.
    public let start: CivilDateTime
    /// The end by the viewer's clock, exclusive.
    public let end: CivilDateTime
    /// What the time is of; nil for a time that is no event yet.
    public let key: OccurrenceKey?
    /// What collides with it, in the order of a day; at most 20.
    public let collisions: [EventOccurrence]
}

extension Agenda {
    /// What of the viewer's own collides with a candidate or any other event, by its occurrences.
    ///
    /// Of one's own is what takes time in one's own calendars, shown or not, and the agreed events of
    /// groups that one did not say no to. Other candidates take no time.
    ///
    /// - Parameters:
    ///   - id: Where the event is stored.
    ///   - days: The days that are looked at, by the viewer's clock; at most 400 count.
    ///   - limit: How many occurrences are given.
    /// - Returns: The occurrences with a collision, in order, and of all how many were looked at.
    public func conflicts(
        with id: ObjectID,
        in days: Range<CivilDate>,
        limit: Int
    ) -> (found: [TimeConflict], lookedAt: Int) {
        guard let series = series(id) else { return ([], 0) }
        return conflicts(with: [(id, series.text)], in: days, except: id, limit: limit)
    }

    /// What of the viewer's own collides with a time that is no event yet.
    ///
    /// - Parameters:
    ///   - time: The time, perhaps with a rule.
    ///   - days: As above.
    ///   - limit: As above.
    ///   - now: The time to note in what is written.
    /// - Returns: As above.
    /// - Throws: What is wrong with the time.
    public func conflicts(
        with time: ProposedTime,
        in days: Range<CivilDate>,
        limit: Int,
        now: Instant
    ) throws(ProposalError) -> (found: [TimeConflict], lookedAt: Int) {
        let nobody = ProposalMember(account: "-", name: "")
        let draft = ProposalDraft(identity: "-", title: "-", organizer: nobody, members: [])
        let text = try Candidate.texts(draft, at: [("-", time)], zones: zones, now: now)[0]
        let id = ObjectID(calendar: CalendarID(""), href: "")
        return conflicts(with: [(id, text)], in: days, except: nil, limit: limit)
    }

    private func conflicts(
        with objects: [(id: ObjectID, text: [UInt8]?)],
        in days: Range<CivilDate>,
        except id: ObjectID?,
        limit: Int
    ) -> (found: [TimeConflict], lookedAt: Int) {
        let last = min(days.upperBound, days.lowerBound.adding(days: Limits.conflictDaysMax))
        var budget = QuestionBudget.list
        let times = holding(objects).occurrences(in: days.lowerBound..<last, within: &budget)
        guard let first = times.first?.firstDate else { return ([], 0) }
        let from = times.reduce(first) { min($0, $1.firstDate) }
        let to = times.reduce(first) { max($0, $1.lastDate) }
        let mine = occurrences(in: from..<to.adding(days: 1), includesHidden: true).filter {
            $0.key.object != id && takesTime($0)
        }
        var taken = TakenTimes(mine)
        var found: [TimeConflict] = []
        for time in times where found.count < limit {
            let collisions = taken.collisions(with: time)
            guard !collisions.isEmpty else { continue }
            found.append(
                TimeConflict(
                    start: time.start,
                    end: time.end,
                    key: id == nil ? nil : time.key,
                    collisions: collisions
                )
            )
        }
        return (found, times.count)
    }

    /// Whether an occurrence takes time of the viewer's.
    private func takesTime(_ occurrence: EventOccurrence) -> Bool {
        guard let calendar = calendar(of: occurrence.key.object) else { return false }
        switch calendar.level {
        case .hidden, .busy, .full: return false
        case .own: return occurrence.event.takesTime
        case .group: return occurrence.event.takesTime(of: account)
        }
    }
}

/// What takes time, by its start, so that a look at one time doesn't go through all of them.
private struct TakenTimes {
    private let all: [EventOccurrence]
    /// The places in `all` by start, and the latest end of each and those before it.
    private let order: [Int]
    private var ends: [Instant] = []
    private var comparisonsLeft = Limits.comparisonsMax

    init(_ all: [EventOccurrence]) {
        self.all = all
        order = all.indices.sorted { all[$0].startInstant < all[$1].startInstant }
        for place in order {
            ends.append(max(ends.last ?? .distantPast, all[place].endInstant))
        }
    }

    /// What collides with a time, in the order of a day; at most 20, and nothing once too much was
    /// compared.
    mutating func collisions(with time: EventOccurrence) -> [EventOccurrence] {
        var low = 0
        var high = order.count
        while low < high {
            let middle = (low + high) / 2
            let start = all[order[middle]].startInstant
            let isBehind = start >= time.endInstant && start > time.startInstant
            if isBehind { high = middle } else { low = middle + 1 }
        }
        var found: [Int] = []
        var place = low - 1
        // What ended before it, and all before that, is left alone.
        while place >= 0, ends[place] >= time.startInstant, comparisonsLeft > 0 {
            comparisonsLeft -= 1
            if all[order[place]].collides(with: time) { found.append(order[place]) }
            place -= 1
        }
        return found.sorted().prefix(Limits.collisionsMax).map { all[$0] }
    }
}

extension Event {
    /// Whether the time is taken for whoever has the event.
    var takesTime: Bool { !isTransparent && status != .cancelled && !isCandidate }

    /// Whether an event of a group takes the time of one of its members: of those who are asked when
    /// some are, but not of those who said no.
    func takesTime(of account: String) -> Bool {
        guard takesTime else { return false }
        guard let answers else { return true }
        return answers.list.contains { $0.account == account && $0.choice != .no }
    }
}

extension EventOccurrence {
    /// Whether two occurrences share a time; one without length is at its start.
    fileprivate func collides(with other: EventOccurrence) -> Bool {
        if startInstant == other.startInstant { return true }
        return startInstant < other.endInstant && other.startInstant < endInstant
    }
}
