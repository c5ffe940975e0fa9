/// Puts spans of columns into lanes so that none lie over each other.
///
/// Each span gets the topmost lane that is free in all its columns, in the order given. What finds
/// none of the first 63 free shares the last one, so that a span costs the same however many there
/// are; no row shows as many.
struct LaneAssignment: Sendable {
    private static let last = UInt64.bitWidth - 1

    /// For each column, which lanes are taken, a bit each.
    private var taken: [UInt64]

    init(columnCount: Int) {
        taken = Array(repeating: 0, count: columnCount)
    }

    /// The number of lanes down to the lowest in use in a column, at most 64.
    func depth(ofColumn column: Int) -> Int {
        UInt64.bitWidth - taken[column].leadingZeroBitCount
    }

    /// Takes the topmost lane that is free in all the columns.
    mutating func takeLane(_ columns: Range<Int>) -> Int {
        let all = columns.reduce(0) { $0 | taken[$1] }
        let lane = min((~all).trailingZeroBitCount, Self.last)
        for column in columns { taken[column] |= 1 << UInt64(lane) }
        return lane
    }
}
