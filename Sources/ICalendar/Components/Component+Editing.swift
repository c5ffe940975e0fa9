extension Component {
    /// Replaces the first property of a name and removes the others of that name.
    ///
    /// A new property goes after the last one, before the nested components.
    public mutating func set(_ property: Property) {
        let name = WantedName(property)
        var isPlaced = false
        var kept: [Node] = []
        kept.reserveCapacity(nodes.count + 1)
        for node in nodes {
            guard case .property(let old) = node, old.isNamed(name) else {
                kept.append(node)
                continue
            }
            if !isPlaced { kept.append(.property(property)) }
            isPlaced = true
        }
        nodes = kept
        if !isPlaced { append(property) }
    }

    /// Replaces all properties of a name.
    ///
    /// The new ones go where the first one was, or after the last property when there was none.
    public mutating func setAll(_ name: String, to properties: [Property]) {
        let wanted = WantedName(name)
        let place = nodes.firstIndex { $0.isProperty(named: wanted) }
        remove(name)
        nodes.insert(
            contentsOf: properties.map { Node.property($0) },
            at: place ?? endOfProperties
        )
    }

    /// Removes every property of a name.
    public mutating func remove(_ name: String) {
        let wanted = WantedName(name)
        nodes.removeAll { $0.isProperty(named: wanted) }
    }

    /// Removes every property of a known name.
    public mutating func remove(_ name: PropertyName) {
        remove(name.text)
    }

    /// Adds a property after the last one.
    public mutating func append(_ property: Property) {
        nodes.insert(.property(property), at: endOfProperties)
    }

    /// Adds a component at the end.
    public mutating func append(_ component: Component) {
        nodes.append(.component(component))
    }

    /// Removes the nested components that pass a test.
    public mutating func removeComponents(where isRemoved: (Component) -> Bool) {
        nodes.removeAll { node in
            if case .component(let component) = node { isRemoved(component) } else { false }
        }
    }

    /// Changes each nested component in place.
    public mutating func mapComponents(_ change: (Component) -> Component) {
        nodes = nodes.map { node in
            if case .component(let component) = node { .component(change(component)) } else { node }
        }
    }

    /// The index after the last property.
    private var endOfProperties: Int {
        let last = nodes.lastIndex { node in
            if case .property = node { true } else { false }
        }
        return last.map { $0 + 1 } ?? 0
    }
}

extension Node {
    /// Whether this is a property of a name, ignoring case.
    fileprivate func isProperty(named name: WantedName) -> Bool {
        if case .property(let property) = self { property.isNamed(name) } else { false }
    }
}
