import ICalendar
import Store

/// Brings two changes of one event together, field by field.
///
/// What only one side changed is taken from it. Where both changed the same field, the other service
/// has the last word: everybody there has seen it already, and what was written here stays in the
/// event's history. Lists such as attendees and exceptions take the changes of both sides.
enum EventMerge {
    /// What to store after both sides changed an event; nil if that can't be stored.
    @Sendable
    static func draft(base: String?, ours: String, theirs: String) -> ObjectDraft? {
        guard let ours = calendar(in: ours), let theirs = calendar(in: theirs) else { return nil }
        let base = base.flatMap(calendar)
        let merged = merged(calendar: base, ours, theirs)
        guard let object = CalendarObject(merged) else { return nil }
        return try? ObjectReader.draft(of: object).get()
    }

    private static func calendar(in text: String) -> Component? {
        CalendarText.parse(text).components.first { $0.isNamed(.calendar) }
    }

    // MARK: - Components

    /// What tells the components of an object apart.
    private struct Place: Hashable {
        let name: String
        /// The date that an override replaces, or a time zone's name.
        let key: Property?

        init(_ component: Component) {
            name = component.name
            key = component.first(component.isNamed(.timeZone) ? .zoneID : .recurrenceID)
        }
    }

    private static func merged(
        calendar base: Component?,
        _ ours: Component,
        _ theirs: Component
    ) -> Component {
        let known = Dictionary(
            (base?.components ?? []).map { (Place($0), $0) },
            uniquingKeysWith: { first, _ in first }
        )
        let own = ours.components.map { (Place($0), $0) }
        let others = theirs.components.map { (Place($0), $0) }
        let nodes = joined(base: known, own, others) { base, ours, theirs in
            merged(component: base, ours, theirs)
        }
        return Component(
            .calendar,
            nodes: theirs.properties.map(Node.property) + nodes.map(Node.component)
        )
    }

    private static func merged(
        component base: Component?,
        _ ours: Component,
        _ theirs: Component
    ) -> Component {
        if ours == base || ours == theirs { return theirs }
        if theirs == base { return ours }
        guard !theirs.isNamed(.timeZone) else { return theirs }
        let fields = Field.all(in: [theirs, ours])
        let properties = fields.flatMap { field in
            field.merged(base: base, ours, theirs)
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

    /// What one side changed; theirs if both did.
    private static func choice<Value: Equatable>(
        _ base: Value,
        _ ours: Value,
        _ theirs: Value
    ) -> Value {
        theirs == base ? ours : theirs
    }

    /// Joins lists of which both sides may have changed, added and removed entries.
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
                // New there; or removed here and changed there, which stays.
                joined.append(value)
            }
        }
        let others = Set(theirs.map(\.0))
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

        /// The fields of components, in the order of the text.
        static func all(in components: [Component]) -> [Field] {
            var seen: Set<Field> = []
            return components.flatMap(\.properties).map(Field.init)
                .filter { seen.insert($0).inserted }
        }

        func merged(
            base: Component?,
            _ ours: Component,
            _ theirs: Component
        ) -> [Property] {
            let base = base.map(properties) ?? []
            let (own, others) = (properties(of: ours), properties(of: theirs))
            switch self {
            case .single("SEQUENCE"): return later(own, others) { $0.number ?? 0 }
            case .single("DTSTAMP"), .single("LAST-MODIFIED"):
                return later(own, others) { $0.rawValue }
            case .time, .single: return choice(base, own, others)
            case .list:
                return joined(
                    base: Dictionary(keyed(base), uniquingKeysWith: { first, _ in first }),
                    keyed(own),
                    keyed(others),
                    merging: { base, ours, theirs in theirs == base ? ours : theirs }
                )
            }
        }

        private func properties(of component: Component) -> [Property] {
            component.properties.filter { Field($0) == self }
        }

        /// The entries of a list; an attendee is the same one whatever was answered.
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
}
