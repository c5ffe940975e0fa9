import CivilTime

/// Finds the windows and strips of common free time in a grid.
struct FreeTimeScan {
    /// A run of steps in which the same members are busy.
    private struct Segment {
        let first: Int
        var end: Int
        let busy: BusyMembers
    }

    /// At most two busy members, by their indices in the query; -1 is nobody.
    private struct BusyMembers: Equatable {
        var first: Int32 = -1
        var second: Int32 = -1

        var count: Int { (first >= 0 ? 1 : 0) + (second >= 0 ? 1 : 0) }

        func contains(_ other: BusyMembers) -> Bool {
            has(other.first) && has(other.second)
        }

        private func has(_ member: Int32) -> Bool {
            member < 0 || member == first || member == second
        }

        /// The members of both; nil if there are more than two.
        func union(_ other: BusyMembers) -> BusyMembers? {
            var both = self
            for member in [other.first, other.second] where !both.has(member) {
                if both.first < 0 {
                    both.first = member
                } else if both.second < 0 {
                    both.second = member
                } else {
                    return nil
                }
            }
            if both.second >= 0, both.first > both.second { swap(&both.first, &both.second) }
            return both
        }

        /// The indices, in order.
        var places: [Int] { [first, second].filter { $0 >= 0 }.map { Int($0) } }
    }

    private struct FoundWindow {
        let from: Int64
        let steps: Int
        let missing: BusyMembers
    }

    private let grid: FreeTimeGrid
    private let query: FreeTimeQuery
    /// The steps in which at least one, at least two and more than two members are busy.
    private var one: [UInt64]
    private var two: [UInt64]
    private var more: [UInt64]
    /// The number of members who may be busy; at least two are left to meet.
    private let missingMax: Int

    init(_ grid: FreeTimeGrid, _ query: FreeTimeQuery) {
        self.grid = grid
        self.query = query
        let words = Array(repeating: UInt64(0), count: (grid.stepCount + 63) / 64)
        one = words
        two = words
        more = words
        missingMax = max(0, min(Limits.freeTimeMissingMax, query.members.count - 2))
        for member in query.members.indices {
            for (word, bits) in grid.words(of: member).enumerated() {
                more[word] |= two[word] & bits
                two[word] |= one[word] & bits
                one[word] |= bits
            }
        }
    }

    /// The number of members who are busy in a step; 3 means three or more.
    private func count(_ step: Int) -> Int {
        let word = step >> 6
        let bit = UInt64(1) << UInt64(step & 63)
        if one[word] & bit == 0 { return 0 }
        if two[word] & bit == 0 { return 1 }
        return more[word] & bit == 0 ? 2 : 3
    }

    // MARK: Strips

    func strips(in zone: Zone) -> [FreeStrip] {
        var strips: [FreeStrip] = []
        for stretch in grid.stretches {
            var step = stretch.firstStep
            while step < stretch.lastStep {
                let count = count(step)
                let first = step
                while step < stretch.lastStep, self.count(step) == count { step += 1 }
                guard count <= missingMax else { continue }
                let from = minute(first, in: stretch, zone)
                let to = minute(step, in: stretch, zone)
                // If the clock is set back, the strip could end before it starts.
                guard from < to else { continue }
                strips.append(
                    FreeStrip(
                        date: stretch.date,
                        fromMinute: from,
                        toMinute: to,
                        missingCount: count
                    )
                )
            }
        }
        return strips
    }

    private func second(_ step: Int, in stretch: FreeTimeGrid.Stretch) -> Int64 {
        stretch.from + Int64(step - stretch.firstStep) * FreeTimeGrid.stepSeconds
    }

    private func minute(_ step: Int, in stretch: FreeTimeGrid.Stretch, _ zone: Zone) -> Int {
        let civil = zone.civil(at: Instant(secondsSinceEpoch: second(step, in: stretch)))
        guard civil.date == stretch.date else { return civil.date < stretch.date ? 0 : 1_440 }
        return civil.time.secondsSinceMidnight / 60
    }

    // MARK: Windows

    func windows(in zone: Zone) -> [FreeWindow] {
        var found: [FoundWindow] = []
        for stretch in grid.stretches { collect(stretch, to: &found) }
        found.sort { a, b in
            let (mine, others) = (a.missing.count, b.missing.count)
            if mine != others { return mine < others }
            if a.from != b.from { return a.from < b.from }
            return a.steps > b.steps
        }
        return found.map { window in
            let seconds = Int64(window.steps) * FreeTimeGrid.stepSeconds
            return FreeWindow(
                start: zone.civil(at: Instant(secondsSinceEpoch: window.from)),
                end: zone.civil(at: Instant(secondsSinceEpoch: window.from + seconds)),
                minutes: Int(seconds / 60),
                missing: window.missing.places.map { query.members[$0].account }
            )
        }
    }

    private func collect(_ stretch: FreeTimeGrid.Stretch, to found: inout [FoundWindow]) {
        var segments: [Segment] = []
        for step in stretch.firstStep..<stretch.lastStep {
            guard let busy = busy(step) else {
                collect(segments, in: stretch, to: &found)
                segments = []
                continue
            }
            if let last = segments.last, last.busy == busy {
                segments[segments.count - 1].end = step + 1
            } else {
                segments.append(Segment(first: step, end: step + 1, busy: busy))
            }
        }
        collect(segments, in: stretch, to: &found)
    }

    /// The members who are busy in a step; nil if there are too many.
    private func busy(_ step: Int) -> BusyMembers? {
        let count = count(step)
        guard count > 0 else { return BusyMembers() }
        guard count <= missingMax else { return nil }
        var members = BusyMembers()
        for member in query.members.indices where grid.isTaken(step, by: member) {
            if members.first < 0 {
                members.first = Int32(member)
            } else {
                members.second = Int32(member)
            }
        }
        return members
    }

    /// Adds each window that can't be made longer without another member missing it.
    private func collect(
        _ segments: [Segment],
        in stretch: FreeTimeGrid.Stretch,
        to found: inout [FoundWindow]
    ) {
        let stepsMin = (query.lengthMinutes + 4) / 5
        for start in segments.indices {
            var missing = segments[start].busy
            var place = start + 1
            while true {
                let next = place < segments.count ? missing.union(segments[place].busy) : nil
                let isUnchanged = next == missing
                if !isUnchanged {
                    // One that could begin earlier was added with an earlier start.
                    let startsHere = start == 0 || !missing.contains(segments[start - 1].busy)
                    let steps = segments[place - 1].end - segments[start].first
                    if startsHere, steps >= stepsMin {
                        let from = second(segments[start].first, in: stretch)
                        found.append(FoundWindow(from: from, steps: steps, missing: missing))
                    }
                }
                guard let next, next.count <= missingMax else { break }
                missing = next
                place += 1
            }
        }
    }
}
