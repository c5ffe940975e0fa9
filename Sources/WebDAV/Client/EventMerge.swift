package import ICalendar

/// Merges two changes of one event, field by field.
///
/// A field that only one side changed is taken from that side. If both changed it, the other
/// service's change wins: everybody there has already seen it, and the text that was written here
/// stays in the event's history. Lists such as attendees and exceptions take the changes of both
/// sides.
package enum EventMerge {
    // MARK: - Components

    /// The key that tells the components of an object apart.
    private struct Place: Hashable {
        let name: String
        /// The date that an override replaces, or a time zone's name.
        let key: Property?
        /// How many earlier components have the same name and key.
        var number = 0

        private init(_ component: Component) {
            name = component.name
            key = component.first(component.isNamed(.timeZone) ? .zoneID : .recurrenceID)
        }

        /// The components of a calendar, each with its place.
        static func all(in calendar: Component?) -> [(Place, Component)] {
            var counts: [Place: Int] = [:]
            return (calendar?.components ?? []).map { component in
                var place = Place(component)
                let number = counts[place, default: 0]
                counts[place] = number + 1
                place.number = number
                return (place, component)
            }
        }
    }

    /// The calendar that has the changes of both sides.
    ///
    /// - Parameters:
    ///   - base: The VCALENDAR that both sides had; nil if they never had the same.
    ///   - ours: The VCALENDAR here.
    ///   - theirs: The VCALENDAR at the other service.
    /// - Returns: The merged VCALENDAR, with the properties of `theirs`.
    package static func merged(
        calendar base: Component?,
        ours: Component,
        theirs: Component
    ) -> Component {
        let known = Dictionary(Place.all(in: base), uniquingKeysWith: { first, _ in first })
        let nodes = joined(
            base: known,
            Place.all(in: ours),
            Place.all(in: theirs),
            merging: merged(component:_:_:)
        )
        var merged = Component(
            .calendar,
            nodes: theirs.properties.map(Node.property) + nodes.map(Node.component)
        )
        let split = contradictions(in: merged)
            .subtracting(contradictions(in: ours)).subtracting(contradictions(in: theirs))
        if !split.isEmpty { merged.mapComponents { includes(split, in: $0) } }
        return merged
    }

    /// The occurrences that the series excludes although there is an override of them.
    private static func contradictions(in calendar: Component) -> Set<String> {
        let components = calendar.components
        let changed = Set(components.compactMap { $0.time(.recurrenceID)?.basicText })
        guard !changed.isEmpty else { return [] }
        let excluded = components.filter { $0.first(.recurrenceID) == nil }
            .flatMap { $0.times(.exceptionDates) }
        return changed.intersection(excluded.map { $0.basicText })
    }

    /// Takes out the exceptions of such occurrences.
    ///
    /// One side removed the occurrence and the other changed it; the change is kept.
    private static func includes(_ split: Set<String>, in component: Component) -> Component {
        guard component.first(.recurrenceID) == nil,
            component.times(.exceptionDates).contains(where: { split.contains($0.basicText) })
        else { return component }
        var whole = component
        let kept = component.all(.exceptionDates).flatMap { property -> [Property] in
            let times = property.times
            let left = times.filter { !split.contains($0.basicText) }
            guard left.count < times.count else { return [property] }
            return left.isEmpty ? [] : [.times("EXDATE", left)]
        }
        whole.setAll("EXDATE", to: kept)
        return whole
    }

    private static func merged(
        component base: Component?,
        _ ours: Component,
        _ theirs: Component
    ) -> Component {
        if ours == base || ours == theirs { return theirs }
        if theirs == base { return ours }
        guard !theirs.isNamed(.timeZone) else { return theirs }
        let known = FieldTable(base)
        let (own, others) = (FieldTable(ours), FieldTable(theirs))
        let fields = others.fields + own.fields.filter { others[$0].isEmpty }
        let properties = fields.flatMap { field in
            field.merged(base: known[field], own[field], others[field])
        }
        let parts = choice(base?.components ?? [], ours.components, theirs.components)
        return Component(
            name: theirs.writtenName,
            nodes: properties.map(Node.property) + unread(in: theirs) + parts.map(Node.component)
        )
    }

    /// The lines that couldn't be read, which are kept.
    private static func unread(in component: Component) -> [Node] {
        component.nodes.filter { node in
            if case .unread = node { true } else { false }
        }
    }

    /// The value that one side changed; theirs if both did.
    private static func choice<Value: Equatable>(
        _ base: Value,
        _ ours: Value,
        _ theirs: Value
    ) -> Value {
        theirs == base ? ours : theirs
    }

    /// Joins lists in which both sides may have changed, added and removed entries.
    private static func joined<Key: Hashable, Value: Equatable>(
        base: [Key: Value],
        _ ours: [(Key, Value)],
        _ theirs: [(Key, Value)],
        merging: (_ base: Value?, _ ours: Value, _ theirs: Value) -> Value
    ) -> [Value] {
        let own = Dictionary(ours, uniquingKeysWith: { first, _ in first })
        var joined: [Value] = []
        for (key, value) in theirs {
            if let mine = own[key] {
                joined.append(merging(base[key], mine, value))
            } else if base[key] != value {
                // Either it's new there, or it was removed here and changed there; keep it in both
                // cases.
                joined.append(value)
            }
        }
        let others = Set(theirs.map { $0.0 })
        for (key, value) in ours where !others.contains(key) && base[key] != value {
            joined.append(value)
        }
        return joined
    }

    // MARK: - Fields

    /// Properties that change together.
    private enum Field: Hashable {
        /// When it begins and ends.
        case time
        /// A list to which both sides may add.
        case list(String)
        case single(String)

        init(_ property: Property) {
            let name = property.name
            if ["DTSTART", "DTEND", "DURATION"].contains(name) {
                self = .time
            } else {
                self = Self.lists.contains(name) ? .list(name) : .single(name)
            }
        }

        private static let lists: Set<String> = [
            "ATTACH", "ATTENDEE", "CATEGORIES", "COMMENT", "CONFERENCE", "CONTACT", "EXDATE",
            "RDATE", "RELATED-TO", "REQUEST-STATUS", "RESOURCES",
        ]

        func merged(
            base: [Property],
            _ ours: [Property],
            _ theirs: [Property]
        ) -> [Property] {
            switch self {
            case .single("SEQUENCE"): later(ours, theirs) { $0.number ?? 0 }
            case .single("DTSTAMP"), .single("LAST-MODIFIED"):
                later(ours, theirs) { $0.rawValue }
            case .time, .single: choice(base, ours, theirs)
            case .list:
                joined(
                    base: Dictionary(keyed(base), uniquingKeysWith: { first, _ in first }),
                    keyed(ours),
                    keyed(theirs),
                    merging: { base, ours, theirs in theirs == base ? ours : theirs }
                )
            }
        }

        /// The entries of a list by key; an attendee has the same key whatever the answer is.
        private func keyed(_ properties: [Property]) -> [(String, Property)] {
            properties.map { property in
                guard property.name == "ATTENDEE" else {
                    return (String(decoding: property.raw, as: UTF8.self), property)
                }
                return (property.rawValue.lowercased(), property)
            }
        }

        private func later<Value: Comparable>(
            _ ours: [Property],
            _ theirs: [Property],
            _ value: (Property) -> Value
        ) -> [Property] {
            guard let own = ours.first, let other = theirs.first else {
                return theirs.isEmpty ? ours : theirs
            }
            return value(own) > value(other) ? ours : theirs
        }
    }

    /// The properties of a component by field; a table, because a hostile component has twenty
    /// thousand.
    private struct FieldTable {
        /// In the order of the text.
        private(set) var fields: [Field] = []
        private var properties: [Field: [Property]] = [:]

        init(_ component: Component?) {
            for property in component?.properties ?? [] {
                let field = Field(property)
                if properties[field] == nil { fields.append(field) }
                properties[field, default: []].append(property)
            }
        }

        subscript(field: Field) -> [Property] { properties[field] ?? [] }
    }
}
