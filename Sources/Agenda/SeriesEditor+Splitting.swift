import CivilTime
import ICalendar
import Recurrence

extension SeriesEditor {
    /// The object cut off before the edited occurrence, and a new one from it on with the draft
    /// put into it.
    ///
    /// A rule with a count keeps its total over both; exceptions and changed dates go with the part
    /// they belong to.
    func splitting(
        _ draft: EventDraft,
        newUID: String
    ) throws(EditError) -> (before: Component, after: Component) {
        let cut = series.instant(of: originalStart)
        var after = try object()
        guard var event = master(in: after) else { throw .unknownEvent }
        let start = firstOfRules(from: cut) ?? originalStart
        let end = series.writtenEnd(of: series.master ?? occurrence.event, from: start)
        try writer.setTimes(of: &event, start: start, end: end)
        reduceCounts(of: &event, before: cut)
        keepDates(of: &event) { $0 >= cut }
        replace(isMaster, in: &after, with: event)
        after.removeComponents { component in
            guard isOverrideComponent(component) else { return false }
            return replacedInstant(component).map { $0 < cut } ?? true
        }
        after.mapComponents { component in
            guard component.isNamed("VEVENT") else { return component }
            var renamed = component
            renamed.set(Property.text("UID", newUID))
            return renamed
        }
        let id = ObjectID(calendar: series.id.calendar, href: newUID + ".ics")
        let text = CalendarText.write([after])
        guard let tail = Series(id: id, etag: "", text: text, zones: writer.zones) else {
            throw .unknownEvent
        }
        let editor = SeriesEditor(series: tail, occurrence: occurrence, writer: writer)
        return (try truncated(), try editor.changingAll(draft))
    }

    /// The object cut off before the edited occurrence.
    func truncated() throws(EditError) -> Component {
        let cut = series.instant(of: originalStart)
        var object = try object()
        guard var event = master(in: object) else { throw .unknownEvent }
        let last = lastMoment(before: originalStart)
        event.setAll(
            "RRULE",
            to: event.all("RRULE").map { property in
                guard var rule = try? RecurrenceRule(parsing: property.rawValue) else {
                    return property
                }
                if case .until(let until) = rule.end, instant(of: until) < cut { return property }
                rule.end = .until(last)
                return Property(name: "RRULE", rawValue: rule.text)
            }
        )
        keepDates(of: &event) { $0 < cut }
        writer.touch(&event)
        replace(isMaster, in: &object, with: event)
        object.removeComponents { component in
            guard isOverrideComponent(component) else { return false }
            return replacedInstant(component).map { $0 >= cut } ?? false
        }
        return object
    }

    /// An `UNTIL` in the type that the start asks for (RFC 5545, 3.3.10).
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

    /// Where the rules go on: an extra date between their times would turn them to its weekday.
    private func firstOfRules(from cut: Instant) -> CalendarTime? {
        guard let recurrence = series.recurrence else { return nil }
        let rules = RecurrenceSet(
            start: recurrence.start,
            rules: recurrence.rules,
            zone: series.zone(of: recurrence.start),
            includesStart: false
        )
        var occurrences = rules.occurrences(from: cut)
        return occurrences.next()?.time
    }

    /// Takes off each count what happened before the cut, and a rule that has nothing left.
    private func reduceCounts(of event: inout Component, before cut: Instant) {
        guard let start = series.master?.start else { return }
        event.setAll(
            "RRULE",
            to: event.all("RRULE").compactMap { property in
                guard var rule = try? RecurrenceRule(parsing: property.rawValue),
                    case .count(let count) = rule.end
                else { return property }
                let alone = RecurrenceSet(
                    start: start,
                    rules: [rule],
                    zone: series.zone(of: start),
                    includesStart: false
                )
                var before = 0
                var occurrences = alone.occurrences()
                while let next = occurrences.next(), next.instant < cut { before += 1 }
                guard count > before else { return nil }
                rule.end = .count(count - before)
                return Property(name: "RRULE", rawValue: rule.text)
            }
        )
    }

    /// Keeps those exceptions and extra dates for whose instant a test holds; lines that lose none
    /// stay as written.
    private func keepDates(of event: inout Component, _ isKept: (Instant) -> Bool) {
        for name in ["EXDATE", "RDATE"] {
            let kept = event.all(name).flatMap { property in
                let times = property.times
                let kept = times.filter { isKept(series.instant(of: series.inMasterForm($0))) }
                if kept.count == times.count { return [property] }
                return kept.map { Property.time(name, $0) }
            }
            event.setAll(name, to: kept)
        }
    }
}
