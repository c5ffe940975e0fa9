import CivilTime
import ICalendar
import Recurrence

/// Rewrites the text of a series for an edit of one of its occurrences.
///
/// What an edit is not about stays in the text as it was, octet by octet.
struct SeriesEditor: Sendable {
    /// The event of the object that is edited, as if there were no other.
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

    /// Whether the edited occurrence is what an earlier override says for all that follow.
    var isRanged: Bool { occurrence.event.recurrenceID != nil && !isOverride }

    /// Whether nothing of the series comes before the edited occurrence.
    var isFirst: Bool {
        guard let master = series.master else { return true }
        let dates = series.recurrence?.dates ?? []
        let first = dates.reduce(series.instant(of: master.start)) {
            min($0, series.instant(of: series.inMasterForm($1)))
        }
        return originalInstant <= first
    }

    // MARK: One occurrence

    /// The object with the draft put into the one occurrence.
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

    /// The override of the one occurrence, or, when it has none, one that says what it is now.
    func ownOverride(in object: Component) throws(EditError) -> Component {
        guard var event = ownComponent(in: object) else { throw .unknownEvent }
        guard !isOverride else { return event }
        for name in ["RRULE", "RDATE", "EXDATE", "EXRULE"] { event.remove(name) }
        event.set(Property.time("RECURRENCE-ID", originalStart))
        let end = series.writtenEnd(of: occurrence.event, from: occurrence.time)
        try writer.setTimes(of: &event, start: occurrence.time, end: end)
        return event
    }

    /// Puts the override of the one occurrence where the one it has is, or behind all others.
    func putOverride(_ event: Component, in object: inout Component) {
        if isOverride {
            replace(isOwnOverride, in: &object, with: event)
        } else {
            object.append(event)
        }
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
        replaceMaster(in: &object, with: event)
        return object
    }

    /// The one occurrence as an event of its own, and the object without it.
    ///
    /// An occurrence can be in no other calendar than its series, nor repeat by a rule of its own:
    /// RFC 5545 has no word for it.
    func detaching(
        _ draft: EventDraft,
        newUID: String
    ) throws(EditError) -> (rest: Component?, own: Component) {
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
        return (try deletingThis(), own)
    }

    // MARK: Times

    /// The times a draft asks for, in the form the event keeps; nil when it does not touch them.
    ///
    /// What a draft leaves where it was stays as written: the viewer's clock can't say which of two
    /// equal times is meant, or that a time is in a gap.
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
    /// The event without `RECURRENCE-ID` that is edited.
    func master(in object: Component) -> Component? {
        let masters = object.components.filter(Self.isMaster)
        return series.masterIndex < masters.count ? masters[series.masterIndex] : nil
    }

    static func isMaster(_ component: Component) -> Bool {
        component.isNamed("VEVENT") && component.first("RECURRENCE-ID") == nil
            && component.time("DTSTART") != nil
    }

    /// Whether a component is a changed occurrence of the edited event.
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

    /// What says how the edited occurrence is: its override, that for all that follow which it is
    /// under, or the master.
    func ownComponent(in object: Component) -> Component? {
        guard let replaced = occurrence.event.recurrenceID else { return master(in: object) }
        let instant = series.instant(of: series.inMasterForm(replaced))
        return object.components.first {
            isOverrideComponent($0) && replacedInstant($0) == instant
        }
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

    /// Puts an event in the place of the edited one.
    func replaceMaster(in object: inout Component, with event: Component) {
        var number = -1
        object.mapComponents { old in
            guard Self.isMaster(old) else { return old }
            number += 1
            return number == series.masterIndex ? event : old
        }
    }

    /// Removes the events that have the UID of the edited one and are others.
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
    /// The date-time that many seconds later by the clock, however many; clamped to what there is.
    ///
    /// `Int` has 32 bits in WebAssembly, which is 68 years.
    func adding(seconds: Int64) -> CivilDateTime {
        CivilDateTime(secondsSinceEpoch: secondsSinceEpoch + seconds)
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
