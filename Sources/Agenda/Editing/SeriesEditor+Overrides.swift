import CivilTime
import ICalendar
import Recurrence

extension SeriesEditor {
    /// The properties that an override takes over from its series until it has its own.
    private static let inherited = [
        "SUMMARY", "LOCATION", "DESCRIPTION", "URL", "COLOR", "TRANSP", "CLASS", "STATUS",
        "CATEGORIES",
    ]

    /// Applies a change of the series to its overrides, except for what was changed in them.
    func adjustOverrides(
        in object: inout Component,
        from old: Component,
        to new: Component,
        by shift: SeriesShift?,
        _ draft: EventDraft
    ) throws(EditError) {
        var failure: EditError?
        object.mapComponents { component in
            guard isOverrideComponent(component), failure == nil else { return component }
            var override = component
            do throws(EditError) {
                try adjust(&override, from: old, to: new, by: shift, draft)
            } catch {
                failure = error
            }
            return override
        }
        if let failure { throw failure }
    }

    private func adjust(
        _ override: inout Component,
        from old: Component,
        to new: Component,
        by shift: SeriesShift?,
        _ draft: EventDraft
    ) throws(EditError) {
        let isOwn = isOverride && isOwnOverride(override)
        // The override for all later occurrences that describes the edited one.
        let governing = isRanged ? ownComponent(in: try object()) : nil
        if override == governing {
            var fields = draft
            fields.rule = nil
            try writer.setFields(of: &override, fields)
        } else if !isOwn {
            inherit(&override, from: old, to: new)
        }
        let start = override.time("DTSTART")
        let replaced = override.time("RECURRENCE-ID")
        if let shift { shift.moveRecurrenceID(of: &override) }
        guard !isOwn, let start, let replaced else { return }
        try moveTimes(of: &override, start, replaced, from: old, to: new, by: shift)
    }

    /// Copies the changed properties and alarms that an override still has like its series.
    private func inherit(_ override: inout Component, from old: Component, to new: Component) {
        for name in Self.inherited {
            let before = old.values(of: name)
            guard new.values(of: name) != before, override.values(of: name) == before else {
                continue
            }
            override.setAll(name, to: new.all(name))
        }
        let alarms = old.components(named: "VALARM")
        guard new.components(named: "VALARM") != alarms,
            override.components(named: "VALARM") == alarms
        else { return }
        override.removeComponents { $0.isNamed("VALARM") }
        for alarm in new.components(named: "VALARM") { override.append(alarm) }
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

    /// Removes the overrides that are before or after everything a new rule gives.
    ///
    /// One in between that the new rule doesn't give stays on its own date: somebody changed it
    /// deliberately.
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

extension Component {
    /// The raw values of all properties with a name.
    fileprivate func values(of name: String) -> [String] {
        all(name).map { $0.rawValue }
    }
}
