import CivilTime

/// What the index knows of one stored time: whose it is, and the days it touches.
struct IndexEntry: Hashable, Sendable {
    /// The place of the series in the agenda.
    let slot: Int32
    /// The override, or -1 for the event itself.
    let part: Int32
    /// The first day, as days since 1970.
    let firstDay: Int32
    /// The last day touched.
    let lastDay: Int32
}

/// The times that do not come from a rule, by the weeks they touch.
///
/// A window costs what is in its weeks, however many events there are; a change touches only the
/// weeks of the changed event.
struct WindowIndex: Sendable {
    private var weeks: [Int32: [IndexEntry]] = [:]
    /// Entries over so many weeks that looking at them always is cheaper than entering them in each.
    private var long: [IndexEntry] = []

    /// Enters a time.
    mutating func insert(_ entry: IndexEntry) {
        let touched = Self.week(entry.firstDay)...Self.week(max(entry.lastDay, entry.firstDay))
        if touched.count > Limits.indexedWeeksMax {
            long.append(entry)
        } else {
            for week in touched { weeks[week, default: []].append(entry) }
        }
    }

    /// Takes out a time that was entered.
    mutating func remove(_ entry: IndexEntry) {
        let touched = Self.week(entry.firstDay)...Self.week(max(entry.lastDay, entry.firstDay))
        if touched.count > Limits.indexedWeeksMax {
            long.removeAll { $0 == entry }
            return
        }
        for week in touched {
            weeks[week]?.removeAll { $0 == entry }
            if weeks[week]?.isEmpty == true { weeks[week] = nil }
        }
    }

    /// The entries that touch a day of the window, each once, in no order.
    func entries(in days: Range<Int32>) -> [IndexEntry] {
        guard !days.isEmpty else { return [] }
        let first = Self.week(days.lowerBound)
        var found = long.filter { Self.touches($0, days) }
        let last = Self.week(days.upperBound - 1)
        if Int(last) - Int(first) > weeks.count {
            for (week, entries) in weeks where week >= first && week <= last {
                found += entries.filter { Self.isReported($0, in: week, from: first, days) }
            }
        } else {
            for week in first...last {
                guard let entries = weeks[week] else { continue }
                found += entries.filter { Self.isReported($0, in: week, from: first, days) }
            }
        }
        return found
    }

    /// Whether an entry is to be given for a week: the first of the window's weeks it touches.
    private static func isReported(
        _ entry: IndexEntry,
        in week: Int32,
        from first: Int32,
        _ days: Range<Int32>
    ) -> Bool {
        touches(entry, days) && max(Self.week(entry.firstDay), first) == week
    }

    private static func touches(_ entry: IndexEntry, _ days: Range<Int32>) -> Bool {
        entry.firstDay < days.upperBound && entry.lastDay >= days.lowerBound
    }

    /// The number of the seven-day bucket a day is in.
    private static func week(_ day: Int32) -> Int32 {
        day >= 0 ? day / 7 : (day - 6) / 7
    }
}
