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
        let id = ObjectID(calendar: calendar, href: uid + ".ics")
        guard slotByObject[id] == nil else { throw .alreadyThere }
        let writer = DraftWriter(zones: zones, viewer: zone, now: now)
        let object = try writer.newObject(draft, uid: uid)
        let edit = makeEdit(
            .created,
            title: draft.title ?? "",
            scope: nil,
            start: draft.start,
            [(id, text(of: object))]
        )
        return carryOut(edit)
    }

    /// Changes an event, one occurrence of it, or one and all that follow.
    ///
    /// - Parameters:
    ///   - key: The occurrence that was edited.
    ///   - scope: How much of a repeating event changes; of no meaning for others.
    ///   - draft: The fields to set. Start and end are those of the edited occurrence.
    ///   - newUID: The identifier of the new series, should this one be split.
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
        guard let series = series(key.object), let occurrence = occurrence(key) else {
            throw .unknownEvent
        }
        if let target = draft.calendar, calendars[target] == nil { throw .unknownCalendar(target) }
        let editor = SeriesEditor(
            series: series,
            occurrence: occurrence,
            writer: DraftWriter(zones: zones, viewer: zone, now: now)
        )
        let scope = series.isRepeating ? scope : .all
        let target = draft.calendar ?? key.object.calendar
        var texts: [(ObjectID, [UInt8]?)] = []
        switch scope {
        case .this:
            texts = [(key.object, text(of: try editor.changingThis(draft)))]
        case .following where !editor.isFirst:
            let split = try editor.splitting(draft, newUID: newUID)
            let second = ObjectID(calendar: target, href: newUID + ".ics")
            texts = [(key.object, text(of: split.before)), (second, text(of: split.after))]
        case .following, .all:
            let changed = text(of: try editor.changingAll(draft))
            let moved = ObjectID(calendar: target, href: key.object.href)
            texts = [(moved, changed)]
            if moved != key.object { texts.append((key.object, nil)) }
        }
        let kind: EditKind = draft.isMoveOnly ? .moved : .changed
        let title = draft.title ?? occurrence.event.title
        let start = draft.start ?? occurrence.start
        let told = series.isRepeating ? scope : nil
        return carryOut(makeEdit(kind, title: title, scope: told, start: start, texts))
    }

    /// Deletes an event, one occurrence of it, or one and all that follow.
    public mutating func delete(
        _ key: OccurrenceKey,
        scope: EditScope,
        now: Instant
    ) throws(EditError) -> EditOutcome {
        guard let series = series(key.object), let occurrence = occurrence(key) else {
            throw .unknownEvent
        }
        let editor = SeriesEditor(
            series: series,
            occurrence: occurrence,
            writer: DraftWriter(zones: zones, viewer: zone, now: now)
        )
        let object: Component?
        switch series.isRepeating ? scope : .all {
        case .this: object = try editor.deletingThis()
        case .following: object = editor.isFirst ? nil : try editor.truncated()
        case .all: object = nil
        }
        let edit = makeEdit(
            .deleted,
            title: occurrence.event.title,
            scope: series.isRepeating ? scope : nil,
            start: occurrence.start,
            [(key.object, object.map(text))]
        )
        return carryOut(edit)
    }

    /// Moves an occurrence by whole days, keeping its time of day and its length.
    public mutating func move(
        _ key: OccurrenceKey,
        byDays days: Int,
        scope: EditScope,
        newUID: String,
        now: Instant
    ) throws(EditError) -> EditOutcome {
        guard let occurrence = occurrence(key) else { throw .unknownEvent }
        var draft = EventDraft()
        draft.start = CivilDateTime(
            date: occurrence.start.date.adding(days: days),
            time: occurrence.start.time
        )
        return try change(key, scope: scope, draft, newUID: newUID, now: now)
    }

    private func text(of object: Component) -> [UInt8] {
        CalendarText.write([object])
    }

    private mutating func makeEdit(
        _ kind: EditKind,
        title: String,
        scope: EditScope?,
        start: CivilDateTime?,
        _ texts: [(ObjectID, [UInt8]?)]
    ) -> Edit {
        editCount += 1
        return Edit(
            number: editCount,
            kind: kind,
            title: title,
            scope: scope,
            start: start,
            before: texts.map { ObjectSnapshot(id: $0.0, text: series($0.0)?.text) },
            after: texts.map { ObjectSnapshot(id: $0.0, text: $0.1) }
        )
    }
}
