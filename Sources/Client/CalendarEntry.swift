public import Agenda

/// A calendar as the server describes it to an account.
///
/// It never changes, so all who know it share it.
public final class CalendarEntry: Equatable, Sendable {
    /// The calendar's identity.
    public let id: CalendarID
    /// Its name; empty for a fellow member's.
    public let name: String
    /// The colour of its events.
    public let color: EventColor
    /// Its place among the calendars of its owner.
    public let order: Int
    /// Whether new events go into it.
    public let isDefault: Bool
    /// How much of it the account sees.
    public let level: AccessLevel
    /// The fellow member whose it is; empty for the account's own calendars and those of groups.
    public let owner: String
    /// The groups in which it's shown; of a group's calendar, that group.
    public let groups: [String]
    /// The name without case and accents, by which it's listed.
    let foldedName: [UInt8]

    /// Creates an entry from its parts.
    public init(
        id: CalendarID,
        name: String,
        color: EventColor = .blue,
        order: Int = 0,
        isDefault: Bool = false,
        level: AccessLevel = .own,
        owner: String = "",
        groups: [String] = []
    ) {
        self.id = id
        self.name = name
        self.color = color
        self.order = order
        self.isDefault = isDefault
        self.level = level
        self.owner = owner
        self.groups = groups
        foldedName = FoldedText.fold(name)
    }

    /// The same calendar after another has become the default.
    var notDefault: CalendarEntry {
        CalendarEntry(
            id: id,
            name: name,
            color: color,
            order: order,
            level: level,
            owner: owner,
            groups: groups
        )
    }

    /// Whether two entries say the same.
    public static func == (one: CalendarEntry, other: CalendarEntry) -> Bool {
        one.id == other.id && one.name == other.name && one.color == other.color
            && one.order == other.order && one.isDefault == other.isDefault
            && one.level == other.level && one.owner == other.owner && one.groups == other.groups
    }
}
