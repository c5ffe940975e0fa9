import CivilTime
import ICalendar
import Recurrence

extension SchedulingObject {
    /// Whether it happens more often on one day than may be put into somebody else's calendar, or
    /// lasts so long that too many of its times overlap.
    ///
    /// Three things make an event happen: rules, which count together, dates, and overrides, all of
    /// which a sender can put on one day. Rules and dates together may have
    /// ``Limits/timesOfDayMax`` starts within 24 hours, and so may overrides. Overrides are counted
    /// apart because most of them replace a start that a rule or date has. A rule in an override
    /// makes nothing happen here, but it counts, because some programs follow it.
    package var happensTooOften: Bool {
        let most = Limits.timesOfDayMax
        for part in parts {
            let rules = Set(part.component.rules)
            var dates = part.component.times(.recurrenceDates)
            // Without a rule, the start is one more date.
            if rules.isEmpty, let start = part.component.time(.dateTimeStart) {
                dates.append(start)
            }
            let ofRules = rules.reduce(0) { $0 + $1.timesOfDay(upTo: most) }
            guard ofRules + mostWithinDay(Array(Set(dates.map(second)))) <= most else {
                return true
            }
        }
        let lengths = overrides.compactMap { lengthSeconds(of: $0.component) }
        return mostWithin(
            lengths.max() ?? 0,
            overrides.compactMap { $0.component.time(.dateTimeStart).map(second) }
        ) > most || overlapsTooOften
    }

    /// Whether more times of the series overlap than a day may have.
    ///
    /// Only its first times are compared.
    private var overlapsTooOften: Bool {
        guard let master, let series = series() else { return false }
        let periods = master.all(.recurrenceDates).flatMap { $0.periods }.map { period in
            second(of: period) - second(period.start)
        }
        let length = max(lengthSeconds(of: master) ?? 0, periods.max() ?? 0)
        guard length > 86_400 else { return false }
        var starts = series.occurrences()
        var seconds: [Int64] = []
        while seconds.count < Limits.timesComparedMax, let next = starts.next() {
            seconds.append(next.instant.secondsSinceEpoch)
        }
        return mostWithin(length, seconds) > Limits.timesOfDayMax
    }

    private func lengthSeconds(of component: Component) -> Int64? {
        guard let start = component.time(.dateTimeStart), let end = end(of: component)
        else { return nil }
        return end.secondsSinceEpoch - second(start)
    }

    private func second(of period: CalendarPeriod) -> Int64 {
        switch period.end {
        case .time(let end): second(end)
        case .duration(let duration):
            second(period.start.replacingCivil(period.start.civil.adding(duration)))
        }
    }

    private func second(_ time: CalendarTime) -> Int64 { zones.instant(of: time).secondsSinceEpoch }
}

/// The greatest number of these seconds that lie within 24 hours.
private func mostWithinDay(_ seconds: [Int64]) -> Int { mostWithin(0, seconds) }

/// The greatest number of these seconds that lie within `length` seconds, or within 24 hours if
/// that's longer.
private func mostWithin(_ length: Int64, _ seconds: [Int64]) -> Int {
    let span = max(86_400, length)
    let sorted = seconds.sorted()
    var most = 0
    var first = 0
    for (index, second) in sorted.enumerated() {
        while second - sorted[first] >= span { first += 1 }
        most = max(most, index - first + 1)
    }
    return most
}

extension RecurrenceRule {
    /// An upper bound of the number of times on a day; `most + 1` if it's greater than `most`.
    fileprivate func timesOfDay(upTo most: Int) -> Int {
        (0...most).first { !exceeds(timesPerDay: $0) } ?? most + 1
    }
}
