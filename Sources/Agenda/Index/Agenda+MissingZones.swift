public import CivilTime

/// What became of an object that was taken in.
public enum LoadOutcome: Hashable, Sendable {
    /// It is shown.
    case shown
    /// It waits for the zones that it names.
    case waiting
    /// Its text holds no event, and nothing is changed.
    case noEvent
}

/// An object that is not shown yet.
struct WaitingObject: Sendable {
    let etag: String
    let text: [UInt8]
    /// What it waits for, by the names of the zone database.
    let zones: Set<String>
}

extension Agenda {
    /// Whether a zone is not known and might still be.
    public func lacksZone(_ id: ZoneID) -> Bool {
        zones.zone(id) == nil && !zonesOfNobody.contains(Self.zoneName(id))
    }

    /// Shows what waits for these zones without them: for good when nobody has them, so that nothing
    /// waits for them again; otherwise they are still missing.
    public mutating func doWithoutZones(_ ids: [ZoneID], isForGood: Bool) {
        let without = zonesOfNobody.union(ids.map { Self.zoneName($0) })
        if isForGood { zonesOfNobody = without }
        showReady(without: without)
    }

    /// Shows the waiting objects that need no other zones than those that are known and these.
    mutating func showReady(without: Set<String>) {
        let ready = waiting.filter { _, object in
            object.zones.allSatisfy { zones.zone(ZoneID($0)) != nil || without.contains($0) }
        }
        for (id, object) in ready { putObject(id, etag: object.etag, text: object.text) }
    }
}
