/// Puts spans of columns into lanes so that they do not overlap.
///
/// In the order given, each span gets the topmost lane that is free in all its columns. If none of
/// the first 63 lanes is free, it shares the last one, so the cost of a span does not grow with
/// their number. No row shows that many lanes.
struct LaneAssignment: Sendable {
    private static let last = UInt64.bitWidth - 1

    /// The lanes taken in each column, one bit per lane.
    private var taken: [UInt64]

    init(columnCount: Int) {
        taken = Array(repeating: 0, count: columnCount)
    }

    /// The number of lanes down to the lowest one used in a column, at most 64.
    func depth(ofColumn column: Int) -> Int {
        UInt64.bitWidth - taken[column].leadingZeroBitCount
    }

    /// Takes the topmost lane that is free in all columns.
    mutating func takeLane(_ columns: Range<Int>) -> Int {
        let all = columns.reduce(0) { $0 | taken[$1] }
        let lane = min((~all).trailingZeroBitCount, Self.last)
        take(lane, columns)
        return lane
    }

    /// Takes a lane that is free in all columns.
    mutating func take(_ lane: Int, _ columns: Range<Int>) {
        for column in columns { taken[column] |= 1 << UInt64(lane) }
    }

    /// The lanes that are free in a column, one bit per lane, of as many as there are: 63 at most.
    func free(inColumn column: Int, of count: Int) -> UInt64 {
        ~taken[column] & ((1 << UInt64(count)) - 1)
    }

    /// Whether a lane is free in a column, and one of as many as there are.
    func isFree(_ lane: Int, inColumn column: Int, of count: Int) -> Bool {
        lane < count && taken[column] & (1 << UInt64(lane)) == 0
    }
}
