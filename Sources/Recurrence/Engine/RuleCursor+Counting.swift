internal import CivilTime

extension RuleCursor {
    /// Subtracts the times of periods from COUNT, from `openPeriod` up to `target`.
    ///
    /// Leaves the first period at or after `target` filled, or the one in which COUNT ends.
    mutating func walk(to target: Int64) {
        var begin = openPeriod
        if plan.kind.isShort {
            let perDay = plan.kind.blocksPerDay
            let first = Int(openPeriod.floorQuotient(perDay))
            let end = Int(target.floorQuotient(perDay))
            begin = max(begin, Int64(countDays(from: first, to: end, atMost: .max)) * perDay)
        }
        while fill(from: begin, forward: true) {
            guard isOpen, period < target else { return }
            begin = period + plan.step
        }
        finish(forward: true)
    }

    /// Subtracts the filled period's times from COUNT, and sets `last` if COUNT ends in it.
    mutating func count() {
        guard period >= openPeriod else { return }
        let size = timesInPeriod
        if size < remaining {
            remaining -= size
            return
        }
        last = min(last, clock(number: remaining - 1))
        lastPeriod = period
        remaining = .max
    }

    /// How many times the filled period has, after BYSETPOS.
    var timesInPeriod: Int {
        guard plan.hasPositions else { return candidateCount }
        let total = candidateCount
        var count = 0
        var rank = nextRank(from: 0, of: total)
        while let found = rank {
            count += 1
            rank = nextRank(from: found + 1, of: total)
        }
        return count
    }

    /// Looks for the end of COUNT, period by period from the first, up to a limit.
    ///
    /// - Returns: How many times are left to count and the period to continue from; `Int.max` and
    ///   `Int64.min` if the end was found, or if the rule runs out of periods before.
    mutating func resolveCount(_ count: Int) -> (remaining: Int, openPeriod: Int64) {
        // `fill` mustn't count the first period: its times before the start don't count.
        remaining = .max
        isFinished = false
        guard fill(from: plan.firstPeriod, forward: true) else {
            return stepsLeft < 0 ? (count, plan.firstPeriod) : (.max, .min)
        }
        remaining = count
        if period == plan.firstPeriod {
            if countFirst(count) { return (.max, .min) }
        } else {
            self.count()
        }
        for _ in 0..<Limits.countedPeriodsMax where remaining != .max && stepsLeft > 0 {
            let (left, next) = (remaining, period + plan.step)
            guard fill(from: next, forward: true) else {
                // Without steps, the rest is unknown; otherwise there are no more periods.
                return stepsLeft < 0 ? (left, next) : (.max, .min)
            }
        }
        return (remaining, remaining == .max ? .min : period + plan.step)
    }

    /// Subtracts the first period's times from COUNT, leaving out those before the start.
    ///
    /// - Returns: Whether COUNT ends in it.
    private mutating func countFirst(_ count: Int) -> Bool {
        if !plan.hasPositions {
            let before = candidates(before: plan.start)
            let passed = candidateCount - before
            guard passed >= count else {
                remaining -= passed
                return false
            }
            let end = clock(number: before + count - 1)
            (last, lastPeriod, remaining) = (min(last, end), period, .max)
            return true
        }
        startForward(at: plan.start)
        var copy = self
        copy.remaining = .max
        copy.lastPeriod = period
        var passed = 0
        while copy.advance() {
            passed += 1
            if passed == count {
                (last, lastPeriod, remaining) = (min(last, copy.clock), period, .max)
                return true
            }
        }
        remaining -= passed
        return false
    }

    /// Looks for the end of COUNT, day by day from the first, up to a limit.
    ///
    /// For hourly, minutely and secondly rules, which have far more periods than days. Returns the
    /// same as ``resolveCount(_:)``.
    mutating func resolveCountByDays(_ count: Int) -> (remaining: Int, openPeriod: Int64) {
        remaining = .max
        seekForward(to: plan.start)
        guard advance() else { return stepsLeft < 0 ? (count, plan.firstPeriod) : (.max, .min) }
        var left = count
        let firstDay = day
        repeat {
            left -= 1
            if left == 0 {
                (last, lastPeriod) = (min(last, clock), period)
                return (.max, .min)
            }
            guard advance(), left % Int(Limits.unitsPerStep) != 0 || take() else {
                return stepsLeft < 0 ? (count, plan.firstPeriod) : (.max, .min)
            }
        } while day == firstDay
        remaining = left
        let end = countDays(from: Int(day), to: .max, atMost: Limits.countedDaysMax)
        return (remaining, isOpen ? Int64(end) * plan.kind.blocksPerDay : .min)
    }

    /// Subtracts from COUNT the times on the days from `day` up to, but not including, `end`.
    ///
    /// If COUNT ends on one of them, sets `last`.
    ///
    /// - Returns: The first day that wasn't subtracted.
    private mutating func countDays(from day: Int, to end: Int, atMost daysMax: Int) -> Int {
        var counter = DayCounter(plan)
        let end = min(end, CivilDate.max.daysSinceEpoch + 1)
        var day = skipCycles(from: day, to: end, of: &counter)
        var left = daysMax
        while day < end, left > 0, take() {
            let width = min(64, end - day)
            var word = dayWord(from: day)
            if width < 64 { word &= (1 << UInt64(width)) - 1 }
            if let each = counter.each, word.nonzeroBitCount * each < remaining {
                remaining -= word.nonzeroBitCount * each
                word = 0
            }
            while word != 0, take(steps: counter.stepsPerDay) {
                let found = day + word.trailingZeroBitCount
                word &= word - 1
                let size = counter.timeCount(of: found)
                if size >= remaining {
                    endCount(on: found)
                    return found
                }
                remaining -= size
            }
            guard word == 0 else { return day + word.trailingZeroBitCount }
            day += width
            left -= 64
        }
        // The calendar ends before COUNT does.
        if day > CivilDate.max.daysSinceEpoch { remaining = .max }
        return day
    }

    /// Subtracts whole cycles from COUNT, after which weekdays and the times of a day repeat.
    ///
    /// - Returns: The first day after these cycles; `day` if cycles can't be used.
    private mutating func skipCycles(
        from day: Int,
        to end: Int,
        of counter: inout DayCounter
    ) -> Int {
        let weekdays = plan.days.weekdays
        guard plan.days.hasOnlyWeekdays, let length = counter.cycleDays(ofWeeks: weekdays != 0),
            stepsLeft == .max || take(steps: length * counter.stepsPerDay)
        else { return day }
        var size: Int64 = 0
        for next in day..<day + length
        where weekdays == 0 || weekdays & (1 << UInt8(MonthMath.weekday(of: next))) != 0 {
            size += Int64(counter.timeCount(of: next))
        }
        guard size > 0 else { return day }
        let cycles = min(Int64(remaining - 1) / size, Int64((end - day) / length))
        remaining -= Int(cycles * size)
        return day + Int(cycles) * length
    }

    /// Ends the rule on a day: `remaining` of the day's times are the last that COUNT allows.
    private mutating func endCount(on day: Int) {
        let left = remaining
        remaining = .max
        var copy = self
        copy.seekForward(to: Int64(day) * 86_400)
        for _ in 0..<left where !copy.advance() { break }
        (last, lastPeriod) = (min(last, copy.clock), copy.period)
    }
}
