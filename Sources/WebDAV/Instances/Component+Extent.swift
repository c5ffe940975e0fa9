import CivilTime
import ICalendar

extension Component {
    /// Whether it may happen more than once, or is one of several instances.
    var mayRepeat: Bool {
        for case .property(let property) in nodes
        where property.makesRepeat || property.isNamed(.recurrenceID) {
            return true
        }
        return false
    }

    /// The extent of a task with neither a start nor a due time (RFC 4791, 9.9).
    func taskHistory(in calendar: Component, _ context: inout ReportContext) throws(QueryError)
        -> Extent
    {
        var instants: [Instant?] = []
        for name in [PropertyName.created, .completed] {
            if let time = time(name) {
                instants.append(try context.instant(of: time, in: calendar))
            } else {
                instants.append(nil)
            }
        }
        return .history(created: instants[0], completed: instants[1])
    }

    /// The extent of a VFREEBUSY: the time that it covers, or else the times in it.
    func freeBusyExtent(
        in calendar: Component,
        _ context: inout ReportContext
    ) throws(QueryError) -> Extent {
        if let start = time(.dateTimeStart), let end = time(.dateTimeEnd) {
            let first = try context.instant(of: start, in: calendar)
            return .covered(first, try context.instant(of: end, in: calendar))
        }
        var spans: [Range<Instant>] = []
        for property in all(.freeBusy) {
            for period in property.periods {
                if let span = try period.span(in: calendar, &context) { spans.append(span) }
            }
        }
        return spans.isEmpty ? .never : .spans(spans)
    }
}

extension CalendarPeriod {
    /// The instants of the period; nil if it's empty.
    func span(
        in calendar: Component,
        _ context: inout ReportContext
    ) throws(QueryError) -> Range<Instant>? {
        let zone = try context.zone(of: start, in: calendar)
        let first = start.instant(in: zone)
        let last: Instant
        switch end {
        case .time(let time): last = try context.instant(of: time, in: calendar)
        case .duration(let duration): last = first.adding(duration, in: zone)
        }
        return first < last ? first..<last : nil
    }
}
