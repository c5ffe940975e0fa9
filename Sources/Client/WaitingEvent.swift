public import Agenda
import ICalendar

/// An event that the server doesn't have as this device shows it.
///
/// Its changes are the same unless the event was moved to another calendar.
public struct WaitingEvent: Sendable {
    /// The last edit of the event, by its place in ``Client/edits``.
    public let edit: Int
    /// The change at the place where the event was.
    public let before: WaitingChange
    /// The change at the place where it is now.
    public let after: WaitingChange

    /// What becomes of the event.
    public enum Kind: Sendable {
        /// It is new.
        case added
        /// It begins at another time, or is in another calendar.
        case moved
        /// Anything else about it changes.
        case changed
        /// It is deleted.
        case deleted
    }

    /// How much of the event that concerns.
    public enum Extent: Sendable {
        /// An event that doesn't repeat.
        case event
        /// A whole series.
        case series
        /// As many dates of a series.
        case dates(Int)
    }
}

/// What to say of an event whose change waits.
public struct WaitingEventSummary: Sendable {
    /// What becomes of it.
    public let kind: WaitingEvent.Kind
    /// How much of it that concerns.
    public let extent: WaitingEvent.Extent
    /// The first date that it concerns, as it will be, or was if it's deleted; nil if it can't be read.
    public let occurrence: EventOccurrence?
}

extension Client {
    /// The events with a person's changes that wait for the server, each once; none while it can be reached, and before the
    /// device has answered whether it keeps them.
    public var waitingEvents: [WaitingEvent] {
        var events: [WaitingEvent] = []
        for place in edits.indices where isWaiting(place) {
            for before in edits[place].listedChanges
            where !isWaiting(before.object, after: place) {
                let other = edits[place].otherHalf(of: before)
                // Of an event that goes to another calendar, the place that it leaves stands for both.
                if other != nil, before.base == nil { continue }
                events.append(WaitingEvent(edit: place, before: before, after: other ?? before))
            }
        }
        return events
    }

    /// How many other events the edit of one changes.
    public func otherCount(of event: WaitingEvent) -> Int {
        Set(edits[event.edit].listedChanges.map { $0.object.href }).count - 1
    }

    /// Whether the device keeps everything that waits.
    public var keepsWaitingEdits: Bool {
        !edits.indices.contains { isWaiting($0) && edits[$0].isKept == false }
            && !waitingAnswers.contains { $0.isKept == false }
    }

    private func isWaiting(_ place: Int) -> Bool {
        isAway && !edits[place].isQuiet && edits[place].isKept != nil
    }

    /// Whether a later edit changes an object: only one that was sent may have such.
    private func isWaiting(_ object: ObjectID, after place: Int) -> Bool {
        guard edits[place].sentAs != nil else { return false }
        return places(of: object).contains { $0 > place && isWaiting($0) }
    }

    // MARK: - Marks

    /// The objects with a person's changes or answers that wait for the server; none while it can be reached.
    public var waitingObjects: Set<ObjectID> {
        guard isAway else { return [] }
        var objects: Set<ObjectID> = []
        for edit in edits where !edit.isQuiet {
            for change in edit.changes { objects.insert(change.object) }
        }
        for answer in answers where !answer.isSaved { objects.insert(answer.object) }
        return objects
    }

    /// Whether a person's change of an occurrence, or an answer to it, waits for the server.
    public func isWaiting(_ occurrence: EventOccurrence) -> Bool {
        guard isAway else { return false }
        let key = occurrence.key
        let isAnswerWaiting = answers.contains { answer in
            !answer.isSaved && answer.object == key.object
                && (answer.occurrence.isEmpty || answer.occurrence == key.originalStart)
        }
        if isAnswerWaiting { return true }
        return places(of: key.object).contains { place in
            guard !edits[place].isQuiet, let change = edits[place].change(of: key.object) else {
                return false
            }
            return switch change.scope {
            case .only(let starts): starts.contains(occurrence.key.originalStart)
            case .all, nil: true
            }
        }
    }

    /// Works out which dates the changes of series concern.
    mutating func noteScopes() {
        guard isAway else { return }
        for edit in edits.indices where !edits[edit].isQuiet {
            let isBesideNew = edits[edit].changes.contains { $0.base == nil && $0.text != nil }
            for place in edits[edit].changes.indices where edits[edit].changes[place].scope == nil {
                edits[edit].changes[place].scope = Self.scope(
                    of: edits[edit].changes[place],
                    isBesideNew: isBesideNew
                )
            }
        }
    }

    /// The dates that a change concerns.
    ///
    /// If a series was split, or a date has left it, a new event of the same edit has these dates, and those that are left don't
    /// change.
    private static func scope(of change: WaitingChange, isBesideNew: Bool) -> WaitingChange.Scope {
        guard let (earlier, later) = change.calendars else { return .all }
        if isBesideNew, EventChange.onlyLeavesOut(later, of: earlier) { return .only([]) }
        let starts = EventChange(from: earlier, to: later).occurrences ?? []
        return starts.isEmpty ? .all : .only(starts)
    }

    // MARK: - Summaries

    /// What to say of an event whose change waits.
    public func summary(of event: WaitingEvent) -> WaitingEventSummary {
        let (before, after) = (event.before, event.after)
        let was = before.base.flatMap { agenda.reading($0.text, at: before.object) }
        let now = after.text.flatMap { agenda.reading($0, at: after.object) }
        func summary(
            _ kind: WaitingEvent.Kind,
            _ occurrence: EventOccurrence?,
            isSeries: Bool
        ) -> WaitingEventSummary {
            WaitingEventSummary(
                kind: kind,
                extent: isSeries ? .series : .event,
                occurrence: occurrence
            )
        }
        let wasSeries = was?.first.isRepeating ?? false
        guard let now else { return summary(.deleted, was?.first, isSeries: wasSeries) }
        let isSeries = now.first.isRepeating
        guard let was else {
            return isPartOfSeries(event)
                ? summary(.changed, now.first, isSeries: true)
                : summary(.added, now.first, isSeries: isSeries)
        }
        guard before == after else { return summary(.moved, now.first, isSeries: isSeries) }
        let change = after.asEventChange
        if wasSeries, let starts = change?.occurrences, let start = starts.min() {
            let key = OccurrenceKey(object: after.object, recurrenceID: start)
            return WaitingEventSummary(
                kind: Self.kind(change?.kind),
                extent: .dates(starts.count),
                occurrence: now.agenda.occurrence(key) ?? was.agenda.occurrence(key)
            )
        }
        let isMoved = change?.kind == .moves && was.first.startInstant != now.first.startInstant
        return summary(isMoved ? .moved : .changed, now.first, isSeries: wasSeries)
    }

    private static func kind(_ kind: EventChange.Kind?) -> WaitingEvent.Kind {
        switch kind {
        case .moves: .moved
        case .removes: .deleted
        case .changes, nil: .changed
        }
    }

    /// Whether a new event is the later part of a series that was split, or a date that has left it.
    private func isPartOfSeries(_ event: WaitingEvent) -> Bool {
        edits[event.edit].changes.contains { change in
            guard let base = change.base else { return false }
            return agenda.reading(base.text, at: change.object)?.first.isRepeating ?? false
        }
    }
}

extension WaitingChange {
    /// What it changes; nil if the event is new or deleted, or can't be read.
    fileprivate var asEventChange: EventChange? {
        calendars.map { EventChange(from: $0.earlier, to: $0.later) }
    }

    /// Its texts; nil if the event is new or deleted, or can't be read.
    fileprivate var calendars: (earlier: Component, later: Component)? {
        guard let base, let text, let earlier = CalendarText.calendar(in: base.text),
            let later = CalendarText.calendar(in: text)
        else { return nil }
        return (earlier, later)
    }

    /// Whether the object is what is left of a series, because a new event of the same edit has its other dates.
    fileprivate var isLeftPart: Bool {
        guard case .only(let starts) = scope else { return false }
        return starts.isEmpty
    }
}

extension WaitingEdit {
    /// The changes that a person is told of: what is left of a series isn't named beside the event that has its other dates.
    fileprivate var listedChanges: [WaitingChange] {
        changes.count > 1 ? changes.filter { !$0.isLeftPart } : changes
    }

    /// The other half of a move to another calendar, where the event keeps its name.
    fileprivate func otherHalf(of change: WaitingChange) -> WaitingChange? {
        changes.first { other in
            other.object != change.object && other.object.href == change.object.href
                && (change.base == nil || other.base == nil)
                && (change.text == nil || other.text == nil)
        }
    }
}
