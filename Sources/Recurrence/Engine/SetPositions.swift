/// BYSETPOS as bits: bit n is position n + 1 from the start, or -(n + 1) from the end.
struct SetPositions {
    private(set) var fromStart = DayBits()
    private(set) var fromEnd = DayBits()
    private(set) var isEmpty: Bool

    init(_ positions: [Int]) {
        isEmpty = positions.isEmpty
        for position in positions where position != 0 && abs(position) <= 366 {
            if position > 0 {
                fromStart.insert(position - 1)
            } else {
                fromEnd.insert(-position - 1)
            }
        }
    }

    /// How many times a period needs at least, so that one of them is picked.
    var candidatesMin: Int {
        if isEmpty { return 1 }
        let left = fromStart.first(from: 0) ?? Limits.candidatesMax
        return min(left, fromEnd.first(from: 0) ?? Limits.candidatesMax) + 1
    }

    /// The times that BYSETPOS picks from a list that is the same in each period.
    func selected(of times: [Int32]) -> [Int32] {
        times.indices.filter { index in
            let left = times.count - 1 - index
            return (index < 366 && fromStart.contains(index))
                || (left < 366 && fromEnd.contains(left))
        }.map { times[$0] }
    }

    /// The days that BYSETPOS picks from a month's days.
    func selected(of days: UInt64) -> UInt64 {
        let count = days.nonzeroBitCount
        var (left, selected): (UInt64, UInt64) = (days, 0)
        for index in 0..<count {
            let day = left & (~left &+ 1)
            left &= ~day
            if fromStart.contains(index) || fromEnd.contains(count - 1 - index) { selected |= day }
        }
        return selected
    }
}
