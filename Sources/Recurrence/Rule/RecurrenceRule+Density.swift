extension RecurrenceRule {
    /// Whether it may give more times on one day than a limit.
    ///
    /// That is what nobody means: a calendar shows hours, and people keep appointments. It is told
    /// by the rule's parts alone; a rule that ends before is not taken for one.
    public func comesOftener(thanADay countMax: Int) -> Bool {
        if case .count(let count) = end, count <= countMax { return false }
        return timesOfDay > countMax
    }

    /// At most how many times a day that it matches has.
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

    /// How many of a day's units the rule comes to.
    private func strides(of units: Int) -> Int { (units - 1) / max(1, interval) + 1 }
}
