/// The name of a time zone, as it was written.
///
/// Two names are equal when their octets are: `Europe/Berlin` is not `europe/berlin`, though a
/// ``ZoneCatalogue`` finds the same zone for both.
public struct ZoneID: Sendable {
    /// The name's octets, as UTF-8: names are compared with each occurrence, which texts are slow
    /// at.
    package let octets: [UInt8]

    /// The name as written, such as `Europe/Berlin`.
    public var name: String { String(decoding: octets, as: UTF8.self) }

    /// Coordinated universal time.
    public static let utc = ZoneID("UTC")

    /// Makes a name; it need not be known to any catalogue.
    public init(_ name: String) {
        octets = Array(name.utf8)
    }

    /// Makes a name of its octets.
    package init(octets: [UInt8]) {
        self.octets = octets
    }
}

extension ZoneID: Hashable {
    /// Whether both names have the same octets.
    public static func == (left: ZoneID, right: ZoneID) -> Bool {
        left.octets == right.octets
    }

    /// Feeds the name's octets.
    public func hash(into hasher: inout Hasher) {
        for byte in octets { hasher.combine(byte) }
        hasher.combine(0xFF as UInt8)
    }
}
