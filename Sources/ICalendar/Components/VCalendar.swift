public import CivilTime

/// A calendar and its own properties (RFC 5545 section 3.6, RFC 7986).
public struct VCalendar: ComponentView {
    /// The VCALENDAR.
    public var component: Component

    /// Reads a component as a calendar; nil when it is of another kind.
    public init?(_ component: Component) {
        guard component.isNamed(.calendar) else { return nil }
        self.component = component
    }

    /// The program that wrote it (section 3.7.3).
    public var productID: String? {
        get { component.text(.productID) }
        set { component.setText(.productID, newValue) }
    }

    /// The version of iCalendar, 2.0 (section 3.7.4).
    public var version: String? { component.text(.version) }

    /// The calendar system of its dates: GREGORIAN (section 3.7.1).
    public var scale: Keyword { component.keyword(.calendarScale) ?? Keyword("GREGORIAN") }

    /// The scheduling method, such as `REQUEST` (section 3.7.2).
    public var method: Keyword? {
        get { component.keyword(.method) }
        set { if newValue != method { component.setRaw(.method, newValue?.text) } }
    }

    /// The name: `NAME` (RFC 7986 section 5.1), or else `X-WR-CALNAME`.
    public var name: String? {
        get { component.text(.name) ?? component.text(.nonstandardCalendarName) }
        set { component.setText(.name, newValue) }
    }

    /// How often to look for changes (RFC 7986 section 5.7).
    public var refreshInterval: CalendarDuration? {
        get { component.first(.refreshInterval)?.duration }
        set {
            guard newValue != refreshInterval else { return }
            component.remove(.refreshInterval)
            guard let newValue else { return }
            component.append(
                Property(
                    name: "REFRESH-INTERVAL",
                    parameters: [Parameter("VALUE", "DURATION")],
                    rawValue: newValue.text
                )
            )
        }
    }

    /// Where to fetch changes (RFC 7986 section 5.8).
    public var source: String? {
        get { component.first(.source)?.rawValue }
        set { component.setRaw(.source, newValue) }
    }

    /// The events in it.
    public var events: [VEvent] { component.components(named: .event).compactMap { VEvent($0) } }

    /// The tasks in it.
    public var tasks: [VTodo] { component.components(named: .task).compactMap { VTodo($0) } }

    /// The journal entries in it.
    public var journals: [VJournal] {
        component.components(named: .journal).compactMap { VJournal($0) }
    }

    /// The free/busy components in it.
    public var freeBusy: [VFreeBusy] {
        component.components(named: .freeBusy).compactMap { VFreeBusy($0) }
    }

    /// The time zones that it describes.
    public var timeZones: [VTimeZone] {
        component.components(named: .timeZone).compactMap { VTimeZone($0) }
    }
}

/// The description of a time zone (RFC 5545 section 3.6.5).
public struct VTimeZone: ComponentView {
    /// A STANDARD or DAYLIGHT: when clocks change, and the offsets before and after.
    public struct Observance: Hashable, Sendable {
        /// The STANDARD or the DAYLIGHT.
        public let component: Component
        /// Whether it is summer time.
        public let isDaylight: Bool
        /// The offset before the change.
        public let offsetFrom: UTCOffset
        /// The offset after the change.
        public let offsetTo: UTCOffset
        /// The names of the local time (section 3.8.3.2).
        public var names: [String] { component.all(.zoneName).map { $0.textValue } }
        /// When it first takes effect, on the clock before the change.
        public var start: CalendarTime? { component.time(.dateTimeStart) }

        init?(_ component: Component) {
            let isDaylight = component.isNamed(.daylight)
            guard isDaylight || component.isNamed(.standard),
                let from = component.first(.zoneOffsetFrom)?.offset,
                let to = component.first(.zoneOffsetTo)?.offset
            else { return nil }
            self.component = component
            self.isDaylight = isDaylight
            offsetFrom = from
            offsetTo = to
        }
    }

    /// The VTIMEZONE.
    public var component: Component

    /// Reads a component as the description of a zone; nil when it is of another kind.
    public init?(_ component: Component) {
        guard component.isNamed(.timeZone) else { return nil }
        self.component = component
    }

    /// The name by which times refer to it (section 3.8.3.1).
    public var id: ZoneID? { component.text(.zoneID).map { ZoneID($0) } }

    /// Where to fetch newer rules (section 3.8.3.5).
    public var rulesURL: String? { component.first(.zoneURL)?.rawValue }

    /// Its observances, in the order of the text.
    public var observances: [Observance] { component.components.compactMap { Observance($0) } }
}
