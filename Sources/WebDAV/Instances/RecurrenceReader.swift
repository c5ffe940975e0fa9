import CivilTime
import ICalendar
import Recurrence

/// Reads what makes a component repeat (RFC 5545, 3.8.5).
///
/// Rules and dates beyond the limits of the core are ignored, as on the page.
struct RecurrenceReader {
    let timing: ComponentTiming
    private let component: Component
    private let calendar: Component
    private var exceptions: [CalendarTime] = []
    /// The ends of the instances given as a PERIOD, by their start.
    private(set) var periodEnds: [Instant: Instant] = [:]

    init(_ component: Component, _ timing: ComponentTiming, in calendar: Component) {
        self.component = component
        self.timing = timing
        self.calendar = calendar
    }

    /// Removes the start that an override replaces.
    mutating func except(_ original: CalendarTime, _ context: inout ReportContext)
        throws(QueryError)
    {
        exceptions.append(try exact(original, &context))
    }

    /// The starts of the component; nil if it happens once.
    mutating func recurrence(_ context: inout ReportContext) throws(QueryError) -> RecurrenceSet? {
        let rules = Self.followed(component.all(.recurrenceRule))
        let dates = try dates(&context)
        try readExceptions(&context)
        guard !rules.isEmpty || !dates.isEmpty || !exceptions.isEmpty else { return nil }
        // RFC 5545 dropped EXRULE, but files by RFC 2445 have it.
        let exceptionRules = Self.followed(component.all(.exceptionRule))
        try context.take(
            steps: Limits.stepsOfSeries * (1 + rules.count + exceptionRules.count)
                + (dates.count + exceptions.count) / 8
        )
        return RecurrenceSet(
            start: timing.start,
            rules: rules,
            exceptionRules: exceptionRules,
            dates: dates,
            exceptions: exceptions,
            zone: timing.zone,
            budget: .bounded
        )
    }

    private static func followed(_ lines: [Property]) -> [RecurrenceRule] {
        var followed: [RecurrenceRule] = []
        for line in lines where followed.count < ExpansionBudget.rulesMax {
            guard let rule = line.rule, !followed.contains(rule) else { continue }
            followed.append(rule)
        }
        return followed
    }

    private mutating func dates(_ context: inout ReportContext) throws(QueryError) -> [CalendarTime]
    {
        var dates: [CalendarTime] = []
        for line in component.all(.recurrenceDates) {
            let room = ExpansionBudget.datesMax - dates.count
            guard room > 0 else { break }
            if line.valueOctets.contains(UInt8(ascii: "/")), !timing.start.isDate {
                for period in line.periods.prefix(room) {
                    dates.append(try exact(period.start, &context))
                    guard let span = try period.span(in: calendar, &context) else { continue }
                    periodEnds[span.lowerBound] = span.upperBound
                }
            } else {
                for time in line.times(atMost: room) { dates.append(try exact(time, &context)) }
            }
        }
        return dates
    }

    private mutating func readExceptions(_ context: inout ReportContext) throws(QueryError) {
        let known = exceptions.count
        for line in component.all(.exceptionDates) {
            let room = ExpansionBudget.datesMax + known - exceptions.count
            guard room > 0 else { break }
            for time in line.times(atMost: room) { exceptions.append(try exact(time, &context)) }
        }
    }

    /// A time in a form that needs no zone other than the component's own.
    ///
    /// In an all-day series only the written date counts: Exchange and others write a local
    /// midnight, which in another zone may be on the day before.
    private func exact(
        _ time: CalendarTime,
        _ context: inout ReportContext
    ) throws(QueryError) -> CalendarTime {
        if timing.start.isDate { return .date(time.civil.date) }
        guard case .zoned(_, let id) = time else { return time }
        if case .zoned(_, id) = timing.start { return time }
        return .utc(try context.instant(of: time, in: calendar))
    }

    /// A time in the form of the component's start, in which instances are named.
    func inMasterForm(
        _ time: CalendarTime,
        _ context: inout ReportContext
    ) throws(QueryError) -> CalendarTime {
        let start = timing.start
        if start.isDate { return .date(time.civil.date) }
        if case .date(let date) = time {
            return start.replacingCivil(CivilDateTime(date: date, time: start.civil.time))
        }
        if time.zoneID == start.zoneID { return time }
        let instant = try context.instant(of: time, in: calendar)
        return start.replacingCivil(timing.zone.civil(at: instant))
    }
}
