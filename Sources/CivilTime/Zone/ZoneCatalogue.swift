/// A set of time zones, looked up by name.
///
/// There is no global catalogue: the program that has zone data makes one and passes it on. UTC is
/// always included.
public struct ZoneCatalogue: Sendable {
    /// Sorted by name, ignoring ASCII case.
    private var zones: [Zone] = [.utc]

    /// Makes a catalogue that contains only UTC.
    public init() {}

    /// The names of all zones, sorted.
    public var ids: [ZoneID] { zones.map { $0.id } }

    /// Adds a zone, replacing any zone of the same name.
    ///
    /// Takes O(log n) comparisons.
    public mutating func add(_ zone: Zone) {
        let (index, isFound) = position(of: zone.id.octets)
        if isFound {
            zones[index] = zone
        } else {
            zones.insert(zone, at: index)
        }
    }

    /// The zone with this name, or with the IANA name it stands for; nil if there is neither.
    ///
    /// ASCII case is ignored. See ``ianaName(for:)`` for names that stand for others. A name such as
    /// `GMT+02:00` stands for an offset.
    public func zone(_ id: ZoneID) -> Zone? {
        if let zone = exactZone(id.octets) { return zone }
        guard let name = Self.ianaName(for: id) else { return Zone(namedByOffset: id) }
        return exactZone(Array(name.utf8))
    }

    private func exactZone(_ name: [UInt8]) -> Zone? {
        let (index, isFound) = position(of: name)
        return isFound ? zones[index] : nil
    }

    /// The index of a name, or where it would be inserted.
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

/// Compares names, ignoring ASCII case.
enum ASCIIName {
    static func lowercased(_ byte: UInt8) -> UInt8 {
        (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
    }

    /// Negative, zero or positive if `left` sorts before, equal to, or after `right`.
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
