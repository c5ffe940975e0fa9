import CivilTime

/// Reading of time zones, which only follow a time.
extension QuickReading {
    /// Whether a time or a length ends here, or before the bracket that stands here.
    var isBehindTime: Bool {
        guard time.start != nil, let last = phrases.last, last.kind == .time || last.kind == .length
        else { return false }
        return last.tokens.upperBound == (isBehindBracket ? place - 1 : place)
    }

    private var isBehindBracket: Bool {
        guard let next, next.isGlued, place > 0 else { return false }
        return QuickReading.opens(line.tokens[place - 1].mark)
    }

    /// "In Tokyo", "Tokyo time", "CET".
    mutating func readZone() -> Bool {
        guard isBehindTime, zone == nil, !isAllDay else { return false }
        let isInside = take(.inside)
        guard let found = takeZone(isMarked: isInside || isBehindBracket), found != home else {
            return false
        }
        zone = found
        return true
    }

    /// Takes a name.
    ///
    /// A name that could be a word of the title has to be marked as a zone by a word before it,
    /// "time" after it, or a bracket.
    private mutating func takeZone(isMarked: Bool) -> ZoneID? {
        if let token = next,
            let zone = QuickZoneNames.zone(ofAbbreviation: folded(place..<place + 1))
        {
            // "Est." is a word in some languages, "EST" isn't.
            guard token.isCapital || isMarked else { return nil }
            place += 1
            return zone
        }
        let mostWords = min(QuickZoneNames.wordsMax, line.tokens.count - place)
        for count in stride(from: mostWords, to: 0, by: -1) {
            let end = place + count
            guard let zone = QuickZoneNames.zone(ofPlace: folded(place..<end)) else { continue }
            if has(.zoneTime, at: end) {
                place = end + 1
                return zone
            }
            // "In Berlin Mitte" is a place.
            if let next = token(end), next.isPlainWord, next.isCapital { continue }
            guard isMarked else { continue }
            place = end
            return zone
        }
        return nil
    }

    /// The words as ``QuickZoneNames`` has them.
    private func folded(_ tokens: Range<Int>) -> [UInt8] {
        guard let last = tokens.last, last < line.tokens.count else { return [] }
        let first = line.tokens[tokens.lowerBound].octets.lowerBound
        var name: [UInt8] = []
        FoldedText.fold(line.octets[first..<line.tokens[last].octets.upperBound], into: &name)
        return name
    }
}
