public import CivilTime

/// What happened to an object that was loaded.
public enum LoadOutcome: Hashable, Sendable {
    /// It is shown.
    case shown
    /// It waits for the zones that it names.
    case waiting
    /// Its text has no event; nothing was changed.
    case noEvent
}

/// An object that isn't shown until its zones are loaded.
struct WaitingObject: Sendable {
    let etag: String
    let text: [UInt8]
    /// The zones that it waits for, by their names in the zone database.
    let zones: Set<String>
}

extension Agenda {
    /// Whether a zone isn't loaded yet, and might still be.
    public func lacksZone(_ id: ZoneID) -> Bool {
        zones.zone(id) == nil && !unavailableZones.contains(Self.zoneName(id))
    }

    /// Shows the objects that wait for these zones without them.
    ///
    /// `permanently` means that the zones can't be loaded from anywhere, so that nothing waits for
    /// them again. Otherwise they still count as missing.
    public mutating func showWithoutZones(_ ids: [ZoneID], permanently: Bool) {
        let without = unavailableZones.union(ids.map { Self.zoneName($0) })
        if permanently { unavailableZones = without }
        showReady(without: without)
    }

    /// Shows the waiting objects that need no zones other than the loaded ones and these.
    mutating func showReady(without: Set<String>) {
        let ready = waiting.filter { _, object in
            object.zones.allSatisfy { zones.zone(ZoneID($0)) != nil || without.contains($0) }
        }
        for (id, object) in ready { putObject(id, etag: object.etag, text: object.text) }
    }
}
