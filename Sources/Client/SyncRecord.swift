public import Agenda

/// One thing that the server says of an account, in a load or in the live stream.
public enum SyncRecord: Hashable, Sendable {
    /// A load begins: whose it is, and the place in the server's log that it leads to.
    case header(account: String, token: UInt64)
    /// A calendar is there, or has changed.
    case calendar(CalendarEntry)
    /// A calendar is gone with its events, or the account may not see it any more.
    case calendarRemoved(CalendarID)
    /// A group is there, or has changed.
    case group(GroupEntry)
    /// The account isn't in this group any more.
    case groupRemoved(String)
    /// An object has this version.
    case event(ObjectID, ObjectVersion)
    /// An object is gone.
    case eventRemoved(ObjectID)
    /// Not all events of this calendar are sent, because its owner or group has too many.
    case leftOut(CalendarID)
    /// The load has been sent whole.
    case end
}

/// A calendar as the server describes it to an account.
public struct CalendarEntry: Hashable, Sendable {
    /// The calendar's identity.
    public let id: CalendarID
    /// Its name; empty for a fellow member's.
    public let name: String
    /// The colour of its events.
    public let color: EventColor
    /// Its place among the calendars of its owner.
    public let order: Int
    /// Whether new events go into it.
    public internal(set) var isDefault: Bool
    /// How much of it the account sees.
    public let level: AccessLevel
    /// The fellow member whose it is; empty for the account's own calendars and those of groups.
    public let owner: String
    /// The groups in which it's shown; of a group's calendar, that group.
    public let groups: [String]

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
    }
}

/// A group as the server describes it to a member.
public struct GroupEntry: Hashable, Sendable {
    /// Somebody in the group.
    public struct Member: Hashable, Sendable {
        /// The account.
        public let account: String
        /// The person's name.
        public let name: String

        /// Creates a member from its parts.
        public init(account: String, name: String) {
            self.account = account
            self.name = name
        }
    }

    /// The group's identity.
    public let id: String
    /// Its name.
    public let name: String
    /// The calendar that the group shares.
    public let calendar: CalendarID
    /// Who is in it, in the order in which they joined.
    public let members: [Member]

    /// Creates an entry from its parts.
    public init(id: String, name: String, calendar: CalendarID, members: [Member]) {
        self.id = id
        self.name = name
        self.calendar = calendar
        self.members = members
    }
}
