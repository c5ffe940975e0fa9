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
            writer: DraftWriter(zones: zones, viewer: zone, now: now, own: series.zones)
        )
        let scope = occurrence.isRepeating ? scope : .all
        let target = draft.calendar ?? key.object.calendar
        var texts: [(ObjectID, [UInt8]?)] = []
        switch scope {
        case .this:
            texts = [(key.object, text(of: try editor.changingThis(draft)))]
        case .following where !editor.isFirst:
            let second = ObjectID(calendar: target, href: newUID + ".ics")
            guard slotByObject[second] == nil else { throw .alreadyThere }
            let split = try editor.splitting(draft, newUID: newUID)
            texts = [(key.object, text(of: split.before)), (second, text(of: split.after))]
        case .following, .all:
            let changed = text(of: try editor.changingAll(draft))
            let moved = ObjectID(calendar: target, href: key.object.href)
            texts = [(moved, changed)]
            if moved != key.object {
                guard slotByObject[moved] == nil else { throw .alreadyThere }
                texts.append((key.object, nil))
            }
        }
        let kind: EditKind = draft.isMoveOnly ? .moved : .changed
        let title = draft.title ?? occurrence.event.title
        let start = draft.start ?? occurrence.start
        let told = occurrence.isRepeating ? scope : nil
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
            writer: DraftWriter(zones: zones, viewer: zone, now: now, own: series.zones)
        )
        let object: Component?
        switch occurrence.isRepeating ? scope : .all {
        case .this: object = happening(try editor.deletingThis(), as: key.object)
        case .following:
            object = editor.isFirst ? nil : happening(try editor.truncated(), as: key.object)
        case .all: object = nil
        }
        let edit = makeEdit(
            .deleted,
            title: occurrence.event.title,
            scope: occurrence.isRepeating ? scope : nil,
            start: occurrence.start,
            [(key.object, object.map(text))]
        )
        return carryOut(edit)
    }

    /// Moves an occurrence by whole days, keeping its time of day in its own zone and its length.
    public mutating func move(
        _ key: OccurrenceKey,
        byDays days: Int,
        scope: EditScope,
        newUID: String,
        now: Instant
    ) throws(EditError) -> EditOutcome {
        guard let series = series(key.object), let occurrence = occurrence(key) else {
            throw .unknownEvent
        }
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
        return try change(key, scope: scope, draft, newUID: newUID, now: now)
    }

    /// The object, or nil when all of its occurrences are taken away: nobody would find it again.
    private func happening(_ object: Component?, as id: ObjectID) -> Component? {
        guard let object,
            let series = Series(id: id, etag: "", text: text(of: object), zones: zones)
        else { return nil }
        guard series.overrides.isEmpty, let recurrence = series.recurrence else { return object }
        var starts = recurrence.occurrences()
        return starts.next() == nil ? nil : object
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
