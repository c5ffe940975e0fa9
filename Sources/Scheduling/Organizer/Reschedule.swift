import CivilTime
import ICalendar
import Recurrence

extension SchedulingObject {
    /// Whether a change of a component makes people decide again whether they come.
    ///
    /// RFC 6638 section 3.2.8: any change of its times does, and so do new occurrences. Removing
    /// occurrences doesn't, and neither does a new title or place.
    ///
    /// - Parameters:
    ///   - component: A component of this object.
    ///   - old: The component as it was before.
    ///   - object: The object that `old` is part of.
    /// - Returns: Whether the answers have to be asked for again.
    func isRescheduled(_ component: Component, from old: Component, of object: SchedulingObject)
        -> Bool
    {
        let start = component.time(.dateTimeStart)
        let oldStart = old.time(.dateTimeStart)
        if start?.isDate != oldStart?.isDate { return true }
        if start.map({ zones.instant(of: $0) }) != oldStart.map({ object.zones.instant(of: $0) }) {
            return true
        }
        if end(of: component) != object.end(of: old) { return true }
        // A fixed instant and a time by each viewer's own clock are never the same.
        if start.map({ zones.zone(of: $0) == nil })
            != oldStart.map({ object.zones.zone(of: $0) == nil })
        {
            return true
        }
        guard component.first(.recurrenceID) == nil else { return false }
        return addsOccurrences(component, to: old, of: object)
    }

    private func addsOccurrences(
        _ master: Component,
        to old: Component,
        of object: SchedulingObject
    ) -> Bool {
        let isRepeating = PropertyName.recurrence.contains { master.first($0) != nil }
        let wasRepeating = PropertyName.recurrence.contains { old.first($0) != nil }
        guard isRepeating || wasRepeating else { return false }
        // Recurrence lines that are written the same way needn't be compared further.
        if master.recurrenceLines == old.recurrenceLines,
            master.time(.dateTimeStart)?.zoneID == old.time(.dateTimeStart)?.zoneID
        {
            return false
        }
        guard master.periods.isSubset(of: old.periods), !master.hasTooManyDates,
            !old.hasTooManyDates, let series = series(within: .comparing),
            let oldSeries = object.series(within: .comparing)
        else { return true }
        return !series.isWithin(oldSeries)
    }
}

extension Component {
    /// The lines that say when a series happens, however they are ordered.
    fileprivate var recurrenceLines: Set<Property> {
        Set(PropertyName.recurrence.flatMap { all($0) })
    }

    /// The extra dates that have their own end.
    fileprivate var periods: Set<CalendarPeriod> {
        Set(all(.recurrenceDates).flatMap { $0.periods })
    }

    /// Whether it has more rules or dates than are followed, so that its occurrences can't be compared.
    fileprivate var hasTooManyDates: Bool {
        all(.recurrenceRule).count > ExpansionBudget.rulesMax
            || all(.exceptionRule).count > ExpansionBudget.rulesMax
            || times(.recurrenceDates).count > ExpansionBudget.datesMax
            || times(.exceptionDates).count > ExpansionBudget.datesMax
    }
}

extension ExpansionBudget {
    /// The budget for comparing two series.
    fileprivate static let comparing = ExpansionBudget(stepsMax: Limits.comparingStepsMax)
}

extension RecurrenceSet {
    /// Whether all starts of this series are also starts of another one, however the two are
    /// written.
    ///
    /// The first starts are compared one by one. After those, rules that agreed for years are taken
    /// to agree for ever. Rules by the hour, the minute and the second have to be equal.
    fileprivate func isWithin(_ other: RecurrenceSet) -> Bool {
        guard other.isEndless || !isEndless else { return false }
        var starts = occurrences()
        var others = other.occurrences()
        var known = others.next()
        for _ in 0..<Limits.comparedOccurrencesMax {
            guard let start = starts.next() else { return !starts.isCut }
            while let earlier = known, earlier.instant < start.instant { known = others.next() }
            guard known?.instant == start.instant else { return false }
        }
        guard rules.allSatisfy({ $0.frequency >= .daily }) || rules == other.rules else {
            return false
        }
        guard !other.isEndless else { return true }
        guard let end = last, let otherEnd = other.last else { return false }
        return end.instant <= otherEnd.instant
    }
}
