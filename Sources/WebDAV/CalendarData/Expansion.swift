import CivilTime
import ICalendar

/// Writes each instance of an object in a range as a component of its own (RFC 4791, 9.6.5).
///
/// There are no rules, dates and zones in the text: times in zones become times in UTC. Dates and
/// floating times stay as they are. Every instance of a component that repeats has a RECURRENCE-ID,
/// the first one too.
struct Expansion {
    private let calendar: Component
    private let range: TimeRange
    private let selection: ComponentSelection?
    private var octets: [UInt8] = []

    init(of calendar: Component, in range: TimeRange, selection: ComponentSelection?) {
        self.calendar = calendar
        self.range = range
        self.selection = selection
    }

    /// The text of the calendar.
    mutating func text(_ context: inout ReportContext) throws(QueryError) -> [UInt8] {
        octets = Array("BEGIN:VCALENDAR\r\n".utf8)
        let head = calendar.nodes.compactMap { node -> Node? in
            guard case .property(let property) = node else { return nil }
            guard let selection else { return node }
            return selection.selected(property).map { .property($0) }
        }
        octets += InstanceTemplate.lines(head)
        for kind in [ComponentName.event, .task, .journal] {
            let components = calendar.components(named: kind)
            guard !components.isEmpty, let selected = selection(for: components[0]) else {
                continue
            }
            if components.count == 1, !components[0].mayRepeat,
                try writeSingle(components[0], selected, &context)
            {
                continue
            }
            for series in try ComponentSeries.all(components, in: calendar, &context) {
                try write(series, selected, &context)
            }
        }
        try writeOthers(&context)
        octets += "END:VCALENDAR\r\n".utf8
        return octets
    }

    private func selection(for component: Component) -> ComponentSelection? {
        guard let selection else { return ComponentSelection(name: RequestedName(of: component)) }
        return selection.selection(for: component)
    }

    /// Writes a component that happens once, as nearly all do; false if its text needs a template.
    private mutating func writeSingle(
        _ component: Component,
        _ selection: ComponentSelection,
        _ context: inout ReportContext
    ) throws(QueryError) -> Bool {
        guard let timing = try ComponentTiming(component, in: calendar, &context),
            !timing.isNominalInZone
        else { return false }
        let start = timing.startInstant
        guard timing.extent(from: start, to: timing.end(from: start)).overlaps(range) else {
            return true
        }
        try write(component, selection, &context)
        return true
    }

    private mutating func write(
        _ series: ComponentSeries,
        _ selection: ComponentSelection,
        _ context: inout ReportContext
    ) throws(QueryError) {
        var templates: [InstanceTemplate?] = Array(repeating: nil, count: series.components.count)
        try series.eachInstance(near: range, &context) { instance, context throws(QueryError) in
            guard instance.extent.overlaps(range), let timing = series.timings[instance.component]
            else { return true }
            var template = templates[instance.component]
            if template == nil {
                template = try InstanceTemplate(
                    series.components[instance.component],
                    timing,
                    in: calendar,
                    selection,
                    &context
                )
                templates[instance.component] = template
            }
            let before = octets.count
            template?.write(instance, to: &octets)
            try context.takeInstance(octets: octets.count - before)
            return true
        }
        for place in series.components.indices where series.timings[place] == nil {
            let component = series.components[place]
            guard component.isNamed(.task),
                try component.taskHistory(in: calendar, &context).overlaps(range)
            else { continue }
            try write(component, selection, &context)
        }
    }

    /// Writes components that have no instances, such as busy times; leaves out the zones.
    private mutating func writeOthers(_ context: inout ReportContext) throws(QueryError) {
        for case .component(let component) in calendar.nodes {
            switch component.knownName {
            case .event, .task, .journal, .timeZone: continue
            case .freeBusy:
                guard try component.freeBusyExtent(in: calendar, &context).overlaps(range) else {
                    continue
                }
            default: break
            }
            guard let selected = selection(for: component) else { continue }
            try write(component, selected, &context)
        }
    }

    private mutating func write(
        _ component: Component,
        _ selection: ComponentSelection,
        _ context: inout ReportContext
    ) throws(QueryError) {
        let exact = try component.inUTC(in: calendar, &context)
        let text = CalendarText.write([selection.selected(of: exact)])
        try context.takeInstance(octets: text.count)
        octets += text
    }
}

extension Component {
    /// The component with its times in UTC instead of zones, and without what makes it repeat.
    func inUTC(in calendar: Component, _ context: inout ReportContext) throws(QueryError)
        -> Component
    {
        var kept: [Node] = []
        for node in nodes {
            switch node {
            case .unread: kept.append(node)
            case .component(let inner):
                kept.append(.component(try inner.inUTC(in: calendar, &context)))
            case .property(let property):
                if property.makesRepeat { continue }
                kept.append(.property(try property.inUTC(in: calendar, &context)))
            }
        }
        return Component(name: writtenName, nodes: kept)
    }
}

extension Property {
    /// Whether the value may have several parts.
    private var isList: Bool { valueOctets.contains(UInt8(ascii: ",")) }

    /// Whether it's a property that makes a component repeat, which an expanded component doesn't
    /// have.
    var makesRepeat: Bool {
        switch knownName {
        case .recurrenceRule, .exceptionRule, .recurrenceDates, .exceptionDates: true
        default: false
        }
    }

    /// The property with times in UTC if they are in a zone; other parameters stay.
    func inUTC(in calendar: Component, _ context: inout ReportContext) throws(QueryError)
        -> Property
    {
        guard zoneName != nil else { return self }
        if !isList, let time, !time.isDate {
            return inUTC(try context.instant(of: time, in: calendar).basicText)
        }
        var texts: [String] = []
        for time in times {
            if time.isDate {
                texts.append(time.basicText)
            } else {
                texts.append(try context.instant(of: time, in: calendar).basicText)
            }
        }
        // A value that isn't a time has no zone, so it's kept.
        return inUTC(texts.isEmpty ? rawValue : texts.joined(separator: ","))
    }

    private func inUTC(_ value: String) -> Property {
        let kept = parameters.filter {
            $0.name.utf8.map(OctetSearch.upperCased) != Array("TZID".utf8)
        }
        return Property(name: name, parameters: kept, rawValue: value)
    }
}
