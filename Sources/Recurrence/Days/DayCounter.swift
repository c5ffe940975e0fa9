internal import CivilTime

/// Counts the times that an hourly, minutely or secondly rule has on a day.
///
/// The count depends only on which of the day's units is the rule's first, so it's remembered for
/// each of these.
struct DayCounter {
    private let plan: RulePlan
    private let unitsPerDay: Int64
    /// How many times a day has, by its first unit; -1 if they aren't counted yet.
    private var known: [Int32]
    /// How many times each day has, if that's the same for all days.
    private(set) var each: Int?

    init(_ plan: RulePlan) {
        self.plan = plan
        unitsPerDay = 86_400 / plan.kind.unitSeconds
        let isRemembered = plan.interval <= Limits.countedShiftsMax
        known = Array(repeating: -1, count: isRemembered ? Int(plan.interval) : 0)
        each = nil
        if unitsPerDay % plan.interval == 0 { each = timeCount(of: 0) }
    }

    /// How many steps it costs at most to count the times of a day.
    var stepsPerDay: Int {
        plan.interval == 1 ? 1 : 1 + Int(unitsPerDay / plan.interval / Limits.unitsPerStep)
    }

    /// How many times a day has; none of them may be before the rule's start.
    mutating func timeCount(of day: Int) -> Int {
        let passed = Int64(day) * unitsPerDay - plan.firstUnit
        let rest = passed - passed.floorQuotient(plan.interval) * plan.interval
        let shift = rest == 0 ? 0 : plan.interval - rest
        guard shift < Int64(known.count) else { return timeCount(from: shift) }
        let index = Int(shift)
        if known[index] < 0 { known[index] = Int32(timeCount(from: shift)) }
        return Int(known[index])
    }

    /// After how many days the times of a day repeat; nil if that's too many to walk.
    ///
    /// If `hasWeeks` is true they have to repeat on the same weekday.
    func cycleDays(ofWeeks hasWeeks: Bool) -> Int? {
        let units = hasWeeks ? 7 * unitsPerDay : unitsPerDay
        let cycles = plan.interval / RulePlan.greatestDivisor(plan.interval, units)
        let days = hasWeeks ? 7 * cycles : cycles
        return days <= Int64(Limits.countedDaysMax) ? Int(days) : nil
    }

    private func timeCount(from shift: Int64) -> Int {
        let clock = plan.clock
        guard plan.interval > 1 else { return clock.count(of: plan.kind) * plan.times.count }
        var count = 0
        var unit = shift
        while unit < unitsPerDay {
            if clock.allows(Int(unit * plan.kind.unitSeconds)) { count += 1 }
            unit += plan.interval
        }
        return count * plan.times.count
    }
}

extension ClockFilter {
    /// Whether a second of the day is allowed.
    fileprivate func allows(_ second: Int) -> Bool {
        hours & (1 << UInt64(second / 3_600)) != 0
            && minutes & (1 << UInt64(second / 60 % 60)) != 0
            && seconds & (1 << UInt64(second % 60)) != 0
    }

    /// How many hours, minutes or seconds of a day are allowed.
    fileprivate func count(of kind: RulePlan.Kind) -> Int {
        var count = hours.nonzeroBitCount
        if kind != .hours { count *= minutes.nonzeroBitCount }
        if kind == .seconds { count *= seconds.nonzeroBitCount }
        return count
    }
}
