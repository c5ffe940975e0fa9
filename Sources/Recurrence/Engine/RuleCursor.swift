internal import CivilTime

/// A place among the times that one rule gives, in the order of the clock.
///
/// It stands between two times and goes forward or backward, but turning round takes a new seek.
/// Nothing is allocated on the way.
struct RuleCursor: Sendable {
    let plan: RulePlan
    /// The period at hand.
    var period: Int64 = 0
    /// The day and second of the period's first slot.
    var firstDay: Int32 = 0
    var baseSecond: Int32 = 0
    /// How far it is from slot to slot.
    let dayStep: Int32
    let secondStep: Int32
    let timeCount: Int32
    let firstTime: Int32

    /// The time read last: a day, and a second of it.
    private(set) var day: Int32 = 0
    private(set) var second: Int32 = 0
    /// The second of the slot read last; times are counted from it.
    private var slotSecond: Int32 = 0
    /// The time of that slot which comes next forward, and after the one that does backward.
    private var timeIndex: Int32 = 0
    /// The slots that are left of one word of `bits`.
    private var word: UInt64 = 0
    private var wordIndex: Int32 = 0
    /// The slots of the period.
    var bits = DayBits()
    /// For BYSETPOS, how many times of the period lie before the place.
    private var rank = 0

    /// No time after this is given; the end of UNTIL or COUNT by the clock.
    var last: Int64
    var lastPeriod: Int64
    /// No period after this is looked at; the end of the window that is asked for.
    private(set) var windowPeriod = Int64.max
    /// How many times COUNT allows from the period `openPeriod` on; the largest number there is
    /// when `last` says all.
    var remaining: Int
    let openPeriod: Int64
    let openCount: Int
    var isFinished = false
    /// How many more steps may be taken; negative once one more was asked for.
    var stepsLeft = Int.max
    /// The year last filtered, for rules that step by weeks or less.
    var year = YearCache()

    /// Stands nowhere: needs a seek.
    init(_ source: RuleSource, stepsMax: Int = .max) {
        let plan = source.plan
        stepsLeft = stepsMax
        self.plan = plan
        let isShort = plan.kind.isShort
        dayStep = isShort ? 0 : 1
        secondStep = isShort ? Int32(truncatingIfNeeded: plan.kind.unitSeconds) : 0
        timeCount = Int32(truncatingIfNeeded: plan.times.count)
        firstTime = plan.times.first ?? 0
        last = source.bounds.last
        lastPeriod = source.bounds.lastPeriod
        remaining = source.bounds.remaining
        openPeriod = source.bounds.openPeriod
        openCount = source.bounds.remaining
        isFinished = true
    }

    /// Looks for nothing after a clock time, so that a window is not left for times far behind it.
    mutating func limit(to clock: Int64) {
        windowPeriod = clock < RulePlan.endOfTime ? plan.lastPeriod(before: clock) : .max
    }

    /// Takes some steps; false when there are not as many left, and from then on.
    @inline(__always)
    mutating func take(steps: Int = 1) -> Bool {
        stepsLeft = stepsLeft >= steps ? stepsLeft &- steps : -1
        return stepsLeft >= 0
    }

    /// The last period that is looked at.
    var periodsEnd: Int64 { min(lastPeriod, windowPeriod) }

    /// The time read last, in seconds of the clock.
    @inline(__always)
    var clock: Int64 { Int64(day) &* 86_400 &+ Int64(second) }

    /// Reads the next time; false when the rule's periods have none.
    ///
    /// Whoever asks looks whether it is after `last`.
    @inline(__always)
    mutating func advance() -> Bool {
        if timeIndex < timeCount {
            second = slotSecond &+ plan.times[Int(timeIndex)]
            timeIndex &+= 1
            return true
        }
        if word != 0 {
            takeLowest()
            return true
        }
        return advanceFurther()
    }

    /// Reads the time before; false when the rule's periods have none.
    @inline(__always)
    mutating func retreat() -> Bool {
        if timeIndex > 0 {
            timeIndex &-= 1
            second = slotSecond &+ plan.times[Int(timeIndex)]
            return true
        }
        if word != 0 {
            takeHighest()
            return true
        }
        return retreatFurther()
    }

    @inline(__always)
    private mutating func takeLowest() {
        enterSlot(wordIndex &* 64 &+ Int32(truncatingIfNeeded: word.trailingZeroBitCount))
        word &= word &- 1
        second = slotSecond &+ firstTime
        timeIndex = 1
    }

    @inline(__always)
    private mutating func takeHighest() {
        let bit = 63 &- word.leadingZeroBitCount
        enterSlot(wordIndex &* 64 &+ Int32(truncatingIfNeeded: bit))
        word &= ~(1 << UInt64(truncatingIfNeeded: bit))
        timeIndex = timeCount &- 1
        second = slotSecond &+ (timeCount == 1 ? firstTime : plan.times[Int(timeIndex)])
    }

    @inline(__always)
    private mutating func enterSlot(_ slot: Int32) {
        day = firstDay &+ slot &* dayStep
        slotSecond = baseSecond &+ slot &* secondStep
    }

    @inline(never)
    private mutating func advanceFurther() -> Bool {
        while !isFinished {
            if plan.hasPositions {
                if let next = nextRank(from: rank, of: candidateCount) {
                    rank = next + 1
                    enter(rank: next)
                    return true
                }
            } else {
                while wordIndex < wordCount - 1 {
                    wordIndex += 1
                    word = bits.words[Int(wordIndex)]
                    if word != 0 {
                        takeLowest()
                        return true
                    }
                }
            }
            guard fill(from: period + plan.step, forward: true) else { break }
            startForward()
            if word != 0 {
                takeLowest()
                return true
            }
        }
        finish(forward: true)
        return false
    }

    @inline(never)
    private mutating func retreatFurther() -> Bool {
        while !isFinished {
            if plan.hasPositions {
                if let previous = previousRank(before: rank, of: candidateCount) {
                    rank = previous
                    enter(rank: previous)
                    return true
                }
            } else {
                while wordIndex > 0 {
                    wordIndex -= 1
                    word = bits.words[Int(wordIndex)]
                    if word != 0 {
                        takeHighest()
                        return true
                    }
                }
            }
            guard fill(from: period - plan.step, forward: false) else { break }
            startBackward()
            if word != 0 {
                takeHighest()
                return true
            }
        }
        finish(forward: false)
        return false
    }

    /// Stands where nothing comes any more in one direction.
    mutating func finish(forward: Bool) {
        isFinished = true
        word = 0
        timeIndex = forward ? timeCount : 0
    }
}

extension RuleCursor {
    /// The words of `bits` in use.
    private var wordCount: Int32 {
        plan.kind == .years || plan.kind == .weekYears ? Int32(DayBits.yearWordCount) : 1
    }

    /// The times of the period, before BYSETPOS picks from them.
    var candidateCount: Int {
        (wordCount == 1 ? bits.words[0].nonzeroBitCount : bits.count) * Int(timeCount)
    }

    /// Stands before the period's first time.
    func started() -> RuleCursor {
        var copy = self
        copy.startForward()
        return copy
    }

    private mutating func startForward() {
        timeIndex = timeCount
        wordIndex = 0
        rank = 0
        word = plan.hasPositions ? 0 : bits.words[0]
    }

    private mutating func startBackward() {
        timeIndex = 0
        wordIndex = wordCount - 1
        if plan.hasPositions {
            word = 0
            rank = candidateCount
        } else {
            word = bits.words[Int(wordIndex)]
        }
    }

    /// Reads the time of the period with that many candidates before it.
    private mutating func enter(rank: Int) {
        let slot = bits.day(rank: rank / Int(timeCount))
        enterSlot(Int32(truncatingIfNeeded: slot))
        second = slotSecond + plan.times[rank % Int(timeCount)]
        // With BYSETPOS every time is entered by its rank, forward and backward.
        timeIndex = isGoingForward ? timeCount : 0
    }

    private var isGoingForward: Bool { timeIndex == timeCount }

    /// The first rank at or after `rank` that BYSETPOS picks.
    func nextRank(from rank: Int, of count: Int) -> Int? {
        let left = plan.positions.first(from: rank)
        // Counted from the end, the ranks come the other way round.
        let right = plan.positionsFromEnd.last(before: count - rank).map { count - 1 - $0 }
        let next = min(left ?? count, right ?? count)
        return next < count ? next : nil
    }

    private func previousRank(before rank: Int, of count: Int) -> Int? {
        let left = plan.positions.last(before: rank)
        let right = plan.positionsFromEnd.first(from: count - rank).map { count - 1 - $0 }
        let previous = max(left ?? -1, right ?? -1)
        return previous >= 0 ? previous : nil
    }

    /// The slot of a clock time in the period, and the seconds from that slot's start.
    ///
    /// Times before the period have slot -1, later ones a slot past the last.
    private func place(of clock: Int64) -> (slot: Int, offset: Int32) {
        let floor = clock.floorQuotient(86_400)
        let day = Int(floor) - Int(firstDay)
        let second = Int(clock - floor * 86_400)
        let end = DayBits.yearWordCount * 64
        if dayStep == 1 { return (min(max(day, -1), end), Int32(truncatingIfNeeded: second)) }
        if day != 0 { return (day < 0 ? -1 : end, 0) }
        let shift = second - Int(baseSecond)
        if shift < 0 { return (-1, 0) }
        let slot = shift / Int(secondStep)
        return (min(slot, end), Int32(truncatingIfNeeded: shift - slot * Int(secondStep)))
    }

    /// How many times of a slot are before an offset.
    private func timesBefore(_ offset: Int32) -> Int32 {
        var count: Int32 = 0
        while count < timeCount, plan.times[Int(count)] < offset { count += 1 }
        return count
    }

    /// The candidates of the period before a clock time.
    func candidates(before clock: Int64) -> Int {
        let (slot, offset) = place(of: clock)
        let before = bits.count(before: slot) * Int(timeCount)
        guard slot >= 0, slot < DayBits.yearWordCount * 64, bits.contains(slot) else {
            return before
        }
        return before + Int(timesBefore(offset))
    }

    /// Passes over the times of the filled period that are before `clock`.
    mutating func startForward(at clock: Int64) {
        startForward()
        pass(to: clock, forward: true)
    }

    /// Passes over the times of the filled period that are at or after `clock`.
    mutating func startBackward(at clock: Int64) {
        startBackward()
        pass(to: clock, forward: false)
    }

    private mutating func pass(to clock: Int64, forward: Bool) {
        if plan.hasPositions {
            rank = candidates(before: clock)
            return
        }
        let (slot, offset) = place(of: clock)
        let isInside = slot >= 0 && slot < Int(wordCount) * 64
        guard isInside else {
            // The whole period comes, or nothing of it.
            let isPassed = forward ? slot >= 0 : slot < 0
            if isPassed { (word, wordIndex) = (0, forward ? wordCount - 1 : 0) }
            return
        }
        let later = UInt64.max << UInt64(slot & 63)
        wordIndex = Int32(truncatingIfNeeded: slot >> 6)
        word = bits.words[slot >> 6] & (forward ? later : ~later)
        guard bits.contains(slot) else { return }
        let passed = timesBefore(offset)
        guard passed > 0 else { return }
        // The slot's times are on both sides of the place.
        if forward { word &= word &- 1 }
        enterSlot(Int32(truncatingIfNeeded: slot))
        timeIndex = passed
    }

    /// The clock time with that many times of the period before it, BYSETPOS applied.
    func clock(number: Int) -> Int64 {
        var copy = started()
        if !plan.hasPositions, number < candidateCount {
            copy.enter(rank: number)
            return copy.clock
        }
        for _ in 0...number where !copy.advance() { break }
        return copy.clock
    }
}
