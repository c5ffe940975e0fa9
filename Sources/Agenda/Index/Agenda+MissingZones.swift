public import CivilTime

/// What happened to an object that was loaded.
public enum LoadOutcome: Hashable, Sendable {
    /// It is shown.
    case shown
    /// It waits for the zones that it names.
    case waiting
    /// Its text has no event; nothing was changed.
    case noEvent
    /// It's somebody else's, and there is no room for it; an earlier version is removed.
    case leftOut
}

/// An object that isn't shown until its zones are loaded.
struct WaitingObject: Sendable {
    let etag: String
    let text: [UInt8]
    let isUnanswered: Bool
    /// The zones that it waits for, by their names in the zone database.
    var zones: Set<String>
}

extension Agenda {
    /// The zones to load: those that events have named and that aren't loaded, but may be.
    ///
    /// They have the names of the zone database where it has one. Those come first, so that no
    /// number of invented names delays them.
    public var missingZones: [ZoneID] {
        var names: Set<String> = []
        for object in waiting.values { names.formUnion(object.zones) }
        for series in slots { for id in series?.missingZones ?? [] { names.insert(id.name) } }
        let zones = names.intersection(loadableZones).sorted().map { ZoneID($0) }
        return zones.filter { ZoneNames.contains($0) } + zones.filter { !ZoneNames.contains($0) }
    }

    /// Whether a zone isn't loaded yet, and might still be.
    ///
    /// Of the names that the zone database doesn't have, only the first 100 might: a newer database
    /// may have them, but one event alone can name twenty that nobody has.
    public func lacksZone(_ id: ZoneID) -> Bool {
        let name = id.databaseName
        guard zones.zone(id) == nil, !unavailableZones.contains(name) else { return false }
        if loadableZones.contains(name) || ZoneNames.contains(ZoneID(name)) { return true }
        return strangeZoneCount < Limits.strangeZonesMax
            && name.utf8.count <= Limits.strangeZoneBytesMax
            && name.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    }

    /// The name by which to load a zone that isn't loaded yet and might still be; nil for others.
    ///
    /// `Tokyo Standard Time` is loaded as `Asia/Tokyo`: no zone database has it under its Windows
    /// name.
    public func loadableName(of id: ZoneID) -> String? {
        lacksZone(id) ? id.databaseName : nil
    }

    /// Notes which zones of a series might still be loaded, and returns their names.
    mutating func noteLoadableZones(of series: Series) -> Set<String> {
        var names: Set<String> = []
        for id in series.missingZones where lacksZone(id) {
            names.insert(id.name)
            if loadableZones.insert(id.name).inserted, !ZoneNames.contains(id) {
                strangeZoneCount += 1
            }
        }
        return names
    }

    /// Shows the objects that wait for these zones without them.
    ///
    /// `permanently` means that the zones can't be loaded from anywhere, so that nothing waits for
    /// them again. Otherwise they still count as missing.
    public mutating func showWithoutZones(_ ids: [ZoneID], permanently: Bool) {
        let names = Set(ids.map { $0.databaseName })
        if permanently {
            unavailableZones.formUnion(names)
            loadableZones.subtract(names)
        }
        stopWaiting(for: names)
    }

    /// Lets the objects that wait for some zones wait for the others only, and shows those that
    /// have nothing left to wait for: some at once, and the rest with ``showReady()``.
    mutating func stopWaiting(for names: Set<String>) {
        let concerned = waiting.filter { _, object in
            object.zones.contains { names.contains($0) }
        }
        for (id, object) in concerned {
            let zones = object.zones.subtracting(names)
            waiting[id]?.zones = zones
            if zones.isEmpty { readyObjects.append(id) }
        }
        showReady()
    }

    /// Shows objects whose zones have been loaded, until it has read 500,000 octets of them.
    ///
    /// - Returns: Whether all are shown.
    @discardableResult
    public mutating func showReady() -> Bool {
        var octetsLeft = Limits.readyOctetsAtOnce
        while let id = readyObjects.last {
            guard octetsLeft > 0 else { return false }
            readyObjects.removeLast()
            if let object = waiting[id], object.zones.isEmpty {
                octetsLeft -= object.text.count
                putObject(
                    id,
                    etag: object.etag,
                    text: object.text,
                    isUnanswered: object.isUnanswered
                )
            } else if let old = series(id),
                let series = read(id, old.text, isUnanswered: old.isUnanswered)
            {
                // It was shown without a zone that has been loaded since.
                octetsLeft -= old.text.count
                store(series, in: slotByObject[id])
                revision += 1
            }
        }
        return true
    }
}
