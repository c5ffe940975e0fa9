/// Text without case and accents, so that "cafe" finds "Café" and "strasse" finds "Straße".
package enum FoldedText {
    /// The folded text as UTF-8, without blanks at its ends and with single ones within.
    package static func fold(_ text: String) -> [UInt8] {
        var folded: [UInt8] = []
        fold(Array(text.utf8)[...], into: &folded)
        return folded
    }

    /// Appends the folded form of a UTF-8 text.
    static func fold(_ text: ArraySlice<UInt8>, into folded: inout [UInt8]) {
        let start = folded.count
        var isBlank = true
        if text.allSatisfy({ $0 < 0x80 }) {
            for octet in text where octet > 0x20 || !isBlank {
                isBlank = octet <= 0x20
                let isCapital = octet >= 0x41 && octet <= 0x5A
                folded.append(isBlank ? 0x20 : isCapital ? octet | 0x20 : octet)
            }
        } else {
            for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
                add(scalar.value, to: &folded, &isBlank)
            }
        }
        if folded.count > start, folded.last == 0x20 { folded.removeLast() }
    }

    private static func add(_ value: UInt32, to folded: inout [UInt8], _ isBlank: inout Bool) {
        let kind = FoldedMarks.kind(of: value)
        if value <= 0x20 || kind == .blank {
            if !isBlank { folded.append(0x20) }
            isBlank = true
            return
        }
        // Combining accents and vowel points are left out, as those of precomposed letters are.
        if kind == .mark { return }
        if case .letter(let letter) = kind {
            append(fold(letter), to: &folded)
        } else if value < 0x2000 {
            appendFolded(fold(value), to: &folded)
        } else {
            append(value, to: &folded)
        }
        isBlank = false
    }

    /// A letter without case and accent; a value with the highest of 16 bits set is two ASCII
    /// letters.
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

    /// Appends what a table says: one letter, or two of ASCII.
    private static func appendFolded(_ value: UInt32, to folded: inout [UInt8]) {
        // In the index, a zero byte ends a text, so no text may contain one.
        guard value > 0 else { return }
        guard value >= 0x8000 else { return append(value, to: &folded) }
        folded.append(UInt8((value >> 8) & 0x7F))
        folded.append(UInt8(value & 0x7F))
    }

    private static func append(_ value: UInt32, to folded: inout [UInt8]) {
        guard value >= 0x80 else { return folded.append(UInt8(value)) }
        guard let scalar = Unicode.Scalar(value) else { return }
        folded.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }
}
