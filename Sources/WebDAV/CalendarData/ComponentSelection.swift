import ICalendar

/// Which parts of a component are answered: a `comp` (RFC 4791, 9.6.1).
package struct ComponentSelection: Hashable, Sendable {
    /// Which properties are answered.
    enum Properties: Hashable, Sendable {
        case all
        case named([PropertySelection])
    }

    /// Which nested components are answered.
    enum Components: Hashable, Sendable {
        case all
        case named([ComponentSelection])
    }

    /// A property that is answered: a `prop` (RFC 4791, 9.6.4).
    struct PropertySelection: Hashable, Sendable {
        let name: RequestedName<PropertyName>
        /// Whether only its name and parameters are wanted.
        let isWithoutValue: Bool
    }

    let name: RequestedName<ComponentName>
    var properties = Properties.all
    var components = Components.all

    /// Whether nothing is left out.
    var isWhole: Bool { properties == .all && components == .all }

    /// The parts of a component that are selected.
    func selected(of component: Component) -> Component {
        guard !isWhole else { return component }
        let nodes = component.nodes.compactMap { node -> Node? in
            switch node {
            case .property(let property): selected(property).map { .property($0) }
            case .component(let inner): selected(inner).map { .component($0) }
            case .unread: properties == .all ? node : nil
            }
        }
        return Component(name: component.writtenName, nodes: nodes)
    }

    /// A property as it's answered; nil if it's left out.
    func selected(_ property: Property) -> Property? {
        guard case .named(let wanted) = properties else { return property }
        guard let found = wanted.first(where: { $0.name.isName(of: property) }) else { return nil }
        guard found.isWithoutValue else { return property }
        return Property(name: property.name, parameters: property.parameters, rawValue: "")
    }

    /// A nested component as it's answered; nil if it's left out.
    private func selected(_ inner: Component) -> Component? {
        guard let selection = selection(for: inner) else { return nil }
        return selection.selected(of: inner)
    }

    /// The selection for a nested component; nil if that is left out.
    func selection(for inner: Component) -> ComponentSelection? {
        guard case .named(let wanted) = components else {
            return ComponentSelection(name: RequestedName(of: inner))
        }
        return wanted.first { $0.name.isName(of: inner) }
    }
}

/// Reads the `comp` elements of a request.
struct SelectionReader {
    private var partsLeft = Limits.selectionPartsMax

    /// The selection of a whole object.
    mutating func calendar(_ element: XMLElement) throws(QueryError) -> ComponentSelection {
        let selection = try component(element)
        guard selection.name.known == .calendar else {
            throw .malformed("The first comp is for VCALENDAR.")
        }
        return selection
    }

    /// Reads a `comp`; one without elements stands for the whole component, as in RFC 4791, 7.8.1.
    private mutating func component(_ element: XMLElement) throws(QueryError) -> ComponentSelection
    {
        var selection = ComponentSelection(name: RequestedName(try name(of: element)))
        let children = element.children.filter { $0.name.namespace == XMLName.Namespace.calDAV }
        guard !children.isEmpty else { return selection }
        var properties: [ComponentSelection.PropertySelection] = []
        var components: [ComponentSelection] = []
        var (hasAllProperties, hasAllComponents) = (false, false)
        for child in children {
            switch child.name.local {
            case "allprop": hasAllProperties = true
            case "allcomp": hasAllComponents = true
            case "prop": properties.append(try property(child))
            case "comp": components.append(try component(child))
            default: throw .malformed("A \(child.name.local) can't be in a comp.")
            }
        }
        if !hasAllProperties { selection.properties = .named(properties) }
        if !hasAllComponents { selection.components = .named(components) }
        return selection
    }

    private mutating func property(
        _ element: XMLElement
    ) throws(QueryError) -> ComponentSelection.PropertySelection {
        .init(
            name: RequestedName(try name(of: element)),
            isWithoutValue: element.attributes["novalue"] == "yes"
        )
    }

    private mutating func name(of element: XMLElement) throws(QueryError) -> String {
        partsLeft -= 1
        guard partsLeft >= 0 else { throw .malformed("Too many parts are asked for.") }
        guard let name = element.requestedName else {
            throw .malformed("A \(element.name.local) has a name.")
        }
        return name
    }
}
