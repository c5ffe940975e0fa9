/// Writes PNG files (ISO/IEC 15948) without compression.
enum PNGWriter {
    /// A square of red, green and blue bytes, row by row.
    static func file(side: Int, pixels: [UInt8]) -> [UInt8] {
        var rows: [UInt8] = []
        for row in 0..<side {
            // Filter 0: the row is stored unfiltered.
            rows.append(0)
            rows += pixels[(row * side * 3)..<((row + 1) * side * 3)]
        }
        let header = number(UInt32(side)) + number(UInt32(side)) + [8, 2, 0, 0, 0]
        return [137, 80, 78, 71, 13, 10, 26, 10] + chunk("IHDR", header)
            + chunk("IDAT", stored(rows)) + chunk("IEND", [])
    }

    /// Wraps bytes as zlib (RFC 1950) with stored deflate blocks (RFC 1951 section 3.2.4).
    private static func stored(_ octets: [UInt8]) -> [UInt8] {
        let blockMax = 65_535
        var out: [UInt8] = [0x78, 0x01]
        for start in stride(from: 0, to: octets.count, by: blockMax) {
            let block = octets[start..<min(start + blockMax, octets.count)]
            let length = UInt16(block.count)
            out.append(start + blockMax >= octets.count ? 1 : 0)
            for value in [length, ~length] {
                out += [UInt8(value & 255), UInt8(value >> 8)]
            }
            out += block
        }
        var (low, high) = (UInt32(1), UInt32(0))
        for octet in octets {
            low = (low + UInt32(octet)) % 65_521
            high = (high + low) % 65_521
        }
        return out + number(high << 16 | low)
    }

    private static func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
        let named = Array(name.utf8) + body
        return number(UInt32(body.count)) + named + number(checksum(named))
    }

    /// The CRC-32 of annex D.
    private static func checksum(_ octets: [UInt8]) -> UInt32 {
        var code = UInt32.max
        for octet in octets {
            code ^= UInt32(octet)
            for _ in 0..<8 {
                code = code & 1 == 1 ? 0xedb8_8320 ^ (code >> 1) : code >> 1
            }
        }
        return ~code
    }

    private static func number(_ value: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }
}
