/// A place on the globe (RFC 5545 section 3.8.1.6).
///
/// Degrees are counted in millionths, about a decimetre, so that no rounding changes a position.
public struct GeographicPosition: Hashable, Sendable {
    /// Millionths of a degree north of the equator, from -90,000,000 to 90,000,000.
    public let latitudeMicrodegrees: Int
    /// Millionths of a degree east of Greenwich, from -180,000,000 to 180,000,000.
    public let longitudeMicrodegrees: Int

    /// Makes a position; nil when it is not on the globe.
    public init?(latitudeMicrodegrees: Int, longitudeMicrodegrees: Int) {
        guard latitudeMicrodegrees.magnitude <= 90_000_000,
            longitudeMicrodegrees.magnitude <= 180_000_000
        else { return nil }
        self.latitudeMicrodegrees = latitudeMicrodegrees
        self.longitudeMicrodegrees = longitudeMicrodegrees
    }

    /// Reads `52.516667;13.388889`, ignoring further decimals; nil for other texts.
    public init?(_ text: String) {
        let parts = Array(text.utf8).split(separator: .semicolon, omittingEmptySubsequences: false)
        guard parts.count == 2, let latitude = Self.microdegrees(parts[0]),
            let longitude = Self.microdegrees(parts[1])
        else { return nil }
        self.init(latitudeMicrodegrees: latitude, longitudeMicrodegrees: longitude)
    }

    private static func microdegrees(_ octets: ArraySlice<UInt8>) -> Int? {
        var rest = octets
        let isNegative = rest.first == 0x2D
        if isNegative || rest.first == 0x2B { rest.removeFirst() }
        let parts = rest.split(separator: 0x2E, maxSplits: 1, omittingEmptySubsequences: false)
        guard let whole = parts.first, !whole.isEmpty, whole.count <= 3 else { return nil }
        var decimals = parts.count > 1 ? Array(parts[1]) : []
        guard (whole + decimals).allSatisfy({ $0.digit != nil }) else { return nil }
        while decimals.count < 6 { decimals.append(0x30) }
        var number = 0
        for octet in whole + decimals.prefix(6) { number = number * 10 + (octet.digit ?? 0) }
        return isNegative ? -number : number
    }
}

extension Property {
    /// The value as a position; nil when it isn't one.
    public var position: GeographicPosition? { GeographicPosition(rawValue) }
}
