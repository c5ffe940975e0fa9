package import CivilTime
package import ICalendar

/// An event or task with its overrides, as scheduling sees it.
package struct SchedulingObject: Sendable {
    /// One component: the master, or an override of one occurrence.
    struct Part: Sendable {
        /// The occurrence it stands for; nil for the master.
        let name: OccurrenceName?
        var component: Component
    }

    /// The VCALENDAR.
    package let calendar: Component
    /// The UID that its components share.
    package let uid: String
    let zones: ObjectZones
    private(set) var parts: [Part]

    /// Reads an object; nil when it has no event or task, or two that aren't overrides.
    ///
    /// - Parameters:
    ///   - calendar: A VCALENDAR with the components of one UID.
    ///   - known: The zones that its times name; for others, its own VTIMEZONEs are read.
    package init?(_ calendar: Component, zones known: ZoneCatalogue) {
        let components = calendar.components.filter { $0.isSchedulable }
        let masters = components.filter { $0.first(.recurrenceID) == nil }
        guard let first = masters.first ?? components.first, masters.count < 2 else { return nil }
        self.calendar = calendar
        uid = first.first(.uid)?.textValue ?? ""
        let zones = ObjectZones(of: calendar, known: known)
        let start = masters.first?.time(.dateTimeStart)
        self.zones = zones
        parts = components.map { Part(name: zones.name(of: $0, in: start), component: $0) }
    }

    /// The component that isn't an override.
    var master: Component? { parts.first { $0.name == nil }?.component }

    /// Whether it has the series itself, rather than single occurrences of it.
    package var isOfSeries: Bool { master != nil }

    /// The overrides.
    var overrides: [Part] { parts.filter { $0.name != nil } }

    /// The component from which the properties that all share are read.
    var head: Component { master ?? parts[0].component }

    /// The occurrence that a component stands for; nil for the master.
    ///
    /// The times in the component have to name zones of this object.
    func name(of component: Component) -> OccurrenceName? {
        zones.name(of: component, in: master?.time(.dateTimeStart))
    }

    /// The component for an occurrence; nil when the series has none for it.
    func component(for name: OccurrenceName?) -> Component? {
        parts.first { $0.name == name }?.component
    }

    /// The components by occurrence, for objects that are compared.
    var componentsByName: [OccurrenceName?: Component] {
        Dictionary(parts.map { ($0.name, $0.component) }) { first, _ in first }
    }

    /// The same object with its components changed, in their places.
    func mapParts(_ change: (Part) -> Component) -> SchedulingObject {
        var index = 0
        var changed = parts
        var nodes: [Node] = []
        nodes.reserveCapacity(calendar.nodes.count)
        for node in calendar.nodes {
            guard case .component(let component) = node, component.isSchedulable else {
                nodes.append(node)
                continue
            }
            changed[index].component = change(changed[index])
            nodes.append(.component(changed[index].component))
            index += 1
        }
        return SchedulingObject(
            calendar: Component(.calendar, nodes: nodes),
            uid: uid,
            zones: zones,
            parts: changed
        )
    }

    /// The same object with other components in place of its own.
    func replacingParts(_ parts: [Part], zonesFrom other: Component? = nil) -> SchedulingObject {
        var nodes = calendar.nodes.filter { node in
            guard case .component(let component) = node else { return true }
            return !component.isSchedulable
        }
        let present = calendar.components(named: .timeZone).map { $0.first(.zoneID)?.textValue }
        for zone in other?.components(named: .timeZone) ?? []
        where !present.contains(zone.first(.zoneID)?.textValue) {
            nodes.append(.component(zone))
        }
        nodes += parts.map { .component($0.component) }
        return SchedulingObject(
            calendar: Component(.calendar, nodes: nodes),
            uid: uid,
            zones: zones,
            parts: parts
        )
    }

    init(calendar: Component, uid: String, zones: ObjectZones, parts: [Part]) {
        self.calendar = calendar
        self.uid = uid
        self.zones = zones
        self.parts = parts
    }
}

extension SchedulingObject {
    /// The role of a person in an object.
    package enum Role: Hashable, Sendable {
        /// They invite others.
        case organizer
        /// They're invited by somebody else.
        case attendee
        /// Neither of these, so nothing is sent.
        case bystander
    }

    /// The addresses of the organizer; empty when there's none.
    package var organizer: [CalendarAddress] {
        parts.lazy.compactMap { $0.component.first(.organizer) }.first?.addresses ?? []
    }

    /// Whether the person with these addresses organizes it.
    ///
    /// Only the value counts: if another parameter did, anybody could invite in somebody else's
    /// name.
    package func isOrganized(by person: Set<CalendarAddress>) -> Bool {
        organizer.first.map(person.contains) ?? false
    }

    /// The role of the person with these addresses in this object (RFC 6638 section 3.1).
    ///
    /// A component without an organizer counts as one with the same organizer as the others.
    package func role(of person: Set<CalendarAddress>) throws(SchedulingError) -> Role {
        var organizer: Property?
        for part in parts {
            guard let own = part.component.first(.organizer) else { continue }
            guard let first = organizer else {
                organizer = own
                continue
            }
            guard first == own || first.address == own.address else { throw .differentOrganizers }
        }
        guard organizer != nil else { return .bystander }
        if isOrganized(by: person) { return .organizer }
        return parts.contains { $0.component.attendee(person) != nil } ? .attendee : .bystander
    }
}
