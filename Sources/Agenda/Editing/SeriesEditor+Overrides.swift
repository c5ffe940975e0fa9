import CivilTime
import ICalendar
import Recurrence

extension SeriesEditor {
    /// Applies a change of the series to its overrides, except for what was changed in them.
    func adjustOverrides(
        in object: inout Component,
        from old: Component,
        to new: Component,
        by shift: SeriesShift?,
        _ draft: EventDraft
    ) throws(EditError) {
        var failure: EditError?
        // The override for all later occurrences that describes the edited one.
        let governing = isRanged ? ownComponent(in: try self.object()) : nil
        let inheritance = Inheritance(from: old, to: new)
        object.mapComponents { component in
            guard isOverrideComponent(component), failure == nil else { return component }
            var override = component
            do throws(EditError) {
                if override == governing {
                    var fields = draft
                    fields.rule = nil
                    try writer.setFields(of: &override, fields)
                } else if !isOverride || !isOwnOverride(override) {
                    inheritance.apply(to: &override)
                    if let guests = draft.guests,
                        override.values(of: "ATTENDEE") == old.values(of: "ATTENDEE")
                    {
                        try writer.setGuests(guests, of: &override)
                    }
                }
                try adjust(&override, from: old, to: new, by: shift)
            } catch {
                failure = error
            }
            return override
        }
        if let failure { throw failure }
    }

    /// Moves an override along with its series.
    private func adjust(
        _ override: inout Component,
        from old: Component,
        to new: Component,
        by shift: SeriesShift?
    ) throws(EditError) {
        let isOwn = isOverride && isOwnOverride(override)
        let start = override.time("DTSTART")
        let replaced = override.time("RECURRENCE-ID")
        if let shift { shift.moveRecurrenceID(of: &override) }
        guard !isOwn, let start, let replaced else { return }
        try moveTimes(of: &override, start, replaced, from: old, to: new, by: shift)
    }

    /// Moves an override if it's still at its own time or applies to all later occurrences, and
    /// gives it the new length of its series if it had the old one.
    private func moveTimes(
        of override: inout Component,
        _ start: CalendarTime,
        _ replaced: CalendarTime,
        from old: Component,
        to new: Component,
        by shift: SeriesShift?
    ) throws(EditError) {
        let isRange = VEvent(override)?.isForThisAndFuture ?? false
        let wasThere = series.inMasterForm(start) == series.inMasterForm(replaced)
        guard let newStart = new.time("DTSTART") else { return }
        guard let oldLength = wallLength(of: old), let newLength = wallLength(of: new) else {
            return
        }
        let hadLength = wallLength(of: override) == oldLength
        let follows = shift != nil && (wasThere || isRange)
        guard follows || (hadLength && oldLength != newLength) else { return }
        var to = start
        if let shift, follows {
            to = wasThere ? shift.moved(start) : shift.displacement.moved(start)
        }
        let own = hadLength || to.isDate != start.isDate ? newLength : wallLength(of: override)
        let seconds = own ?? newLength
        guard newStart.isDate == to.isDate else { return }
        let end = to.replacingCivil(writer.shownCivil(of: to).adding(seconds: seconds))
        try writer.setTimes(of: &override, start: to, end: end)
    }

    /// The length of an event by the clock, in seconds.
    private func wallLength(of event: Component) -> Int64? {
        guard let start = event.time("DTSTART"),
            let end = VEvent(event)?.end(in: writer.zone(of: start))
        else { return nil }
        if isSameForm(start, end) {
            let from = writer.shownCivil(of: start).secondsSinceEpoch
            return end.civil.secondsSinceEpoch - from
        }
        return writer.instant(of: end).secondsSinceEpoch
            - writer.instant(of: start).secondsSinceEpoch
    }

    /// Removes the overrides whose original date is before the first occurrence of a new rule, or
    /// after its last.
    ///
    /// An override in between stays even if the new rule has no occurrence on that date: somebody
    /// changed it deliberately.
    func dropOverridesOutside(_ object: inout Component) throws(EditError) {
        guard
            let changed = Series(
                id: series.id,
                text: CalendarText.write([object]),
                zones: writer.zones
            )?.series(ofMaster: series.masterIndex), let all = changed.recurrenceOfRules
        else { return }
        var occurrences = all.occurrences()
        let first = occurrences.next()?.instant
        let last = all.isEndless ? nil : all.last?.instant
        object.removeComponents { component in
            guard isOverrideComponent(component), let time = component.time("RECURRENCE-ID")
            else { return false }
            let instant = changed.instant(of: changed.inMasterForm(time))
            if let first, instant < first { return true }
            return last.map { instant > $0 } ?? false
        }
    }
}

/// The properties and alarms that overrides take over from a change of their series, because they
/// didn't differ from it before.
private struct Inheritance {
    /// The properties that an override takes over until it has its own.
    private static let names = [
        "SUMMARY", "LOCATION", "DESCRIPTION", "URL", "COLOR", "TRANSP", "CLASS", "STATUS",
        "CATEGORIES",
    ]

    /// The changed properties, with their values before and the properties now.
    private let changed: [(name: String, before: [String], now: [Property])]
    /// The alarms before and now, if they changed.
    private let alarms: (before: [Component], now: [Component])?

    init(from old: Component, to new: Component) {
        var changed: [(name: String, before: [String], now: [Property])] = []
        for name in Self.names {
            let before = old.values(of: name)
            guard new.values(of: name) != before else { continue }
            changed.append((name, before, new.all(name)))
        }
        self.changed = changed
        let before = old.components(named: "VALARM")
        let now = new.components(named: "VALARM")
        alarms = before == now ? nil : (before, now)
    }

    func apply(to override: inout Component) {
        for (name, before, now) in changed where override.values(of: name) == before {
            override.setAll(name, to: now)
        }
        guard let alarms, override.components(named: "VALARM") == alarms.before else { return }
        override.removeComponents { $0.isNamed("VALARM") }
        for alarm in alarms.now { override.append(alarm) }
    }
}

extension Component {
    /// The raw values of all properties with a name.
    fileprivate func values(of name: String) -> [String] {
        all(name).map { $0.rawValue }
    }
}
