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

    /// The object with the draft put into the whole series and into the edited occurrence; other
    /// changed dates keep their changes.
    func changingAll(_ draft: EventDraft) throws(EditError) -> Component {
        var object = isOverride ? try changingThis(draft) : try object()
        guard var event = master(in: object), let old = series.master else {
            return try changingThis(draft)
        }
        let from = isOverride ? occurrence.event.start : originalStart
        if let times = try times(for: draft, replacing: from) {
            let shift = shift(from: from, to: times.start)
            let start = shift.moved(old.start)
            let end = seriesEnd(from: start, like: times, isTyped: draft.end != nil)
            try writer.setTimes(of: &event, start: start, end: end)
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

    /// How far the series goes when the edited occurrence goes from one time to another.
    private func shift(from old: CalendarTime, to new: CalendarTime) -> TimeShift {
        // A changed date may have another zone than its series, which keeps its own.
        let isInSeriesForm = !isOverride || !isSameForm(old, new)
        return TimeShift(
            of: series,
            from: isInSeriesForm ? old : series.inMasterForm(old),
            to: isInSeriesForm ? new : series.inMasterForm(new),
            writer: writer
        )
    }

    /// The end of the whole event: as long as it was, or as the times that were typed.
    private func seriesEnd(
        from start: CalendarTime,
        like times: (start: CalendarTime, end: CalendarTime),
        isTyped: Bool
    ) -> CalendarTime {
        if let old = series.master, isSameForm(old.start, start),
            !isTyped || times.start.isDate != start.isDate
        {
            return series.writtenEnd(of: old, from: start)
        }
        let length =
            times.end.civil.secondsSinceEpoch
            - writer.shownCivil(of: times.start).secondsSinceEpoch
        let end = writer.shownCivil(of: start).secondsSinceEpoch + length
        return start.replacingCivil(CivilDateTime(secondsSinceEpoch: end))
    }

    private func isSameForm(_ a: CalendarTime, _ b: CalendarTime) -> Bool {
        a.isDate == b.isDate && a.zoneID == b.zoneID
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
        component.time("RECURRENCE-ID").map { series.instant(of: series.inMasterForm($0)) }
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
