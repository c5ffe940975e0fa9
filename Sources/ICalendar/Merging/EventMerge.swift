/// Merges two changes of one event, field by field.
///
/// A field that only one side changed is taken from that side. If both changed it, the other side's
/// change wins: everybody there has already seen it. Lists such as attendees and exceptions take the
/// changes of both sides.
public enum EventMerge {
    /// Values under keys, in the order in which they came; several with the same key are numbered.
    ///
    /// All keys are texts, so that the web's core has one kind of dictionary to carry.
    struct Table<Value> {
        private(set) var entries: [(key: String, value: Value)] = []
        private var places: [String: Int] = [:]
        private var counts: [String: Int] = [:]

        subscript(key: String) -> Value? { places[key].map { entries[$0].value } }

        mutating func add(_ value: Value, as text: String) {
            let number = counts[text, default: 0]
            counts[text] = number + 1
            let key = number == 0 ? text : text + "\n" + String(number)
            places[key] = entries.count
            entries.append((key, value))
        }

        /// Changes the value of a text, or adds an empty one first.
        mutating func change(_ text: String, from empty: Value, _ change: (inout Value) -> Void) {
            if places[text] == nil { add(empty, as: text) }
            if let place = places[text] { change(&entries[place].value) }
        }
    }

    // MARK: - Components

    /// The components of a calendar by what tells them apart: the name, and the date that an override
    /// replaces or a time zone's name.
    static func components(of calendar: Component?) -> Table<Component> {
        var table = Table<Component>()
        for component in calendar?.components ?? [] {
            let property = component.first(component.isNamed(.timeZone) ? .zoneID : .recurrenceID)
            let rest = property.map { String(decoding: $0.raw, as: UTF8.self) } ?? ""
            table.add(component, as: component.name + "\n" + rest)
        }
        return table
    }

    /// The calendar that has the changes of both sides.
    ///
    /// - Parameters:
    ///   - base: The VCALENDAR that both sides had; nil if they never had the same.
    ///   - ours: The VCALENDAR here.
    ///   - theirs: The VCALENDAR of the other side.
    ///   - removesDays: Whether an occurrence that the other side removed and this one changed is removed; otherwise the
    ///     change is kept, whoever made it.
    /// - Returns: The merged VCALENDAR, with the properties of `theirs`.
    public static func merged(
        calendar base: Component?,
        ours: Component,
        theirs: Component,
        removesDays: Bool = false
    ) -> Component {
        let (own, others) = (components(of: ours), components(of: theirs))
        let nodes = joined(
            base: components(of: base, changedIn: own, and: others),
            own,
            others,
            merging: merged(component:_:_:)
        )
        var merged = Component(
            .calendar,
            nodes: theirs.properties.map(Node.property) + nodes.map(Node.component)
        )
        var split = contradictions(in: merged)
            .subtracting(contradictions(in: ours)).subtracting(contradictions(in: theirs))
        if removesDays {
            let removed = split.intersection(exceptions(of: theirs))
            split.subtract(removed)
            merged.removeComponents { component in
                component.time(.recurrenceID).map { removed.contains($0.basicText) } ?? false
            }
        }
        if !split.isEmpty { merged.mapComponents { includes(split, in: $0) } }
        return merged
    }

    /// The components of the calendar that both sides had, with the occurrences that both of them have changed since.
    private static func components(
        of calendar: Component?,
        changedIn ours: Table<Component>,
        and theirs: Table<Component>
    ) -> Table<Component> {
        var known = components(of: calendar)
        let series = calendar?.components.first {
            !$0.isNamed(.timeZone) && $0.first(.recurrenceID) == nil
        }
        guard let series else { return known }
        for (key, override) in theirs.entries where ours[key] != nil && known[key] == nil {
            if let occurrence = series.occurrence(replacedBy: override) {
                known.add(occurrence, as: key)
            }
        }
        return known
    }

    /// The fields that both sides changed, and not to the same, so that one of the values gives way.
    ///
    /// Entries of lists aren't counted, nor what says when a component was changed. An occurrence that this side removed
    /// and the other one changed is a field of the series, `EXDATE`.
    public static func contested(
        calendar base: Component,
        ours: Component,
        theirs: Component
    ) -> [ContestedField] {
        let (own, others) = (components(of: ours), components(of: theirs))
        let known = components(of: base, changedIn: own, and: others)
        let removed = exceptions(of: ours).subtracting(exceptions(of: base))
        return others.entries.flatMap { key, theirs -> [ContestedField] in
            if let ours = own[key] {
                return known[key].map { contested(component: $0, ours, theirs) } ?? []
            }
            guard let replaced = theirs.time(.recurrenceID)?.basicText, theirs != known[key],
                removed.contains(replaced)
            else { return [] }
            return [
                ContestedField(name: "EXDATE", occurrence: replaced, ours: replaced, theirs: "")
            ]
        }
    }

    private static func contested(
        component base: Component,
        _ ours: Component,
        _ theirs: Component
    ) -> [ContestedField] {
        guard ours != base, theirs != base, ours != theirs, !theirs.isNamed(.timeZone) else {
            return []
        }
        let (known, own, others) = (fields(of: base), fields(of: ours), fields(of: theirs))
        let added = own.entries.filter { known[$0.key] == nil }
        var contested = (known.entries + added).compactMap { field, _ -> ContestedField? in
            let (mine, yours) = (own[field] ?? [], others[field] ?? [])
            guard hasOneValue(field), differ(known[field] ?? [], mine, yours) else { return nil }
            return ContestedField(name: field, of: theirs, ours: mine, theirs: yours)
        }
        if differ(base.components, ours.components, theirs.components) {
            contested.append(ContestedField(name: "VALARM", of: theirs, ours: [], theirs: []))
        }
        return contested
    }

    private static func differ<Value: Equatable>(
        _ base: Value,
        _ ours: Value,
        _ theirs: Value
    ) -> Bool {
        ours != base && theirs != base && ours != theirs
    }

    /// The occurrences that the series excludes although there is an override of them.
    private static func contradictions(in calendar: Component) -> Set<String> {
        let changed = Set(calendar.components.compactMap { $0.time(.recurrenceID)?.basicText })
        return changed.isEmpty ? [] : changed.intersection(exceptions(of: calendar))
    }

    /// The occurrences that the series excludes.
    static func exceptions(of calendar: Component) -> Set<String> {
        let series = calendar.components.filter { $0.first(.recurrenceID) == nil }
        return Set(series.flatMap { $0.times(.exceptionDates) }.map { $0.basicText })
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
        let known = fields(of: base)
        let (own, others) = (fields(of: ours), fields(of: theirs))
        let names =
            others.entries.map { $0.key } + own.entries.map { $0.key }.filter { others[$0] == nil }
        let properties = names.flatMap { name in
            merged(field: name, base: known[name] ?? [], own[name] ?? [], others[name] ?? [])
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
    private static func joined<Value: Equatable>(
        base: Table<Value>,
        _ ours: Table<Value>,
        _ theirs: Table<Value>,
        merging: (_ base: Value?, _ ours: Value, _ theirs: Value) -> Value
    ) -> [Value] {
        var joined: [Value] = []
        for (key, value) in theirs.entries {
            if let mine = ours[key] {
                joined.append(merging(base[key], mine, value))
            } else if base[key] != value {
                // Either it's new there, or it was removed here and changed there; keep it in both
                // cases.
                joined.append(value)
            }
        }
        for (key, value) in ours.entries where theirs[key] == nil && base[key] != value {
            joined.append(value)
        }
        return joined
    }

    // MARK: - Fields

    /// The field of the properties that say when an event begins and ends.
    private static let time = "DTSTART"

    /// The properties of a component by field: those that change together have one name.
    private static func fields(of component: Component?) -> Table<[Property]> {
        var table = Table<[Property]>()
        for property in component?.properties ?? [] {
            let name = property.name
            let field = name == "DTEND" || name == "DURATION" ? time : name
            table.change(field, from: []) { $0.append(property) }
        }
        return table
    }

    /// Whether both sides may add to a field.
    private static func isList(_ field: String) -> Bool {
        switch field {
        case "ATTACH", "ATTENDEE", "CATEGORIES", "COMMENT", "CONFERENCE", "CONTACT", "EXDATE",
            "RDATE", "RELATED-TO", "REQUEST-STATUS", "RESOURCES":
            true
        default: false
        }
    }

    /// Whether a field says when its component was changed, so that the later one is kept.
    private static func isStamp(_ field: String) -> Bool {
        field == "SEQUENCE" || field == "DTSTAMP" || field == "LAST-MODIFIED"
    }

    /// Whether only one side's value can be kept.
    private static func hasOneValue(_ field: String) -> Bool { !isList(field) && !isStamp(field) }

    private static func merged(
        field: String,
        base: [Property],
        _ ours: [Property],
        _ theirs: [Property]
    ) -> [Property] {
        if isStamp(field) { return later(ours, theirs) }
        guard isList(field) else { return choice(base, ours, theirs) }
        return joined(
            base: entries(of: base),
            entries(of: ours),
            entries(of: theirs),
            merging: { base, ours, theirs in theirs == base ? ours : theirs }
        )
    }

    /// The entries of a list by key; an attendee has the same key whatever the answer is.
    private static func entries(of properties: [Property]) -> Table<Property> {
        var table = Table<Property>()
        for property in properties {
            let isAttendee = property.name == "ATTENDEE"
            let key =
                isAttendee ? property.rawValue.utf8.map { $0.upperCased } : Array(property.raw)
            table.add(property, as: String(decoding: key, as: UTF8.self))
        }
        return table
    }

    /// The higher number, or the later time.
    private static func later(_ ours: [Property], _ theirs: [Property]) -> [Property] {
        guard let own = ours.first, let other = theirs.first else {
            return theirs.isEmpty ? ours : theirs
        }
        if own.name == "SEQUENCE" { return (own.number ?? 0) > (other.number ?? 0) ? ours : theirs }
        return own.rawValue > other.rawValue ? ours : theirs
    }
}
