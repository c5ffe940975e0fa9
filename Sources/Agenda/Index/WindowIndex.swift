import CivilTime

/// All stored times, indexed by the days they touch.
///
/// Spans are kept with others of similar length, so that a query looks at little more than what it
/// finds, however many events there are and however long some of them last. A series that repeats
/// yearly without an end touches every window, so it's kept by its weeks of the year.
struct WindowIndex: Sendable {
    /// By length in days: up to 8, up to 32, 128 and so on, and all longer ones.
    private var lists: [IndexEntryList] = Self.lengths.map { IndexEntryList(dayCountMax: $0) }
    /// By week of the year, from 0.
    private var yearly: [IndexEntryList] = Array(
        repeating: IndexEntryList(dayCountMax: .max),
        count: YearlySeriesWeeks.weekCount
    )

    private static let lengths: [Int32] = [8, 32, 128, 512, 2_048, .max]

    /// Adds an entry; a long yearly series goes to the weeks of its phase.
    mutating func insert(_ entry: IndexEntry, phase: YearlySeriesWeeks?) {
        guard let phase, entry.dayCount > Limits.yearlyDaysMin else {
            lists[Self.list(for: entry)].insert(entry)
            return
        }
        for week in phase.weeks { yearly[week].insert(entry) }
    }

    /// Removes an entry that was added with the same phase.
    mutating func remove(_ entry: IndexEntry, phase: YearlySeriesWeeks?) {
        guard let phase, entry.dayCount > Limits.yearlyDaysMin else {
            lists[Self.list(for: entry)].remove(entry)
            return
        }
        for week in phase.weeks { yearly[week].remove(entry) }
    }

    /// The entries that touch a day of the window, each once, in no order.
    func entries(in days: Range<Int32>) -> (found: [IndexEntry], lookedAt: Int) {
        guard !days.isEmpty else { return ([], 0) }
        var found: [IndexEntry] = []
        var looked = 0
        for list in lists { looked += list.forEach(in: days) { found.append($0) } }
        let once = found.count
        for week in YearlySeriesWeeks.weeks(of: days) where !yearly[week].isEmpty {
            looked += yearly[week].forEach(in: days) { found.append($0) }
        }
        Self.removeRepeated(from: once, in: &found)
        return (found, looked)
    }

    /// Removes duplicates: a series may be in several weeks of a window.
    private static func removeRepeated(from start: Int, in entries: inout [IndexEntry]) {
        guard entries.count - start > 1 else { return }
        entries[start...].sort(by: IndexEntry.precedes)
        var kept = start + 1
        for place in (start + 1)..<entries.count where entries[place] != entries[kept - 1] {
            entries[kept] = entries[place]
            kept += 1
        }
        entries.removeSubrange(kept...)
    }

    private static func list(for entry: IndexEntry) -> Int {
        let count = entry.dayCount
        return lengths.firstIndex { count <= Int64($0) } ?? lengths.count - 1
    }
}
