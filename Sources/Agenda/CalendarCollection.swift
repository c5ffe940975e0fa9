/// A collection of events with a name and a colour (RFC 4791, 4.2).
public struct CalendarCollection: Hashable, Sendable {
    /// The identity that the server gave it.
    public let id: CalendarID
    /// The name people see.
    public var name: String
    /// The colour of the events that have none of their own.
    public var color: EventColor
    /// Whether the viewer has switched it on.
    public var isVisible: Bool
    /// The viewer's access to it.
    public var level = AccessLevel.own
    /// The account that owns it; empty for the calendar of a group.
    public var owner = ""
    /// The groups it is shown in.
    ///
    /// For a person's calendar, those that the viewer and the owner share. For a group's calendar,
    /// the group itself, and then those that see when the viewer is busy in it.
    public var groups: [String] = []
    /// Whether views show its events: it's switched on, its owner isn't hidden, and it belongs to
    /// the viewed group, if there is one.
    public internal(set) var isShown = true

    /// Creates a calendar, at first one of the viewer's own.
    public init(id: CalendarID, name: String, color: EventColor, isVisible: Bool = true) {
        self.id = id
        self.name = name
        self.color = color
        self.isVisible = isVisible
    }

    /// Whether it's a fellow member's calendar.
    public var isMirrored: Bool { !Permission.allows(.seeAll, at: level) }
    /// Who shares its events, as ``SharedTextLimits`` count them; nil if it's the viewer's own.
    var sharer: String? { isViewers ? nil : owner.isEmpty ? id.text : owner }
    /// Whether its events take the time of the viewer, and of nobody else.
    var isViewers: Bool { level >= .own }
}
