public import CivilTime
import ICalendar
import Recurrence

extension Agenda {
    /// Reads a candidate; nil for an event that isn't one, or no longer.
    public func proposal(_ id: ObjectID) -> Candidate? {
        guard isCandidate(id), let series = series(id) else { return nil }
        return Candidate(text: series.text)
    }

    /// Reads a candidate without the occurrences that somebody answered separately; nil for an
    /// event that isn't one.
    public func proposalHead(_ id: ObjectID) -> Candidate? {
        guard isCandidate(id), let series = series(id) else { return nil }
        return Candidate(headOf: series.text)
    }

    /// Whether an object is a candidate that members answer; the same text in a person's calendar
    /// is an ordinary event.
    func isCandidate(_ id: ObjectID) -> Bool {
        calendar(of: id)?.level == .group && series(id)?.master?.isCandidate ?? false
    }

    /// The candidates of a proposal that the viewer sees, each as its first occurrence, by start.
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

    /// The order of candidates: by start, and then by the name of the object.
    private static func comesFirst(_ a: EventOccurrence, _ b: EventOccurrence) -> Bool {
        if a.startInstant != b.startInstant { return a.startInstant < b.startInstant }
        return a.key.object.href < b.key.object.href
    }

    /// The candidates that wait for the viewer's answer, each as its first occurrence that hasn't
    /// begun, by start.
    ///
    /// A proposal of several candidates waits until the viewer has answered each of them, since a
    /// yes to one says nothing about the others; or until its deadline has passed. One date's
    /// answer is an answer to a repeating candidate.
    public func waitingCandidates(now: Instant) -> [EventOccurrence] {
        let groups = Set(
            calendars.values.filter { $0.level == .group }.compactMap { calendarNumbers[$0.id] }
        )
        guard !groups.isEmpty else { return [] }
        var budget = QuestionBudget.view
        var waiting: [EventOccurrence] = []
        for (slot, series) in slots.enumerated() where groups.contains(busySpans[slot].calendar) {
            guard let series, let master = series.master, let answers = master.answers,
                !answers.identity.isEmpty, !series.isAnswered(by: account),
                let next = nextOccurrence(of: master, in: series, now: now, &budget),
                proposalHead(series.id)?.isClosed(at: now) == false
            else { continue }
            waiting.append(next)
        }
        return waiting.sorted(by: Self.comesFirst)
    }

    /// The first occurrence of a candidate that hasn't begun.
    private func nextOccurrence(
        of master: Event,
        in series: Series,
        now: Instant,
        _ budget: inout QuestionBudget
    ) -> EventOccurrence? {
        guard let recurrence = series.recurrence, !budget.isSpent else {
            let only = occurrence(
                of: master,
                startingAt: master.start,
                replacing: nil,
                in: series
            )
            // Without the budget to look further, a repeating one counts as still to come.
            return only.startInstant >= now || series.isRepeating ? only : nil
        }
        // Dates with separate answers are overrides, which the rules leave out.
        let changed = series.overrides.map { occurrence(changed: $0, in: series) }
            .filter { $0.startInstant >= now }
            .min { $0.startInstant < $1.startInstant }
        var coming = recurrence.occurrences(from: now)
        defer { budget.take(steps: 1 + series.overrides.count + coming.stepCount) }
        guard let start = coming.next() else { return changed }
        if let changed, changed.startInstant < start.instant { return changed }
        return occurrence(of: master, at: recurrence.time(of: start), start.instant, in: series)
    }
}

extension Series {
    /// Whether an account has answered the candidate or one of its occurrences.
    fileprivate func isAnswered(by account: String) -> Bool {
        let events = (master.map { [$0] } ?? []) + overrides
        return events.contains { $0.answers?.choice(of: account) != nil }
    }
}

extension Series {
    /// The first start that the rules give, even if that occurrence was answered separately.
    fileprivate var firstStart: CalendarTime? {
        var starts = overrides.compactMap { $0.recurrenceID.map { inMasterForm($0) } }
        if let recurrence {
            var occurrences = recurrence.occurrences()
            if let first = occurrences.next() { starts.append(recurrence.time(of: first)) }
        }
        return starts.min { instant(of: $0) < instant(of: $1) }
    }
}

/// A candidate or event with the viewer's answer, shown until the server has confirmed it.
public struct AnsweredCandidate: Sendable {
    /// The identity that all candidates of the proposal share; empty for an event.
    public let identity: String
    /// The text with the answer.
    public let text: [UInt8]
    /// The text without it.
    public let oldText: [UInt8]
    /// The start in the key of the one occurrence that was answered; nil if all were.
    public let occurrence: String?
    /// The viewer's earlier answer to the same; nil if there was none.
    public let earlier: ProposalChoice?
}

extension Agenda {
    /// Works out the text of a candidate, or of a group's event, once the viewer has answered it;
    /// the agenda isn't changed.
    ///
    /// - Parameters:
    ///   - key: One of its occurrences.
    ///   - choice: The answer; nil takes back an earlier one.
    ///   - isForAll: Whether the answer is for all occurrences, not just for this one.
    ///   - comment: The comment on the answer; nil keeps the earlier one.
    ///   - now: The time to write as `LAST-MODIFIED`.
    /// - Returns: The text with the answer, and the one it replaces.
    /// - Throws: The reason why the answer can't be taken.
    public func answering(
        _ key: OccurrenceKey,
        _ choice: ProposalChoice?,
        isForAll: Bool,
        comment: String? = nil,
        now: Instant
    ) throws(ProposalError) -> AnsweredCandidate {
        guard let series = series(key.object), let level = calendar(of: key.object)?.level else {
            throw .notAProposal
        }
        if level == .own {
            return try answeringInvitation(key, choice, isForAll, comment, now)
        }
        guard level == .group, let object = CalendarText.parse(series.text).components.first,
            let known = Candidate(asked: object)
        else { throw .notAProposal }
        let one = isForAll || !series.isRepeating ? nil : key.originalStart
        let answers = one.map { known.ownAnswers(to: $0, in: series) } ?? known.answers
        // A member who joined later is asked from their first answer on; the server adds the name.
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

    /// Works out the text of an invitation in the viewer's own calendar, as ``answering(_:_:isForAll:comment:now:)``
    /// does.
    private func answeringInvitation(
        _ key: OccurrenceKey,
        _ choice: ProposalChoice?,
        _ isForAll: Bool,
        _ comment: String?,
        _ now: Instant
    ) throws(ProposalError) -> AnsweredCandidate {
        guard let series = series(key.object),
            let object = CalendarText.parse(series.text).components.first
        else { throw .notAProposal }
        let one = isForAll || !series.isRepeating ? nil : key.originalStart
        var asked: ProposalAnswer?
        var organizer: Property?
        for event in object.components(named: .event) {
            organizer = organizer ?? event.first(.organizer)
            // The answer to all dates stands in the series, and one to a single date in its override.
            let isAnswered = one != nil && event.time(.recurrenceID)?.basicText == one
            guard asked == nil || isAnswered else { continue }
            for attendee in event.all(.attendee) where isViewers(attendee.rawValue) {
                asked = ProposalAnswer(anybody: attendee)
            }
        }
        guard let organizer, !isViewers(organizer.rawValue) else { throw .notAProposal }
        guard let asked else { throw .notAMember }
        let text = try Candidate.answering(
            choice,
            by: asked.address,
            in: series.text,
            occurrence: one,
            comment: comment,
            zones: zones,
            now: now
        )
        return AnsweredCandidate(
            identity: "",
            text: text,
            oldText: series.text,
            occurrence: one,
            earlier: asked.choice
        )
    }

    /// The time that a candidate would have after being dragged, with its whole series: the
    /// viewer's suggestion.
    ///
    /// - Parameters:
    ///   - key: The occurrence that is dragged.
    ///   - draft: Its new times, by the viewer's clock.
    ///   - now: The time to write into the temporary text.
    /// - Returns: The time in the candidate's own zone.
    /// - Throws: The problem with the draft, or ``EditError/unknownEvent``.
    public func suggestion(
        moving key: OccurrenceKey,
        to draft: EventDraft,
        now: Instant
    ) throws(EditError) -> ProposedTime {
        let editor = try editor(for: key, now: now)
        let text = CalendarText.write([try editor.changingAll(draft)])
        guard let moved = read(key.object, text),
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
    /// The separate answers to one occurrence, whichever form the text names its start in.
    fileprivate func ownAnswers(to occurrence: String, in series: Series) -> [ProposalAnswer] {
        func instant(_ name: String) -> Instant? {
            series.time(recurrenceID: name).map { series.instant(of: series.inMasterForm($0)) }
        }
        let wanted = instant(occurrence)
        let found = occurrences.first { instant($0.recurrenceID) == wanted }
        return found?.answers.filter { $0.isOwn } ?? []
    }

    /// The answers to one occurrence: its own ones if it has some, or those to all.
    public func answers(to key: OccurrenceKey) -> [ProposalAnswer] {
        occurrences.first { $0.recurrenceID == key.originalStart }?.answers ?? answers
    }
}
