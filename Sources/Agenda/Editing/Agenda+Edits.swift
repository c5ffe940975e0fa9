public import CivilTime
import ICalendar
import Recurrence

extension Agenda {
    /// Creates an event.
    ///
    /// - Parameters:
    ///   - draft: What the person typed; a title and a start are needed.
    ///   - uid: The unique identifier of the new event, which also names its address.
    ///   - now: The time to note as `DTSTAMP` and `CREATED`.
    /// - Returns: The edit, already carried out here.
    /// - Throws: What is wrong with the draft.
    public mutating func create(
        _ draft: EventDraft,
        uid: String,
        now: Instant
    ) throws(EditError) -> EditOutcome {
        guard let calendar = draft.calendar, calendars[calendar] != nil else {
            throw .unknownCalendar(draft.calendar ?? CalendarID(""))
        }
        try checkWritable(calendar)
        let id = ObjectID(calendar: calendar, href: uid + ".ics")
        guard slotByObject[id] == nil else { throw .alreadyThere }
        let writer = DraftWriter(zones: zones, viewer: zone, now: now)
        let object = try writer.newObject(draft, uid: uid)
        let text = CalendarText.write([object])
        let series = Series(id: id, text: text, zones: zones)
        let effect = EditEffect(
            kind: .created,
            scope: nil,
            title: draft.title ?? "",
            isAllDay: draft.isAllDay ?? false,
            oldStart: nil,
            newStart: draft.start,
            from: draft.start?.date,
            oldRule: nil,
            newRule: series?.rule,
            keptCount: 0,
            droppedCount: 0,
            isDetached: false,
            calendar: calendar
        )
        return carryOut(EditPlan(effect: effect, texts: [(id, text)]))
    }

    /// Changes an event, one occurrence of it, or one and all that follow.
    ///
    /// - Parameters:
    ///   - key: The occurrence that was edited.
    ///   - scope: How much of a repeating event changes; of no meaning for others.
    ///   - draft: The fields to set. Start and end are those of the edited occurrence.
    ///   - newUID: The identifier of the new series, should this one be split, or of the new event,
    ///     should an occurrence become one of its own.
    ///   - now: The time to note as `LAST-MODIFIED`.
    /// - Returns: The edit, already carried out here.
    /// - Throws: What is wrong with the draft, or that there is no such occurrence.
    public mutating func change(
        _ key: OccurrenceKey,
        scope: EditScope,
        _ draft: EventDraft,
        newUID: String,
        now: Instant
    ) throws(EditError) -> EditOutcome {
        carryOut(try planChange(key, scope: scope, draft, newUID: newUID, now: now))
    }

    /// Deletes an event, one occurrence of it, or one and all that follow.
    public mutating func delete(
        _ key: OccurrenceKey,
        scope: EditScope,
        now: Instant
    ) throws(EditError) -> EditOutcome {
        carryOut(try planDeletion(key, scope: scope, now: now))
    }

    /// Moves an occurrence by whole days, keeping its time of day in its own zone and its length.
    public mutating func move(
        _ key: OccurrenceKey,
        byDays days: Int,
        scope: EditScope,
        newUID: String,
        now: Instant
    ) throws(EditError) -> EditOutcome {
        let draft = try draft(moving: key, byDays: days)
        return try change(key, scope: scope, draft, newUID: newUID, now: now)
    }

    /// The draft that moves an occurrence by whole days, keeping its time of day in its own zone.
    ///
    /// - Throws: That there is no such occurrence.
    public func draft(
        moving key: OccurrenceKey,
        byDays days: Int
    ) throws(EditError) -> EventDraft {
        guard let series = series(key.object)?.series(ofMaster: key.masterIndex),
            let occurrence = occurrence(key)
        else { throw .unknownEvent }
        func later(_ civil: CivilDateTime) -> CivilDateTime {
            CivilDateTime(date: civil.date.adding(days: days), time: civil.time)
        }
        var draft = EventDraft()
        draft.start = later(occurrence.start)
        if case .zoned(let civil, _) = occurrence.time {
            // Its own clock may change on another day than the viewer's.
            let time = occurrence.time.replacingCivil(later(civil))
            draft.start = span(of: occurrence.event, startingAt: time, in: series).start
        }
        return draft
    }

    /// What a change would do, without doing it.
    ///
    /// - Throws: What ``change(_:scope:_:newUID:now:)`` would.
    public func effect(
        ofChanging key: OccurrenceKey,
        scope: EditScope,
        _ draft: EventDraft,
        now: Instant
    ) throws(EditError) -> EditEffect {
        // No object can have this name, so that none is in the way.
        try planChange(key, scope: scope, draft, newUID: "", now: now).effect
    }

    /// What a deletion would do, without doing it.
    ///
    /// - Throws: That there is no such occurrence.
    public func effect(
        ofDeleting key: OccurrenceKey,
        scope: EditScope,
        now: Instant
    ) throws(EditError) -> EditEffect {
        try planDeletion(key, scope: scope, now: now).effect
    }

    private mutating func carryOut(_ plan: EditPlan) -> EditOutcome {
        editCount += 1
        let edit = Edit(
            number: editCount,
            effect: plan.effect,
            before: plan.texts.map { ObjectSnapshot(id: $0.id, text: series($0.id)?.text) },
            after: plan.texts.map { ObjectSnapshot(id: $0.id, text: $0.text) }
        )
        return carryOut(edit)
    }
}
