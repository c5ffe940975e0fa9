internal import CivilTime

/// A position among the times of one rule, in the order of the clock.
///
/// It's between two times and can move forward or backward, but changing direction needs a new
/// seek. Moving it allocates nothing.
struct RuleCursor: Sendable {
    let plan: RulePlan
    /// The current period, whose slots are in `bits`.
    var period: Int64 = 0
    /// The day of the period's first slot, and the second of that day at which it starts.
    var firstDay: Int32 = 0
    var baseSecond: Int32 = 0
    /// The distance from one slot to the next: one day, or some seconds of the same day.
    let dayStep: Int32
    let secondStep: Int32
    let timeCount: Int32
    let firstTime: Int32

    /// The time read last: a day, and a second of it.
    private(set) var day: Int32 = 0
    private(set) var second: Int32 = 0
    /// The second of the day at which the slot read last starts; `plan.times` are relative to it.
    private var slotSecond: Int32 = 0
    /// How many of that slot's times lie before the position.
    private var timeIndex: Int32 = 0
    /// The slots that are still unread in the word `wordIndex` of `bits`.
    private var word: UInt64 = 0
    private var wordIndex: Int32 = 0
    /// The slots of the period.
    var bits = DayBits()
    /// With BYSETPOS: how many of the period's candidates lie before the position.
    private var rank = 0

    /// The last clock time that UNTIL or COUNT allows, in seconds.
    var last: Int64
    var lastPeriod: Int64
    /// The last period to look at for the window that was asked for.
    private(set) var windowPeriod = Int64.max
    /// How many times COUNT still allows after the periods counted so far; `Int.max` if there's no
    /// COUNT, or once `last` is where it ends.
    var remaining: Int
    /// The first period that wasn't counted in advance, and how many times COUNT allows from there.
    let openPeriod: Int64
    let openCount: Int
    var isFinished = false
    /// How many more steps may be taken; -1 once more were needed.
    var stepsLeft = Int.max
    /// The year filtered last, for rules that step by weeks or less.
    var year = YearCache()

    /// Makes a cursor that has no position yet: seek before reading.
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

    /// Ends the search at a clock time, so that a window's last read doesn't look far beyond the window.
    mutating func limit(to clock: Int64) {
        windowPeriod = clock < RulePlan.endOfTime ? plan.lastPeriod(before: clock) : .max
    }

    /// Uses up steps; false if too few are left, and always false after that.
    @inline(__always)
    mutating func take(steps: Int = 1) -> Bool {
        stepsLeft = stepsLeft >= steps ? stepsLeft &- steps : -1
        return stepsLeft >= 0
    }

    /// The last period to look at.
    var periodsEnd: Int64 { min(lastPeriod, windowPeriod) }

    /// The time read last, in seconds of the clock.
    @inline(__always)
    var clock: Int64 { Int64(day) &* 86_400 &+ Int64(second) }

    /// Reads the next time; false if there's none.
    ///
    /// The period in which the rule ends may have times after `last`: the caller has to check.
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

    /// Reads the previous time; false if there's none.
    ///
    /// The first period may have times before the rule's start: the caller has to check.
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

    /// Moves to the end in one direction, so that nothing more is read.
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

    /// How many times the period has before BYSETPOS picks from them.
    var candidateCount: Int {
        (wordCount == 1 ? bits.words[0].nonzeroBitCount : bits.count) * Int(timeCount)
    }

    /// A copy that is before the period's first time.
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

    /// Reads the candidate of the period that has `rank` others before it.
    private mutating func enter(rank: Int) {
        let slot = bits.day(rank: rank / Int(timeCount))
        enterSlot(Int32(truncatingIfNeeded: slot))
        second = slotSecond + plan.times[rank % Int(timeCount)]
        // Leave no times in the slot: with BYSETPOS, each time is read by its rank.
        timeIndex = isGoingForward ? timeCount : 0
    }

    private var isGoingForward: Bool { timeIndex == timeCount }

    /// The first rank at or after `rank` that BYSETPOS picks.
    func nextRank(from rank: Int, of count: Int) -> Int? {
        let left = plan.positions.first(from: rank)
        // Positions from the end run in the opposite direction.
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
    /// A time before the period gives slot -1, a time after it a slot past the last.
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

    /// How many of a slot's times are before an offset, in seconds from the slot's start.
    private func timesBefore(_ offset: Int32) -> Int32 {
        var count: Int32 = 0
        while count < timeCount, plan.times[Int(count)] < offset { count += 1 }
        return count
    }

    /// How many of the period's candidates are before a clock time, in seconds.
    func candidates(before clock: Int64) -> Int {
        let (slot, offset) = place(of: clock)
        let before = bits.count(before: slot) * Int(timeCount)
        guard slot >= 0, slot < DayBits.yearWordCount * 64, bits.contains(slot) else {
            return before
        }
        return before + Int(timesBefore(offset))
    }

    /// Moves to before the filled period's first time at or after `clock`.
    mutating func startForward(at clock: Int64) {
        startForward()
        skip(to: clock, forward: true)
    }

    /// Moves to after the filled period's last time before `clock`.
    mutating func startBackward(at clock: Int64) {
        startBackward()
        skip(to: clock, forward: false)
    }

    private mutating func skip(to clock: Int64, forward: Bool) {
        if plan.hasPositions {
            rank = candidates(before: clock)
            return
        }
        let (slot, offset) = place(of: clock)
        let isInside = slot >= 0 && slot < Int(wordCount) * 64
        guard isInside else {
            // Either all of the period is skipped, or none of it.
            let isSkipped = forward ? slot >= 0 : slot < 0
            if isSkipped { (word, wordIndex) = (0, forward ? wordCount - 1 : 0) }
            return
        }
        let later = UInt64.max << UInt64(slot & 63)
        wordIndex = Int32(truncatingIfNeeded: slot >> 6)
        word = bits.words[slot >> 6] & (forward ? later : ~later)
        guard bits.contains(slot) else { return }
        let before = timesBefore(offset)
        guard before > 0 else { return }
        // The slot may have times on both sides of the position.
        if forward { word &= word &- 1 }
        enterSlot(Int32(truncatingIfNeeded: slot))
        timeIndex = before
    }

    /// The clock time, in seconds, of the period's time that has `number` others before it.
    ///
    /// The times are those that BYSETPOS picks.
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
