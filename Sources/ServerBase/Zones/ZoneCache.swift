import CivilTime
import Synchronization

/// The time zones that have been read, and their descriptions as VTIMEZONE.
///
/// They are kept until the server ends. Names that aren't zones aren't kept: anybody can invent them.
final class ZoneCache: Sendable {
    struct DescriptionKey: Hashable {
        let name: ZoneID
        let year: Int
    }

    private let zones = Mutex<[String: Zone]>([:])
    private let descriptions = Mutex<[DescriptionKey: [UInt8]]>([:])

    /// The zone of a name, read if it isn't known yet; nil if there's none.
    func zone(_ name: String, reading read: () -> Zone?) -> Zone? {
        if let known = zones.withLock({ $0[name] }) { return known }
        guard let zone = read() else { return nil }
        zones.withLock { zones in
            if zones.count < Limits.zonesKeptMax { zones[name] = zone }
        }
        return zone
    }

    /// The description of a zone, written if it isn't there yet.
    func description(_ key: DescriptionKey, writing write: () -> [UInt8]) -> [UInt8] {
        if let known = descriptions.withLock({ $0[key] }) { return known }
        let octets = write()
        descriptions.withLock { descriptions in
            // Those of last year are of no use any more.
            if descriptions.count >= Limits.zonesKeptMax { descriptions = [:] }
            descriptions[key] = octets
        }
        return octets
    }
}
