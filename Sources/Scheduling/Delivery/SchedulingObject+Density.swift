import CivilTime
import ICalendar
import Recurrence

extension SchedulingObject {
    /// Whether it happens more often on one day than anybody may put into somebody else's calendar, or so long
    /// that more of its times than that run at once.
    ///
    /// Three things make an event happen: rules, which count together, dates, and overrides, which a sender can
    /// all lay on one day. Rules and dates may have ``Limits/timesOfDayMax`` starts within 24 hours between them,
    /// and so may overrides. They're counted apart because most of them stand for a start that a rule or date has.
    /// A rule of an override counts too, although it makes nothing happen: a program may follow it.
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

    /// Whether more times of the series run at once than a day may have.
    ///
    /// Its first times tell, as far as they're looked at.
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

/// The most of some seconds that lie within 24 hours.
private func mostWithinDay(_ seconds: [Int64]) -> Int { mostWithin(0, seconds) }

/// The most of some seconds that lie within so many seconds, or within 24 hours if that's longer.
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
    /// An upper bound of how many times a day has; one more than `most` if it's above that.
    fileprivate func timesOfDay(upTo most: Int) -> Int {
        (0...most).first { !exceeds(timesPerDay: $0) } ?? most + 1
    }
}
