public import CivilTime

extension ParseResult {
    /// The zones that times name with `TZID`, each once, in the order of the text, and those that
    /// descriptions name with `X-LIC-LOCATION`.
    ///
    /// Takes time in proportion to the text's length. A catalogue of just these zones is enough to
    /// read the text.
    public var zoneNames: [ZoneID] {
        var names = ZoneNames()
        for component in components { names.collect(from: component, withLocations: true) }
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

    mutating func collect(from component: Component, withLocations: Bool = false) {
        for node in component.nodes {
            switch node {
            case .property(let property):
                let location =
                    withLocations && property.isNamed(.zoneLocation) ? property.textValue : nil
                guard let name = property.zoneName ?? location, names.count < Limits.zoneNamesMax,
                    seen.insert(Array(name.utf8)).inserted
                else { continue }
                names.append(ZoneID(name))
            case .component(let inner):
                collect(from: inner, withLocations: withLocations)
            case .unread: break
            }
        }
    }
}
