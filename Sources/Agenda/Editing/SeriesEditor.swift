import CivilTime
import ICalendar
import Recurrence

/// Rewrites the text of a series for an edit of one of its occurrences.
///
/// Everything that the edit isn't about stays in the text, byte for byte.
struct SeriesEditor: Sendable {
    /// The edited event with its overrides, without other masters in the object.
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
        series.time(recurrenceID: occurrence.key.originalStart) ?? occurrence.time
    }

    /// The instant of the start that the rule gave the edited occurrence.
    var originalInstant: Instant { series.instant(of: originalStart) }

    /// Whether the edited occurrence has an override of its own.
    var isOverride: Bool {
        guard let replaced = occurrence.event.recurrenceID else { return false }
        return series.instant(of: series.inMasterForm(replaced)) == originalInstant
    }

    /// Whether the edited occurrence is described by an earlier override that applies to all later
    /// ones.
    var isRanged: Bool { occurrence.event.recurrenceID != nil && !isOverride }

    /// Whether the edited occurrence is the first of the series.
    var isFirst: Bool {
        guard let master = series.master else { return true }
        let dates = series.recurrence?.dates ?? []
        let first = dates.reduce(series.instant(of: master.start)) {
            min($0, series.instant(of: series.inMasterForm($1)))
        }
        return originalInstant <= first
    }

    // MARK: One occurrence

    /// The object with only the edited occurrence changed.
    func changingThis(_ draft: EventDraft) throws(EditError) -> Component {
        var object = try object()
        var event = try ownOverride(in: object)
        var own = draft
        own.rule = nil
        if let times = try times(for: draft, replacing: occurrence.time) {
            try writer.setTimes(of: &event, start: times.start, end: times.end)
        }
        try writer.setFields(of: &event, own)
        writer.touch(&event)
        putOverride(event, in: &object)
        return object
    }

    /// The override of the edited occurrence, or a new one that describes it as it is.
    func ownOverride(in object: Component) throws(EditError) -> Component {
        guard var event = ownComponent(in: object) else { throw .unknownEvent }
        guard !isOverride else { return event }
        for name in ["RRULE", "RDATE", "EXDATE", "EXRULE"] { event.remove(name) }
        event.set(Property.time("RECURRENCE-ID", originalStart))
        let end = series.writtenEnd(of: occurrence.event, from: occurrence.time)
        try writer.setTimes(of: &event, start: occurrence.time, end: end)
        return event
    }

    /// Replaces the override of the edited occurrence, or adds one after all others.
    func putOverride(_ event: Component, in object: inout Component) {
        if isOverride {
            replace(isOwnOverride, in: &object, with: event)
        } else {
            object.append(event)
        }
    }

    /// The object without the edited occurrence; nil if nothing is left.
    func deletingThis() throws(EditError) -> Component? {
        var object = try object()
        if isOverride { object.removeComponents(where: isOwnOverride) }
        guard var event = master(in: object) else {
            return object.components(named: "VEVENT").isEmpty ? nil : object
        }
        event.append(Property.time("EXDATE", originalStart))
        writer.touch(&event)
        replaceMaster(in: &object, with: event)
        return object
    }

    /// Makes the edited occurrence an event of its own, and removes it from its series.
    ///
    /// RFC 5545 can't put one occurrence into another calendar than its series, or give it a rule
    /// of its own.
    func detaching(
        _ draft: EventDraft,
        newUID: String
    ) throws(EditError) -> (rest: Component?, own: Component) {
        (try deletingThis(), try ownEvent(draft, newUID: newUID))
    }

    /// A copy of the edited occurrence as an event of its own.
    ///
    /// The people invited to the event aren't invited to its copy.
    func copying(_ draft: EventDraft, newUID: String) throws(EditError) -> Component {
        var own = try ownEvent(draft, newUID: newUID)
        own.mapComponents { component in
            guard component.isNamed("VEVENT") else { return component }
            var event = component
            for name in ["ATTENDEE", "ORGANIZER"] { event.remove(name) }
            return event
        }
        return own
    }

    /// The object of an event that is like the edited occurrence, apart from a draft.
    private func ownEvent(
        _ draft: EventDraft,
        newUID: String
    ) throws(EditError) -> Component {
        var own = try changingThis(draft)
        guard var event = own.components(named: "VEVENT").first(where: isOwnOverride) else {
            throw .unknownEvent
        }
        event.remove("RECURRENCE-ID")
        event.set(Property.text("UID", newUID))
        if let rule = draft.rule {
            var repetition = EventDraft()
            repetition.rule = rule
            try writer.setFields(of: &event, repetition)
        }
        own.removeComponents { $0.isNamed("VEVENT") }
        own.append(event)
        return own
    }

    // MARK: Times

    /// The times that a draft asks for, in the form the event has; nil if the draft leaves them
    /// alone.
    ///
    /// A start or end that the draft doesn't change stays as written: the viewer's clock can't tell
    /// which of two equal times is meant, or that a time is in a gap.
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
        let keepsForm = isAllDay == old.isDate && draft.zone == nil
        let first =
            keepsForm && start == occurrence.start
            ? old : try writer.time(start, isAllDay: isAllDay, like: old, zone: draft.zone)
        let last =
            keepsForm && end == occurrence.end
            ? series.writtenEnd(of: occurrence.event, from: old)
            : try writer.time(end, isAllDay: isAllDay, like: old, zone: draft.zone)
        return (first, last)
    }
}

// MARK: Parts of the object

extension SeriesEditor {
    /// The master that is edited.
    func master(in object: Component) -> Component? {
        let masters = object.components.filter(Self.isMaster)
        return series.masterIndex < masters.count ? masters[series.masterIndex] : nil
    }

    static func isMaster(_ component: Component) -> Bool {
        component.isNamed("VEVENT") && component.first("RECURRENCE-ID") == nil
            && component.time("DTSTART") != nil
    }

    /// Whether a component is an override of the edited event.
    func isOverrideComponent(_ component: Component) -> Bool {
        series.masterIndex == 0 && component.isNamed("VEVENT")
            && component.first("RECURRENCE-ID") != nil
    }

    /// The start that an override replaces, as an instant.
    func replacedInstant(_ component: Component) -> Instant? {
        component.time("RECURRENCE-ID").map { series.instant(of: series.inMasterForm($0)) }
    }

    func isOwnOverride(_ component: Component) -> Bool {
        isOverrideComponent(component) && replacedInstant(component) == originalInstant
    }

    /// The component that describes the edited occurrence: its override, an earlier one that
    /// applies to all later occurrences, or the master.
    func ownComponent(in object: Component) -> Component? {
        guard let replaced = occurrence.event.recurrenceID else { return master(in: object) }
        let instant = series.instant(of: series.inMasterForm(replaced))
        return object.components.first {
            isOverrideComponent($0) && replacedInstant($0) == instant
        }
    }

    /// Replaces the first component that passes a test.
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

    /// Replaces the edited master.
    func replaceMaster(in object: inout Component, with event: Component) {
        var number = -1
        object.mapComponents { old in
            guard Self.isMaster(old) else { return old }
            number += 1
            return number == series.masterIndex ? event : old
        }
    }

    /// Removes the other events of the object, which have the same `UID` as the edited one.
    func removeOtherMasters(from object: inout Component) {
        var number = -1
        object.removeComponents { component in
            guard component.isNamed("VEVENT") else { return false }
            guard Self.isMaster(component) else { return !isOverrideComponent(component) }
            number += 1
            return number != series.masterIndex
        }
    }
}

extension EventOccurrence {
    /// The length by the viewer's clock, in seconds.
    var lengthSeconds: Int64 {
        end.secondsSinceEpoch - start.secondsSinceEpoch
    }
}

extension CivilDateTime {
    /// The date-time some seconds later by the clock, clamped to the supported range.
    ///
    /// `Int` has 32 bits in WebAssembly, which are only 68 years.
    func adding(seconds: Int64) -> CivilDateTime {
        CivilDateTime(secondsSinceEpoch: secondsSinceEpoch + seconds)
    }
}

extension EventDraft {
    /// Whether the draft changes when the event is.
    var touchesTimes: Bool {
        isAllDay != nil || start != nil || end != nil || zone != nil
    }

    /// Whether the draft changes only start, end or zone.
    var isMoveOnly: Bool {
        var rest = self
        rest.start = nil
        rest.end = nil
        rest.zone = nil
        return touchesTimes && rest == EventDraft()
    }
}
