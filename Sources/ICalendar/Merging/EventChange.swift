import CivilTime
import Recurrence

/// What a change of an event concerns.
public struct EventChange: Sendable {
    /// The only occurrences of the series that it concerns, by the starts that the rule gave them, in the basic form of RFC
    /// 5545; nil if it concerns the event itself.
    public private(set) var occurrences: [String]? = []
    /// What it does to the event, or to each of these occurrences; nil if nothing, or not the same to each.
    public private(set) var kind: Kind?
    private var isMixed = false

    /// What a change does.
    public enum Kind: Sendable {
        /// It says only when something begins and ends.
        case moves
        /// It takes an occurrence out of the series.
        case removes
        /// Anything else.
        case changes
    }

    /// Compares two texts of one event; what says when they were written doesn't count.
    public init(from earlier: Component, to later: Component) {
        let (old, new) = (EventMerge.components(of: earlier), EventMerge.components(of: later))
        let series = earlier.components.first {
            !$0.isNamed(.timeZone) && $0.first(.recurrenceID) == nil
        }
        let (left, leaves) = (EventMerge.exceptions(of: earlier), EventMerge.exceptions(of: later))
        for start in leaves where !left.contains(start) { note(.removes, start) }
        for (key, component) in new.entries + old.entries where !component.isNamed(.timeZone) {
            let replaced = component.first(.recurrenceID)
            let start = replaced?.time?.basicText
            // An occurrence that is removed loses its override as well.
            if let start, leaves.contains(start), new[key] == nil { continue }
            let known =
                old[key] ?? replaced.flatMap { _ in series?.occurrence(replacedBy: component) }
            guard let kind = Self.kind(from: known, to: new[key]) else { continue }
            if let start, replaced?.isForThisAndFuture == false {
                note(kind, start)
            } else {
                occurrences = nil
                note(kind)
            }
        }
        for start in left where !leaves.contains(start) { note(.changes, start) }
    }

    private mutating func note(_ kind: Kind, _ start: String) {
        if let known = occurrences, !known.contains(start) { occurrences?.append(start) }
        note(kind)
    }

    private mutating func note(_ kind: Kind) {
        isMixed = isMixed || (self.kind.map { $0 != kind } ?? false)
        self.kind = isMixed ? nil : kind
    }

    /// Whether a later text of an event says nothing but that the event has fewer dates: a series ends earlier, or leaves
    /// some out.
    ///
    /// A series that had a number of dates, and now has a last one, is taken to end earlier.
    public static func onlyLeavesOut(_ later: Component, of earlier: Component) -> Bool {
        let old = EventMerge.components(of: earlier)
        return EventMerge.components(of: later).entries.allSatisfy { key, component in
            if component.isNamed(.timeZone) { return true }
            guard let known = old[key] else { return false }
            return known.says(component, except: notSaid + ["RRULE", "RDATE"])
                && component.onlyLeavesOutDates(of: known)
        }
    }

    /// The properties that don't count as a change of a component: they say when or how often it was written, or belong to
    /// single dates.
    private static let notSaid = [
        "SEQUENCE", "DTSTAMP", "LAST-MODIFIED", "EXDATE", "RECURRENCE-ID",
    ]

    /// What a change does to a component; nil if nothing, apart from the occurrences that it leaves out.
    private static func kind(from earlier: Component?, to later: Component?) -> Kind? {
        guard let earlier, let later else { return .changes }
        if earlier.says(later, except: notSaid) { return nil }
        let times = ["DTSTART", "DTEND", "DURATION"]
        return earlier.says(later, except: notSaid + times) ? .moves : .changes
    }
}

extension Component {
    /// Whether two components say the same, in whatever order and apart from some properties.
    fileprivate func says(_ other: Component, except names: [String]) -> Bool {
        let (own, others) = (without(names), other.without(names))
        return own.count == others.count && own.allSatisfy { others.contains($0) }
            && components == other.components
    }

    /// Whether every date of the event is one that it had before, by its rules, its single dates and its exceptions.
    fileprivate func onlyLeavesOutDates(of earlier: Component) -> Bool {
        let (rules, before) = (all(.recurrenceRule), earlier.all(.recurrenceRule))
        let (added, exceptions) = (times(.recurrenceDates), times(.exceptionDates))
        var end: CalendarTime?
        for (property, other) in zip(rules, before) where property != other {
            guard let rule = property.rule, var old = other.rule, case .until(let last) = rule.end
            else { return false }
            if case .until(let oldLast) = old.end, oldLast.civil < last.civil { return false }
            old.end = rule.end
            guard rule == old else { return false }
            end = last
        }
        let known = earlier.times(.recurrenceDates)
        // Beyond the new end, no exceptions are needed.
        let missing = earlier.times(.exceptionDates).filter { !exceptions.contains($0) }
        return rules.count == before.count && added.allSatisfy { known.contains($0) }
            && missing.allSatisfy { time in end.map { $0.civil < time.civil } ?? false }
    }

    private func without(_ names: [String]) -> [Property] {
        properties.filter { !names.contains($0.name) }
    }
}
