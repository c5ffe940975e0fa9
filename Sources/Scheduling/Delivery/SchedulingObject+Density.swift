import CivilTime
import ICalendar
import Recurrence

extension SchedulingObject {
    /// Whether it happens more often on one day than anybody may put into somebody else's calendar.
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
        return mostWithinDay(
            overrides.compactMap { $0.component.time(.dateTimeStart).map(second) }
        ) > most
    }

    private func second(_ time: CalendarTime) -> Int64 { zones.instant(of: time).secondsSinceEpoch }
}

/// The most of some seconds that lie within 24 hours.
private func mostWithinDay(_ seconds: [Int64]) -> Int {
    let sorted = seconds.sorted()
    var most = 0
    var first = 0
    for (index, second) in sorted.enumerated() {
        while second - sorted[first] >= 86_400 { first += 1 }
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
