/// One word, number or punctuation mark of a typed line.
struct QuickToken: Hashable, Sendable {
    /// Where it stands in the bytes of the line.
    let octets: Range<Int>
    /// What it can mean; empty for a word that no phrase has.
    let meanings: [QuickWord]
    /// The value of a number; nil for everything else and for numbers of more than six digits.
    let number: Int?
    /// How many digits a number has; 0 for everything else.
    let digits: Int
    /// The byte of a punctuation mark; `-` for every dash; 0 for everything else.
    let mark: UInt8
    /// Whether it follows the token before it without a space.
    let isGlued: Bool
    /// Whether it begins with a capital letter.
    let isCapital: Bool

    /// Whether it's a word that no phrase has.
    var isPlainWord: Bool { isWord && meanings.allSatisfy { $0 == .eveningEvent } }
    /// Whether it's a word, known or not.
    var isWord: Bool { digits == 0 && mark == 0 }
}

/// A typed line, cut into tokens.
struct QuickLine: Hashable, Sendable {
    /// The bytes that are read.
    let octets: [UInt8]
    let tokens: [QuickToken]

    /// Reads at most the first 1,000 bytes, in whole characters.
    init(_ text: String, language: QuickLanguage) {
        var end = 0
        let all = Array(text.utf8.prefix(Limits.titleBytesMax + 1))
        if all.count > Limits.titleBytesMax {
            end = Limits.titleBytesMax
            while end > 0, all[end] & 0xC0 == 0x80 { end -= 1 }
        } else {
            end = all.count
        }
        octets = Array(all[..<end])
        var tokens: [QuickToken] = []
        var place = 0
        var isGlued = false
        while place < octets.count {
            let space = Self.spaceLength(octets, place)
            if space > 0 {
                place += space
                isGlued = false
                continue
            }
            let token = Self.token(octets, at: place, isGlued: isGlued, language: language)
            tokens.append(token)
            place = token.octets.upperBound
            isGlued = true
        }
        self.tokens = tokens
    }

    /// The text of a range of bytes.
    func text(_ range: Range<Int>) -> String {
        String(decoding: octets[range], as: UTF8.self)
    }

    /// The bytes of a token as the words of a language are spelled.
    func folded(_ token: QuickToken) -> [UInt8] { Self.folded(octets[token.octets]) }

    /// The UTF-16 code units before a byte, in which JavaScript counts.
    func unitsUTF16(before end: Int) -> Int {
        var units = 0
        for octet in octets[..<end] where octet & 0xC0 != 0x80 { units += octet >= 0xF0 ? 2 : 1 }
        return units
    }

    // MARK: Cutting

    private static func token(
        _ octets: [UInt8],
        at start: Int,
        isGlued: Bool,
        language: QuickLanguage
    ) -> QuickToken {
        var end = start
        while end < octets.count, isDigit(octets[end]) { end += 1 }
        if end > start {
            let number =
                end - start > 6 ? nil : octets[start..<end].reduce(0) { $0 * 10 + Int($1 - 48) }
            return QuickToken(
                octets: start..<end,
                meanings: [],
                number: number,
                digits: end - start,
                mark: 0,
                isGlued: isGlued,
                isCapital: false
            )
        }
        let (mark, length) = self.mark(octets, start)
        if length > 0 {
            return QuickToken(
                octets: start..<(start + length),
                meanings: [],
                number: nil,
                digits: 0,
                mark: mark,
                isGlued: isGlued,
                isCapital: false
            )
        }
        while end < octets.count, isLetter(octets, end) { end += 1 }
        end = max(end, start + 1)
        return QuickToken(
            octets: start..<end,
            meanings: language.meanings(of: folded(octets[start..<end])),
            number: nil,
            digits: 0,
            mark: 0,
            isGlued: isGlued,
            isCapital: isCapital(octets, start)
        )
    }

    private static func isDigit(_ octet: UInt8) -> Bool { octet >= 48 && octet <= 57 }

    /// Whether a byte belongs to a word, as does an apostrophe before another letter.
    private static func isLetter(_ octets: [UInt8], _ place: Int) -> Bool {
        let (mark, length) = self.mark(octets, place)
        if mark == UInt8(ascii: "'"), place + length < octets.count {
            return self.mark(octets, place + length).length == 0
                && !isDigit(octets[place + length]) && spaceLength(octets, place + length) == 0
        }
        return length == 0 && !isDigit(octets[place]) && spaceLength(octets, place) == 0
    }

    /// The length of a space: ASCII, no-break, thin or narrow; 0 if there is none.
    private static func spaceLength(_ octets: [UInt8], _ place: Int) -> Int {
        let octet = octets[place]
        if octet <= 32 { return 1 }
        if octet == 0xC2, place + 1 < octets.count, octets[place + 1] == 0xA0 { return 2 }
        guard octet == 0xE2, place + 2 < octets.count, octets[place + 1] == 0x80 else { return 0 }
        let last = octets[place + 2]
        return last == 0xAF || (last >= 0x80 && last <= 0x8A) ? 3 : 0
    }

    /// A punctuation mark, with dashes and quotation marks as in ASCII; its length is 0 if there is
    /// none.
    private static func mark(_ octets: [UInt8], _ place: Int) -> (mark: UInt8, length: Int) {
        let octet = octets[place]
        switch octet {
        case 48...57, 65...90, 97...122: return (0, 0)
        case 33..<128: return (octet, 1)
        case 0xE2:
            guard place + 2 < octets.count else { return (0, 0) }
            switch (octets[place + 1], octets[place + 2]) {
            case (0x80, 0x90...0x95), (0x88, 0x92): return (UInt8(ascii: "-"), 3)
            case (0x80, 0x98), (0x80, 0x99): return (UInt8(ascii: "'"), 3)
            case (0x80, 0x9A...0x9F): return (UInt8(ascii: "\""), 3)
            default: return (0, 0)
            }
        default: return (0, 0)
        }
    }

    private static func isCapital(_ octets: [UInt8], _ place: Int) -> Bool {
        let octet = octets[place]
        if octet >= 65 && octet <= 90 { return true }
        // À to Þ in UTF-8.
        return octet == 0xC3 && place + 1 < octets.count
            && octets[place + 1] >= 0x80 && octets[place + 1] <= 0x9E
    }

    /// A word in lower case, with umlauts as two letters, so that `März` and `maerz` are the same.
    private static func folded(_ word: ArraySlice<UInt8>) -> [UInt8] {
        var folded: [UInt8] = []
        var place = word.startIndex
        while place < word.endIndex {
            let octet = word[place]
            let next = place + 1 < word.endIndex ? word[place + 1] : 0
            var length = 2
            switch (octet, next) {
            case (0xC3, 0xA4), (0xC3, 0x84): folded += [UInt8(ascii: "a"), UInt8(ascii: "e")]
            case (0xC3, 0xB6), (0xC3, 0x96): folded += [UInt8(ascii: "o"), UInt8(ascii: "e")]
            case (0xC3, 0xBC), (0xC3, 0x9C): folded += [UInt8(ascii: "u"), UInt8(ascii: "e")]
            case (0xC3, 0x9F): folded += [UInt8(ascii: "s"), UInt8(ascii: "s")]
            // The two dots as a character of their own, as file names of macOS have them.
            case (0xCC, 0x88): folded.append(UInt8(ascii: "e"))
            case (0xE2, 0x80) where place + 2 < word.endIndex && word[place + 2] == 0x99:
                folded.append(UInt8(ascii: "'"))
                length = 3
            default:
                folded.append(octet >= 65 && octet <= 90 ? octet + 32 : octet)
                length = 1
            }
            place += length
        }
        return folded
    }
}
