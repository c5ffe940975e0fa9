/// A word to search for that may have one mistake: a wrong, missing or added letter, or two letters
/// swapped.
struct NearWord {
    private let word: [UInt8]

    init(_ word: [UInt8]) {
        self.word = word
    }

    /// Whether a word is long enough that a mistake in it leaves something to recognize.
    static func isLongEnough(_ word: [UInt8]) -> Bool { word.count >= Limits.nearWordMin }

    /// Whether a word of a text begins with this one, but for one mistake.
    func isIn(_ octets: [UInt8], from start: Int, to end: Int) -> Bool {
        var isWithin = false
        for place in start..<end {
            let isLetter = Self.isLetter(octets[place])
            if isLetter, !isWithin, begins(octets, at: place, end) { return true }
            isWithin = isLetter
        }
        return false
    }

    /// Whether an octet is part of a word: a digit, a letter of ASCII in lower case, or part of any
    /// other character.
    private static func isLetter(_ octet: UInt8) -> Bool {
        switch octet {
        case 0x30...0x39, 0x61...0x7A, 0x80...0xFF: true
        default: false
        }
    }

    private func begins(_ octets: [UInt8], at start: Int, _ end: Int) -> Bool {
        var same = 0
        while same < word.count, start + same < end, octets[start + same] == word[same] {
            same += 1
        }
        let place = start + same
        if same >= word.count - 1 { return true }
        guard place < end, Self.isLetter(octets[place]) else { return false }
        let isSwapped =
            place + 1 < end && octets[place] == word[same + 1] && octets[place + 1] == word[same]
        return continues(octets, at: place + 1, end, after: same + 1)  // A wrong letter.
            || continues(octets, at: place + 1, end, after: same)  // A missing letter.
            || continues(octets, at: place, end, after: same + 1)  // An added letter.
            || isSwapped && continues(octets, at: place + 2, end, after: same + 2)
    }

    /// Whether the letters of the word from an index on stand at a place.
    private func continues(_ octets: [UInt8], at place: Int, _ end: Int, after index: Int) -> Bool {
        guard place + word.count - index <= end else { return false }
        for offset in 0..<(word.count - index)
        where octets[place + offset] != word[index + offset] {
            return false
        }
        return true
    }
}
