public import CivilTime

/// Somebody's free and busy times (RFC 5545 section 3.6.4).
public struct VFreeBusy: ComponentView {
    /// A span of time and its FBTYPE.
    public struct Span: Hashable, Sendable {
        /// The span; its times are in UTC.
        public let period: CalendarPeriod
        /// The kind, from `FBTYPE`; busy when the line has none.
        public let kind: Keyword

        /// Makes a span.
        public init(_ period: CalendarPeriod, kind: Keyword = .busy) {
            self.period = period
            self.kind = kind
        }
    }

    /// The VFREEBUSY.
    public var component: Component

    /// Reads a component as free/busy times; nil when it is of another kind.
    public init?(_ component: Component) {
        guard component.isNamed(.freeBusy) else { return nil }
        self.component = component
    }

    /// The end of the time it covers; ``start`` is the beginning.
    public var end: CalendarTime? {
        get { component.time(.dateTimeEnd) }
        set { component.setTime(.dateTimeEnd, newValue) }
    }

    /// The spans of all `FREEBUSY` lines (section 3.8.2.6).
    ///
    /// Setting them writes one line for each kind, in the order the kinds first appear.
    public var spans: [Span] {
        get {
            component.all(.freeBusy).flatMap { property in
                let kind = property.parameter("FBTYPE").map { Keyword($0) } ?? .busy
                return property.periods.map { Span($0, kind: kind) }
            }
        }
        set {
            guard newValue != spans else { return }
            var kinds: [Keyword] = []
            for span in newValue where !kinds.contains(span.kind) { kinds.append(span.kind) }
            let lines = kinds.map { kind in
                Property.periods(
                    .freeBusy,
                    newValue.filter { $0.kind == kind }.map { $0.period },
                    parameters: [Parameter("FBTYPE", kind.text)]
                )
            }
            component.setAll("FREEBUSY", to: lines)
        }
    }
}
