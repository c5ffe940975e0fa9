import CivilTime
import ICalendar
import Recurrence

extension SeriesEditor {
    /// Splits the series: the object cut off before the edited occurrence, and a new one from there
    /// on with the draft applied.
    ///
    /// A rule with a `COUNT` keeps its total over both parts. Exceptions and overrides go to the
    /// part they belong to.
    func splitting(
        _ draft: EventDraft,
        newUID: String
    ) throws(EditError) -> (before: Component, after: Component) {
        let cut = originalInstant
        var after = try object()
        removeOtherMasters(from: &after)
        guard var event = after.components.first(where: Self.isMaster) else { throw .unknownEvent }
        let first = draft.rule?.isEmpty == true ? nil : firstOfRules(from: cut)
        let start = first ?? originalStart
        let end = series.writtenEnd(of: series.master ?? occurrence.event, from: start)
        try writer.setTimes(of: &event, start: start, end: end)
        reduceCounts(of: &event, before: cut)
        keepDates(of: &event) { $0 >= cut }
        replace(Self.isMaster, in: &after, with: event)
        try cutOverrides(of: &after, before: cut)
        after.mapComponents { component in
            guard component.isNamed("VEVENT") else { return component }
            var renamed = component
            renamed.set(Property.text("UID", newUID))
            return renamed
        }
        let id = ObjectID(calendar: series.id.calendar, href: newUID + ".ics")
        let text = CalendarText.write([after])
        guard let tail = Series(id: id, text: text, zones: writer.zones) else {
            throw .unknownEvent
        }
        let key = OccurrenceKey(object: id, originalStart: originalStart, masterIndex: 0)
        // An earlier override for all later occurrences now starts at this one.
        let changed = tail.overrides.first { event in
            event.recurrenceID.map { tail.instant(of: tail.inMasterForm($0)) } == cut
        }
        let editor = SeriesEditor(
            series: tail,
            occurrence: occurrence.named(key, event: changed ?? occurrence.event),
            writer: writer
        )
        return (try truncated(), try editor.changingAll(reducingCount(of: draft, before: cut)))
    }

    /// The object cut off before the edited occurrence.
    func truncated() throws(EditError) -> Component {
        let cut = originalInstant
        var object = try object()
        guard var event = master(in: object) else { throw .unknownEvent }
        let last = lastMoment(before: originalStart)
        event.setAll(
            "RRULE",
            to: event.all("RRULE").map { property in
                guard var rule = property.rule else { return property }
                if case .until(let until) = rule.end, instant(of: until) < cut { return property }
                rule.end = .until(last)
                return Property.rule(rule)
            }
        )
        keepDates(of: &event) { $0 < cut }
        writer.touch(&event)
        replaceMaster(in: &object, with: event)
        object.removeComponents { component in
            guard isOverrideComponent(component) else { return false }
            return replacedInstant(component).map { $0 >= cut } ?? false
        }
        return object
    }

    /// The object without the edited event; nil if there is no other in it.
    func deletingAll() throws(EditError) -> Component? {
        var object = try object()
        var number = -1
        object.removeComponents { component in
            guard Self.isMaster(component) else { return isOverrideComponent(component) }
            number += 1
            return number == series.masterIndex
        }
        return object.components.contains(where: Self.isMaster) ? object : nil
    }

    /// Removes the overrides before the cut.
    ///
    /// If one of them still applies to all later occurrences, it's kept and moved to the first
    /// occurrence from the cut on that has no override.
    private func cutOverrides(of object: inout Component, before cut: Instant) throws(EditError) {
        let range = series.range(at: cut)
        var kept: Component?
        if let range, let from = firstUnchanged(from: cut) {
            kept = object.components.first {
                isOverrideComponent($0) && replacedInstant($0) == range.instant
            }
            if var override = kept, let old = override.first("RECURRENCE-ID") {
                override.set(Property.recurrenceID(from, like: old))
                if let event = range.event, let replaced = event.recurrenceID {
                    let displacement = Displacement(
                        of: series,
                        from: series.inMasterForm(replaced),
                        to: event.start
                    )
                    let start = displacement.moved(from)
                    let end = series.writtenEnd(of: event, from: start)
                    try writer.setTimes(of: &override, start: start, end: end)
                }
                kept = override
            }
        }
        object.removeComponents { component in
            guard isOverrideComponent(component) else { return false }
            return replacedInstant(component).map { $0 < cut } ?? true
        }
        if let kept { object.append(kept) }
    }

    /// The first occurrence at or after an instant that has no override.
    private func firstUnchanged(from cut: Instant) -> CalendarTime? {
        guard let recurrence = series.recurrence else { return nil }
        var occurrences = recurrence.occurrences(from: cut)
        return occurrences.next().map { recurrence.time(of: $0) }
    }

    /// The instant of an `UNTIL`; a date is the end of that day.
    private func instant(of until: CalendarTime) -> Instant {
        switch until {
        case .date(let date):
            let end = CivilDateTime(date: date.adding(days: 1), time: .midnight)
            return series.zone(of: originalStart).instant(of: end).adding(seconds: -1)
        default:
            return until.instant(in: series.zone(of: originalStart))
        }
    }

    private func lastMoment(before start: CalendarTime) -> CalendarTime {
        switch start {
        case .date(let date): .date(date.adding(days: -1))
        case .floating(let civil): .floating(civil.adding(seconds: -1))
        case .utc, .zoned: .utc(series.instant(of: start).adding(seconds: -1))
        }
    }

    /// The first time at or after an instant that the rules give.
    ///
    /// An extra date can't be the new start: the rules would continue on its weekday.
    private func firstOfRules(from cut: Instant) -> CalendarTime? {
        guard let rules = series.recurrenceOfRules else { return nil }
        var occurrences = rules.occurrences(from: cut)
        return occurrences.next().map { rules.time(of: $0) }
    }

    /// The part of a rule's `COUNT` that is used up before an instant; a start that no rule gives
    /// counts too.
    private func count(of rule: RecurrenceRule, before cut: Instant) -> Int {
        guard let start = series.master?.start, let rules = series.recurrenceOfRules else {
            return 0
        }
        var occurrences = RecurrenceSet(
            start: start,
            rules: [rule],
            zone: series.zone(of: start),
            includesStart: rules.isStartUnmatched,
            budget: .bounded
        ).occurrences()
        var before = 0
        while let next = occurrences.next(), next.instant < cut { before += 1 }
        return before
    }

    /// Subtracts the occurrences before the cut from each `COUNT`, and removes rules that have none
    /// left.
    private func reduceCounts(of event: inout Component, before cut: Instant) {
        event.setAll(
            "RRULE",
            to: event.all("RRULE").compactMap { property in
                guard var rule = property.rule, case .count(let count) = rule.end else {
                    return property
                }
                let before = self.count(of: rule, before: cut)
                guard count > before else { return nil }
                rule.end = .count(count - before)
                return Property.rule(rule)
            }
        )
    }

    /// The draft with the count reduced if it's still that of the whole series: the person left it
    /// alone.
    private func reducingCount(of draft: EventDraft, before cut: Instant) -> EventDraft {
        guard let text = draft.rule, var rule = try? RecurrenceRule(parsing: text),
            let old = series.recurrence?.rules.first,
            case .count(let count) = rule.end, old.end == .count(count)
        else { return draft }
        var reduced = draft
        rule.end = .count(max(1, count - self.count(of: old, before: cut)))
        reduced.rule = rule.text
        return reduced
    }

    /// Keeps the exceptions and extra dates whose instant passes a test; a line that loses none
    /// stays as written.
    private func keepDates(of event: inout Component, _ isKept: (Instant) -> Bool) {
        for name in ["EXDATE", "RDATE"] {
            let kept = event.all(name).compactMap { property in
                DateList(property).filtered { isKept(series.instant(of: series.inMasterForm($0))) }
            }
            event.setAll(name, to: kept)
        }
    }
}
