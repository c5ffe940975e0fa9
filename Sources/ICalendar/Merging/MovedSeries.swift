import CivilTime

extension EventMerge {
    /// Whether two changes of a series can be merged field by field.
    ///
    /// They can't if one side moved the series or changed its rule, and the other side did so too, or changed single
    /// occurrences: these are named by times at which the moved series no longer happens.
    public static func canMerge(
        calendar base: Component,
        ours: Component,
        theirs: Component
    ) -> Bool {
        let (known, own, others) = (
            Repetition(of: base), Repetition(of: ours), Repetition(of: theirs)
        )
        guard known.isSeries || own.isSeries || others.isSeries else { return true }
        let (isMovedHere, isMovedThere) = (own.times != known.times, others.times != known.times)
        if isMovedHere, isMovedThere { return own.times == others.times }
        return (!isMovedHere || others.hasSameDays(as: known))
            && (!isMovedThere || own.hasSameDays(as: known))
    }

    /// The calendar that has the changes of both sides, except for those that the move of a series makes void.
    ///
    /// Where ``canMerge(calendar:ours:theirs:)`` is false, the side that moved the series says when it happens, and the
    /// other side's changes of single occurrences give way. If both moved it, theirs counts.
    ///
    /// - Returns: The merged VCALENDAR, with the properties of `theirs`.
    public static func settled(
        calendar base: Component,
        ours: Component,
        theirs: Component
    ) -> Component {
        if canMerge(calendar: base, ours: ours, theirs: theirs) {
            return merged(calendar: base, ours: ours, theirs: theirs)
        }
        let isMovedThere = Repetition(of: theirs).times != Repetition(of: base).times
        return merged(
            calendar: base,
            ours: isMovedThere ? ours.repeating(as: base) : ours,
            theirs: isMovedThere ? theirs : theirs.repeating(as: base)
        )
    }

    /// When a series happens, and which of its occurrences are changed or left out.
    private struct Repetition {
        var times: [Property] = []
        private var exceptions: [Property] = []
        private var overrides: [Component] = []
        var isSeries = false

        init(of calendar: Component) {
            for component in calendar.components where !component.isNamed(.timeZone) {
                if component.first(.recurrenceID) != nil {
                    overrides.append(component)
                    continue
                }
                for property in component.properties {
                    switch property.name {
                    case "DTSTART", "DTEND", "DURATION": times.append(property)
                    case "RRULE", "RDATE":
                        times.append(property)
                        isSeries = true
                    case "EXDATE": exceptions.append(property)
                    default: break
                    }
                }
            }
        }

        func hasSameDays(as other: Repetition) -> Bool {
            exceptions == other.exceptions && overrides == other.overrides
        }
    }
}

extension Component {
    /// This calendar with the times, exceptions and overrides of another one.
    fileprivate func repeating(as other: Component) -> Component {
        func isOverride(_ component: Component) -> Bool { component.first(.recurrenceID) != nil }
        let series = other.components.first { !$0.isNamed(.timeZone) && !isOverride($0) }
        var calendar = self
        calendar.removeComponents(where: isOverride)
        calendar.mapComponents { component in
            guard let series, component.isNamed(series.name) else { return component }
            var component = component
            for name in ["DTSTART", "DTEND", "DURATION", "RRULE", "RDATE", "EXDATE"] {
                component.setAll(name, to: series.properties.filter { $0.name == name })
            }
            return component
        }
        return Component(
            .calendar,
            nodes: calendar.nodes + other.components.filter(isOverride).map(Node.component)
        )
    }
}

extension Component {
    /// The occurrence of this series that an override replaces, as it would be without that; nil if the override replaces
    /// more than one.
    func occurrence(replacedBy override: Component) -> Component? {
        guard let replaced = override.first(.recurrenceID), !replaced.isForThisAndFuture,
            isNamed(override.name), let start = replaced.time, let first = time(.dateTimeStart)
        else { return nil }
        var occurrence = self
        for name in ["RRULE", "RDATE", "EXDATE", "EXRULE"] { occurrence.setAll(name, to: []) }
        occurrence.set(replaced)
        occurrence.set(
            Property(name: "DTSTART", parameters: replaced.parameters, rawValue: replaced.rawValue)
        )
        if let end = time(.dateTimeEnd) {
            let seconds = start.civil.secondsSinceEpoch - first.civil.secondsSinceEpoch
            let moved = end.civil.adding(seconds: Int(seconds))
            occurrence.set(.time("DTEND", end.replacingCivil(moved)))
        }
        return occurrence
    }
}
