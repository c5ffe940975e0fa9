import CivilTime
import ICalendar
import Recurrence

extension SeriesEditor {
    /// The object with the draft applied to the whole series and to the edited occurrence.
    ///
    /// Other overrides keep what was changed in them and follow in everything else: one with
    /// another title but no other time moves along and keeps its title.
    func changingAll(_ draft: EventDraft) throws(EditError) -> Component {
        var object = isOverride ? try changingThis(draft) : try object()
        guard let old = master(in: object), let master = series.master else {
            return try changingThis(draft)
        }
        var event = old
        var shift: SeriesShift?
        let from = isOverride || isRanged ? occurrence.time : originalStart
        if let times = try times(for: draft, replacing: from) {
            shift = try move(&event, of: master, from: from, to: times, draft)
        } else if let days = daysMoved(by: draft) {
            let day = originalStart.civil.date.adding(days: days)
            let civil = CivilDateTime(date: day, time: originalStart.civil.time)
            let to = originalStart.replacingCivil(civil)
            let moved = SeriesShift(of: series, from: originalStart, to: to, writer: writer)
            try setTimes(of: &event, master, by: moved)
            shift = moved
        }
        try writer.setFields(of: &event, draft)
        if draft.rule?.isEmpty == false { try alignStart(of: &event) }
        if draft.rule?.isEmpty == true { object.removeComponents(where: isOverrideComponent) }
        writer.touch(&event)
        try adjustOverrides(in: &object, from: old, to: event, by: shift, draft)
        replaceMaster(in: &object, with: event)
        if draft.rule != nil { try dropOverridesOutside(&object) }
        return object
    }

    /// Moves the master by as much as the edited occurrence was moved.
    private func move(
        _ event: inout Component,
        of master: Event,
        from: CalendarTime,
        to times: (start: CalendarTime, end: CalendarTime),
        _ draft: EventDraft
    ) throws(EditError) -> SeriesShift {
        var shift = self.shift(from: from, to: times.start)
        var start = shift.displacement.moved(master.start)
        if draft.rule == nil { start = shift.moveRules(of: &event, start: master.start) }
        // After the rules, because exceptions go to the times that the new rules give.
        shift.moveExceptions(of: &event)
        let end = seriesEnd(from: start, like: times, isTyped: draft.end != nil)
        try writer.setTimes(of: &event, start: start, end: end)
        return shift
    }

    private func setTimes(
        of event: inout Component,
        _ master: Event,
        by shift: SeriesShift
    ) throws(EditError) {
        shift.moveExceptions(of: &event)
        let start = shift.displacement.moved(master.start)
        let end = series.writtenEnd(of: master, from: start)
        try writer.setTimes(of: &event, start: start, end: end)
    }

    /// The move of the series when the edited occurrence moves from one time to another.
    private func shift(from old: CalendarTime, to new: CalendarTime) -> SeriesShift {
        let isChanged = isOverride || isRanged
        // An override may be in another zone than its series, which keeps its own.
        let isInSeriesForm = !isChanged || !isSameForm(old, new)
        return SeriesShift(
            of: series,
            from: isInSeriesForm ? old : series.inMasterForm(old),
            to: isInSeriesForm ? new : series.inMasterForm(new),
            writer: writer
        )
    }

    /// The days by which a new rule moves a weekly series to other weekdays; nil if it does
    /// anything else.
    ///
    /// Changing Tuesdays to Wednesdays moves the series together with its overrides.
    private func daysMoved(by draft: EventDraft) -> Int? {
        guard let text = draft.rule, let new = try? RecurrenceRule(parsing: text),
            series.recurrence?.rules.count == 1, let old = series.recurrence?.rules.first,
            old.frequency == .weekly, new.frequency == .weekly, old.interval == new.interval,
            let start = series.master?.start.civil.date
        else { return nil }
        func weekdays(_ rule: RecurrenceRule) -> Set<Weekday> {
            rule.byDay.isEmpty ? [start.weekday] : Set(rule.byDay.map { $0.weekday })
        }
        let (before, after) = (weekdays(old), weekdays(new))
        guard before.count == after.count, before != after else { return nil }
        return [1, -1, 2, -2, 3, -3, 4, -4, 5, -5, 6, -6].first { days in
            Set(before.map { $0.adding(days: days) }) == after
        }
    }

    /// The end of the master: with its old length, or with that of the times that were typed.
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

    func isSameForm(_ a: CalendarTime, _ b: CalendarTime) -> Bool {
        a.isDate == b.isDate && a.zoneID == b.zoneID
    }

    /// Moves the start of a series with a new rule to the first day that the rule gives.
    ///
    /// An event always happens at its start, so a Tuesday would otherwise stay among the
    /// Wednesdays.
    private func alignStart(of event: inout Component) throws(EditError) {
        guard series.recurrence?.rules.isEmpty == false, let start = event.time("DTSTART"),
            let rule = event.rules.first, let old = series.recurrence?.rules.first,
            wasOnRule(old)
        else { return }
        var endless = rule
        endless.end = .never
        let set = RecurrenceSet(
            start: start,
            rules: [endless],
            zone: writer.zone(of: start),
            includesStart: false,
            budget: .bounded
        )
        var occurrences = set.occurrences()
        guard let first = occurrences.next().map({ set.time(of: $0) }), first != start,
            let end = VEvent(event)?.end(in: writer.zone(of: start))
        else { return }
        let length = end.civil.secondsSinceEpoch - start.civil.secondsSinceEpoch
        let newEnd = end.replacingCivil(first.civil.adding(seconds: length))
        try writer.setTimes(of: &event, start: first, end: newEnd)
    }

    private func wasOnRule(_ rule: RecurrenceRule) -> Bool {
        guard let start = series.master?.start else { return false }
        let zone = series.zone(of: start)
        return RecurrenceSet(
            start: start,
            rules: [rule],
            zone: zone,
            includesStart: false,
            budget: .bounded
        ).contains(start)
    }
}
