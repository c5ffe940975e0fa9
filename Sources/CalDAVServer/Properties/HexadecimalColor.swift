import ServerBase

/// The colours of calendars as other programs write them.
enum HexadecimalColor {
    /// The light theme's, as the page draws them.
    private static let values: [(name: String, rgb: UInt32)] = [
        ("red", 0xD92D20), ("orange", 0xBC5200), ("yellow", 0x8F6A00), ("green", 0x1E7F37),
        ("teal", 0x008299), ("blue", 0x0969DA), ("purple", 0x9A3ACB), ("pink", 0xD60F4A),
        ("grey", 0x6E6E73),
    ]

    /// Apple's form, with the opacity as a fourth pair of digits.
    static func text(of name: String) -> String {
        let rgb = values.first { $0.name == name }?.rgb ?? 0x6E6E73
        let digits = String(rgb, radix: 16, uppercase: true)
        return "#" + String(repeating: "0", count: 6 - digits.utf8.count) + digits + "FF"
    }

    /// The name of the colour that looks most like `#RRGGBB` or `#RRGGBBAA`, or has this name; nil for
    /// another text.
    static func nearest(to text: String) -> String? {
        let text = text.trimmingSpaces()
        if let named = values.first(where: { $0.name == text.lowercased() }) { return named.name }
        let digits = text.dropFirst()
        guard text.hasPrefix("#"), digits.utf8.count == 6 || digits.utf8.count == 8,
            let number = UInt32(digits.prefix(6), radix: 16),
            UInt32(digits, radix: 16) != nil
        else { return nil }
        return values.min { distance($0.rgb, number) < distance($1.rgb, number) }?.name
    }

    private static func distance(_ left: UInt32, _ right: UInt32) -> Int {
        [16, 8, 0].reduce(0) { sum, shift in
            let difference = Int(left >> shift & 255) - Int(right >> shift & 255)
            return sum + difference * difference
        }
    }
}
