public import CivilTime

/// When somebody has time (RFC 5545 section 3.6.4).
public struct VFreeBusy: ComponentView {
    /// A span of time, and how it is taken.
    public struct Span: Hashable, Sendable {
        /// The span; its times are in UTC.
        public let period: CalendarPeriod
        /// How it is taken: `FBTYPE`; busy when nothing is said.
        public let kind: Keyword

        /// Makes a span.
        public init(_ period: CalendarPeriod, kind: Keyword = .busy) {
            self.period = period
            self.kind = kind
        }
    }

    /// The VFREEBUSY.
    public var component: Component

    /// Reads a component as times that are taken; nil when it is another one.
    public init?(_ component: Component) {
        guard component.isNamed(.freeBusy) else { return nil }
        self.component = component
    }

    /// Until when it speaks; ``start`` is from when.
    public var end: CalendarTime? {
        get { component.time(.dateTimeEnd) }
        set { component.setTime(.dateTimeEnd, newValue) }
    }

    /// The spans of all `FREEBUSY` lines (section 3.8.2.6).
    ///
    /// Setting them writes one line for each kind, in the order in which kinds first come.
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
