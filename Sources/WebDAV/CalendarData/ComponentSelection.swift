import ICalendar

/// Which parts of a component are answered: a `comp` (RFC 4791, 9.6.1).
package struct ComponentSelection: Hashable, Sendable {
    /// Which properties are answered.
    enum Properties: Hashable, Sendable {
        case all
        case named([PropertySelection])
    }

    /// Which components in it are answered.
    enum Components: Hashable, Sendable {
        case all
        case named([ComponentSelection])
    }

    /// A property that is answered: a `prop` (RFC 4791, 9.6.4).
    struct PropertySelection: Hashable, Sendable {
        let name: FilterName<PropertyName>
        /// Whether only its name and parameters are wanted.
        let isWithoutValue: Bool
    }

    let name: FilterName<ComponentName>
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

    /// A property as it's answered; nil if it isn't.
    func selected(_ property: Property) -> Property? {
        guard case .named(let wanted) = properties else { return property }
        guard let found = wanted.first(where: { $0.name.isName(of: property) }) else { return nil }
        guard found.isWithoutValue else { return property }
        return Property(name: property.name, parameters: property.parameters, rawValue: "")
    }

    /// What is answered of a component in it; nil if nothing is.
    private func selected(_ inner: Component) -> Component? {
        guard let selection = selection(for: inner) else { return nil }
        return selection.selected(of: inner)
    }

    /// What is selected of a component in it; nil if it isn't answered.
    func selection(for inner: Component) -> ComponentSelection? {
        guard case .named(let wanted) = components else {
            let name = FilterName(text: inner.name, known: inner.knownName)
            return ComponentSelection(name: name)
        }
        return wanted.first { $0.name.isName(of: inner) }
    }
}

extension FilterName where Known == PropertyName {
    func isName(of property: Property) -> Bool {
        known != nil ? property.knownName == known : property.isNamed(text)
    }
}

extension FilterName where Known == ComponentName {
    func isName(of component: Component) -> Bool {
        known != nil ? component.knownName == known : component.isNamed(text)
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

    /// An element without anything in it stands for the whole component, as in RFC 4791, 7.8.1.
    private mutating func component(_ element: XMLElement) throws(QueryError) -> ComponentSelection
    {
        let text = try name(of: element)
        var selection = ComponentSelection(
            name: FilterName(text: text, known: ComponentName(text))
        )
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
        let text = try name(of: element)
        let name = FilterName(text: text, known: PropertyName(text))
        let isWithoutValue = element.attributes["novalue"] == "yes"
        return .init(name: name, isWithoutValue: isWithoutValue)
    }

    private mutating func name(of element: XMLElement) throws(QueryError) -> String {
        partsLeft -= 1
        guard partsLeft >= 0 else { throw .malformed("Too many parts are asked for.") }
        guard let name = element.attributes["name"], !name.isEmpty,
            name.utf8.count <= Limits.filterNameOctetsMax
        else { throw .malformed("A \(element.name.local) has a name.") }
        return String(decoding: name.utf8.map(OctetSearch.upperCased), as: UTF8.self)
    }
}
