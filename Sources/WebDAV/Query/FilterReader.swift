import ICalendar

/// Reads the elements of a filter (RFC 4791, 9.7).
struct FilterReader {
    private var conditionsLeft = Limits.filterConditionsMax

    mutating func component(
        _ element: XMLElement,
        within outer: ComponentName?
    ) throws(QueryError) -> ComponentFilter {
        let text = try name(of: element)
        let name = RequestedName<ComponentName>(text)
        if let known = name.known, let outer, !known.mayBe(in: outer) {
            throw .invalidFilter("A \(text) isn't in a \(outer.text).")
        }
        var parts = ComponentFilter.Parts()
        for child in element.children {
            switch child.name {
            case .calDAV("is-not-defined"):
                try requireAlone(child, in: element)
                return ComponentFilter(name: name, condition: .absent)
            case .calDAV("time-range") where parts.timeRange == nil:
                guard name.known?.hasTimeRange == true else {
                    throw .unsupportedFilter("A \(text) has no time.")
                }
                parts.timeRange = try timeRange(child)
            case .calDAV("prop-filter"): parts.properties.append(try property(child))
            case .calDAV("comp-filter"):
                parts.components.append(try component(child, within: name.known))
            default: throw unknown(child)
            }
        }
        return ComponentFilter(name: name, condition: .present(parts))
    }

    private mutating func property(_ element: XMLElement) throws(QueryError) -> PropertyFilter {
        let text = try name(of: element)
        let name = RequestedName<PropertyName>(text)
        var parts = PropertyFilter.Parts()
        for child in element.children {
            switch child.name {
            case .calDAV("is-not-defined"):
                try requireAlone(child, in: element)
                return PropertyFilter(name: name, condition: .absent)
            case .calDAV("time-range") where parts.timeRange == nil && parts.textMatch == nil:
                guard name.known?.mayHoldTimes ?? true else {
                    throw .invalidFilter("\(text) isn't a time.")
                }
                parts.timeRange = try timeRange(child)
            case .calDAV("text-match") where parts.timeRange == nil && parts.textMatch == nil:
                parts.textMatch = try textMatch(child)
            case .calDAV("param-filter"): parts.parameters.append(try parameter(child))
            default: throw unknown(child)
            }
        }
        return PropertyFilter(name: name, condition: .present(parts))
    }

    private mutating func parameter(_ element: XMLElement) throws(QueryError) -> ParameterFilter {
        let name = try name(of: element)
        var match: TextMatch?
        for child in element.children {
            switch child.name {
            case .calDAV("is-not-defined"):
                try requireAlone(child, in: element)
                return ParameterFilter(name: name, condition: .absent)
            case .calDAV("text-match") where match == nil: match = try textMatch(child)
            default: throw unknown(child)
            }
        }
        return ParameterFilter(name: name, condition: .present(match))
    }

    private func textMatch(_ element: XMLElement) throws(QueryError) -> TextMatch {
        let name = element.attributes["collation"] ?? Collation.asciiCasemap.name
        guard let collation = Collation(name: name) else { throw .unsupportedCollation(name) }
        let octets = Array(element.text.utf8)
        guard octets.count <= Limits.matchedTextOctetsMax else {
            throw .unsupportedFilter("The text is too long.")
        }
        switch element.attributes["negate-condition"] ?? "no" {
        case "yes": return TextMatch(octets: octets, collation: collation, isNegated: true)
        case "no": return TextMatch(octets: octets, collation: collation, isNegated: false)
        default: throw .invalidFilter("negate-condition is yes or no.")
        }
    }

    private func timeRange(_ element: XMLElement) throws(QueryError) -> TimeRange {
        guard let range = TimeRange(element) else {
            throw .invalidFilter("A time range has a start before its end, in UTC.")
        }
        return range
    }

    /// Counts a filter, and returns the name of what it's for, in capitals.
    private mutating func name(of element: XMLElement) throws(QueryError) -> String {
        conditionsLeft -= 1
        guard conditionsLeft >= 0 else { throw .unsupportedFilter("The filter is too long.") }
        guard let name = element.requestedName else {
            throw .invalidFilter("A \(element.name.local) has a name.")
        }
        return name
    }

    private func requireAlone(_ child: XMLElement, in element: XMLElement) throws(QueryError) {
        guard element.children.count == 1 else {
            throw .invalidFilter("An is-not-defined stands alone.")
        }
    }

    /// The error for an element that isn't allowed here or isn't known.
    ///
    /// Unlike elsewhere, an unknown element can't be ignored: the answer would hold objects that
    /// weren't asked for.
    private func unknown(_ child: XMLElement) -> QueryError {
        let known = ["is-not-defined", "time-range", "prop-filter", "comp-filter", "text-match"]
        return child.name.namespace == XMLName.Namespace.calDAV && known.contains(child.name.local)
            ? .invalidFilter("A \(child.name.local) can't be here.")
            : .unsupportedFilter("\(child.name.local) isn't supported.")
    }
}

extension ComponentName {
    /// Whether a component of this kind can be in one of another kind (RFC 5545, 3.6).
    fileprivate func mayBe(in outer: ComponentName) -> Bool {
        switch self {
        case .calendar: false
        case .event, .task, .journal, .freeBusy, .timeZone, .availability: outer == .calendar
        case .alarm: outer == .event || outer == .task
        case .standard, .daylight: outer == .timeZone
        case .available: outer == .availability
        case .participant, .location, .resource: outer != .calendar && outer != .timeZone
        }
    }

    /// Whether RFC 4791, 9.9 defines the time of a component of this kind.
    fileprivate var hasTimeRange: Bool {
        switch self {
        case .event, .task, .journal, .freeBusy, .alarm: true
        default: false
        }
    }
}

extension PropertyName {
    /// Whether a property of this name may hold times.
    fileprivate var mayHoldTimes: Bool {
        switch valueType {
        case .dateTime, .date, .period, nil: true
        default: self == .trigger
        }
    }
}
