public import CivilTime
import ICalendar
import Recurrence

extension Agenda {
    /// What a candidate says; nil for an event that is none, or is no more.
    public func proposal(_ id: ObjectID) -> Candidate? {
        guard isCandidate(id), let series = series(id) else { return nil }
        return Candidate(text: series.text)
    }

    /// Whether members answer an object: in a calendar of one's own the same text is an event like
    /// others.
    func isCandidate(_ id: ObjectID) -> Bool {
        calendar(of: id)?.level == .group && series(id)?.master?.isCandidate ?? false
    }

    /// All candidates of a proposal that the viewer sees, each by its first occurrence; by start.
    public func candidates(of identity: String) -> [EventOccurrence] {
        var found: [EventOccurrence] = []
        for case let series? in slots where series.master?.answers?.identity == identity {
            guard !identity.isEmpty, let master = series.master else { continue }
            let start = series.firstStart ?? master.start
            let key = OccurrenceKey(
                object: series.id,
                originalStart: start,
                masterIndex: series.masterIndex
            )
            found.append(
                occurrence(key)
                    ?? occurrence(of: master, startingAt: start, replacing: nil, in: series)
            )
        }
        return found.sorted(by: Self.comesFirst)
    }

    /// The order of candidates: by start, then by name.
    private static func comesFirst(_ a: EventOccurrence, _ b: EventOccurrence) -> Bool {
        if a.startInstant != b.startInstant { return a.startInstant < b.startInstant }
        return a.key.object.href < b.key.object.href
    }

    /// The proposals that wait for the viewer's answer, each by the first of its times that is not
    /// over; by start.
    ///
    /// One that the viewer has answered at any of its times waits no longer, nor does one after its
    /// deadline.
    public func waitingProposals(now: Instant) -> [EventOccurrence] {
        let groups = Set(
            calendars.values.filter { $0.level == .group }.compactMap { calendarNumbers[$0.id] }
        )
        guard !groups.isEmpty else { return [] }
        var budget = QuestionBudget.view
        var answered: Set<String> = []
        var first: [String: EventOccurrence] = [:]
        for (slot, series) in slots.enumerated() where groups.contains(claims[slot].calendar) {
            guard let series, let master = series.master, let answers = master.answers,
                !answers.identity.isEmpty
            else { continue }
            if series.isAnswered(by: account) { answered.insert(answers.identity) }
            guard let next = nextOccurrence(of: master, in: series, now: now, &budget)
            else { continue }
            if let known = first[answers.identity], known.startInstant <= next.startInstant {
                continue
            }
            first[answers.identity] = next
        }
        return first.filter { identity, next in
            !answered.contains(identity) && proposal(next.key.object)?.isOver(at: now) == false
        }.values.sorted(by: Self.comesFirst)
    }

    /// The first occurrence of a candidate that has not begun.
    private func nextOccurrence(
        of master: Event,
        in series: Series,
        now: Instant,
        _ budget: inout QuestionBudget
    ) -> EventOccurrence? {
        guard !budget.isSpent else { return nil }
        guard let recurrence = series.recurrence else {
            let only = occurrence(
                of: master,
                startingAt: master.start,
                replacing: nil,
                in: series
            )
            return only.startInstant >= now ? only : nil
        }
        var coming = recurrence.occurrences(from: now)
        defer { budget.take(steps: 1 + coming.stepCount) }
        guard let start = coming.next() else { return nil }
        let time = recurrence.time(of: start)
        return occurrence(of: master, at: time, start.instant, in: series)
    }
}

extension Series {
    /// Whether an account has said something to all of it, or to one of its occurrences.
    fileprivate func isAnswered(by account: String) -> Bool {
        let events = (master.map { [$0] } ?? []) + overrides
        return events.contains { event in
            event.answers?.list.contains { $0.account == account && $0.choice != nil } ?? false
        }
    }
}

extension Series {
    /// The first start that the rules give, also where it was answered by itself.
    fileprivate var firstStart: CalendarTime? {
        var starts = overrides.compactMap { $0.recurrenceID.map { inMasterForm($0) } }
        if let recurrence {
            var occurrences = recurrence.occurrences()
            if let first = occurrences.next() { starts.append(recurrence.time(of: first)) }
        }
        return starts.min { instant(of: $0) < instant(of: $1) }
    }
}

/// A candidate, or an event, as the viewer's answer leaves it, for as long as the server has not said
/// so.
public struct AnsweredCandidate: Sendable {
    /// What the candidates of the proposal share; empty for an event.
    public let identity: String
    /// The text with the answer.
    public let text: [UInt8]
    /// The text as it is now.
    public let oldText: [UInt8]
    /// The name of the occurrence that was answered by itself; nil for all.
    public let occurrence: String?
    /// What the viewer had said to just that; nil when nothing.
    public let earlier: ProposalChoice?
}

extension Agenda {
    /// What a candidate becomes when the viewer answers it, or an event of a group that they are
    /// asked to; nothing is changed here.
    ///
    /// - Parameters:
    ///   - key: An occurrence of it.
    ///   - choice: The answer; nil takes back what was said.
    ///   - isForAll: Whether it is for all occurrences and not for this one.
    ///   - comment: What is said along with it; nil leaves what was said before.
    ///   - now: The time to note in what is written.
    /// - Returns: The text with the answer, and what it takes the place of.
    /// - Throws: Why the answer can't be taken.
    public func answering(
        _ key: OccurrenceKey,
        _ choice: ProposalChoice?,
        isForAll: Bool,
        comment: String? = nil,
        now: Instant
    ) throws(ProposalError) -> AnsweredCandidate {
        guard let series = series(key.object), calendar(of: key.object)?.level == .group,
            let object = CalendarText.parse(series.text).components.first,
            let known = Candidate(asked: object)
        else { throw .notAProposal }
        let one = isForAll || !series.isRepeating ? nil : key.originalStart
        let answers = one.map { known.ownAnswers(to: $0, in: series) } ?? known.answers
        // Who joined is asked by answering; the server knows the name.
        let isAsked =
            known.identity.isEmpty || known.answers.contains { $0.member.account == account }
        let member = ProposalMember(account: account, name: "")
        let text = try Candidate.answering(
            choice,
            by: account,
            in: isAsked ? series.text : Candidate.adding(member, to: series.text),
            occurrence: one,
            comment: comment,
            zones: zones,
            now: now
        )
        return AnsweredCandidate(
            identity: known.identity,
            text: text,
            oldText: series.text,
            occurrence: one,
            earlier: answers.first { $0.member.account == account }?.choice
        )
    }

    /// The time that a candidate would have were it moved like an event, with all that it repeats:
    /// what is suggested by whoever drags it.
    ///
    /// - Parameters:
    ///   - key: The occurrence that is moved.
    ///   - draft: Its new times, by the viewer's clock.
    ///   - now: The time to note in what is written on the way.
    /// - Returns: The time by the clock of the candidate's own zone.
    /// - Throws: What is wrong with the draft, or that there is no such occurrence.
    public func suggestion(
        moving key: OccurrenceKey,
        to draft: EventDraft,
        now: Instant
    ) throws(EditError) -> ProposedTime {
        let editor = try editor(for: key, now: now)
        let text = CalendarText.write([try editor.changingAll(draft)])
        guard let moved = Series(id: key.object, text: text, zones: zones),
            let master = moved.master
        else { throw .unknownEvent }
        let end = moved.writtenEnd(of: master, from: master.start).civil
        let isAllDay = master.isAllDay
        do throws(ProposalError) {
            return try ProposedTime(
                start: isAllDay ? master.start.civil.date.text : master.start.civil.text,
                end: isAllDay ? end.date.adding(days: -1).text : end.text,
                zone: master.start.zoneID?.name ?? zone.id.name,
                rule: moved.rule?.text ?? ""
            )
        } catch {
            throw .noStart
        }
    }
}

extension Candidate {
    /// What was said of one occurrence alone, whichever way the text names it.
    fileprivate func ownAnswers(to occurrence: String, in series: Series) -> [ProposalAnswer] {
        func instant(_ name: String) -> Instant? {
            series.time(recurrenceID: name).map { series.instant(of: series.inMasterForm($0)) }
        }
        let wanted = instant(occurrence)
        let found = occurrences.first { instant($0.recurrenceID) == wanted }
        return found?.answers.filter { $0.isOwn } ?? []
    }

    /// The answers to one occurrence: those that it has of its own, or those to all.
    public func answers(to key: OccurrenceKey) -> [ProposalAnswer] {
        occurrences.first { $0.recurrenceID == key.originalStart }?.answers ?? answers
    }
}
