/// An answer that isn't well-formed, taken apart into its responses, so that a fault in one
/// response leaves the others readable.
///
/// Only tags count: text of an event in a section of character data can't look like a response.
struct AnswerPieces {
    /// The answer without its responses.
    let rest: [UInt8]
    /// Where each response is; nil for one without an end.
    let responses: [Range<Int>?]
    private let octets: [UInt8]
    private let head: Range<Int>
    private let tail: Range<Int>

    /// Takes an answer apart; nil for an answer that breaks off, and for a text without a root.
    ///
    /// An answer without the end of its root isn't accepted, because members that are missing from
    /// it would seem to have been removed.
    init?(_ octets: [UInt8]) {
        var scanner = TagScanner(octets)
        guard let root = scanner.next(), root.kind == .start,
            root.range.upperBound <= Limits.answerRootOctetsMax
        else { return nil }
        var rest = Array(octets[..<root.range.upperBound])
        var copiedEnd = root.range.upperBound
        var found: [Range<Int>?] = []
        var open: TagScanner.Tag?
        var tail: Range<Int>?
        while tail == nil, let tag = scanner.next() {
            let isResponse = tag.localName.elementsEqual("response".utf8)
            if tag.kind == .start, isResponse {
                if open != nil { found.append(nil) }
                if open == nil { rest += octets[copiedEnd..<tag.range.lowerBound] }
                open = tag
            } else if tag.kind == .end, let start = open, tag.name == start.name {
                found.append(start.range.lowerBound..<tag.range.upperBound)
                copiedEnd = tag.range.upperBound
                open = nil
            } else if tag.kind == .end, tag.name == root.name {
                if open != nil {
                    found.append(nil)
                    copiedEnd = tag.range.lowerBound
                }
                tail = tag.range
            }
            guard found.count <= Limits.responsesMax else { return nil }
        }
        guard let tail, scanner.next() == nil, !scanner.isCut, !found.isEmpty else { return nil }
        rest += octets[copiedEnd...]
        self.rest = rest
        responses = found
        self.octets = octets
        head = 0..<root.range.upperBound
        self.tail = tail
    }

    /// A document that has only the response in a range.
    func document(of range: Range<Int>) -> [UInt8] {
        Array(octets[head]) + octets[range] + octets[tail]
    }
}
