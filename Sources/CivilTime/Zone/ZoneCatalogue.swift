/// The zones at hand, found by name.
///
/// There is no global one: whoever has zone data makes a catalogue and hands it on. UTC is always
/// in it.
public struct ZoneCatalogue: Sendable {
    /// Ordered by name without regard to ASCII case.
    private var zones: [Zone] = [.utc]

    /// Makes a catalogue that knows only UTC.
    public init() {}

    /// The names in it, in order.
    public var ids: [ZoneID] { zones.map { $0.id } }

    /// Adds a zone, replacing one of the same name.
    ///
    /// It takes O(log n) comparisons.
    public mutating func add(_ zone: Zone) {
        let (index, isFound) = position(of: zone.id.octets)
        if isFound {
            zones[index] = zone
        } else {
            zones.insert(zone, at: index)
        }
    }

    /// The zone of a name, or of the IANA name it stands for; nil when neither is in the catalogue.
    ///
    /// ASCII case does not count. See ``ianaName(for:)`` for the names that stand for others.
    public func zone(_ id: ZoneID) -> Zone? {
        if let zone = exactZone(id.octets) { return zone }
        guard let name = Self.ianaName(for: id) else { return nil }
        return exactZone(Array(name.utf8))
    }

    private func exactZone(_ name: [UInt8]) -> Zone? {
        let (index, isFound) = position(of: name)
        return isFound ? zones[index] : nil
    }

    /// Where a name stands, or would.
    private func position(of name: [UInt8]) -> (index: Int, isFound: Bool) {
        var low = 0
        var high = zones.count
        while low < high {
            let middle = (low + high) / 2
            let order = ASCIIName.compare(zones[middle].id.octets, name)
            if order == 0 { return (middle, true) }
            if order < 0 {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return (low, false)
    }
}

/// Comparing names without regard to ASCII case.
enum ASCIIName {
    static func lowercased(_ byte: UInt8) -> UInt8 {
        (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
    }

    /// Negative, zero or positive as `left` is before, the same as, or after `right`.
    static func compare<Left: Sequence, Right: Sequence>(_ left: Left, _ right: Right) -> Int
    where Left.Element == UInt8, Right.Element == UInt8 {
        var others = right.makeIterator()
        for byte in left {
            guard let other = others.next() else { return 1 }
            let difference = Int(lowercased(byte)) - Int(lowercased(other))
            if difference != 0 { return difference }
        }
        return others.next() == nil ? 0 : -1
    }
}
