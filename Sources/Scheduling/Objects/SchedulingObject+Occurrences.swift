import CivilTime
import ICalendar
import Recurrence

extension SchedulingObject {
    /// The times of the series; nil when there's no master.
    ///
    /// At most as many rules and dates are followed as in the rest of the program, in bounded time.
    func series(within budget: ExpansionBudget = .bounded) -> RecurrenceSet? {
        guard let master, let start = master.time(.dateTimeStart) else { return nil }
        let rules = Array(master.rules.prefix(ExpansionBudget.rulesMax))
        let dates = Array(master.times(.recurrenceDates).prefix(ExpansionBudget.datesMax))
        let exceptionRules = master.all(.exceptionRule).compactMap { $0.rule }
        return RecurrenceSet(
            start: start,
            rules: rules,
            exceptionRules: Array(exceptionRules.prefix(ExpansionBudget.rulesMax)),
            dates: dates,
            exceptions: Array(master.times(.exceptionDates).prefix(ExpansionBudget.datesMax)),
            zone: zones.zone(of: start) ?? .utc,
            budget: budget
        )
    }

    /// The occurrences of the series, prepared for several lookups.
    func occurrences() -> SeriesOccurrences {
        let series = series()
        let isRepeating = series.map { !$0.rules.isEmpty || !$0.dates.isEmpty } ?? false
        return SeriesOccurrences(set: isRepeating ? series : nil)
    }

    /// The occurrences that the master leaves out by `EXDATE`.
    var exceptions: Set<OccurrenceName> { names(.exceptionDates) }

    /// The occurrences that the master adds by `RDATE`.
    var additions: Set<OccurrenceName> { names(.recurrenceDates) }

    private func names(_ property: PropertyName) -> Set<OccurrenceName> {
        guard let master else { return [] }
        let start = master.time(.dateTimeStart)
        return Set(master.times(property).map { zones.name(of: $0, in: start) })
    }

    /// The override that an occurrence would have if nothing in it were changed; nil without a
    /// master.
    func instance(_ name: OccurrenceName) -> Component? {
        guard let master, let start = master.time(.dateTimeStart) else { return nil }
        let own = zones.start(of: name, in: start)
        let kept = master.nodes.filter { node in
            guard case .property(let property) = node, let known = property.knownName else {
                return true
            }
            return !PropertyName.recurrence.contains(known)
        }
        var instance = master.replacingNodes(kept)
        instance.set(.time("DTSTART", own))
        for name in [PropertyName.dateTimeEnd, .due] {
            guard let end = master.time(name) else { continue }
            instance.set(.time(name.text, moved(end, from: start, to: own)))
        }
        var replaced = Property.time("RECURRENCE-ID", own)
        if name.isForThisAndFuture { replaced = replaced.setting("RANGE", to: ["THISANDFUTURE"]) }
        instance.set(replaced)
        return instance
    }

    /// An end, moved as far as its start; by the wall clock, unless it's in UTC.
    private func moved(
        _ end: CalendarTime,
        from start: CalendarTime,
        to own: CalendarTime
    ) -> CalendarTime {
        if case .utc(let instant) = end {
            let seconds =
                zones.instant(of: own).secondsSinceEpoch
                - zones.instant(of: start).secondsSinceEpoch
            return .utc(instant.adding(seconds: seconds))
        }
        let seconds = own.civil.secondsSinceEpoch - start.civil.secondsSinceEpoch
        return end.replacingCivil(
            CivilDateTime(secondsSinceEpoch: end.civil.secondsSinceEpoch + seconds)
        )
    }

    /// The master with occurrences left out of the series.
    func leavingOut(_ names: some Collection<OccurrenceName>, of master: Component) -> Component {
        guard !names.isEmpty, let start = master.time(.dateTimeStart) else { return master }
        var copy = master
        let present = Set(master.times(.exceptionDates).map { zones.name(of: $0, in: start) })
        let times = names.filter { !present.contains($0) }.map { zones.start(of: $0, in: start) }
        guard !times.isEmpty else { return copy }
        copy.append(.times("EXDATE", times.sorted { $0.civil < $1.civil }))
        return copy
    }

    /// When the component of this object ends; nil when it has no start.
    func end(of component: Component) -> Instant? {
        let start = component.time(.dateTimeStart)
        let zone = start.flatMap { zones.zone(of: $0) } ?? .utc
        if let event = VEvent(component) {
            return event.end(in: zone).map { $0.instant(in: zones.zone(of: $0) ?? zone) }
        }
        if let due = component.time(.due) { return zones.instant(of: due) }
        guard let start, let duration = component.first(.duration)?.duration else { return nil }
        return start.replacingCivil(start.civil.adding(duration)).instant(in: zone)
    }
}

/// The occurrences of a series, prepared for several lookups.
struct SeriesOccurrences {
    /// nil for an event that happens once.
    fileprivate let set: RecurrenceSet?

    /// Whether an override stands for an occurrence that the series has.
    func has(_ instance: Component) -> Bool {
        guard let set, let replaced = instance.time(.recurrenceID) else { return false }
        return set.contains(replaced)
    }
}
