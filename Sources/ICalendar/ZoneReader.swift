public import CivilTime

extension Component {
    /// The zone that a VTIMEZONE describes; nil when it cannot be read (RFC 5545 section 3.6.5).
    ///
    /// A zone that is `known` by the VTIMEZONE's TZID or its `X-LIC-LOCATION` counts more than
    /// what the text says: descriptions in files are often of another year. Endless yearly
    /// rules hold for ever; rules of other shapes are followed up to the year 2200.
    public func zone(known: ZoneCatalogue? = nil) -> Zone? {
        ZoneReader.zone(of: self, known: known)
    }
}

/// Makes zones of VTIMEZONE components.
enum ZoneReader {
    static func zone(of component: Component, known: ZoneCatalogue?) -> Zone? {
        guard component.isNamed(.timeZone), let name = component.first(.zoneID)?.textValue,
            !name.isEmpty
        else { return nil }
        let catalogue = known ?? ZoneCatalogue()
        if let zone = catalogue.zone(ZoneID(name)) { return zone }
        if let location = component.first(.zoneLocation)?.textValue,
            let zone = catalogue.zone(ZoneID(location))
        {
            return zone
        }
        let observances = component.components.prefix(Limits.observancesMax).compactMap {
            Observance($0)
        }
        return observances.isEmpty ? nil : zone(ZoneID(name), observances)
    }

    private static func zone(_ id: ZoneID, _ observances: [Observance]) -> Zone {
        let tail = tail(of: observances)
        let lastOnset = observances.map { $0.start.date.year }.max() ?? 1
        let lastYear = tail == nil ? Limits.lastTransitionYear : lastOnset + 1
        var transitions: [Zone.Transition] = []
        for observance in observances {
            let room = Limits.transitionsMax - transitions.count
            guard room > 0 else { break }
            for onset in observance.onsets(through: lastYear).prefix(room) {
                transitions.append(observance.transition(at: onset))
            }
        }
        transitions.sort { $0.instant < $1.instant }
        let first = observances.min { $0.firstInstant < $1.firstInstant }
        return Zone(
            id: id,
            transitions: transitions,
            initialOffsetSeconds: first?.offsetFrom,
            tail: tail
        )
    }

    /// What holds for ever: the two observances that are yearly and have no end.
    private static func tail(of observances: [Observance]) -> PosixRule? {
        let endless = observances.filter { $0.isEndless }
        guard endless.count == 2, let summer = endless.first(where: { $0.isSummer }),
            let winter = endless.first(where: { !$0.isSummer }),
            let start = summer.posixChange, let end = winter.posixChange,
            summer.offsetFrom == winter.offsetTo, winter.offsetFrom == summer.offsetTo
        else { return nil }
        return PosixRule(
            winter.posixName + posix(-winter.offsetTo) + summer.posixName
                + posix(-summer.offsetTo) + "," + start + "," + end
        )
    }

    private static func posix(_ seconds: Int) -> String {
        Observance.clock(seconds)
    }
}
