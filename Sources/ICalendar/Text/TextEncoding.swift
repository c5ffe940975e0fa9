/// Converts the encodings of files to UTF-8.
enum TextEncoding {
    /// The text in UTF-8, where it starts after a byte order mark, and whether it was UTF-16.
    static func utf8(_ octets: [UInt8]) -> (octets: [UInt8], start: Int, wasUTF16: Bool) {
        let (markCount, high) = mark(of: octets)
        guard let high else { return (octets, markCount, false) }
        var text: [UInt8] = []
        text.reserveCapacity(octets.count / 2)
        var decoder = UTF16Decoder(high: high)
        decoder.decode(Array(octets.dropFirst(markCount)), into: &text)
        return (text, 0, true)
    }

    /// The length of the byte order mark, and for UTF-16 whether the high octet comes first (0) or
    /// second (1).
    static func mark(of octets: [UInt8]) -> (count: Int, high: Int?) {
        if octets.starts(with: [0xEF, 0xBB, 0xBF]) { return (3, nil) }
        guard octets.count >= 4 else { return (0, nil) }
        switch (octets[0], octets[1], octets[2], octets[3]) {
        case (0xFF, 0xFE, _, _): return (2, 1)
        case (0xFE, 0xFF, _, _): return (2, 0)
        // The "BE" of BEGIN, without a byte order mark.
        case (0x42, 0, 0x45, 0): return (0, 1)
        case (0, 0x42, 0, 0x45): return (0, 0)
        default: return (0, nil)
        }
    }

    static func append(_ scalar: UInt32, to text: inout [UInt8]) {
        let low = UInt8(0x80 | scalar & 0x3F)
        switch scalar {
        case 0..<0x80:
            text.append(UInt8(scalar))
        case 0..<0x800:
            text += [UInt8(0xC0 | scalar >> 6), low]
        case 0..<0x10000:
            text += [UInt8(0xE0 | scalar >> 12), UInt8(0x80 | scalar >> 6 & 0x3F), low]
        default:
            text += [UInt8(0xF0 | scalar >> 18), UInt8(0x80 | scalar >> 12 & 0x3F)]
            text += [UInt8(0x80 | scalar >> 6 & 0x3F), low]
        }
    }

    /// The octets in UTF-8 if they are in another charset; nil when all are UTF-8.
    ///
    /// - Parameters:
    ///   - octets: The octets of a line.
    ///   - charset: The charset that the line is in, if it isn't in UTF-8. Without one, each octet that
    ///     isn't UTF-8 is read as Windows-1252 on its own, so that a line with a truncated character
    ///     stays legible.
    /// - Returns: The octets in UTF-8; nil when all are already.
    static func repaired(_ octets: ArraySlice<UInt8>, as charset: Charset? = nil) -> [UInt8]? {
        guard var index = firstInvalid(in: octets, from: octets.startIndex) else { return nil }
        let upperHalf = (charset ?? .windows1252).upperHalf
        func append(_ octet: UInt8, to text: inout [UInt8]) {
            self.append(octet < 0x80 ? UInt32(octet) : upperHalf[Int(octet) - 0x80], to: &text)
        }
        guard charset == nil else {
            var text: [UInt8] = []
            for octet in octets { append(octet, to: &text) }
            return text
        }
        var text = Array(octets[..<index])
        while true {
            append(octets[index], to: &text)
            guard let next = firstInvalid(in: octets, from: index + 1) else {
                text += octets[(index + 1)...]
                return text
            }
            text += octets[(index + 1)..<next]
            index = next
        }
    }

    /// The first octet that does not belong to a well-formed UTF-8 sequence.
    private static func firstInvalid(in octets: ArraySlice<UInt8>, from start: Int) -> Int? {
        var index = start
        while index < octets.endIndex {
            if octets[index] < 0x80 {
                index += 1
                continue
            }
            guard let length = sequenceLength(in: octets, at: index) else { return index }
            index += length
        }
        return nil
    }

    /// The length of the well-formed sequence that begins here (Unicode, table 3-7).
    private static func sequenceLength(in octets: ArraySlice<UInt8>, at index: Int) -> Int? {
        let length: Int
        var second: ClosedRange<UInt8> = 0x80...0xBF
        switch octets[index] {
        case 0xC2...0xDF: length = 2
        case 0xE0: (length, second) = (3, 0xA0...0xBF)
        case 0xED: (length, second) = (3, 0x80...0x9F)
        case 0xE1...0xEF: length = 3
        case 0xF0: (length, second) = (4, 0x90...0xBF)
        case 0xF4: (length, second) = (4, 0x80...0x8F)
        case 0xF1...0xF3: length = 4
        default: return nil
        }
        guard index + length <= octets.endIndex, second.contains(octets[index + 1]) else {
            return nil
        }
        for octet in octets[(index + 2)..<(index + length)] where octet & 0xC0 != 0x80 {
            return nil
        }
        return length
    }
}
