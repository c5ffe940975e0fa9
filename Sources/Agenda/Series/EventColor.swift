/// The colours that events and calendars are drawn in.
///
/// The first eight are those that people choose from. A colour of another program is shown as the
/// nearest of these; its own value stays in the iCalendar text.
public enum EventColor: UInt8, CaseIterable, Hashable, Sendable {
    case red
    case orange
    case yellow
    case green
    case teal
    case blue
    case purple
    case pink
    case mint
    case indigo
    case brown
    case grey

    /// The name in design tokens, in the interface and in the server's records.
    public var name: String {
        switch self {
        case .red: "red"
        case .orange: "orange"
        case .yellow: "yellow"
        case .green: "green"
        case .teal: "teal"
        case .blue: "blue"
        case .purple: "purple"
        case .pink: "pink"
        case .mint: "mint"
        case .indigo: "indigo"
        case .brown: "brown"
        case .grey: "grey"
        }
    }

    /// A typical colour of this name, to compare others with.
    var reference: RGB {
        switch self {
        case .red: RGB(0xd92d20)
        case .orange: RGB(0xf5_821f)
        case .yellow: RGB(0xf6_c026)
        case .green: RGB(0x1f_9f38)
        case .teal: RGB(0x00_8299)
        case .blue: RGB(0x0a_6cdb)
        case .purple: RGB(0x9a_3ccb)
        case .pink: RGB(0xe6_5f8b)
        case .mint: RGB(0x4f_c9b0)
        case .indigo: RGB(0x40_40b0)
        case .brown: RGB(0x8a_6b45)
        case .grey: RGB(0x80_8080)
        }
    }

    /// Reads the name of one of these, a CSS colour name (RFC 7986, 5.9) or a hexadecimal colour
    /// such as `#rrggbb`; nil for anything else.
    public init?(_ text: String) {
        let bytes = text.utf8.map { $0 | ($0 >= 65 && $0 <= 90 ? 0x20 : 0) }
        let word = String(decoding: bytes, as: UTF8.self)
        if let own = Self.allCases.first(where: { $0.name == word }) {
            self = own
        } else if let rgb = RGB(hexadecimal: bytes) ?? CSSColor.rgb(named: word) {
            self = Self.nearest(to: rgb)
        } else {
            return nil
        }
    }

    /// The case whose reference colour is nearest.
    static func nearest(to rgb: RGB) -> EventColor {
        var best = EventColor.grey
        var distanceMin = Int.max
        for color in allCases {
            let distance = color.reference.distance(to: rgb)
            if distance < distanceMin {
                distanceMin = distance
                best = color
            }
        }
        return best
    }
}

/// A colour as red, green and blue from 0 to 255.
struct RGB: Hashable, Sendable {
    let red: Int
    let green: Int
    let blue: Int

    init(_ value: Int) {
        red = value >> 16 & 255
        green = value >> 8 & 255
        blue = value & 255
    }

    /// Reads `#rgb`, `#rrggbb` or `#rrggbbaa`, ignoring its opacity.
    init?(hexadecimal bytes: [UInt8]) {
        guard bytes.first == UInt8(ascii: "#"), [4, 7, 9].contains(bytes.count) else { return nil }
        var value = 0
        for byte in bytes.dropFirst().prefix(6) {
            guard let digit = Self.digit(byte) else { return nil }
            value = value << 4 | digit
            if bytes.count == 4 { value = value << 4 | digit }
        }
        self.init(value)
    }

    private static func digit(_ byte: UInt8) -> Int? {
        switch byte {
        case 48...57: Int(byte) - 48
        case 97...102: Int(byte) - 87
        default: nil
        }
    }

    /// How different two colours look; the eye is most sensitive to green, so that counts most.
    func distance(to other: RGB) -> Int {
        let (dr, dg, db) = (red - other.red, green - other.green, blue - other.blue)
        return 3 * dr * dr + 4 * dg * dg + 2 * db * db
    }
}
