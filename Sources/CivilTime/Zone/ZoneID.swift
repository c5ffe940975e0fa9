/// The name of a time zone, as it was written.
///
/// Names are equal if their bytes are: `Europe/Berlin` is not `europe/berlin`, although a
/// ``ZoneCatalogue`` finds the same zone for both.
public struct ZoneID: Sendable {
    /// The name in UTF-8.
    ///
    /// Names are compared for every occurrence, and comparing strings is slow.
    package let octets: [UInt8]

    /// The name as written, such as `Europe/Berlin`.
    public var name: String { String(decoding: octets, as: UTF8.self) }

    /// Coordinated universal time.
    public static let utc = ZoneID("UTC")

    /// Makes a name; it need not be in any catalogue.
    public init(_ name: String) {
        octets = Array(name.utf8)
    }

    /// Makes a name from its bytes.
    package init(octets: [UInt8]) {
        self.octets = octets
    }
}

extension ZoneID: Hashable {
    /// Whether both names have the same bytes.
    public static func == (left: ZoneID, right: ZoneID) -> Bool {
        left.octets == right.octets
    }

    /// Hashes the name's bytes.
    public func hash(into hasher: inout Hasher) {
        for byte in octets { hasher.combine(byte) }
        hasher.combine(0xFF as UInt8)
    }
}
