/// Text without case and accents, so that "cafe" finds "Café" and "strasse" finds "Straße".
enum FoldedText {
    /// The text folded, as UTF-8; runs of blanks are one, and none is at an end.
    static func fold(_ text: String) -> [UInt8] {
        var folded: [UInt8] = []
        folded.reserveCapacity(text.utf8.count)
        var isBlank = true
        for scalar in text.unicodeScalars {
            let value = scalar.value
            if value <= 0x20 || value == 0xA0 {
                if !isBlank { folded.append(0x20) }
                isBlank = true
                continue
            }
            // What is put over a letter is left out, as it is where the two are one.
            if value >= 0x300 && value < 0x370 { continue }
            append(fold(value), to: &folded)
            isBlank = false
        }
        if folded.last == 0x20 { folded.removeLast() }
        return folded
    }

    /// A letter without case and accent; two ASCII letters have the highest of 16 bits set.
    private static func fold(_ value: UInt32) -> UInt32 {
        switch value {
        case 0x41...0x5A: value + 0x20
        case 0..<0xC0: value
        case 0xC0..<0x250: UInt32(FoldingTable.latin[Int(value - 0xC0)])
        case 0x370..<0x530: UInt32(FoldingTable.greekAndCyrillic[Int(value - 0x370)])
        case 0x1E00..<0x2000: UInt32(FoldingTable.latinAdditional[Int(value - 0x1E00)])
        default: value
        }
    }

    private static func append(_ value: UInt32, to folded: inout [UInt8]) {
        switch value {
        case 0..<0x80: folded.append(UInt8(value))
        case 0x8000..<0x10000 where (value >> 8) & 0x7F >= 0x61 && (value & 0xFF) < 0x80:
            folded.append(UInt8((value >> 8) & 0x7F))
            folded.append(UInt8(value & 0x7F))
        default:
            guard let scalar = Unicode.Scalar(value) else { return }
            folded.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        }
    }

    /// Whether a text has a word in it, both folded.
    static func contains(_ text: [UInt8], _ word: [UInt8]) -> Bool {
        guard let first = word.first, text.count >= word.count else { return word.isEmpty }
        var start = 0
        let end = text.count - word.count
        while start <= end {
            if text[start] == first, matches(text, word, at: start) { return true }
            start += 1
        }
        return false
    }

    private static func matches(_ text: [UInt8], _ word: [UInt8], at start: Int) -> Bool {
        for place in 1..<max(1, word.count) where text[start + place] != word[place] {
            return false
        }
        return true
    }
}
