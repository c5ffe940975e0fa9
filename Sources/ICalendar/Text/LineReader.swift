/// A content line, unfolded.
struct ContentLine {
    /// The text that contains the line: the whole text, or the line's own octets if it was folded.
    var source: [UInt8]
    var range: Range<Int>
    /// The physical line on which it begins.
    let line: Int
    /// Whether every octet is ASCII, so that it needn't be checked for UTF-8.
    let isASCII: Bool
    /// Whether it is longer than the limit; then only its beginning is kept, for the name.
    let isTooLong: Bool
}

extension ContentLine {
    /// Adds another line to this one.
    ///
    /// Takes time in proportion to the other line only, once the octets are this line's own.
    mutating func append(_ next: ContentLine) {
        if range != 0..<source.count { source = Array(source[range]) }
        source += next.source[next.range]
        range = 0..<source.count
    }
}

/// Splits a text into content lines at CRLF, LF or CR, and unfolds them.
///
/// RFC 5545 section 3.1: a line break followed by a space or a tab is removed, even in the middle
/// of a character. A line beyond the limit is skipped without collecting all of it.
struct LineReader {
    private let octets: [UInt8]
    private var position: Int
    /// The physical line that is read next.
    private(set) var line: Int
    /// All octets of the content line so far, or-ed together.
    private var bits: UInt8 = 0

    init(_ octets: [UInt8], from position: Int, line: Int = 1) {
        self.octets = octets
        self.position = position
        self.line = line
    }

    mutating func next() -> ContentLine? {
        guard position < octets.count else { return nil }
        let firstLine = line
        bits = 0
        let range = scan()
        if isAtFold { return unfolded(range, firstLine: firstLine) }
        return content(octets, range, firstLine, isTooLong: range.count > Limits.lineOctetsMax)
    }

    private func content(
        _ source: [UInt8],
        _ range: Range<Int>,
        _ line: Int,
        isTooLong: Bool
    ) -> ContentLine {
        let kept = isTooLong ? range.prefix(Limits.nameOctetsMax + 1) : range
        return ContentLine(
            source: source,
            range: kept,
            line: line,
            isASCII: bits < 0x80,
            isTooLong: isTooLong
        )
    }

    /// Joins a folded line's parts.
    private mutating func unfolded(_ first: Range<Int>, firstLine: Int) -> ContentLine {
        var joined = Array(octets[first.prefix(Limits.lineOctetsMax + 1)])
        while isAtFold {
            position += 1
            let part = scan()
            let room = Limits.lineOctetsMax + 1 - joined.count
            joined += octets[part.prefix(room)]
        }
        let isTooLong = joined.count > Limits.lineOctetsMax
        return content(joined, 0..<joined.count, firstLine, isTooLong: isTooLong)
    }

    /// Whether the next physical line continues the one before it.
    private var isAtFold: Bool {
        position < octets.count && octets[position].isBlank
    }

    /// Walks to the end of the physical line and over its line break.
    private mutating func scan() -> Range<Int> {
        let start = position
        let count = octets.count
        var index = start
        var seen: UInt8 = 0
        while index < count {
            let octet = octets[index]
            if octet == .lineFeed || octet == .carriageReturn { break }
            seen |= octet
            index += 1
        }
        bits |= seen
        position = indexAfterBreak(at: index)
        line += 1
        return start..<index
    }

    /// The index after a line break.
    ///
    /// CR CR LF counts as one break: copying a CRLF file in text mode produces it.
    private func indexAfterBreak(at index: Int) -> Int {
        guard index < octets.count, octets[index] == .carriageReturn else { return index + 1 }
        if index + 1 < octets.count, octets[index + 1] == .lineFeed { return index + 2 }
        if index + 2 < octets.count, octets[index + 1] == .carriageReturn,
            octets[index + 2] == .lineFeed
        {
            return index + 3
        }
        return index + 1
    }
}
