public import CivilTime

/// What people know an event by: its title and when it starts.
public struct EventName: Hashable, Sendable {
    /// The summary, cut when it is long; empty when the event has none.
    public let title: String
    /// When it starts; nil when that can't be read.
    public let start: CalendarTime?

    /// Takes the name of a component.
    ///
    /// It is nil when there is neither a title nor a start to name.
    public init?(_ component: Component) {
        title = excerpt(component.first(.summary)?.textValue ?? "")
        start = component.time(.dateTimeStart)
        if title.isEmpty, start == nil { return nil }
    }

    /// The start as civil text, such as `2026-03-18` or `2026-03-18T19:00:00`; empty without one.
    public var startText: String {
        guard let start else { return "" }
        return start.isDate ? start.civil.date.text : start.civil.text
    }
}
