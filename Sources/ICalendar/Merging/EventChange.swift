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

    /// What a change does to a component; nil if nothing, apart from the occurrences that it leaves out.
    private static func kind(from earlier: Component?, to later: Component?) -> Kind? {
        guard let earlier, let later else { return .changes }
        let others = ["SEQUENCE", "DTSTAMP", "LAST-MODIFIED", "EXDATE", "RECURRENCE-ID"]
        if earlier.says(later, except: others) { return nil }
        let times = ["DTSTART", "DTEND", "DURATION"]
        return earlier.says(later, except: others + times) ? .moves : .changes
    }
}

extension Component {
    /// Whether two components say the same, in whatever order and apart from some properties.
    fileprivate func says(_ other: Component, except names: [String]) -> Bool {
        let (own, others) = (without(names), other.without(names))
        return own.count == others.count && own.allSatisfy { others.contains($0) }
            && components == other.components
    }

    private func without(_ names: [String]) -> [Property] {
        properties.filter { !names.contains($0.name) }
    }
}
