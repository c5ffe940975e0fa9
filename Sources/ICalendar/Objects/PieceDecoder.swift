/// Makes UTF-8 of the pieces of a text, which may end anywhere.
struct PieceDecoder {
    private enum Encoding {
        case unknown
        case utf8
        case utf16(UTF16Decoder)
    }

    private var encoding = Encoding.unknown
    /// The first octets, until there are enough to tell the encoding.
    private var start: [UInt8] = []

    /// Adds the text of a piece; true when the text turns out to be UTF-16.
    mutating func decode(_ piece: [UInt8], into text: inout [UInt8]) -> Bool {
        switch encoding {
        case .utf8:
            text += piece
            return false
        case .utf16(var decoder):
            decoder.decode(piece, into: &text)
            encoding = .utf16(decoder)
            return false
        case .unknown:
            start += piece
            return start.count >= 4 && begin(into: &text)
        }
    }

    /// Adds what is left at the end; true when the text turns out to be UTF-16.
    mutating func finish(into text: inout [UInt8]) -> Bool {
        if case .unknown = encoding { return begin(into: &text) }
        return false
    }

    private mutating func begin(into text: inout [UInt8]) -> Bool {
        let first = start
        start = []
        let (markCount, high) = TextEncoding.mark(of: first)
        guard let high else {
            encoding = .utf8
            text += first.dropFirst(markCount)
            return false
        }
        var decoder = UTF16Decoder(high: high)
        decoder.decode(Array(first.dropFirst(markCount)), into: &text)
        encoding = .utf16(decoder)
        return true
    }
}

/// Makes UTF-8 of UTF-16; half a pair becomes U+FFFD.
struct UTF16Decoder {
    /// Whether the high octet comes first (0) or second (1).
    private let high: Int
    private var half: UInt8?
    private var first: UInt32?

    init(high: Int) {
        self.high = high
    }

    mutating func decode(_ octets: [UInt8], into text: inout [UInt8]) {
        for octet in octets {
            guard let before = half else {
                half = octet
                continue
            }
            half = nil
            let (upper, lower) = high == 0 ? (before, octet) : (octet, before)
            take(UInt32(upper) << 8 | UInt32(lower), into: &text)
        }
    }

    private mutating func take(_ unit: UInt32, into text: inout [UInt8]) {
        if let first {
            self.first = nil
            if unit & 0xFC00 == 0xDC00 {
                TextEncoding.append(0x10000 + (first & 0x3FF) << 10 + (unit & 0x3FF), to: &text)
                return
            }
            TextEncoding.append(0xFFFD, to: &text)
        }
        if unit & 0xFC00 == 0xD800 {
            first = unit
        } else {
            TextEncoding.append(unit & 0xFC00 == 0xDC00 ? 0xFFFD : unit, to: &text)
        }
    }
}
