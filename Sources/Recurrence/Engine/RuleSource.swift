internal import CivilTime

/// A rule for one start, and where it ends.
struct RuleSource: Sendable {
    let plan: RulePlan
    let bounds: RuleBounds

    init(rule: RecurrenceRule, start: CalendarTime, budget: ExpansionBudget) {
        plan = RulePlan(rule: rule, start: start, timesMax: budget.timesOfDayMax)
        let stepsMax = budget.preparationStepsMax
        var bounds = RuleBounds(rule.end, start: start, plan: plan, stepsMax: stepsMax)
        if plan.mayNeverMatch {
            // Finding that the rule never matches may take long, so do it only once.
            let source = RuleSource(plan: plan, bounds: bounds)
            var cursor = RuleCursor(source, stepsMax: stepsMax)
            cursor.seekForward(to: plan.start)
            if !cursor.advance(), cursor.stepsLeft >= 0 { bounds.clear() }
        }
        self.bounds = bounds
    }
}

/// Where a rule ends.
///
/// COUNT is converted once to the time of its last occurrence, so that reading any part of the rule
/// costs no more than without COUNT. That's arithmetic if all periods have the same number of
/// times. Otherwise it walks a limited number of periods, or of days if the rule steps by hours or
/// less. If the limit isn't enough, it keeps how far it got, and cursors that go further count on
/// from there.
struct RuleBounds: Sendable {
    /// The last clock time allowed, in seconds.
    private(set) var last: Int64
    /// The last instant allowed, in seconds since the epoch; set by an UNTIL in UTC.
    private(set) var lastInstant: Int64 = .max
    /// The period that holds `last`.
    private(set) var lastPeriod: Int64
    /// How many times COUNT allows from `openPeriod` on; `Int.max` if there's no COUNT, or if `last`
    /// is where it ends.
    private(set) var remaining = Int.max
    private(set) var openPeriod = Int64.min
    /// Whether neither COUNT nor UNTIL ends the rule.
    let isEndless: Bool

    init(_ end: RecurrenceRule.End, start: CalendarTime, plan: RulePlan, stepsMax: Int) {
        last = RulePlan.endOfTime
        isEndless = end == .never
        if case .until(let until) = end {
            (last, lastInstant) = Self.bounds(of: until, start: start)
        }
        lastPeriod = last < plan.start ? plan.firstPeriod : plan.lastPeriod(before: last)
        guard case .count(let count) = end, !plan.isImpossible else { return }
        if count <= 0 {
            last = .min
        } else if let clock = Self.counted(count, plan: plan) {
            last = min(last, clock)
            lastPeriod = plan.lastPeriod(before: last)
        } else {
            walk(count, plan: plan, stepsMax: stepsMax)
        }
    }

    /// Ends the rule before its first time.
    fileprivate mutating func clear() {
        (last, remaining) = (.min, .max)
    }

    /// UNTIL as the last clock time and the last instant.
    ///
    /// A date means the end of that day in the event's zone. If the start is a date, only the date
    /// of UNTIL counts, as it's written. If the start has a zone, an UNTIL in UTC is an instant; the
    /// clock is at most 26 hours ahead of it. A floating start has no instant, so it reads an UNTIL
    /// in UTC as a floating time.
    private static func bounds(
        of until: CalendarTime,
        start: CalendarTime
    ) -> (clock: Int64, instant: Int64) {
        let clock = until.civil.secondsSinceEpoch
        if until.isDate || start.isDate {
            return ((clock.floorQuotient(86_400) + 1) * 86_400 - 1, .max)
        }
        guard case .utc(let instant) = until, start.zoneID != nil else { return (clock, .max) }
        return (min(clock + 26 * 3_600, RulePlan.endOfTime), instant.secondsSinceEpoch)
    }

    /// The clock time at which COUNT ends, by arithmetic; nil unless all units or weeks of the rule
    /// have the same times.
    private static func counted(_ count: Int, plan: RulePlan) -> Int64? {
        guard !plan.hasPositions, !plan.clock.isLimited, plan.days.hasOnlyWeekdays,
            plan.kind.isBlock || plan.kind == .weeks
        else { return nil }
        let isWeekly = plan.days.weekdays != 0
        guard !isWeekly || (plan.kind == .days && plan.interval == 1) || plan.kind == .weeks
        else { return nil }
        let unitSeconds = isWeekly ? 7 * 86_400 : plan.kind.unitSeconds
        let first = isWeekly ? plan.weekZero * 86_400 : plan.firstUnit * unitSeconds
        let weekdays = UInt64(plan.days.weekdays)
        let week = isWeekly ? Self.slots(weekdays, from: plan.days.weekStart) : [0]
        let size = week.count * plan.times.count
        func time(_ number: Int) -> Int64 {
            week[number / plan.times.count] + Int64(plan.times[number % plan.times.count])
        }
        // Only the first unit can have times before the start.
        var passed = 0
        while passed < size, first + time(passed) < plan.start { passed += 1 }
        let (number, overflow) = (count - 1).addingReportingOverflow(passed)
        guard !overflow else { return RulePlan.endOfTime }
        let stride = plan.interval.multipliedReportingOverflow(by: unitSeconds)
        let far = Int64(number / size).multipliedReportingOverflow(by: stride.partialValue)
        guard !stride.overflow, !far.overflow, far.partialValue < RulePlan.endOfTime * 2
        else { return RulePlan.endOfTime }
        return first + far.partialValue + time(number % size)
    }

    /// The seconds from a week's start to each of its days that are in a mask.
    private static func slots(_ weekdays: UInt64, from weekStart: Int) -> [Int64] {
        (0..<7).filter { weekdays & (1 << UInt64((weekStart + $0) % 7)) != 0 }
            .map { Int64($0) * 86_400 }
    }

    private mutating func walk(_ count: Int, plan: RulePlan, stepsMax: Int) {
        remaining = count
        openPeriod = plan.firstPeriod
        var cursor = RuleCursor(RuleSource(plan: plan, bounds: self), stepsMax: stepsMax)
        let byDays = plan.kind.isShort && count > Limits.countWalkedMax
        (remaining, openPeriod) =
            byDays ? cursor.resolveCountByDays(count) : cursor.resolveCount(count)
        if remaining == .max {
            last = cursor.last
            lastPeriod = cursor.lastPeriod
        }
    }
}

extension RulePlan {
    /// The last period that can have a time at or before a clock time.
    func lastPeriod(before clock: Int64) -> Int64 {
        // SKIP=BACKWARD may move a day into the period before its own.
        alignedDown(period(holding: clock)) + (days.skip == .backward ? step : 0)
    }
}

extension RuleSource {
    fileprivate init(plan: RulePlan, bounds: RuleBounds) {
        self.plan = plan
        self.bounds = bounds
    }
}
