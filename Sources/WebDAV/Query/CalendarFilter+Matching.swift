import CivilTime
import ICalendar

extension CalendarFilter {
    /// Whether an object matches.
    ///
    /// - Parameters:
    ///   - object: The object.
    ///   - context: The state that the objects of the report share.
    /// - Returns: Whether it does.
    /// - Throws: ``QueryError/tooMuchWork`` when its steps are used up before it's decided.
    package func matches(
        _ object: ParsedObject,
        _ context: inout ReportContext
    ) throws(QueryError) -> Bool {
        context.beginObject()
        guard case .present(let parts) = calendar.condition else { return false }
        let matcher = FilterMatcher(calendar: object.calendar)
        return try matcher.meets(parts, object.calendar, of: nil, &context)
    }

    /// Whether an object matches, or takes too much work to tell.
    ///
    /// A program can easily look at an extra object, but would never learn that one is missing.
    package func mayMatch(_ object: ParsedObject, _ context: inout ReportContext) -> Bool {
        do {
            return try matches(object, &context)
        } catch {
            return true
        }
    }
}

/// A component of a series, by its place.
private struct SeriesPart {
    let series: ComponentSeries
    let place: Int
}

/// Compares the parts of one calendar object with a filter.
private struct FilterMatcher {
    let calendar: Component

    /// Whether a component meets everything but a time range.
    ///
    /// `part` is the component as part of a series, in whose instances alarms go off.
    func meets(
        _ parts: ComponentFilter.Parts,
        _ component: Component,
        of part: SeriesPart?,
        _ context: inout ReportContext
    ) throws(QueryError) -> Bool {
        for filter in parts.properties {
            guard try meets(filter, component, &context) else { return false }
        }
        for filter in parts.components {
            guard try hasComponent(filter, in: component, of: part, &context) else { return false }
        }
        return true
    }

    /// Whether a nested component meets a filter; if the filter asks for absence, whether none is
    /// there.
    private func hasComponent(
        _ filter: ComponentFilter,
        in outer: Component,
        of part: SeriesPart?,
        _ context: inout ReportContext
    ) throws(QueryError) -> Bool {
        let named = filter.name.components(in: outer)
        guard case .present(let parts) = filter.condition else { return named.isEmpty }
        guard !named.isEmpty else { return false }
        switch filter.name.known {
        case .event, .task, .journal: return try hasSeriesPart(parts, named, &context)
        case .alarm: return try hasAlarm(parts, named, of: part, &context)
        default:
            for component in named {
                try context.take(steps: 1)
                guard try meets(parts, component, of: nil, &context) else { continue }
                guard let range = parts.timeRange else { return true }
                if try component.freeBusyExtent(in: calendar, &context).overlaps(range) {
                    return true
                }
            }
            return false
        }
    }

    // MARK: Series

    private func hasSeriesPart(
        _ parts: ComponentFilter.Parts,
        _ components: [Component],
        _ context: inout ReportContext
    ) throws(QueryError) -> Bool {
        if parts.timeRange == nil, parts.components.isEmpty {
            for component in components {
                try context.take(steps: 1)
                if try meets(parts, component, of: nil, &context) { return true }
            }
            return false
        }
        if let range = parts.timeRange, components.count == 1, !components[0].mayRepeat,
            parts.components.isEmpty,
            let timing = try ComponentTiming(components[0], in: calendar, &context)
        {
            // Nearly all events happen once, so this decides nearly all queries.
            let start = timing.startInstant
            guard timing.extent(from: start, to: timing.end(from: start)).overlaps(range) else {
                return false
            }
            return try meets(parts, components[0], of: nil, &context)
        }
        for series in try ComponentSeries.all(components, in: calendar, &context) {
            var fitting: Set<Int> = []
            for place in series.components.indices {
                let part = SeriesPart(series: series, place: place)
                if try meets(parts, series.components[place], of: part, &context) {
                    fitting.insert(place)
                }
            }
            guard !fitting.isEmpty else { continue }
            guard let range = parts.timeRange else { return true }
            if try series.touches(range, with: fitting, &context) { return true }
        }
        return false
    }

    private func hasAlarm(
        _ parts: ComponentFilter.Parts,
        _ alarms: [Component],
        of part: SeriesPart?,
        _ context: inout ReportContext
    ) throws(QueryError) -> Bool {
        for alarm in alarms {
            try context.take(steps: 1)
            guard try meets(parts, alarm, of: nil, &context) else { continue }
            guard let range = parts.timeRange else { return true }
            guard let part, let triggers = AlarmTriggers(alarm) else { continue }
            if try part.series.goesOff(triggers, at: part.place, in: range, &context) {
                return true
            }
        }
        return false
    }

    // MARK: Properties

    private func meets(
        _ filter: PropertyFilter,
        _ component: Component,
        _ context: inout ReportContext
    ) throws(QueryError) -> Bool {
        try context.take(steps: component.nodes.count / Limits.nodesPerStep)
        let named = filter.name.properties(in: component)
        guard case .present(let parts) = filter.condition else { return named.isEmpty }
        for property in named {
            try context.take(steps: parts.stepCount(for: property))
            if let match = parts.textMatch, !match.matches(property.comparedOctets) { continue }
            guard parts.parameters.allSatisfy({ $0.isMet(by: property) }) else { continue }
            guard let range = parts.timeRange else { return true }
            if try property.touches(range, in: calendar, &context) { return true }
        }
        return false
    }
}

extension ComponentSeries {
    /// Whether an instance that these components describe touches a range.
    fileprivate func touches(
        _ range: TimeRange,
        with places: Set<Int>,
        _ context: inout ReportContext
    ) throws(QueryError) -> Bool {
        // A task without a start has no instances, but may be in the range nevertheless.
        for place in places where timings[place] == nil && components[place].isNamed(.task) {
            let history = try components[place].taskHistory(in: calendar, &context)
            if history.overlaps(range) { return true }
        }
        var isFound = false
        try eachInstance(near: range, of: places, &context) { instance, _ throws(QueryError) in
            isFound = instance.extent.overlaps(range)
            return !isFound
        }
        return isFound
    }

    /// Whether an alarm of one component goes off in a range.
    fileprivate func goesOff(
        _ alarm: AlarmTriggers,
        at place: Int,
        in range: TimeRange,
        _ context: inout ReportContext
    ) throws(QueryError) -> Bool {
        if case .instant(let instant) = alarm.trigger {
            return alarm.goesOff(from: instant, in: range)
        }
        let reach = alarm.reachSeconds
        guard
            let wide = TimeRange(
                start: range.start.adding(seconds: -reach),
                end: range.end.adding(seconds: reach)
            )
        else { return false }
        var isFound = false
        try eachInstance(near: wide, of: [place], &context) { instance, _ throws(QueryError) in
            guard let zone = timings[place]?.zone else { return true }
            isFound = alarm.goesOff(
                from: alarm.first(of: instance, in: zone),
                in: range
            )
            return !isFound
        }
        return isFound
    }
}

extension PropertyFilter.Parts {
    /// The steps that comparing a property costs: each condition looks through its text and
    /// parameters.
    fileprivate func stepCount(for property: Property) -> Int {
        let valueSteps = property.valueOctets.count / Limits.octetsPerStep
        let parameterSteps =
            (property.raw.count - property.valueOctets.count) / Limits.octetsPerStep
        let isOfCharacters = textMatch?.collation == .unicodeCasemap
        return 1 + valueSteps * (isOfCharacters ? Limits.unicodeStepsFactor : 1)
            + parameterSteps * parameters.count * Limits.unicodeStepsFactor
    }
}

extension ParameterFilter {
    fileprivate func isMet(by property: Property) -> Bool {
        let wanted = name.utf8.map(OctetSearch.upperCased)
        let named = property.parameters.filter {
            $0.name.utf8.count == wanted.count
                && $0.name.utf8.map(OctetSearch.upperCased) == wanted
        }
        switch condition {
        case .absent: return named.isEmpty
        case .present(nil): return !named.isEmpty
        case .present(let match?):
            return named.contains { parameter in
                parameter.values.contains { match.matches(Array($0.utf8)[...]) }
            }
        }
    }
}

extension Property {
    /// The octets to look for a text in; for a TEXT, without its escapes.
    fileprivate var comparedOctets: ArraySlice<UInt8> {
        switch valueType {
        case .text, nil: textOctets
        default: valueOctets
        }
    }

    /// Whether a time of the property is in a range, or a date or period touches it (RFC 4791, 7.4).
    fileprivate func touches(
        _ range: TimeRange,
        in calendar: Component,
        _ context: inout ReportContext
    ) throws(QueryError) -> Bool {
        if valueOctets.contains(UInt8(ascii: "/")) {
            for period in periods {
                try context.take(steps: 1)
                guard let span = try period.span(in: calendar, &context) else { continue }
                if Extent.span(span.lowerBound, span.upperBound).overlaps(range) { return true }
            }
            return false
        }
        for time in times {
            try context.take(steps: 1)
            let zone = try context.zone(of: time, in: calendar)
            let instant = time.instant(in: zone)
            guard case .date(let date) = time else {
                if range.contains(instant) { return true }
                continue
            }
            let end = CalendarTime.date(date.adding(days: 1)).instant(in: zone)
            if Extent.span(instant, end).overlaps(range) { return true }
        }
        return false
    }
}
