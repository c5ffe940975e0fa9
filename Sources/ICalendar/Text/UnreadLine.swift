/// A content line that isn't a property, because it has no name or no colon.
///
/// It keeps its place, so that nothing is lost when its event is edited or its file is written. Two
/// lines are equal when their octets are.
public struct UnreadLine: Sendable {
    private let source: [UInt8]
    private let start: UInt32
    private let length: UInt32
    private let physicalLine: Int32

    init(source: [UInt8], range: Range<Int>, line: Int) {
        self.source = source
        start = UInt32(truncatingIfNeeded: range.lowerBound)
        length = UInt32(truncatingIfNeeded: range.count)
        physicalLine = Int32(truncatingIfNeeded: line)
    }

    /// The unfolded line exactly as it was read, without its line break.
    public var raw: ArraySlice<UInt8> {
        source[Int(start)..<Int(start) + Int(length)]
    }

    /// The physical line of the file on which it begins.
    public var line: Int { Int(physicalLine) }

    /// The same line in memory of its own, so that it doesn't keep the whole text alive.
    var detached: UnreadLine { placed(in: Array(raw), at: 0) }

    /// The same line in another text, which has its octets at `place`.
    func placed(in source: [UInt8], at place: Int) -> UnreadLine {
        UnreadLine(source: source, range: place..<place + Int(length), line: line)
    }
}

extension UnreadLine: Hashable {
    /// Compares the octets; the line they came from does not matter.
    public static func == (left: UnreadLine, right: UnreadLine) -> Bool {
        left.raw == right.raw
    }

    /// Hashes the octets.
    public func hash(into hasher: inout Hasher) {
        for octet in raw { hasher.combine(octet) }
    }
}
