/// A collection of events with a name and a colour (RFC 4791, 4.2).
public struct CalendarCollection: Hashable, Sendable {
    /// The identity the server gave.
    public let id: CalendarID
    /// The name people see.
    public var name: String
    /// The colour of its events, unless they have one of their own.
    public var color: EventColor
    /// Whether it is switched on.
    public var isVisible: Bool
    /// How much of it the viewer sees.
    public var level = AccessLevel.own
    /// The account whose calendar it is; empty for that of a group.
    public var owner = ""
    /// The groups it is shown in: common ones of viewer and owner; of a group's calendar first its own,
    /// then those that see when the viewer is taken by it.
    public var groups: [String] = []
    /// Whether views show its events: it is switched on, so is its owner, and it is in the group
    /// that is looked at, if one is.
    public internal(set) var isShown = true

    /// Takes all parts as they are.
    public init(id: CalendarID, name: String, color: EventColor, isVisible: Bool = true) {
        self.id = id
        self.name = name
        self.color = color
        self.isVisible = isVisible
    }

    /// Whether it is a fellow member's.
    public var isMirrored: Bool { !Permission.allows(.writeEvents, at: level) }
}
