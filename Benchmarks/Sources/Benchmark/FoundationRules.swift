import Foundation
import Workloads

/// Foundation's own recurrence rules; nil for workloads they cannot express.
struct FoundationRules {
    private let rule: Calendar.RecurrenceRule
    private let start: Date
    private let week: Range<Date>?

    init?(_ workload: Workload) {
        var calendar = Calendar(identifier: .gregorian)
        guard let zone = TimeZone(identifier: "America/New_York") else { return nil }
        calendar.timeZone = zone
        guard let rule = Self.rule(workload, calendar),
            let start = Self.date("\(workload.start)", calendar)
        else { return nil }
        self.rule = rule
        self.start = start
        week = workload.week.flatMap { week in
            guard let from = Self.date("\(week.from)", calendar),
                let to = Self.date("\(week.to)", calendar)
            else { return nil }
            return from..<to
        }
    }

    private static func rule(
        _ workload: Workload,
        _ calendar: Calendar
    ) -> Calendar.RecurrenceRule? {
        switch workload {
        case .daily, .dailyWeek, .distantWeek:
            Calendar.RecurrenceRule(calendar: calendar, frequency: .daily)
        case .lastFriday:
            Calendar.RecurrenceRule(
                calendar: calendar,
                frequency: .monthly,
                weekdays: [.nth(-1, .friday)]
            )
        case .yearlySet:
            Calendar.RecurrenceRule(
                calendar: calendar,
                frequency: .yearly,
                months: [1, 3],
                weekdays: [.every(.sunday), .every(.tuesday)],
                hours: [8, 9]
            )
        case .threeDays:
            Calendar.RecurrenceRule(
                calendar: calendar,
                frequency: .weekly,
                weekdays: [.every(.monday), .every(.wednesday), .every(.friday)]
            )
        case .hourlyWeek:
            Calendar.RecurrenceRule(calendar: calendar, frequency: .hourly)
        // Foundation would search for 30 February forever.
        case .impossible:
            nil
        }
    }

    private static func date(_ text: String, _ calendar: Calendar) -> Date? {
        let digits = text.filter(\.isNumber)
        func number(_ from: Int, _ count: Int) -> Int? {
            Int(digits.dropFirst(from).prefix(count))
        }
        return calendar.date(
            from: DateComponents(
                year: number(0, 4),
                month: number(4, 2),
                day: number(6, 2),
                hour: number(8, 2),
                minute: number(10, 2),
                second: number(12, 2)
            )
        )
    }

    func once(count: Int) -> (count: Int, sum: Int64) {
        var found = 0
        var sum: Int64 = 0
        for date in rule.recurrences(of: start, in: week) {
            sum &+= Int64(date.timeIntervalSince1970)
            found += 1
            if found == count { break }
        }
        return (found, sum)
    }
}
