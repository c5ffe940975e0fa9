internal import CivilTime

/// Counts the times that a rule by hours, minutes or seconds has on a day.
///
/// They depend on nothing but which of the day's units the rule comes to first, so that equal days
/// are counted once.
struct DayCounter {
    private let plan: RulePlan
    private let unitsPerDay: Int64
    /// The times of a day by its first unit; negative where they are not counted yet.
    private var known: [Int32]
    /// The times of each day, when all have as many.
    private(set) var each: Int?

    init(_ plan: RulePlan) {
        self.plan = plan
        unitsPerDay = 86_400 / plan.kind.unitSeconds
        let isListed = plan.interval <= Limits.countedShiftsMax
        known = Array(repeating: -1, count: isListed ? Int(plan.interval) : 0)
        each = nil
        if unitsPerDay % plan.interval == 0 { each = timeCount(of: 0) }
    }

    /// What a look at one day costs at most, in steps.
    var stepsPerDay: Int {
        plan.interval == 1 ? 1 : 1 + Int(unitsPerDay / plan.interval / Limits.unitsPerStep)
    }

    /// The times of a day that has nothing before the rule's start.
    mutating func timeCount(of day: Int) -> Int {
        let passed = Int64(day) * unitsPerDay - plan.firstUnit
        let rest = passed - passed.floorQuotient(plan.interval) * plan.interval
        let shift = rest == 0 ? 0 : plan.interval - rest
        guard shift < Int64(known.count) else { return timeCount(from: shift) }
        let index = Int(shift)
        if known[index] < 0 { known[index] = Int32(timeCount(from: shift)) }
        return Int(known[index])
    }

    /// The days after which the times of a day come again, on the same weekday where weeks count;
    /// nil when they are too many to be gone through.
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

    /// The allowed hours, minutes or seconds of a day.
    fileprivate func count(of kind: RulePlan.Kind) -> Int {
        var count = hours.nonzeroBitCount
        if kind != .hours { count *= minutes.nonzeroBitCount }
        if kind == .seconds { count *= seconds.nonzeroBitCount }
        return count
    }
}
