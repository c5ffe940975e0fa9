extension CalendarText {
    /// Whether a text has a word anywhere, in any case, folded or not (RFC 5545 section 3.1).
    ///
    /// For nearly all objects it's a quick no, which saves reading them.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - word: The word in lower case ASCII letters, of which the first occurs once.
    /// - Returns: Whether the text has the word.
    public static func mentions(_ text: String, _ word: String) -> Bool {
        mentions(text.utf8, word)
    }

    /// Whether the octets of a text have a word anywhere, in any case, folded or not.
    public static func mentions(_ octets: some Sequence<UInt8>, _ word: String) -> Bool {
        var matched = 0
        var isAtLineStart = false
        let letters = Array(word.utf8)
        for octet in octets {
            if octet == 0x0A || octet == 0x0D {
                isAtLineStart = true
                continue
            }
            if isAtLineStart {
                isAtLineStart = false
                // A blank continues the line before, so the word may go on.
                if octet == 0x20 || octet == 0x09 { continue }
                matched = 0
            }
            let lower = octet | 0x20
            if lower == letters[matched] {
                matched += 1
                if matched == letters.count { return true }
            } else {
                matched = lower == letters[0] ? 1 : 0
            }
        }
        return false
    }
}
