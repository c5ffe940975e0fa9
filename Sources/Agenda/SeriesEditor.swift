import CivilTime
import ICalendar
import Recurrence

/// Rewrites the text of a series for an edit of one of its occurrences.
///
/// What an edit is not about stays in the text as it was, octet by octet.
struct SeriesEditor: Sendable {
    let series: Series
    let occurrence: EventOccurrence
    let writer: DraftWriter

    /// The stored text as components.
    func object() throws(EditError) -> Component {
        guard let object = CalendarText.parse(series.text).components.first else {
            throw .unknownEvent
        }
        return object
    }

    /// The start that the rule gave the edited occurrence, in the master's form.
    var originalStart: CalendarTime {
        series.time(recurrenceID: occurrence.key.recurrenceID) ?? occurrence.event.start
    }

    /// Whether the edited occurrence was changed before.
    var isOverride: Bool { occurrence.event.recurrenceID != nil }

    /// Whether nothing of the series comes before the edited occurrence.
    var isFirst: Bool {
        guard let master = series.master else { return true }
        return series.instant(of: originalStart) <= series.instant(of: master.start)
    }

    // MARK: One occurrence

    /// The object with the draft put into the one occurrence.
    func changingThis(_ draft: EventDraft) throws(EditError) -> Component {
        var object = try object()
        guard var event = isOverride ? ownOverride(in: object) : master(in: object) else {
            throw .unknownEvent
        }
        if !isOverride {
            for name in ["RRULE", "RDATE", "EXDATE", "EXRULE"] { event.remove(name) }
            event.set(Property.time("RECURRENCE-ID", originalStart))
            let end = series.writtenEnd(of: occurrence.event, from: originalStart)
            try writer.setTimes(of: &event, start: originalStart, end: end)
        }
        let start = isOverride ? occurrence.event.start : originalStart
        var own = draft
        own.rule = nil
        if let times = try times(for: draft, replacing: start) {
            try writer.setTimes(of: &event, start: times.start, end: times.end)
        }
        try writer.setFields(of: &event, own)
        writer.touch(&event)
        if isOverride {
            replace(isOwnOverride, in: &object, with: event)
        } else {
            object.append(event)
        }
        return object
    }

    /// The object without the one occurrence; nil when nothing is left.
    func deletingThis() throws(EditError) -> Component? {
        var object = try object()
        if isOverride { object.removeComponents(where: isOwnOverride) }
        guard var event = master(in: object) else {
            return object.components(named: "VEVENT").isEmpty ? nil : object
        }
        event.append(Property.time("EXDATE", originalStart))
        writer.touch(&event)
        replace(isMaster, in: &object, with: event)
        return object
    }

    // MARK: All

    /// The object with the draft put into the whole series; changed dates keep their changes.
    func changingAll(_ draft: EventDraft) throws(EditError) -> Component {
        var object = try object()
        guard var event = master(in: object), let old = series.master else {
            return try changingThis(draft)
        }
        let from = isOverride ? occurrence.event.start : originalStart
        if let times = try times(for: draft, replacing: from) {
            let shift = TimeShift(from: from, to: times.start)
            let start = shift.moved(old.start)
            try writer.setTimes(
                of: &event,
                start: start,
                end: shift.end(from: start, like: times)
            )
            shift.moveExceptions(of: &event)
            if draft.rule == nil { shift.moveRule(of: &event, start: old.start) }
            object.mapComponents { component in
                guard isOverrideComponent(component) else { return component }
                var override = component
                shift.moveRecurrenceID(of: &override)
                return override
            }
        }
        try writer.setFields(of: &event, draft)
        if draft.rule?.isEmpty == true { object.removeComponents(where: isOverrideComponent) }
        writer.touch(&event)
        replace(isMaster, in: &object, with: event)
        return object
    }

    // MARK: Times

    /// The times a draft asks for, in the form the event keeps; nil when it does not touch them.
    func times(
        for draft: EventDraft,
        replacing old: CalendarTime
    ) throws(EditError) -> (start: CalendarTime, end: CalendarTime)? {
        guard draft.touchesTimes else { return nil }
        let isAllDay = draft.isAllDay ?? old.isDate
        let start = draft.start ?? occurrence.start
        var end = draft.end ?? start.adding(seconds: occurrence.lengthSeconds)
        if isAllDay, draft.end == nil, !old.isDate {
            let last = EventOccurrence.lastDate(from: start, to: end)
            end = CivilDateTime(date: last.adding(days: 1), time: .midnight)
        }
        return (
            try writer.time(start, isAllDay: isAllDay, like: old, zone: draft.zone),
            try writer.time(end, isAllDay: isAllDay, like: old, zone: draft.zone)
        )
    }

    // MARK: Parts of the object

    func master(in object: Component) -> Component? {
        object.components(named: "VEVENT").first(where: isMaster)
    }

    func isMaster(_ component: Component) -> Bool {
        component.isNamed("VEVENT") && component.first("RECURRENCE-ID") == nil
    }

    func isOverrideComponent(_ component: Component) -> Bool {
        component.isNamed("VEVENT") && component.first("RECURRENCE-ID") != nil
    }

    /// The start that an override replaces, as an instant.
    func replacedInstant(_ component: Component) -> Instant? {
        component.time("RECURRENCE-ID").map(series.instant)
    }

    private func isOwnOverride(_ component: Component) -> Bool {
        isOverrideComponent(component)
            && replacedInstant(component) == series.instant(of: originalStart)
    }

    private func ownOverride(in object: Component) -> Component? {
        object.components(named: "VEVENT").first(where: isOwnOverride)
    }

    /// Puts a component in the place of the first for which a test holds.
    func replace(
        _ isReplaced: (Component) -> Bool,
        in object: inout Component,
        with component: Component
    ) {
        var isDone = false
        object.mapComponents { old in
            guard !isDone, isReplaced(old) else { return old }
            isDone = true
            return component
        }
    }
}

extension EventOccurrence {
    /// The length by the viewer's clock, in seconds.
    var lengthSeconds: Int {
        Int(end.secondsSinceEpoch - start.secondsSinceEpoch)
    }
}

extension EventDraft {
    /// Whether the draft says anything about when the event is.
    var touchesTimes: Bool {
        isAllDay != nil || start != nil || end != nil || zone != nil
    }

    /// Whether the draft changes the time and nothing else.
    var isMoveOnly: Bool {
        var rest = self
        rest.start = nil
        rest.end = nil
        rest.zone = nil
        return touchesTimes && rest == EventDraft()
    }
}
