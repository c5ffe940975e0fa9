extension RecurrenceRule {
    /// Whether the rule may happen more than `countMax` times on one day.
    ///
    /// Callers use it to catch rules that nobody means, such as an event each second. The answer
    /// comes from the rule's parts alone, without expanding it. A rule whose COUNT is at most
    /// `countMax` never does.
    public func exceeds(timesPerDay countMax: Int) -> Bool {
        if case .count(let count) = end, count <= countMax { return false }
        return timesOfDay > countMax
    }

    /// An upper bound of how many times a matching day has.
    private var timesOfDay: Int {
        let hours = byHour.isEmpty ? 24 : Set(byHour).count
        let minutes = byMinute.isEmpty ? 60 : Set(byMinute).count
        let seconds = bySecond.isEmpty ? 60 : Set(bySecond).count
        switch frequency {
        case .secondly: return min(hours * minutes * seconds, strides(of: 86_400))
        case .minutely: return min(hours * minutes, strides(of: 1_440)) * count(of: bySecond)
        case .hourly:
            return min(hours, strides(of: 24)) * count(of: byMinute) * count(of: bySecond)
        default:
            let times = count(of: byHour) * count(of: byMinute) * count(of: bySecond)
            return bySetPosition.isEmpty ? times : min(times, bySetPosition.count)
        }
    }

    private func count(of list: [Int]) -> Int { max(1, Set(list).count) }

    /// The most of a day's `units` that the rule can step on.
    private func strides(of units: Int) -> Int { (units - 1) / max(1, interval) + 1 }
}
