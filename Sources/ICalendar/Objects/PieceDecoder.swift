/// Decodes a text to UTF-8 in pieces, which may end anywhere.
struct PieceDecoder {
    private enum Encoding {
        case unknown
        case utf8
        case utf16(UTF16Decoder)
    }

    private var encoding = Encoding.unknown
    /// The first octets, until there are enough to tell the encoding.
    private var start: [UInt8] = []

    /// Appends the text of a piece; returns true when it turns out to be UTF-16.
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

    /// Appends what is left at the end; returns true when the text turns out to be UTF-16.
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

/// Decodes UTF-16 to UTF-8; an unpaired surrogate becomes U+FFFD.
struct UTF16Decoder {
    /// Whether the high octet comes first (0) or second (1).
    private let high: Int
    /// The first octet of a unit, until the second one comes.
    private var pendingOctet: UInt8?
    private var highSurrogate: UInt32?

    init(high: Int) {
        self.high = high
    }

    mutating func decode(_ octets: [UInt8], into text: inout [UInt8]) {
        for octet in octets {
            guard let before = pendingOctet else {
                pendingOctet = octet
                continue
            }
            pendingOctet = nil
            let (upper, lower) = high == 0 ? (before, octet) : (octet, before)
            take(UInt32(upper) << 8 | UInt32(lower), into: &text)
        }
    }

    private mutating func take(_ unit: UInt32, into text: inout [UInt8]) {
        if let highSurrogate {
            self.highSurrogate = nil
            if unit & 0xFC00 == 0xDC00 {
                let pair = 0x10000 + (highSurrogate & 0x3FF) << 10 + (unit & 0x3FF)
                TextEncoding.append(pair, to: &text)
                return
            }
            TextEncoding.append(0xFFFD, to: &text)
        }
        if unit & 0xFC00 == 0xD800 {
            highSurrogate = unit
        } else {
            TextEncoding.append(unit & 0xFC00 == 0xDC00 ? 0xFFFD : unit, to: &text)
        }
    }
}
