public import CivilTime

extension ParseResult {
    /// The zones that times name with `TZID`, each once, in the order of the text.
    ///
    /// Takes time in proportion to the text's length. A catalogue of just these zones is enough to
    /// read the text.
    public var zoneNames: [ZoneID] {
        var names = ZoneNames()
        for component in components { names.collect(from: component) }
        return names.names
    }
}

extension Component {
    /// The zones that times in the component name with `TZID`, each once, in the order of the text.
    public var zoneNames: [ZoneID] {
        var names = ZoneNames()
        names.collect(from: self)
        return names.names
    }
}

/// The zones that times name, each once, in order.
struct ZoneNames: Sendable {
    private(set) var names: [ZoneID] = []
    private var seen: Set<[UInt8]> = []

    mutating func collect(from component: Component) {
        for node in component.nodes {
            switch node {
            case .property(let property):
                guard let name = property.zoneName, names.count < Limits.zoneNamesMax,
                    seen.insert(Array(name.utf8)).inserted
                else { continue }
                names.append(ZoneID(name))
            case .component(let inner):
                collect(from: inner)
            case .unread: break
            }
        }
    }
}
