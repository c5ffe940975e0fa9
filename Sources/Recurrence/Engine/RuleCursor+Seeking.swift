extension RuleCursor {
    /// Moves to where ``advance()`` reads the first time at or after `clock`, in seconds.
    ///
    /// Costs the same for any distance, unless the end of COUNT isn't known yet.
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
            moveForward(to: floor)
            return
        }
        walk(to: target)
        guard !isFinished else { return }
        moveForward(to: floor)
    }

    /// Moves to before the filled period's first time at or after `floor`.
    ///
    /// With SKIP, if the period has no such time, moves on to the next one, which may still have
    /// earlier days.
    private mutating func moveForward(to floor: Int64) {
        startForward(at: floor)
        guard plan.days.skip != .omit else { return }
        var ahead = self
        guard ahead.advance(), ahead.period != period else { return }
        if fill(from: ahead.period, forward: true) { startForward(at: floor) }
    }

    /// Moves to after the filled period's last time before `ceiling`.
    ///
    /// With SKIP, if the period has no such time, moves back to the one before, which may still
    /// have later days.
    private mutating func moveBackward(to ceiling: Int64) {
        startBackward(at: ceiling)
        guard plan.days.skip != .omit else { return }
        var ahead = self
        guard ahead.retreat(), ahead.period != period else { return }
        if fill(from: ahead.period, forward: false) { startBackward(at: ceiling) }
    }

    /// Moves to where ``retreat()`` reads the last time before `clock`, in seconds.
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
        moveBackward(to: ceiling)
    }

    /// Whether the rule has a COUNT whose end isn't known yet.
    var isOpen: Bool { remaining != .max }
}
