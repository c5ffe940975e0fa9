import ICalendar

/// The name of a component or a property in a request, compared with the known ones only once.
package struct RequestedName<Known: Hashable & Sendable>: Hashable, Sendable {
    /// The name in capitals.
    package let text: String
    /// The name if it's a known one.
    package let known: Known?
}

extension RequestedName where Known == ComponentName {
    init(_ text: String) { self.init(text: text, known: ComponentName(text)) }

    init(of component: Component) {
        self.init(text: component.name, known: component.knownName)
    }

    func isName(of component: Component) -> Bool {
        known != nil ? component.knownName == known : component.isNamed(text)
    }

    /// The components of this name in another one.
    func components(in outer: Component) -> [Component] {
        known.map { outer.components(named: $0) } ?? outer.components(named: text)
    }
}

extension RequestedName where Known == PropertyName {
    init(_ text: String) { self.init(text: text, known: PropertyName(text)) }

    func isName(of property: Property) -> Bool {
        known != nil ? property.knownName == known : property.isNamed(text)
    }

    /// The properties of this name in a component.
    func properties(in component: Component) -> [Property] {
        known.map { component.all($0) } ?? component.all(text)
    }
}

extension XMLElement {
    /// The `name` in capitals; nil if it's missing or too long.
    var requestedName: String? {
        guard let name = attributes["name"], !name.isEmpty,
            name.utf8.count <= Limits.requestedNameOctetsMax
        else { return nil }
        return String(decoding: name.utf8.map(OctetSearch.upperCased), as: UTF8.self)
    }
}
