public import CivilTime

extension ParseResult {
    /// The zones that times name with `TZID`, each once, in the order of the text.
    ///
    /// Takes time in proportion to the text's length. Whoever knows a zone database can make a
    /// catalogue of just these.
    public var zoneNames: [ZoneID] {
        var names: [ZoneID] = []
        var seen: Set<String> = []
        for component in components { Self.collect(from: component, &names, &seen) }
        return names
    }

    private static func collect(
        from component: Component,
        _ names: inout [ZoneID],
        _ seen: inout Set<String>
    ) {
        for node in component.nodes {
            switch node {
            case .property(let property):
                guard let name = property.zoneName, seen.insert(name).inserted else { continue }
                names.append(ZoneID(name))
            case .component(let inner):
                collect(from: inner, &names, &seen)
            }
        }
    }
}
