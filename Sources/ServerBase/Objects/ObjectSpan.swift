import CivilTime
import ICalendar

/// The time span of an object's occurrences: never too short, but perhaps too long.
///
/// Only used to search the index before the exact answer is computed. Times are read as UTC and a
/// day is added at both ends, so that no time zone has to be looked up.
package struct ObjectSpan: Equatable {
    let firstSecond: Int64
    /// Nil when the end isn't known: rules that go on for ever, or have a COUNT.
    let lastSecond: Int64?

    private static let marginSeconds: Int64 = 86_400

    init(of object: CalendarObject) {
        var first = Int64.max
        var last: Int64? = Int64.min
        for component in object.calendar.components where component.first("DTSTART") != nil {
            guard let part = Self.span(of: component) else { continue }
            first = min(first, part.first)
            last = if let known = last, let end = part.last { max(known, end) } else { nil }
        }
        // An object without times, such as a task, is in its calendar but in no window.
        guard first != .max else {
            firstSecond = 0
            lastSecond = 0
            return
        }
        firstSecond = first - Self.marginSeconds
        lastSecond = last.map { $0 + Self.marginSeconds }
    }

    private static func span(of component: Component) -> (first: Int64, last: Int64?)? {
        guard let start = component.time("DTSTART") else { return nil }
        let startSecond = start.civil.secondsSinceEpoch
        let lengthSeconds = lengthSeconds(of: component, from: start)
        let moreTimes = component.times("RDATE").map(\.civil.secondsSinceEpoch)
        let periodsEnd = component.all("RDATE").flatMap(\.periods).map(lastSecond).max() ?? .min
        var lastStart: Int64? = moreTimes.reduce(startSecond, max)
        for rule in component.all("RRULE") {
            guard let known = lastStart, let until = until(of: rule.rawValue) else {
                lastStart = nil
                break
            }
            lastStart = max(known, until)
        }
        // It may lengthen or move all later occurrences of the series.
        if component.first("RECURRENCE-ID")?.isForThisAndFuture == true { lastStart = nil }
        return (
            moreTimes.reduce(startSecond, min),
            lastStart.map { max($0 + lengthSeconds, periodsEnd) }
        )
    }

    private static func lastSecond(of period: CalendarPeriod) -> Int64 {
        switch period.end {
        case .time(let time): time.civil.secondsSinceEpoch
        case .duration(let duration): period.start.civil.adding(duration).secondsSinceEpoch
        }
    }

    private static func lengthSeconds(of component: Component, from start: CalendarTime) -> Int64 {
        let day = Int64(86_400)
        guard let event = VEvent(component), let end = event.end else {
            return start.isDate ? day : 0
        }
        let seconds = end.civil.secondsSinceEpoch - start.civil.secondsSinceEpoch
        return max(seconds, 0) + (isSameReading(start, end) ? 0 : day)
    }

    /// Whether two times are in the same zone, so that their written difference is the real one.
    private static func isSameReading(_ left: CalendarTime, _ right: CalendarTime) -> Bool {
        switch (left, right) {
        case (.date, .date), (.floating, .floating), (.utc, .utc): true
        case (.zoned(_, let left), .zoned(_, let right)): left == right
        default: false
        }
    }

    /// The end that a rule states, or nil when it has none.
    private static func until(of rule: String) -> Int64? {
        let part = rule.split(separator: ";").first { $0.uppercased().hasPrefix("UNTIL=") }
        guard let text = part?.dropFirst("UNTIL=".count) else { return nil }
        let date = CivilDate(String(text.prefix(8)))
        let civil = CivilDateTime(String(text.prefix(15)))
        if let civil { return civil.secondsSinceEpoch }
        return date.map { Int64($0.daysSinceEpoch + 1) * 86_400 }
    }
}
