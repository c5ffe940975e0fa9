package import CivilTime
import ICalendar

/// The busy times of some calendars in a range: the answer to a `free-busy-query` (RFC 4791, 7.10).
package struct BusyTimes: Sendable {
    private let range: TimeRange
    private var spans: [BusyKind: [Range<Instant>]] = [:]

    /// Kinds of busy time, as `FBTYPE` names them (RFC 5545, 3.2.9), in the order of the answer.
    private enum BusyKind: CaseIterable {
        case unavailable
        case busy
        case tentative

        var keyword: Keyword {
            switch self {
            case .unavailable: .busyUnavailable
            case .busy: .busy
            case .tentative: .busyTentative
            }
        }

        /// The kind of a time in a VFREEBUSY; nil if it's free.
        ///
        /// Unknown words count as busy (RFC 5545, 3.2.9).
        init?(_ keyword: Keyword) {
            guard keyword != .free else { return nil }
            self = Self.allCases.first { $0.keyword == keyword } ?? .busy
        }
    }

    /// Begins without any busy times.
    package init(in range: TimeRange) { self.range = range }

    /// Reads a `free-busy-query`.
    ///
    /// - Parameter element: The root of the request.
    /// - Throws: ``QueryError/malformed(_:)`` unless it holds a time range with both ends.
    package init(_ element: XMLElement) throws(QueryError) {
        let ranges = element.all(.calDAV("time-range"))
        guard ranges.count == 1, let range = TimeRange(ranges[0], needsBoth: true) else {
            throw .malformed("A free-busy-query has a time range with a start and an end.")
        }
        self.init(in: range)
    }

    /// The range that it covers.
    package var timeRange: TimeRange { range }

    /// Adds the times that an object takes.
    ///
    /// Events take time unless they are cancelled or transparent; tentative events take it
    /// tentatively. An object with too many times to look at takes the whole range.
    package mutating func add(_ object: ParsedObject, _ context: inout ReportContext) {
        context.beginObject()
        do {
            try addTimes(of: object.calendar, &context)
        } catch {
            for kind in Self.kinds(in: object.calendar) { take(range.start..<range.end, kind) }
        }
    }

    private mutating func addTimes(
        of calendar: Component,
        _ context: inout ReportContext
    ) throws(QueryError) {
        let events = calendar.components(named: .event)
        if !events.isEmpty {
            for series in try ComponentSeries.all(events, in: calendar, &context) {
                try add(series, &context)
            }
        }
        for component in calendar.components(named: .freeBusy) {
            for property in component.all(.freeBusy) {
                guard let kind = Self.kind(of: property) else { continue }
                for period in property.periods {
                    try context.take(steps: 1)
                    guard let span = try period.span(in: calendar, &context) else { continue }
                    take(span, kind)
                }
            }
        }
    }

    /// The kinds of time that an object may take.
    private static func kinds(in calendar: Component) -> Set<BusyKind> {
        let ofEvents = calendar.components(named: .event).compactMap { kind(of: $0) }
        let ofPeriods = calendar.components(named: .freeBusy).flatMap { $0.all(.freeBusy) }
            .compactMap { kind(of: $0) }
        return Set(ofEvents + ofPeriods)
    }

    private mutating func add(
        _ series: ComponentSeries,
        _ context: inout ReportContext
    ) throws(QueryError) {
        let kinds = series.components.map { Self.kind(of: $0) }
        let places = Set(kinds.indices.filter { kinds[$0] != nil })
        guard !places.isEmpty else { return }
        try series.eachInstance(near: range, of: places, &context) {
            instance,
            _ throws(QueryError) in
            guard let kind = kinds[instance.component],
                instance.startInstant < instance.endInstant
            else { return true }
            take(instance.startInstant..<instance.endInstant, kind)
            return true
        }
    }

    /// The kind of time that an event takes; nil if it takes none.
    private static func kind(of event: Component) -> BusyKind? {
        if VEvent(event)?.isTransparent == true { return nil }
        switch event.first(.status).map({ EventStatus($0) }) ?? .confirmed {
        case .cancelled: return nil
        case .tentative: return .tentative
        case .confirmed: return .busy
        }
    }

    /// The kind of the times in a FREEBUSY; nil if they are free.
    private static func kind(of periods: Property) -> BusyKind? {
        BusyKind(periods.parameter("FBTYPE").map { Keyword($0) } ?? .busy)
    }

    private mutating func take(_ span: Range<Instant>, _ kind: BusyKind) {
        let first = max(span.lowerBound, range.start)
        let last = min(span.upperBound, range.end)
        guard first < last else { return }
        // Append in place: there may be a hundred thousand spans.
        Self.append(first..<last, to: &spans[kind, default: []])
    }

    /// Adds a span, or extends the last one, so that many times of a series become one span.
    ///
    /// Most spans come in order.
    private static func append(_ span: Range<Instant>, to known: inout [Range<Instant>]) {
        guard let last = known.last, last.lowerBound <= span.lowerBound,
            span.lowerBound <= last.upperBound
        else { return known.append(span) }
        known[known.count - 1] = last.lowerBound..<max(last.upperBound, span.upperBound)
    }

    /// The answer: a calendar with one VFREEBUSY.
    ///
    /// Adjoining times of one kind are joined. All times are in UTC, within the range.
    ///
    /// - Parameter now: When it's answered.
    /// - Returns: iCalendar text in UTF-8.
    package func text(now: Instant) -> [UInt8] {
        var component = Component(
            .freeBusy,
            nodes: [
                .property(.time("DTSTAMP", .utc(now))),
                .property(.time("DTSTART", .utc(range.start))),
                .property(.time("DTEND", .utc(range.end))),
            ]
        )
        for kind in BusyKind.allCases {
            let periods = Self.merged(spans[kind] ?? []).map { span in
                CalendarPeriod(start: .utc(span.lowerBound), end: .time(.utc(span.upperBound)))
            }
            guard !periods.isEmpty else { continue }
            let type = Parameter("FBTYPE", kind.keyword.text)
            component.append(.periods(.freeBusy, periods, parameters: [type]))
        }
        let calendar = Component(
            .calendar,
            nodes: [
                .property(Property(name: "VERSION", rawValue: "2.0")),
                .property(Property(name: "PRODID", rawValue: CalendarText.productID)),
                .component(component),
            ]
        )
        return CalendarText.write([calendar])
    }

    private static func merged(_ spans: [Range<Instant>]) -> [Range<Instant>] {
        var merged: [Range<Instant>] = []
        for span in spans.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = merged.last, span.lowerBound <= last.upperBound {
                merged[merged.count - 1] =
                    last.lowerBound..<max(last.upperBound, span.upperBound)
            } else {
                merged.append(span)
            }
        }
        return merged
    }
}
