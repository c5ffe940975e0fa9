internal import CivilTime

/// The instants and days that EXDATE removes.
struct Exclusions: Sendable {
    private let instants: [Int64]
    private let days: [Int32]

    init(_ exceptions: [CalendarTime], clock: SeriesClock) {
        var instants: [Int64] = []
        var days: [Int32] = []
        for exception in exceptions {
            if exception.isDate || clock.start.isDate {
                days.append(Int32(truncatingIfNeeded: exception.civil.date.daysSinceEpoch))
            } else {
                instants.append(clock.instant(exception).secondsSinceEpoch)
            }
        }
        self.instants = instants.sorted()
        self.days = days.sorted()
    }

    func contains(_ moment: Moment) -> Bool {
        Self.search(instants, for: moment.instant) || Self.search(days, for: moment.day)
    }

    private static func search<Value: Comparable>(_ values: [Value], for value: Value) -> Bool {
        let index = values.partitioningIndex { $0 >= value }
        return index < values.count && values[index] == value
    }
}

extension Array {
    /// The first index for which `isPast` is true, in an array sorted so that later ones are true too.
    func partitioningIndex(where isPast: (Element) -> Bool) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if isPast(self[middle]) {
                high = middle
            } else {
                low = middle + 1
            }
        }
        return low
    }
}
