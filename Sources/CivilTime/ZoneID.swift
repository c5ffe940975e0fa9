/// The name of a time zone, as it was written.
///
/// Two names are equal when their octets are: `Europe/Berlin` is not `europe/berlin`, though a
/// ``ZoneCatalogue`` finds the same zone for both.
public struct ZoneID: Sendable {
    /// The name as written, such as `Europe/Berlin`.
    public let name: String

    /// Coordinated universal time.
    public static let utc = ZoneID("UTC")

    /// Makes a name; it need not be known to any catalogue.
    public init(_ name: String) {
        self.name = name
    }
}

// Written out, as String's own equality compares normal forms: that brings Unicode tables into the
// WebAssembly module, and two spellings of a TZID are two TZIDs.
extension ZoneID: Hashable {
    /// Whether both names have the same octets.
    public static func == (left: ZoneID, right: ZoneID) -> Bool {
        left.name.utf8.elementsEqual(right.name.utf8)
    }

    /// Feeds the name's octets.
    public func hash(into hasher: inout Hasher) {
        for byte in name.utf8 { hasher.combine(byte) }
        hasher.combine(0xFF as UInt8)
    }
}
