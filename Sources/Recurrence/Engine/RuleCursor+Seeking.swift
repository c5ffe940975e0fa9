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
        guard !plan.isImpossible, clock > plan.start, last >= plan.start else { return }
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
    var isOpen: Bool { remaining != .max }
}
