/// Base64 (RFC 4648 section 4), which `BINARY` values use.
enum Base64 {
    private static let letters = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8
    )

    static func text(_ octets: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((octets.count + 2) / 3 * 4)
        for start in stride(from: 0, to: octets.count, by: 3) {
            let part = octets[start..<min(start + 3, octets.count)]
            var bits: UInt32 = 0
            for index in 0..<3 {
                bits = bits << 8 | UInt32(index < part.count ? part[start + index] : 0)
            }
            for index in 0..<4 {
                let letter = letters[Int(bits >> UInt32(18 - 6 * index) & 63)]
                text.append(index <= part.count ? letter : .equals)
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The octets that a text encodes; nil when it isn't Base64.
    ///
    /// Blanks are ignored, because some files have them.
    static func octets(_ text: some Sequence<UInt8>) -> [UInt8]? {
        var octets: [UInt8] = []
        var bits: UInt32 = 0
        var count = 0
        var padding = 0
        for letter in text where !letter.isBlank {
            if letter == .equals {
                padding += 1
                continue
            }
            guard padding == 0, let value = value(letter) else { return nil }
            bits = bits << 6 | value
            count += 1
            guard count % 4 == 0 else { continue }
            octets += [UInt8(bits >> 16 & 255), UInt8(bits >> 8 & 255), UInt8(bits & 255)]
            bits = 0
        }
        switch count % 4 {
        case 0: return padding == 0 ? octets : nil
        case 2: return padding == 2 || padding == 0 ? octets + [UInt8(bits >> 4 & 255)] : nil
        case 3:
            guard padding <= 1 else { return nil }
            return octets + [UInt8(bits >> 10 & 255), UInt8(bits >> 2 & 255)]
        default: return nil
        }
    }

    private static func value(_ letter: UInt8) -> UInt32? {
        switch letter {
        case 0x41...0x5A: UInt32(letter) - 0x41
        case 0x61...0x7A: UInt32(letter) - 0x61 + 26
        case 0x30...0x39: UInt32(letter) - 0x30 + 52
        case 0x2B: 62
        case 0x2F: 63
        default: nil
        }
    }
}
