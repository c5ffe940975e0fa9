import CivilTime

/// The time zones that one VCALENDAR can use: those it describes and those that are known.
struct FileZones {
    private let components: [Component]
    private let known: ZoneCatalogue?
    private var indexOfName: [[UInt8]: Int] = [:]
    /// The answers so far, so that each name is looked up only once.
    private var found: [[UInt8]: Answer] = [:]

    /// The places of zones that the file names without describing their rules.
    ///
    /// Some programs write a VTIMEZONE that has a place but no rules, which other programs can't
    /// read.
    private(set) var places: [[UInt8]: String] = [:]

    private enum Answer {
        case unknown
        /// The name may be that of a real zone, but the rules aren't available.
        case named
        case zone(Zone)
    }

    init(_ descriptions: [Component], known: ZoneCatalogue?) {
        components = descriptions
        self.known = known
        for (index, component) in components.enumerated() {
            guard let name = component.first(.zoneID)?.textValue, !name.isEmpty else { continue }
            let key = Array(name.utf8)
            guard indexOfName[key] == nil else { continue }
            indexOfName[key] = index
            let hasRules = component.nodes.contains {
                if case .component = $0 { true } else { false }
            }
            if !hasRules, let place = component.first(.zoneLocation)?.textValue,
                ZoneCatalogue.ianaName(for: place) != nil
            {
                places[key] = place
            }
        }
    }

    /// The descriptions of the zones that some components name, in the order of the file.
    func zones(usedBy users: [Component]) -> [Component] {
        guard !components.isEmpty else { return [] }
        var used: Set<Int> = []
        for user in users { collect(user, into: &used) }
        return used.sorted().map { components[$0] }
    }

    private func collect(_ user: Component, into used: inout Set<Int>) {
        for node in user.nodes {
            switch node {
            case .unread: break
            case .component(let component): collect(component, into: &used)
            case .property(let property):
                guard let name = property.zoneName, let index = indexOfName[Array(name.utf8)] else {
                    continue
                }
                used.insert(index)
            }
        }
    }

    /// The lines that describe a zone by its place alone.
    var placeLines: [Int] {
        components.filter { component in
            component.first(.zoneID).map { places[Array($0.textValue.utf8)] != nil } ?? false
        }.map { $0.first(.zoneLocation)?.line ?? $0.line }
    }

    /// Whether a time in a zone of this name can be read.
    mutating func isKnown(_ id: ZoneID) -> Bool {
        if case .unknown = answer(id) { false } else { true }
    }

    /// The zone with this name; nil when its rules aren't available.
    mutating func zone(_ id: ZoneID) -> Zone? {
        if case .zone(let zone) = answer(id) { zone } else { nil }
    }

    private mutating func answer(_ id: ZoneID) -> Answer {
        let key = id.octets
        if let answer = found[key] { return answer }
        let answer = lookUp(id, key: key)
        found[key] = answer
        return answer
    }

    /// A known zone is preferred to the file's description, which is often out of date.
    private func lookUp(_ id: ZoneID, key: [UInt8]) -> Answer {
        if let zone = (known ?? ZoneCatalogue()).zone(id) { return .zone(zone) }
        if let index = indexOfName[key],
            let zone = ZoneReader.zone(of: components[index], known: known)
        {
            return .zone(zone)
        }
        guard known == nil, ZoneCatalogue.ianaName(for: id) != nil || places[key] != nil else {
            return .unknown
        }
        return .named
    }
}
