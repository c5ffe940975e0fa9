public import CivilTime
import ICalendar
import Recurrence

extension Agenda {
    /// Creates an event.
    ///
    /// - Parameters:
    ///   - draft: The fields of the event; it needs a calendar, a title and a start.
    ///   - uid: The `UID` of the new event, which its address is made of too.
    ///   - now: The time to write as `DTSTAMP` and `CREATED`.
    /// - Returns: The edit, which is already made in this agenda.
    /// - Throws: The problem with the draft.
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
        let writer = DraftWriter(zones: zones, viewer: zone, now: now, host: host)
        let object = try writer.newObject(draft, uid: uid)
        let text = CalendarText.write([object])
        let series = read(id, text)
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
        let plan = EditPlan(effect: effect, texts: [(id, text)], series: series.map { [$0] } ?? [])
        return carryOut(plan)
    }

    /// Changes an event, one of its occurrences, or one and all later ones.
    ///
    /// - Parameters:
    ///   - key: The occurrence that was edited.
    ///   - scope: The occurrences to change; ignored for an event that doesn't repeat.
    ///   - draft: The fields to change. Start and end are those of the edited occurrence.
    ///   - newUID: The `UID` of the new series if this one is split, or of the new event if an
    ///     occurrence becomes one of its own.
    ///   - now: The time to write as `LAST-MODIFIED`.
    /// - Returns: The edit, which is already made in this agenda.
    /// - Throws: The problem with the draft, or the reason why the occurrence can't be edited.
    public mutating func change(
        _ key: OccurrenceKey,
        scope: EditScope,
        _ draft: EventDraft,
        newUID: String,
        now: Instant
    ) throws(EditError) -> EditOutcome {
        carryOut(try planChange(key, scope: scope, draft, newUID: newUID, now: now))
    }

    /// Deletes an event, one of its occurrences, or one and all later ones.
    public mutating func delete(
        _ key: OccurrenceKey,
        scope: EditScope,
        now: Instant
    ) throws(EditError) -> EditOutcome {
        carryOut(try planDeletion(key, scope: scope, now: now))
    }

    /// Works out what a change would do, without making it.
    ///
    /// - Throws: The same errors as ``change(_:scope:_:newUID:now:)``.
    public func effect(
        ofChanging key: OccurrenceKey,
        scope: EditScope,
        _ draft: EventDraft,
        now: Instant
    ) throws(EditError) -> EditEffect {
        // No object has an empty UID, so the new address can't be taken.
        try planChange(key, scope: scope, draft, newUID: "", now: now).effect
    }

    /// Works out what a deletion would do, without making it.
    ///
    /// - Throws: The same errors as ``delete(_:scope:now:)``.
    public func effect(
        ofDeleting key: OccurrenceKey,
        scope: EditScope,
        now: Instant
    ) throws(EditError) -> EditEffect {
        try planDeletion(key, scope: scope, now: now).effect
    }

    mutating func carryOut(_ plan: EditPlan) -> EditOutcome {
        editCount += 1
        let edit = Edit(
            number: editCount,
            effect: plan.effect,
            before: plan.texts.map { snapshot(of: $0.id, text: series($0.id)?.text) },
            after: plan.texts.map { snapshot(of: $0.id, text: $0.text) }
        )
        return carryOut(edit)
    }

    /// An object as it is, with another text.
    func snapshot(of id: ObjectID, text: [UInt8]?) -> ObjectSnapshot {
        let isUnanswered = series(id)?.isUnanswered ?? false
        return ObjectSnapshot(id: id, text: text, isUnanswered: isUnanswered)
    }
}
