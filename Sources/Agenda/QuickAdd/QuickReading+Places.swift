/// Reading of places.
extension QuickReading {
    /// "At Luigi's", "@Mokka", "bei Anna", "im Café": up to the next phrase.
    mutating func readPlace() -> Bool {
        guard location.isEmpty else { return false }
        if takeMark("@") {
            // An "@" at the end isn't a place yet, but "@," is an empty one.
            guard let next else { return false }
            if next.mark != 0 { return isPunctuationToEnd }
            return readPlaceWords()
        }
        if take(.at), language.namesPlacesAt { return readPlaceWords() }
        return take(.placeMark) && readPlaceName()
    }

    /// Takes nothing but punctuation to the end of the line.
    private var isPunctuationToEnd: Bool {
        for token in line.tokens[place...] where token.mark == 0 { return false }
        return true
    }

    /// Takes all words before the next phrase.
    private mutating func readPlaceWords() -> Bool {
        let start = place
        // "Look at it" has no place, and "at 4:30ish" hardly one.
        if has(.notAPlace) { return false }
        if let next, next.digits > 0, let colon = token(start + 1), colon.isGlued,
            colon.mark == UInt8(ascii: ":")
        {
            return false
        }
        while place < line.tokens.count {
            if place > start, has(.with) { break }
            var ahead = self
            if ahead.readFact() { break }
            place += 1
        }
        return put(placeFrom: start)
    }

    /// Takes a name after "bei" or "im", if it's clearly one: words with a capital letter, to the
    /// end of the line, the next phrase or "mit".
    private mutating func readPlaceName() -> Bool {
        _ = take(.the) || take(.number(1))
        let start = place
        guard let first = next, first.isCapital, !has(.notAPlace), !isMonth(at: place) else {
            return false
        }
        while let next {
            if place > start, next.isWord, !next.isCapital, !next.isGlued {
                guard next.meanings.contains(.and), token(place + 1)?.isCapital == true else {
                    break
                }
            }
            var ahead = self
            if ahead.readFact() { break }
            place += 1
        }
        if let next, next.isWord, !next.isCapital, !next.meanings.contains(.with) {
            var ahead = self
            guard ahead.readFact() else { return false }
        }
        return put(placeFrom: start)
    }

    private mutating func put(placeFrom start: Int) -> Bool {
        guard place > start else { return false }
        var end = place
        while end > start, QuickTitle.isSeparator(line.tokens[end - 1].mark) { end -= 1 }
        guard end > start else { return false }
        location = line.text(
            line.tokens[start].octets.lowerBound..<line.tokens[end - 1].octets.upperBound
        )
        return true
    }
}
