/// Puts spans of columns into lanes so that none lie over each other.
///
/// Each span gets the topmost lane that is free in all its columns, in the order given.
struct LaneAssignment: Sendable {
    /// For each column, which lanes are taken.
    private var taken: [[Bool]]

    init(columnCount: Int) {
        taken = Array(repeating: [], count: columnCount)
    }

    /// The number of lanes in use in a column.
    func depth(ofColumn column: Int) -> Int { taken[column].count }

    /// Takes the topmost lane that is free in all the columns.
    mutating func takeLane(_ columns: Range<Int>) -> Int {
        var lane = 0
        while columns.contains(where: { lane < taken[$0].count && taken[$0][lane] }) { lane += 1 }
        for column in columns {
            while taken[column].count <= lane { taken[column].append(false) }
            taken[column][lane] = true
        }
        return lane
    }
}
