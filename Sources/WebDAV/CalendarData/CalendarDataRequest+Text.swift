import CivilTime
import ICalendar

extension CalendarDataRequest {
    /// The text of an object as it's answered.
    ///
    /// - Parameters:
    ///   - object: The object.
    ///   - context: The state that the objects of the report share; instances that are written out
    ///     count.
    /// - Returns: iCalendar text in UTF-8.
    /// - Throws: ``QueryError`` when there would be too much of this object.
    package func text(
        of object: ParsedObject,
        _ context: inout ReportContext
    ) throws(QueryError) -> [UInt8] {
        context.beginObject()
        var calendar = object.calendar
        if let range = freeBusyRange {
            calendar = try Self.limitingBusyTimes(of: calendar, to: range, &context)
        }
        switch repetition {
        case .asStored: break
        case .limited(let range):
            calendar = try Self.limitingOverrides(of: calendar, to: range, &context)
        case .expanded(let range):
            var expansion = Expansion(of: calendar, in: range, selection: selection)
            return try expansion.text(&context)
        }
        return CalendarText.write([selection?.selected(of: calendar) ?? calendar])
    }

    /// The object with only the busy times that touch a range (RFC 4791, 9.6.7).
    private static func limitingBusyTimes(
        of calendar: Component,
        to range: TimeRange,
        _ context: inout ReportContext
    ) throws(QueryError) -> Component {
        var nodes: [Node] = []
        for node in calendar.nodes {
            guard case .component(let component) = node, component.isNamed(.freeBusy) else {
                nodes.append(node)
                continue
            }
            var kept: [Node] = []
            for part in component.nodes {
                guard case .property(let property) = part, property.isNamed(.freeBusy) else {
                    kept.append(part)
                    continue
                }
                let touching = try property.periods(touching: range, in: calendar, &context)
                if let touching { kept.append(.property(touching)) }
            }
            nodes.append(.component(Component(.freeBusy, nodes: kept)))
        }
        return Component(.calendar, nodes: nodes)
    }

    /// The object with only the overrides that matter in a range: those that are in it, were in it
    /// before they were moved, or apply to instances in it (RFC 4791, 9.6.6).
    private static func limitingOverrides(
        of calendar: Component,
        to range: TimeRange,
        _ context: inout ReportContext
    ) throws(QueryError) -> Component {
        var dropped: Set<Component> = []
        for kind in [ComponentName.event, .task, .journal] {
            let components = calendar.components(named: kind)
            guard components.contains(where: { $0.first(.recurrenceID) != nil }) else { continue }
            for series in try ComponentSeries.all(components, in: calendar, &context) {
                dropped.formUnion(try series.overrides(apartFrom: range, &context))
            }
        }
        guard !dropped.isEmpty else { return calendar }
        var limited = calendar
        limited.removeComponents { dropped.contains($0) }
        return limited
    }
}

extension ComponentSeries {
    /// The overrides that don't matter in a range.
    fileprivate func overrides(
        apartFrom range: TimeRange,
        _ context: inout ReportContext
    ) throws(QueryError) -> [Component] {
        // An object without a master is nothing but its overrides.
        guard let master, let timing = timings[master] else { return [] }
        var apart: [Component] = []
        for (place, original) in overrides {
            try context.take(steps: 1)
            let start = try inMasterForm(original, &context).instant(in: timing.zone)
            let extents = [
                timing.extent(from: start, to: timing.end(from: start)),
                timings[place].map {
                    $0.extent(from: $0.startInstant, to: $0.end(from: $0.startInstant))
                },
            ]
            if extents.contains(where: { $0?.overlaps(range) ?? true }) { continue }
            if ranges.contains(where: { $0.place == place && $0.instant < range.end }) { continue }
            apart.append(components[place])
        }
        return apart
    }
}

extension Property {
    /// The property with only the periods that touch a range; nil if none does.
    fileprivate func periods(
        touching range: TimeRange,
        in calendar: Component,
        _ context: inout ReportContext
    ) throws(QueryError) -> Property? {
        var kept: [CalendarPeriod] = []
        for period in periods {
            try context.take(steps: 1)
            guard let span = try period.span(in: calendar, &context) else { continue }
            if Extent.span(span.lowerBound, span.upperBound).overlaps(range) { kept.append(period) }
        }
        guard !kept.isEmpty else { return nil }
        let type = parameter("FBTYPE").map { [Parameter("FBTYPE", $0)] } ?? []
        return .periods(.freeBusy, kept, parameters: type)
    }
}
