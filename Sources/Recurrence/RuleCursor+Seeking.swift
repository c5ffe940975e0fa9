extension RuleCursor {
    /// Stands so that ``advance()`` reads the first time at or after `clock`, in seconds.
    ///
    /// It costs the same for any distance, but for a COUNT that is not resolved.
    mutating func seekForward(to clock: Int64) {
        let floor = max(clock, plan.start)
        finish(forward: true)
        if isOpen { remaining = openCount }
        guard !plan.isImpossible, floor <= last else { return }
        isFinished = false
        var target = plan.alignedDown(plan.period(holding: floor))
        // The period before may have moved its last day into this one.
        if plan.days.skip == .forward { target -= plan.step }
        target = max(target, plan.firstPeriod)
        guard isOpen, target > openPeriod else {
            guard fill(from: target, forward: true) else {
                finish(forward: true)
                return
            }
            stand(before: floor)
            return
        }
        walk(to: target)
        guard !isFinished else { return }
        stand(before: floor)
    }

    /// Passes over what the filled period has before `floor`, and the next one where that is all.
    private mutating func stand(before floor: Int64) {
        startForward(at: floor)
        guard plan.days.skip != .omit else { return }
        var ahead = self
        guard ahead.advance(), ahead.period != period else { return }
        if fill(from: ahead.period, forward: true) { startForward(at: floor) }
    }

    /// Passes over what the filled period has from `ceiling` on, and the one before where that is all.
    private mutating func stand(behind ceiling: Int64) {
        startBackward(at: ceiling)
        guard plan.days.skip != .omit else { return }
        var ahead = self
        guard ahead.retreat(), ahead.period != period else { return }
        if fill(from: ahead.period, forward: false) { startBackward(at: ceiling) }
    }

    /// Stands so that ``retreat()`` reads the last time before `clock`, in seconds.
    mutating func seekBackward(to clock: Int64) {
        finish(forward: false)
        if isOpen { remaining = openCount }
        guard !plan.isImpossible, clock > plan.start else { return }
        isFinished = false
        var ceiling = last == .max ? clock : min(clock, last + 1)
        if isOpen, plan.period(holding: ceiling - 1) > openPeriod {
            walk(to: plan.alignedDown(plan.period(holding: ceiling - 1)))
            isFinished = false
            ceiling = min(ceiling, last + 1)
        }
        var target = plan.alignedDown(plan.period(holding: ceiling - 1))
        // The period after may have moved its first day into this one.
        if plan.days.skip == .backward { target += plan.step }
        target = min(target, lastPeriod)
        guard fill(from: target, forward: false) else {
            finish(forward: false)
            return
        }
        stand(behind: ceiling)
    }

    /// Whether COUNT's end is not known yet.
    private var isOpen: Bool { remaining != .max }

    /// Counts off periods from where counting stopped, up to a period.
    private mutating func walk(to target: Int64) {
        var begin = openPeriod
        while fill(from: begin, forward: true) {
            guard isOpen, period < target else { return }
            begin = period + plan.step
        }
        finish(forward: true)
    }

    /// Takes the filled period off COUNT; the one in which it ends says where the rule ends.
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

    /// The times of the filled period, BYSETPOS applied.
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
}

extension RuleCursor {
    /// Counts off periods from the first on, at most a limited number of them.
    ///
    /// - Returns: What is left and where to go on; the largest number when the end was found, or
    ///   when there is no period any more.
    mutating func resolveCount(_ count: Int) -> (remaining: Int, openPeriod: Int64) {
        // Times of the first period before the start do not count.
        remaining = .max
        isFinished = false
        guard fill(from: plan.firstPeriod, forward: true) else { return (.max, .min) }
        remaining = count
        if period == plan.firstPeriod {
            startForward(at: plan.start)
            var copy = self
            copy.remaining = .max
            copy.lastPeriod = period
            var passed = 0
            while copy.advance() {
                passed += 1
                if passed == count {
                    (last, lastPeriod, remaining) = (min(last, copy.clock), period, .max)
                    return (.max, .min)
                }
            }
            remaining -= passed
        } else {
            self.count()
        }
        for _ in 0..<Limits.countedPeriodsMax where remaining != .max {
            guard fill(from: period + plan.step, forward: true) else { return (.max, .min) }
        }
        return (remaining, remaining == .max ? .min : period + plan.step)
    }
}
