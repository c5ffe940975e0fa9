import CivilTime

/// Reads windows and strips out of a grid.
struct FreeTimeScan {
    /// Steps in a row in which the same members are busy, at most two of them.
    private struct Segment {
        let first: Int
        var end: Int
        let busy: MissingMembers
    }

    /// At most two members, by their places.
    private struct MissingMembers: Equatable {
        var first: Int32 = -1
        var second: Int32 = -1

        var count: Int { (first >= 0 ? 1 : 0) + (second >= 0 ? 1 : 0) }

        func contains(_ other: MissingMembers) -> Bool {
            has(other.first) && has(other.second)
        }

        private func has(_ member: Int32) -> Bool {
            member < 0 || member == first || member == second
        }

        /// Both together; nil when they are more than two.
        func union(_ other: MissingMembers) -> MissingMembers? {
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

        /// The places, in order.
        var places: [Int] { [first, second].filter { $0 >= 0 }.map { Int($0) } }
    }

    private struct Found {
        let from: Int64
        let steps: Int
        let missing: MissingMembers
    }

    private let grid: FreeTimeGrid
    private let query: FreeTimeQuery
    /// In which steps one, two and more than two are busy at least.
    private var one: [UInt64]
    private var two: [UInt64]
    private var more: [UInt64]
    /// How many may miss it, so that at least two meet.
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

    /// How many are busy in a step; 3 stands for more.
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
                // Where the clock is set back the strip would end before it starts.
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
        var found: [Found] = []
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

    private func collect(_ stretch: FreeTimeGrid.Stretch, to found: inout [Found]) {
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

    /// Who is busy in a step; nil when they are too many.
    private func busy(_ step: Int) -> MissingMembers? {
        let count = count(step)
        guard count > 0 else { return MissingMembers() }
        guard count <= missingMax else { return nil }
        var missing = MissingMembers()
        for member in query.members.indices where grid.isTaken(step, by: member) {
            if missing.first < 0 {
                missing.first = Int32(member)
            } else {
                missing.second = Int32(member)
            }
        }
        return missing
    }

    /// Takes the windows that nobody more would have to miss were they longer, each once.
    private func collect(
        _ segments: [Segment],
        in stretch: FreeTimeGrid.Stretch,
        to found: inout [Found]
    ) {
        let stepsMin = (query.lengthMinutes + 4) / 5
        for start in segments.indices {
            var missing = segments[start].busy
            var place = start + 1
            while true {
                let next = place < segments.count ? missing.union(segments[place].busy) : nil
                let isAsFew = next == missing
                if !isAsFew {
                    let isWhole = start == 0 || !missing.contains(segments[start - 1].busy)
                    let steps = segments[place - 1].end - segments[start].first
                    if isWhole, steps >= stepsMin {
                        let from = second(segments[start].first, in: stretch)
                        found.append(Found(from: from, steps: steps, missing: missing))
                    }
                }
                guard let next, next.count <= missingMax else { break }
                missing = next
                place += 1
            }
        }
    }
}
