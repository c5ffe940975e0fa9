/// Rates the days of a year against each other, so that the fullness of a day tells something about
/// people with few events and about those with many.
struct FullnessScale {
    /// The loads of the days that have any, in ascending order.
    private let loads: [Int]

    /// Makes a scale of the loads of a year's days, in minutes.
    init(_ loads: [Int]) {
        self.loads = loads.filter { $0 > 0 }.sorted()
    }

    /// The fullness of a day: 0 without a load, 3 if at least four fifths of the days that have one
    /// have less, 2 if at least half of them have, otherwise 1.
    func fullness(of load: Int) -> Int {
        guard load > 0 else { return 0 }
        var (low, high) = (0, loads.count)
        while low < high {
            let middle = (low + high) / 2
            if loads[middle] < load { low = middle + 1 } else { high = middle }
        }
        if low * 5 >= loads.count * 4 { return 3 }
        return low * 2 >= loads.count ? 2 : 1
    }
}
