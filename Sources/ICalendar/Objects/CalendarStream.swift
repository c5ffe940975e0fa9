/// A part of a text as a stream returns it, in the order of the text.
public enum CalendarPart: Hashable, Sendable {
    /// A VCALENDAR begins; the component is still empty.
    case begin(Component)
    /// A property of the calendar itself.
    case property(Property)
    /// A line of the calendar itself that could not be read.
    case unread(UnreadLine)
    /// A whole component of the calendar, or one that is outside of every calendar.
    case component(Component)
    /// An event was left out because it was damaged; its overrides must not stay without it.
    case dropped(uid: [UInt8])
    /// The calendar ends.
    case end
}

/// Reads iCalendar text piece by piece, in memory that does not grow with the text.
///
/// It reads the same as ``CalendarText`` and notes the same problems, but holds only one component
/// of a calendar at a time. Pieces may end anywhere, even inside a character.
///
/// ```swift
/// var stream = CalendarStream()
/// for piece in pieces { for part in stream.take(piece) { use(part) } }
/// for part in stream.finish() { use(part) }
/// ```
public struct CalendarStream: Sendable {
    private var builder: TreeBuilder
    private var decoder = PieceDecoder()
    /// What hasn't been read yet: a content line whose end hasn't come.
    private var rest: [UInt8] = []
    private var line = 1
    /// How many line breaks were skipped in a line that is too long.
    private var skippedBreaks = 0
    private var isSkipping = false

    /// Makes a stream at the beginning of a text.
    ///
    /// - Parameter charset: The charset of lines that aren't in UTF-8; nil if none was declared.
    public init(charset: Charset? = nil) {
        builder = TreeBuilder(isStreaming: true, charset: charset)
    }

    /// The problems of the text so far, in the order of the lines.
    public var problems: [Problem] { builder.problems }

    /// Reads the next piece and returns the parts that it completes.
    public mutating func take(_ piece: [UInt8]) -> [CalendarPart] {
        let countBefore = rest.count
        if decoder.decode(piece, into: &rest) { builder.note(.utf16, line: 1) }
        read(from: countBefore)
        return builder.takeParts()
    }

    /// Finishes the text and returns the parts that are left.
    public mutating func finish() -> [CalendarPart] {
        let countBefore = rest.count
        if decoder.finish(into: &rest) { builder.note(.utf16, line: 1) }
        read(from: countBefore)
        if isSkipping { endSkipping(at: rest.count) }
        readLines(upTo: rest.count)
        _ = builder.finish()
        return builder.takeParts()
    }

    // MARK: Pieces

    /// Reads the lines that are certainly complete; the octets from `start` on are new.
    private mutating func read(from start: Int) {
        var start = start
        if isSkipping, let first = (max(1, start)..<max(1, rest.count)).first(where: isBoundary) {
            endSkipping(at: first)
            start = 1
        }
        // The octet before the new ones may be a line break.
        let places = max(1, start)..<max(1, start, rest.count)
        if !isSkipping, let boundary = places.last(where: isBoundary) {
            readLines(upTo: boundary)
        } else {
            skipIfTooLong()
        }
    }

    /// Whether a content line certainly begins here: after a line break and not at a blank.
    private func isBoundary(_ index: Int) -> Bool {
        rest[index - 1].isLineBreak && !rest[index].isLineBreak && !rest[index].isBlank
    }

    private mutating func readLines(upTo boundary: Int) {
        // The properties refer to this copy, so it lives as long as they do.
        let source = Array(rest[..<boundary])
        rest.removeFirst(boundary)
        var reader = LineReader(source, from: 0, line: line)
        while let line = reader.next() {
            _ = builder.take(line)
        }
        line = reader.line
    }

    // MARK: Lines too long

    /// Drops the middle of a content line that exceeds the limit.
    private mutating func skipIfTooLong() {
        let kept = Limits.nameOctetsMax + 1
        guard isSkipping || rest.count > Limits.foldedLineOctetsMax else { return }
        isSkipping = true
        // The last octet stays, as it may begin a line break.
        guard rest.count > kept + 1 else { return }
        skippedBreaks += rest[kept..<(rest.count - 1)].count { $0 == .lineFeed }
        rest.removeSubrange(kept..<(rest.count - 1))
    }

    /// Reports the line that was too long, and goes on after it.
    private mutating func endSkipping(at boundary: Int) {
        let head = Array(rest.prefix(min(boundary, Limits.nameOctetsMax + 1)))
        skippedBreaks += rest[..<boundary].count { $0 == .lineFeed }
        let long = ContentLine(
            source: head,
            range: 0..<head.count,
            line: line,
            isASCII: true,
            isTooLong: true
        )
        _ = builder.take(long)
        rest.removeFirst(boundary)
        line += skippedBreaks
        skippedBreaks = 0
        isSkipping = false
    }
}

extension UInt8 {
    fileprivate var isLineBreak: Bool { self == .lineFeed || self == .carriageReturn }
}
