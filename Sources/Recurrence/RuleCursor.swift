internal import CivilTime

/// A place in the times one rule gives, in the order of the clock.
///
/// The rule's periods are gone through one after another. A period is a set of days, and the same
/// times in each of them; BYSETPOS picks from those by number. Nothing is allocated on the way but
/// one list for BYSETPOS.
struct RuleCursor {
    let plan: RulePlan
    /// The index of the period at hand.
    private(set) var period: Int64
    /// The first day of the period.
    var firstDay: Int32 = 0
    /// The second of the day its times are counted from; not 0 only in hours and minutes.
    var baseSecond: Int32 = 0
    /// The days that match.
    var bits = DayBits()
    /// The word of `bits` that is being emptied, and its number.
    private var word: UInt64 = 0
    private var wordIndex = DayBits.yearWordCount
    /// How many words of `bits` are used.
    private var wordCount: Int
    private var day: Int32 = 0
    private var timeIndex: Int
    /// What BYSETPOS picks from this period, ascending; used up to `rankIndex`.
    private var ranks: [Int32] = []
    private var rankIndex = 0
    /// How many more occurrences COUNT allows.
    private var remaining: Int
    /// Earlier times are passed over, though counted.
    private var floor: Int64
    private var isFinished = false
    /// The year last filtered, for rules that step by days or less.
    var year = YearCache()

    /// Starts before the first time.
    init(_ plan: RulePlan) {
        self.plan = plan
        period = plan.firstPeriod
        timeIndex = plan.times.count
        remaining = plan.count
        floor = plan.start.seconds
        wordCount = plan.frequency == .yearly ? DayBits.yearWordCount : 1
        isFinished = remaining <= 0 || plan.isImpossible
        if !isFinished { settle() }
    }

    /// The next time; nil when there is none.
    mutating func next() -> ClockTime? {
        while !isFinished {
            guard let time = nextCandidate() else {
                advance()
                continue
            }
            let seconds = time.seconds
            if seconds < floor {
                if seconds >= plan.start.seconds { take() }
                continue
            }
            guard seconds <= plan.last else { break }
            take()
            return time
        }
        isFinished = true
        return nil
    }

    private mutating func take() {
        remaining -= 1
        if remaining <= 0 { isFinished = true }
    }

    /// The next time of the period at hand, bounds not looked at.
    private mutating func nextCandidate() -> ClockTime? {
        if !plan.positions.isEmpty { return nextSelected() }
        if timeIndex < plan.times.count {
            let second = baseSecond + plan.times[timeIndex]
            timeIndex += 1
            return ClockTime(day: day, second: second)
        }
        while word == 0 {
            wordIndex += 1
            guard wordIndex < wordCount else { return nil }
            word = bits.words[wordIndex]
        }
        guard let first = plan.times.first else { return nil }
        day = firstDay + Int32(truncatingIfNeeded: wordIndex * 64 + word.trailingZeroBitCount)
        word &= word - 1
        timeIndex = 1
        return ClockTime(day: day, second: baseSecond + first)
    }

    private mutating func nextSelected() -> ClockTime? {
        guard rankIndex < ranks.count else { return nil }
        let rank = Int(ranks[rankIndex])
        rankIndex += 1
        return time(rank: rank)
    }

    /// The time of the period with that many others before it.
    private func time(rank: Int) -> ClockTime {
        let dayRank = bits.day(rank: rank / plan.times.count)
        return ClockTime(
            day: firstDay + Int32(truncatingIfNeeded: dayRank),
            second: baseSecond + plan.times[rank % plan.times.count]
        )
    }
}

extension RuleCursor {
    /// Goes to the next period that has a time, or finishes.
    private mutating func advance() {
        period += plan.interval
        settle()
    }

    /// Fills the period at hand, or the next one that is not empty.
    ///
    /// When a whole cycle of the calendar was empty all later ones are too.
    private mutating func settle() {
        let begin = period
        while fill() {
            startPeriod()
            if hasCandidates { return }
            period += plan.interval
            if period - begin > plan.cyclePeriods { break }
        }
        isFinished = true
    }

    private var hasCandidates: Bool {
        plan.positions.isEmpty ? !bits.isEmpty && !plan.times.isEmpty : !ranks.isEmpty
    }

    /// Makes the days of `period`, or of a later one when it is known to be empty.
    ///
    /// - Returns: False when there are no more periods.
    private mutating func fill() -> Bool {
        switch plan.frequency {
        case .yearly: return fillYear(Int(truncatingIfNeeded: period))
        case .monthly: return fillMonth(period)
        case .weekly: return fillWeek(period)
        case .daily, .hourly, .minutely, .secondly:
            guard let next = nextShortPeriod(from: period) else { return false }
            period = next
            fillShort(next)
            return true
        }
    }

    /// Sets the reading position before the first time of the filled period.
    private mutating func startPeriod() {
        timeIndex = plan.times.count
        wordIndex = 0
        word = bits.words[0]
        guard !plan.positions.isEmpty else { return }
        rankIndex = 0
        ranks.removeAll(keepingCapacity: true)
        let count = bits.count * plan.times.count
        for position in plan.positions {
            let rank = position > 0 ? position - 1 : count + position
            guard position != 0, (0..<count).contains(rank) else { continue }
            let selected = Int32(truncatingIfNeeded: rank)
            let place = ranks.firstIndex { $0 >= selected } ?? ranks.count
            if place < ranks.count, ranks[place] == selected { continue }
            ranks.insert(selected, at: place)
        }
    }
}

extension RuleCursor {
    /// Passes over all times before `clock`, in seconds, without visiting them where it can.
    ///
    /// Must be called before the first ``next()``. Without COUNT it costs the same for any
    /// distance; with COUNT it costs the periods passed, or nothing when all have the same number
    /// of times.
    mutating func skip(to clock: Int64) {
        guard !isFinished, clock > floor else { return }
        floor = clock
        guard clock <= plan.last else {
            isFinished = true
            return
        }
        let target = plan.alignedDown(plan.period(holding: ClockTime(seconds: clock)))
        guard target > period else { return }
        if plan.count == .max {
            period = target
            settle()
        } else {
            skipPeriods(before: target)
        }
    }

    /// The last time COUNT allows; nil when the rule ends before, or never matches.
    mutating func lastCounted() -> ClockTime? {
        skipPeriods(before: .max)
        var last: ClockTime?
        while let time = next() { last = time }
        return last
    }

    /// Counts off periods as long as all of their times are allowed.
    private mutating func skipPeriods(before target: Int64) {
        guard !isFinished, period < target else { return }
        // Only the first period can have times before the start.
        let size = periodCount(atOrAfter: plan.start.seconds)
        guard remaining > size else { return }
        remaining -= size
        advance()
        if let constant = plan.constantCount, constant > 0 { skipEvenPeriods(constant, target) }
        while !isFinished, period < target {
            let size = plan.positions.isEmpty ? bits.count * plan.times.count : ranks.count
            guard remaining > size, Int64(firstDay) * 86_400 <= plan.last else { return }
            remaining -= size
            advance()
        }
    }

    /// Jumps over periods that all have the same number of times.
    private mutating func skipEvenPeriods(_ size: Int, _ target: Int64) {
        guard !isFinished, period < target else { return }
        // One period is kept back, so that there is a last one to read.
        let allowed = Int64((remaining - 1) / size)
        let end = plan.alignedDown(plan.period(holding: ClockTime(seconds: plan.last)))
        let distance = (min(target, end) - period) / plan.interval
        let steps = min(allowed, max(0, distance))
        remaining -= Int(truncatingIfNeeded: steps) * size
        period += steps * plan.interval
        settle()
    }

    private func periodCount(atOrAfter clock: Int64) -> Int {
        var copy = self
        var count = 0
        while let time = copy.nextCandidate() {
            if time.seconds >= clock { count += 1 }
        }
        return count
    }
}
