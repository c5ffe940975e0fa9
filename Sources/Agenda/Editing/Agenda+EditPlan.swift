import CivilTime
import ICalendar
import Recurrence

/// An edit that is worked out but not made yet.
struct EditPlan {
    let effect: EditEffect
    /// The objects that the edit writes; one without text is deleted.
    let texts: [(id: ObjectID, text: [UInt8]?)]
    /// The series read from these texts.
    let series: [Series]
}

extension Agenda {
    func planChange(
        _ key: OccurrenceKey,
        scope: EditScope,
        _ draft: EventDraft,
        newUID: String,
        now: Instant
    ) throws(EditError) -> EditPlan {
        let editor = try editor(editing: key, now: now)
        let occurrence = editor.occurrence
        if let target = draft.calendar, calendars[target] == nil { throw .unknownCalendar(target) }
        try checkWritable(draft.calendar ?? key.object.calendar)
        let draft = inOwnDays(draft, of: editor)
        let seriesScope = occurrence.isRepeating ? scope : nil
        let target = draft.calendar ?? key.object.calendar
        let newObject = ObjectID(calendar: target, href: newUID + ".ics")
        var texts: [(id: ObjectID, text: [UInt8]?)] = []
        var isDetached = false
        switch seriesScope ?? .all {
        case .this where editor.becomesOwn(draft):
            guard slotByObject[newObject] == nil else { throw .alreadyThere }
            let parts = try editor.detaching(draft, newUID: newUID)
            let rest = unlessEmpty(parts.rest, as: key.object)
            texts = [(key.object, rest.map(text)), (newObject, text(of: parts.own))]
            isDetached = true
        case .this:
            texts = [(key.object, text(of: try editor.changingThis(draft)))]
        case .following where !editor.isFirst:
            guard slotByObject[newObject] == nil else { throw .alreadyThere }
            let split = try editor.splitting(draft, newUID: newUID)
            let before = unlessEmpty(split.before, as: key.object)
            texts = [(key.object, before.map(text)), (newObject, text(of: split.after))]
        case .following, .all:
            let changed = text(of: try editor.changingAll(draft))
            let moved = ObjectID(calendar: target, href: key.object.href)
            texts = [(moved, changed)]
            if moved != key.object {
                guard slotByObject[moved] == nil else { throw .alreadyThere }
                texts.append((key.object, nil))
            }
        }
        let after = read(texts)
        let effect = effect(
            of: editor,
            draft.isMoveOnly ? .moved : .changed,
            scope: seriesScope,
            draft,
            texts,
            after,
            isDetached: isDetached
        )
        return EditPlan(effect: effect, texts: texts, series: after)
    }

    func planDeletion(
        _ key: OccurrenceKey,
        scope: EditScope,
        now: Instant
    ) throws(EditError) -> EditPlan {
        let editor = try editor(editing: key, now: now)
        let seriesScope = editor.occurrence.isRepeating ? scope : nil
        let object: Component?
        switch seriesScope ?? .all {
        case .this: object = unlessEmpty(try editor.deletingThis(), as: key.object)
        case .following where !editor.isFirst:
            object = unlessEmpty(try editor.truncated(), as: key.object)
        case .following, .all: object = try editor.deletingAll()
        }
        let texts = [(id: key.object, text: object.map(text))]
        let after = read(texts)
        let effect = effect(
            of: editor,
            .deleted,
            scope: seriesScope,
            nil,
            texts,
            after,
            isDetached: false
        )
        return EditPlan(effect: effect, texts: texts, series: after)
    }

    /// The editor of an occurrence, if the viewer may edit it.
    func editor(
        editing key: OccurrenceKey,
        now: Instant
    ) throws(EditError) -> SeriesEditor {
        try checkWritable(key.object.calendar)
        let editor = try editor(for: key, now: now)
        if isCandidate(key.object) { throw .isProposal }
        return editor
    }

    func editor(for key: OccurrenceKey, now: Instant) throws(EditError) -> SeriesEditor {
        guard let series = series(key.object)?.series(ofMaster: key.masterIndex),
            let occurrence = occurrence(key)
        else { throw .unknownEvent }
        let writer = DraftWriter(
            zones: zones,
            viewer: zone,
            now: now,
            own: series.zones,
            host: host
        )
        return SeriesEditor(series: series, occurrence: occurrence, writer: writer)
    }

    /// The draft with the days of its rule by the event's own clock.
    ///
    /// If an event in Tokyo shows on a viewer's Monday and they make it Tuesdays, they mean their
    /// own Tuesdays, which are Wednesdays there.
    private func inOwnDays(_ draft: EventDraft, of editor: SeriesEditor) -> EventDraft {
        let time = editor.occurrence.time
        guard let text = draft.rule, draft.zone == nil, draft.isAllDay ?? time.isDate == false,
            let rule = try? RecurrenceRule(parsing: text)
        else { return draft }
        var local = draft
        if rule == editor.series.recurrence?.rules.first {
            // The rule wasn't changed: it moves with the times.
            local.rule = nil
            return local
        }
        let shown = editor.occurrence.start
        local.rule = rule.inDays(of: time.civil.date, shownOn: shown.date).text
        return local
    }

    private func effect(
        of editor: SeriesEditor,
        _ kind: EditKind,
        scope: EditScope?,
        _ draft: EventDraft?,
        _ texts: [(id: ObjectID, text: [UInt8]?)],
        _ after: [Series],
        isDetached: Bool
    ) -> EditEffect {
        let occurrence = editor.occurrence
        let total = editor.series.overrideCount(except: editor.originalInstant)
        let left = after.reduce(0) { $0 + $1.overrides.count }
        // Don't count the edited occurrence among the other changed ones.
        let isOwn = draft != nil && !isDetached && (scope == .this || editor.isOverride)
        let ownCount = isOwn ? 1 : 0
        let kept = min(total, max(0, left - ownCount))
        // Of two objects, the second is the one that continues.
        let last = texts.last?.text == nil && draft != nil ? after.first : after.last
        let newStart = draft.map { $0.start ?? occurrence.start }
        return EditEffect(
            kind: kind,
            scope: scope,
            title: draft?.title ?? occurrence.event.title,
            isAllDay: draft?.isAllDay ?? occurrence.event.isAllDay,
            oldStart: occurrence.start,
            newStart: newStart,
            from: scope == .all
                ? after.first?.master?.start.civil.date : (newStart ?? occurrence.start).date,
            oldRule: editor.series.rule,
            newRule: last?.series(ofMaster: isDetached ? 0 : editor.series.masterIndex)?.rule,
            keptCount: kept,
            droppedCount: total - kept,
            isDetached: isDetached,
            calendar: draft?.calendar
        )
    }

    private func read(_ texts: [(id: ObjectID, text: [UInt8]?)]) -> [Series] {
        texts.compactMap { id, text in text.flatMap { read(id, $0) } }
    }

    /// The object, or nil if it has no occurrence left: nobody could find it again.
    private func unlessEmpty(_ object: Component?, as id: ObjectID) -> Component? {
        guard let object,
            let series = read(id, text(of: object))
        else { return nil }
        guard series.overrides.isEmpty, series.otherMasters.isEmpty,
            let recurrence = series.recurrence
        else { return object }
        var starts = recurrence.occurrences()
        return starts.next() == nil ? nil : object
    }

    private func text(of object: Component) -> [UInt8] {
        CalendarText.write([object])
    }
}

extension SeriesEditor {
    /// Whether a change of one occurrence makes it an event of its own.
    func becomesOwn(_ draft: EventDraft) -> Bool {
        guard series.master != nil else { return false }
        if let calendar = draft.calendar, calendar != series.id.calendar { return true }
        return draft.rule?.isEmpty == false
    }
}

extension RecurrenceRule {
    /// Translates the days of a rule from the viewer's clock to the event's own.
    ///
    /// - Parameters:
    ///   - own: The day of an occurrence by the event's own clock.
    ///   - shown: The day of the same occurrence by the viewer's clock.
    /// - Returns: The rule with its days moved by the difference of these two.
    func inDays(of own: CivilDate, shownOn shown: CivilDate) -> RecurrenceRule {
        guard own != shown else { return self }
        let noon = TimeOfDay(secondsSinceMidnight: 12 * 3_600) ?? .midnight
        var endless = self
        endless.end = .never
        let from = CivilDateTime(date: shown, time: noon)
        let to = CivilDateTime(date: own, time: noon)
        var moved = RuleMove(endless, start: from, from: from, to: to).rule
        moved.end = end
        return moved
    }
}
