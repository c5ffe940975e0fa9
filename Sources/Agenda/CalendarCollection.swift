/// A collection of events with a name and a colour (RFC 4791, 4.2).
public struct CalendarCollection: Hashable, Sendable {
    /// The identity the server gave.
    public let id: CalendarID
    /// The name people see.
    public var name: String
    /// The colour of its events, unless they have one of their own.
    public var color: EventColor
    /// Whether views show its events.
    public var isVisible: Bool

    /// Takes all parts as they are.
    public init(id: CalendarID, name: String, color: EventColor, isVisible: Bool = true) {
        self.id = id
        self.name = name
        self.color = color
        self.isVisible = isVisible
    }
}
