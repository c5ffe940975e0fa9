public import CivilTime

/// Joins the components of many objects into one calendar, one object at a time.
///
/// Each zone is described once, before the first component that names it: by the object's own
/// VTIMEZONE, or else from ``zones`` with its rules around a year. If two objects use one name for
/// different zones, which happens with names such as `Customized Time Zone`, the later one is
/// renamed in the output. Only the VTIMEZONEs are held, so a calendar of any size takes little
/// memory.
///
/// ```swift
/// var joiner = CalendarJoiner(zones: zones, year: 2_026)
/// for object in objects { write(CalendarText.write(joiner.add(object))) }
/// ```
public struct CalendarJoiner: Sendable {
    /// The known zones; more may be added before an object that names them.
    public var zones: ZoneCatalogue
    private let year: Int
    /// The zones that the object being added brings.
    private var descriptions: [Component] = []
    private var takenNames: Set<[UInt8]> = []
    /// The name of each zone in the calendar.
    private var nameOfZone: [DescribedZone: String] = [:]
    /// The last number that was added to a name to tell its zones apart.
    private var lastNumbers: [[UInt8]: Int] = [:]

    /// Makes a joiner for one calendar.
    ///
    /// - Parameters:
    ///   - zones: The known zones.
    ///   - year: The year around which clock changes are described, usually the present one.
    public init(zones: ZoneCatalogue = ZoneCatalogue(), year: Int) {
        self.zones = zones
        self.year = year
    }

    /// Returns what an object adds to the calendar: zones not described before, then its
    /// components.
    public mutating func add(_ object: CalendarObject) -> [Component] {
        descriptions = []
        var newNames: [[UInt8]: String] = [:]
        for description in object.calendar.components(named: .timeZone) {
            guard let name = description.first(.zoneID)?.textValue else { continue }
            let given = describe(name, by: description)
            if !isSameName(given.utf8, name.utf8) { newNames[Array(name.utf8)] = given }
        }
        var components: [Component] = []
        for component in object.calendar.components where !component.isNamed(.timeZone) {
            describeZones(of: component)
            components.append(newNames.isEmpty ? component : component.renamingZones(newNames))
        }
        return descriptions + components
    }

    /// Adds a VTIMEZONE unless the calendar has it already, and returns its name in the calendar.
    private mutating func describe(_ name: String, by description: Component) -> String {
        let zone = DescribedZone(name, by: description, isKnown: zones.zone(ZoneID(name)) != nil)
        if let known = nameOfZone[zone] { return known }
        var candidate = name
        var number = lastNumbers[zone.name] ?? 1
        while takenNames.contains(Array(candidate.utf8)) {
            number += 1
            candidate = name + " \(number)"
        }
        lastNumbers[zone.name] = number
        nameOfZone[zone] = candidate
        takenNames.insert(Array(candidate.utf8))
        var renamed = description
        if number > 1 { renamed.set(.text("TZID", candidate)) }
        descriptions.append(renamed)
        return candidate
    }

    /// Describes the zones that a component names and its object does not describe.
    private mutating func describeZones(of component: Component) {
        for node in component.nodes {
            switch node {
            case .unread: break
            case .component(let component): describeZones(of: component)
            case .property(let property):
                guard let name = property.zoneName, !takenNames.contains(Array(name.utf8)),
                    let zone = zones.zone(ZoneID(name))
                else { continue }
                takenNames.insert(Array(name.utf8))
                nameOfZone[DescribedZone(name)] = name
                var description = Component.timeZone(zone, around: year)
                description.set(.text("TZID", name))
                descriptions.append(description)
            }
        }
    }
}

/// A zone as an object describes it.
///
/// A known zone is recognised by its name, so all descriptions of it are the same.
private struct DescribedZone: Hashable {
    let name: [UInt8]
    let components: [Component]

    init(_ name: String) {
        self.name = Array(name.utf8)
        components = []
    }

    init(_ name: String, by description: Component, isKnown: Bool) {
        self.name = Array(name.utf8)
        components = isKnown ? [] : description.components
    }
}

extension CalendarFile {
    /// Joins many objects into one VCALENDAR, as a file for other programs.
    ///
    /// - Parameters:
    ///   - objects: The objects, written in this order after the zones they name.
    ///   - name: The calendar's name, written as `NAME` and as `X-WR-CALNAME`.
    ///   - color: The calendar's colour, a CSS name.
    ///   - zones: The known zones.
    ///   - year: The year around which clock changes are described, usually the present one.
    /// - Returns: The VCALENDAR, to be written by ``CalendarText/write(_:)``.
    /// - SeeAlso: ``CalendarJoiner``, which says how zones are described.
    public static func join(
        _ objects: [CalendarObject],
        name: String? = nil,
        color: String? = nil,
        zones: ZoneCatalogue,
        year: Int
    ) -> Component {
        var joiner = CalendarJoiner(zones: zones, year: year)
        let components = objects.flatMap { joiner.add($0) }
        let ordered =
            components.filter { $0.isNamed(.timeZone) }
            + components.filter { !$0.isNamed(.timeZone) }
        var calendar = Component.calendar(name: name, color: color)
        calendar.nodes += ordered.map { .component($0) }
        return calendar
    }
}

extension Component {
    /// A VCALENDAR of this program, still without components (RFC 5545 section 3.6).
    ///
    /// - Parameters:
    ///   - name: The calendar's name, written as `NAME` and as `X-WR-CALNAME`.
    ///   - color: The calendar's colour, a CSS name or one of our own.
    /// - Returns: The VCALENDAR with these properties.
    public static func calendar(name: String? = nil, color: String? = nil) -> Component {
        var calendar = Component(name: "VCALENDAR")
        calendar.append(Property(name: "VERSION", rawValue: "2.0"))
        calendar.append(Property(name: "PRODID", rawValue: CalendarText.productID))
        if let name {
            calendar.append(.text("NAME", name))
            calendar.append(.text("X-WR-CALNAME", name))
        }
        if let color { calendar.setColorName(color) }
        return calendar
    }

    /// The component with some of its time zones renamed.
    func renamingZones(_ newNames: [[UInt8]: String]) -> Component {
        var copy = self
        copy.nodes = nodes.map { node in
            switch node {
            case .unread: return node
            case .component(let component): return .component(component.renamingZones(newNames))
            case .property(let property):
                guard let name = property.zoneName, let new = newNames[Array(name.utf8)] else {
                    return node
                }
                return .property(property.inZone(new))
            }
        }
        return copy
    }
}

extension Property {
    /// The property with another `TZID`.
    fileprivate func inZone(_ name: String) -> Property {
        let parameters = self.parameters.map { parameter in
            parameter.name.isSame(ignoringCase: "TZID") ? Parameter("TZID", name) : parameter
        }
        return Property(name: self.name, parameters: parameters, rawValue: rawValue)
    }
}
