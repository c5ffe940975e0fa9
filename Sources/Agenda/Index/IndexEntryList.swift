import CivilTime

/// An entry of the index: what it belongs to, and the days it touches.
struct IndexEntry: Hashable, Sendable {
    /// The slot of the series in the agenda.
    let slot: Int32
    /// The part of the object that happens then.
    let part: IndexPart
    /// The first day, as days since 1970.
    let firstDay: Int32
    /// The last day it touches; the greatest number if there is no end, or none that is cheap to
    /// know.
    let lastDay: Int32

    init(slot: Int32, part: IndexPart, firstDay: Int32, lastDay: Int32) {
        self.slot = slot
        self.part = part
        self.firstDay = firstDay
        self.lastDay = lastDay
    }

    init(_ slot: Int32, _ part: IndexPart, from first: CivilDate, through last: CivilDate) {
        self.slot = slot
        self.part = part
        firstDay = Int32(first.daysSinceEpoch)
        lastDay = Int32(last.daysSinceEpoch)
    }

    /// The number of days it touches.
    var dayCount: Int64 { Int64(lastDay) - Int64(firstDay) + 1 }

    /// The order in lists: by the first day, and then by whatever tells entries apart.
    static func precedes(_ a: IndexEntry, _ b: IndexEntry) -> Bool {
        if a.firstDay != b.firstDay { return a.firstDay < b.firstDay }
        if a.slot != b.slot { return a.slot < b.slot }
        return a.part.number < b.part.number
    }
}

/// The part of a stored object that an index entry is for.
struct IndexPart: Hashable, Sendable {
    /// Even numbers from 0 are overrides, odd ones single starts, and negative ones masters.
    ///
    /// For an override that's twice its index, for a single start one more than that. Master `n`
    /// has `-1 - 2n` if it happens once and `-2 - 2n` if it repeats.
    let number: Int32

    static func override(_ place: Int) -> IndexPart {
        IndexPart(number: Int32(truncatingIfNeeded: 2 * place))
    }

    /// The single start at an index, counted across all masters of the object.
    static func single(_ place: Int) -> IndexPart {
        IndexPart(number: Int32(truncatingIfNeeded: 2 * place + 1))
    }

    /// A master of the object by its number, from 0.
    static func master(_ index: Int, repeats: Bool) -> IndexPart {
        IndexPart(number: Int32(truncatingIfNeeded: -1 - 2 * index - (repeats ? 1 : 0)))
    }

    /// The index of the override; nil for other parts.
    var override: Int? { number >= 0 && number % 2 == 0 ? Int(number) / 2 : nil }
    /// The index of the single start; nil for other parts.
    var single: Int? { number >= 0 && number % 2 == 1 ? Int(number) / 2 : nil }
    /// The number of the master; 0 for overrides and single starts.
    var masterIndex: Int { number >= 0 ? 0 : Int(-1 - number) / 2 }
    /// Whether the part is a master that repeats.
    var repeats: Bool { number < 0 && (-1 - number) % 2 == 1 }
}

/// Spans of days, sorted by their first day, in leaves of bounded size.
///
/// Adding or removing one costs a search and moves one leaf. A query looks at the leaves whose
/// spans may touch its days: if spans are of similar length, that's the ones it finds and about two
/// more.
struct IndexEntryList: Sendable {
    /// The most days that a span in the list may have.
    private let dayCountMax: Int32
    private var leaves: [[IndexEntry]] = []
    /// For each leaf, its greatest last day.
    private var lastDays: [Int32] = []

    init(dayCountMax: Int32) {
        self.dayCountMax = dayCountMax
    }

    var isEmpty: Bool { leaves.isEmpty }

    mutating func insert(_ entry: IndexEntry) {
        guard !leaves.isEmpty else {
            leaves.append([entry])
            lastDays.append(entry.lastDay)
            return
        }
        let leaf = self.leaf(of: entry)
        leaves[leaf].insert(entry, at: Self.place(of: entry, in: leaves[leaf]))
        lastDays[leaf] = max(lastDays[leaf], entry.lastDay)
        if leaves[leaf].count > Limits.indexLeafMax { split(leaf) }
    }

    mutating func remove(_ entry: IndexEntry) {
        guard !leaves.isEmpty else { return }
        let leaf = self.leaf(of: entry)
        let place = Self.place(of: entry, in: leaves[leaf])
        guard place < leaves[leaf].count, leaves[leaf][place] == entry else { return }
        leaves[leaf].remove(at: place)
        if leaves[leaf].isEmpty {
            leaves.remove(at: leaf)
            lastDays.remove(at: leaf)
        } else if entry.lastDay == lastDays[leaf] {
            lastDays[leaf] = Self.lastDay(of: leaves[leaf])
        }
    }

    /// Passes on the entries that touch a day of the window, in order.
    ///
    /// - Returns: The number of entries looked at.
    func forEach(in days: Range<Int32>, _ body: (IndexEntry) -> Void) -> Int {
        var looked = 0
        let reach = Int64(days.lowerBound) - Int64(dayCountMax)
        var leaf = firstLeaf(from: Int32(clamping: reach))
        while leaf < leaves.count, leaves[leaf][0].firstDay < days.upperBound {
            if lastDays[leaf] >= days.lowerBound {
                looked += leaves[leaf].count
                for entry in leaves[leaf]
                where entry.lastDay >= days.lowerBound && entry.firstDay < days.upperBound {
                    body(entry)
                }
            }
            leaf += 1
        }
        return looked
    }

    private mutating func split(_ leaf: Int) {
        let half = leaves[leaf].count / 2
        let upper = Array(leaves[leaf][half...])
        leaves[leaf].removeSubrange(half...)
        lastDays[leaf] = Self.lastDay(of: leaves[leaf])
        leaves.insert(upper, at: leaf + 1)
        lastDays.insert(Self.lastDay(of: upper), at: leaf + 1)
    }

    /// The last leaf that begins at or before an entry, or the first one.
    private func leaf(of entry: IndexEntry) -> Int {
        var low = 0
        var high = leaves.count
        while low < high {
            let middle = (low + high) / 2
            if IndexEntry.precedes(entry, leaves[middle][0]) {
                high = middle
            } else {
                low = middle + 1
            }
        }
        return max(0, low - 1)
    }

    /// The first leaf that may have an entry whose first day is `day` or later.
    private func firstLeaf(from day: Int32) -> Int {
        var low = 0
        var high = leaves.count
        while low < high {
            let middle = (low + high) / 2
            if leaves[middle][0].firstDay < day { low = middle + 1 } else { high = middle }
        }
        return max(0, low - 1)
    }

    /// Where an entry is in a leaf, or would be.
    private static func place(of entry: IndexEntry, in leaf: [IndexEntry]) -> Int {
        var low = 0
        var high = leaf.count
        while low < high {
            let middle = (low + high) / 2
            if IndexEntry.precedes(leaf[middle], entry) { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private static func lastDay(of leaf: [IndexEntry]) -> Int32 {
        leaf.reduce(.min) { max($0, $1.lastDay) }
    }
}
