public import CivilTime
import ICalendar

/// The edit of a selection, worked out but not made yet.
private struct SelectionPlan {
    var effect = SelectionEffect()
    /// The edits of the single occurrences; the first says how the whole one is called.
    var first: EditEffect?
    /// The earliest start after the edit, which the page scrolls to.
    var start: CivilDateTime?
    /// The objects that the edits wrote, in order, as they are in the end.
    var texts: [(id: ObjectID, text: [UInt8]?)] = []
}

extension Agenda {
    /// Does something with several occurrences, as one edit that is undone at once.
    ///
    /// Of a series only the selected occurrences are changed. Those that the viewer can't edit are
    /// left out.
    ///
    /// - Parameters:
    ///   - keys: The occurrences; each counts once.
    ///   - action: What is done with them.
    ///   - newUID: The beginning of the `UID` of every new object.
    ///   - now: The time to write as `LAST-MODIFIED`.
    /// - Returns: The edit, which is already made in this agenda, and what it left out.
    /// - Throws: ``EditError/tooMany`` or ``EditError/nothingChanges``, or the reason why the
    ///   calendar can't take events.
    public mutating func edit(
        _ keys: [OccurrenceKey],
        _ action: SelectionAction,
        newUID: String,
        now: Instant
    ) throws(EditError) -> (outcome: EditOutcome, effect: SelectionEffect) {
        let plan = try plan(keys, action, newUID: newUID, now: now)
        guard let first = plan.first else { throw .nothingChanges }
        let selected = Set(keys.map { $0.object })
        let isTaken = plan.texts.contains { id, _ in
            slotByObject[id] != nil && !selected.contains(id)
        }
        if isTaken { throw .alreadyThere }
        var effect = EditEffect(
            kind: action.kind,
            scope: first.scope,
            title: first.title,
            isAllDay: first.isAllDay,
            oldStart: first.oldStart,
            newStart: plan.start,
            from: plan.start?.date,
            oldRule: nil,
            newRule: nil,
            keptCount: 0,
            droppedCount: 0,
            isDetached: false,
            calendar: first.calendar
        )
        effect.eventCount = plan.effect.changedCount
        let outcome = carryOut(EditPlan(effect: effect, texts: plan.texts, series: []))
        return (outcome, plan.effect)
    }

    /// Works out what an action would do with several occurrences, without doing it.
    ///
    /// - Throws: As ``edit(_:_:newUID:now:)``, except that changing nothing is an answer too.
    public func effect(
        of action: SelectionAction,
        on keys: [OccurrenceKey],
        now: Instant
    ) throws(EditError) -> SelectionEffect {
        try plan(keys, action, newUID: "", now: now).effect
    }

    private func plan(
        _ keys: [OccurrenceKey],
        _ action: SelectionAction,
        newUID: String,
        now: Instant
    ) throws(EditError) -> SelectionPlan {
        guard keys.count <= Limits.selectionMax else { throw .tooMany }
        if case .calendar(let target) = action {
            if calendars[target] == nil { throw .unknownCalendar(target) }
            try checkWritable(target)
        }
        // The edits of one series build on each other, so they are made one after the other in an
        // agenda that holds the selected objects only: a copy of everything would cost too much.
        var apart = agenda(holding: keys, action)
        var plan = SelectionPlan()
        var written: [ObjectID] = []
        var seen: Set<OccurrenceKey> = []
        for key in keys where seen.insert(key).inserted {
            if apart.isLikeAfter(action, key) {
                plan.effect.unchangedCount += 1
                continue
            }
            let uid = newUID + "-" + String(seen.count)
            do throws(EditError) {
                let single = try apart.plan(key, action, newUID: uid, now: now)
                for (id, text) in single.texts {
                    if !written.contains(id) { written.append(id) }
                    if let text { apart.putObject(id, etag: "", text: text) }
                    if text == nil { apart.removeObject(id) }
                }
                plan.note(single.effect)
            } catch {
                plan.effect.leaveOut(error)
            }
        }
        plan.texts = written.map { ($0, apart.series($0)?.text) }
        return plan
    }

    /// An agenda with nothing but the objects of some occurrences, and those in the way of their
    /// move to another calendar.
    private func agenda(holding keys: [OccurrenceKey], _ action: SelectionAction) -> Agenda {
        var apart = Agenda()
        apart.calendars = calendars
        apart.zones = zones
        apart.account = account
        apart.zone = zone
        for key in keys {
            var places = [key.object]
            if case .calendar(let target) = action {
                places.append(ObjectID(calendar: target, href: key.object.href))
            }
            for id in places where apart.slotByObject[id] == nil {
                if let series = series(id) { apart.putObject(id, etag: "", text: series.text) }
            }
        }
        return apart
    }

    /// Whether an action would leave an occurrence as it is.
    private func isLikeAfter(_ action: SelectionAction, _ key: OccurrenceKey) -> Bool {
        guard let occurrence = occurrence(key) else { return false }
        switch action {
        case .shift(let days, let minutes):
            return days == 0 && (minutes == 0 || occurrence.event.isAllDay)
        case .calendar(let target): return key.object.calendar == target
        case .color(let name): return (occurrence.event.color?.name ?? "") == name
        case .copy, .delete: return false
        }
    }

    private func plan(
        _ key: OccurrenceKey,
        _ action: SelectionAction,
        newUID: String,
        now: Instant
    ) throws(EditError) -> EditPlan {
        if action == .delete { return try planDeletion(key, scope: .this, now: now) }
        var draft = EventDraft()
        switch action {
        case .shift(let days, let minutes), .copy(let days, let minutes):
            guard let occurrence = occurrence(key) else { throw .unknownEvent }
            let minutes = occurrence.event.isAllDay ? 0 : minutes
            let seconds = Int64(days) * 86_400 + Int64(minutes) * 60
            draft.start = occurrence.start.adding(seconds: seconds)
            draft.end = occurrence.end.adding(seconds: seconds)
        case .calendar(let target): draft.calendar = target
        case .color(let name): draft.color = name
        case .delete: break
        }
        if case .copy = action { return try planCopy(key, draft, newUID: newUID, now: now) }
        return try planChange(key, scope: .this, draft, newUID: newUID, now: now)
    }

    private func planCopy(
        _ key: OccurrenceKey,
        _ draft: EventDraft,
        newUID: String,
        now: Instant
    ) throws(EditError) -> EditPlan {
        let editor = try editor(editing: key, now: now)
        let id = ObjectID(calendar: key.object.calendar, href: newUID + ".ics")
        guard slotByObject[id] == nil else { throw .alreadyThere }
        let text = CalendarText.write([try editor.copying(draft, newUID: newUID)])
        let effect = EditEffect(
            kind: .created,
            scope: nil,
            title: editor.occurrence.event.title,
            isAllDay: editor.occurrence.event.isAllDay,
            oldStart: editor.occurrence.start,
            newStart: draft.start,
            from: draft.start?.date,
            oldRule: nil,
            newRule: nil,
            keptCount: 0,
            droppedCount: 0,
            isDetached: true,
            calendar: key.object.calendar
        )
        return EditPlan(effect: effect, texts: [(id, text)], series: [])
    }
}

extension SelectionPlan {
    mutating func note(_ single: EditEffect) {
        effect.changedCount += 1
        if single.scope != nil { effect.dateCount += 1 }
        if first == nil { first = single }
        if let newStart = single.newStart { start = start.map { min($0, newStart) } ?? newStart }
    }
}
