import CivilTime

/// The hours of some days in steps of five minutes, and the steps in which each member is busy.
///
/// There is one bit per step. Four weeks of fifty members are 50 times 126 words, so finding out
/// who is free together takes a few thousand operations.
struct FreeTimeGrid {
    /// The hours of one day.
    struct Stretch {
        let date: CivilDate
        /// Its first second since 1970.
        let from: Int64
        /// The second after its last one.
        let to: Int64
        /// The first of its steps.
        let firstStep: Int
        /// The step after its last one.
        let lastStep: Int
    }

    static let stepSeconds: Int64 = 300

    let stretches: [Stretch]
    let stepCount: Int
    /// The number of words per member.
    let wordCount: Int
    /// One bit per step, and one member's words after the other's.
    private var taken: [UInt64]

    init(_ query: FreeTimeQuery, in zone: Zone) {
        var stretches: [Stretch] = []
        var step = 0
        for date in query.days {
            let from = zone.second(of: query.hours.lowerBound, on: date)
            let to = zone.second(of: query.hours.upperBound, on: date)
            // A last step that would reach beyond the hours is left out.
            let count = Int(max(0, to - from) / Self.stepSeconds)
            guard count > 0 else { continue }
            stretches.append(
                Stretch(date: date, from: from, to: to, firstStep: step, lastStep: step + count)
            )
            step += count
        }
        self.stretches = stretches
        stepCount = step
        wordCount = (step + 63) / 64
        taken = Array(repeating: 0, count: wordCount * query.members.count)
    }

    /// Marks a time as taken; a step that is partly taken is taken.
    ///
    /// - Returns: What it cost: 1, and 1 more for each day that it touches.
    @discardableResult
    mutating func mark(_ member: Int, from: Int64, to: Int64) -> Int {
        guard from < to else { return 1 }
        let firstPlace = firstStretch(endingAfter: from)
        var place = firstPlace
        while place < stretches.count, stretches[place].from < to {
            let stretch = stretches[place]
            let first = Int(max(0, from - stretch.from) / Self.stepSeconds)
            let lastSecond = min(to, stretch.to) - stretch.from
            let last = Int((lastSecond + Self.stepSeconds - 1) / Self.stepSeconds)
            let end = min(stretch.lastStep, stretch.firstStep + last)
            fill(member, stretch.firstStep + first, end)
            place += 1
        }
        return 1 + place - firstPlace
    }

    /// Marks all time outside a member's working hours.
    mutating func markOffWork(_ place: Int, _ member: FreeTimeMember, in zone: Zone) {
        guard let first = stretches.first, let last = stretches.last else { return }
        let end = zone.civil(at: Instant(secondsSinceEpoch: last.to)).date.adding(days: 1)
        var date = zone.civil(at: Instant(secondsSinceEpoch: first.from)).date.adding(days: -1)
        var free = first.from
        while date <= end {
            if let hours = member.week[date.weekday] {
                mark(place, from: free, to: zone.second(of: hours.fromMinute, on: date))
                let until = hours.endNextDay ? date.adding(days: 1) : date
                free = max(free, zone.second(of: hours.toMinute, on: until))
            }
            // The last day of the calendar has no day after it.
            guard date < .max else { break }
            date = date.adding(days: 1)
        }
        mark(place, from: free, to: last.to)
    }

    func isTaken(_ step: Int, by member: Int) -> Bool {
        taken[member * wordCount + step >> 6] >> UInt64(step & 63) & 1 == 1
    }

    /// The words of a member; a set bit is a step that is taken.
    func words(of member: Int) -> ArraySlice<UInt64> {
        taken[(member * wordCount)..<((member + 1) * wordCount)]
    }

    private mutating func fill(_ member: Int, _ first: Int, _ end: Int) {
        guard first < end else { return }
        let firstWord = member * wordCount + first >> 6
        let lastWord = member * wordCount + (end - 1) >> 6
        let head = UInt64.max << UInt64(first & 63)
        let tail = UInt64.max >> UInt64(63 - (end - 1) & 63)
        if firstWord == lastWord {
            taken[firstWord] |= head & tail
            return
        }
        taken[firstWord] |= head
        for word in (firstWord + 1)..<lastWord { taken[word] = .max }
        taken[lastWord] |= tail
    }

    private func firstStretch(endingAfter second: Int64) -> Int {
        var low = 0
        var high = stretches.count
        while low < high {
            let middle = (low + high) / 2
            if stretches[middle].to <= second { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

extension Zone {
    /// The seconds since 1970 at a minute of a day, from 0 to 1,440.
    fileprivate func second(of minute: Int, on date: CivilDate) -> Int64 {
        let midnight = CivilDateTime(date: date, time: .midnight)
        return instant(of: midnight.adding(seconds: Int64(minute) * 60)).secondsSinceEpoch
    }
}
