/// The words of a line that no phrase took.
enum QuickTitle {
    /// Whether a mark only divides, so that it goes with the phrase beside it.
    static func isSeparator(_ mark: UInt8) -> Bool {
        mark == UInt8(ascii: ",") || mark == UInt8(ascii: ";") || mark == UInt8(ascii: ":")
            || mark == UInt8(ascii: "-")
    }

    static func text(of line: QuickLine, without phrases: [QuickReading.Phrase]) -> String {
        var text = ""
        var start = 0
        for phrase in phrases where !phrase.isInTitle {
            add(
                piece(line, start..<phrase.tokens.lowerBound, isBefore: true, isBehind: start > 0),
                to: &text
            )
            start = phrase.tokens.upperBound
        }
        add(piece(line, start..<line.tokens.count, isBefore: false, isBehind: start > 0), to: &text)
        return text
    }

    private static func add(_ piece: String, to text: inout String) {
        guard !piece.isEmpty else { return }
        text += text.isEmpty ? piece : " " + piece
    }

    /// The text of some tokens, without the separators beside a phrase and with single spaces.
    private static func piece(
        _ line: QuickLine,
        _ range: Range<Int>,
        isBefore: Bool,
        isBehind: Bool
    ) -> String {
        var range = range
        while isBefore, let last = range.last, isSeparator(line.tokens[last].mark) {
            range = range.dropLast()
        }
        while isBehind, let first = range.first, isSeparator(line.tokens[first].mark),
            !(range.count > 1 && line.tokens[first + 1].isGlued)
        {
            range = range.dropFirst()
        }
        var text = ""
        for index in range {
            let token = line.tokens[index]
            if index > range.lowerBound && !token.isGlued { text += " " }
            text += line.text(token.octets)
        }
        return text
    }
}
