import CivilTime
import ICalendar
import Recurrence

extension SchedulingObject {
    /// Whether a change of a component makes people decide anew whether they come.
    ///
    /// RFC 6638 section 3.2.8: any change of its times does, and so do occurrences that are new.
    /// Fewer occurrences don't, and neither does a new title or place.
    ///
    /// - Parameters:
    ///   - component: A component of this object.
    ///   - old: What it was before.
    ///   - object: The object that `old` is of.
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
        // In another zone, later occurrences move when clocks change.
        if isRepeating, wasRepeating,
            master.time(.dateTimeStart)?.zoneID != old.time(.dateTimeStart)?.zoneID
        {
            return true
        }
        if !additions.subtracting(object.additions).isEmpty { return true }
        if !object.exceptions.subtracting(exceptions).isEmpty { return true }
        return !RuleChange(from: old.rules, to: master.rules).onlyShortens
    }
}

/// A change of the rules of a series.
private struct RuleChange {
    let onlyShortens: Bool

    init(from old: [RecurrenceRule], to new: [RecurrenceRule]) {
        guard old != new else {
            onlyShortens = true
            return
        }
        guard old.count == 1, new.count == 1 else {
            // A series that ends at its first occurrence has lost some; any other change is one.
            onlyShortens = new.isEmpty
            return
        }
        var sameEnd = new[0]
        sameEnd.end = old[0].end
        onlyShortens = sameEnd == old[0] && Self.isEarlier(new[0].end, than: old[0].end)
    }

    private static func isEarlier(
        _ new: RecurrenceRule.End,
        than old: RecurrenceRule.End
    ) -> Bool {
        switch (new, old) {
        case (_, .never): true
        case (.count(let new), .count(let old)): new <= old
        case (.until(let new), .until(let old)): new.civil <= old.civil
        default: false
        }
    }
}
