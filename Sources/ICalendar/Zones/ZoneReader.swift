public import CivilTime

extension Component {
    /// The zone that a VTIMEZONE describes; nil when it cannot be read (RFC 5545 section 3.6.5).
    ///
    /// A zone that `known` has under the TZID or the `X-LIC-LOCATION` is preferred to the
    /// description, as descriptions in files are often out of date. Rules without an end hold for
    /// ever: as a POSIX rule if there is one for them, or else by repeating every 400 years, as the
    /// Gregorian calendar does. At most 4,000 clock changes are read.
    public func zone(known: ZoneCatalogue? = nil) -> Zone? {
        ZoneReader.zone(of: self, known: known)
    }
}

/// Reads VTIMEZONE components as zones.
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
        var rulesLeft = Limits.rulesOfZoneMax
        let observances = component.components.prefix(Limits.observancesMax).compactMap {
            Observance($0, rulesLeft: &rulesLeft)
        }
        return observances.isEmpty ? nil : zone(ZoneID(name), observances)
    }

    private static func zone(_ id: ZoneID, _ observances: [Observance]) -> Zone {
        var gathered = Transitions()
        var steps = Limits.stepsOfZoneMax
        for observance in observances {
            gathered.add(observance.finiteOnsets(limit: gathered.room, &steps), of: observance)
        }
        let tail = tail(of: observances)
        // A change at the end of a local year may be in the next year in UTC, so skip one more
        // year.
        let startYear = gathered.lastYear + 2
        let cycles = observances.reduce(1) { Observance.commonMultiple($0, $1.cycleCount) }
        let years = cycles * 400
        let lastYear = startYear + (tail == nil ? years : 0)
        for observance in observances {
            let onsets = observance.endlessOnsets(
                through: lastYear,
                limit: gathered.room,
                &steps
            )
            gathered.add(onsets, of: observance)
        }
        // If changes were cut off, the listed ones can't be repeated.
        let isWhole = gathered.transitions.count <= Limits.transitionsMax
        let isEndless = observances.contains { $0.isEndless }
        let first = observances.min { $0.firstInstant < $1.firstInstant }
        return Zone(
            id: id,
            transitions: gathered.sorted(),
            initialOffsetSeconds: first?.offsetFrom,
            tail: tail,
            cycle: tail == nil && isEndless && isWhole
                ? Zone.Cycle(startYear: startYear, years: years) : nil
        )
    }

    /// The POSIX rule after the last listed change; nil unless exactly two observances have no end
    /// and POSIX can express both.
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

/// The changes of several observances.
private struct Transitions {
    private(set) var transitions: [Zone.Transition] = []
    /// The last year with a change.
    private(set) var lastYear = 1

    /// How many more changes may be added.
    ///
    /// That is more than will be kept, because the excess can only be cut off once all are sorted.
    var room: Int { Limits.transitionsMax * 4 - transitions.count }

    mutating func add(_ onsets: [CivilDateTime], of observance: Observance) {
        for onset in onsets {
            transitions.append(observance.transition(at: onset))
            lastYear = max(lastYear, onset.date.year)
        }
    }

    func sorted() -> [Zone.Transition] {
        Array(transitions.sorted { $0.instant < $1.instant }.prefix(Limits.transitionsMax))
    }
}
