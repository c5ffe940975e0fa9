public import Agenda

/// One thing that the server says of an account, in a load or in the live stream.
public enum SyncRecord: Equatable, Sendable {
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

/// A group as the server describes it to a member.
///
/// It never changes, so all who know it share it.
public final class GroupEntry: Equatable, Sendable {
    /// Somebody in the group.
    public struct Member: Hashable, Sendable {
        /// The account.
        public let account: String
        /// The person's name.
        public let name: String
        /// The colour that the person has in the group.
        public let color: EventColor

        /// Creates a member from its parts.
        public init(account: String, name: String, color: EventColor = .blue) {
            self.account = account
            self.name = name
            self.color = color
        }
    }

    /// How much the group sees of one of the account's calendars.
    public struct Share: Hashable, Sendable {
        /// The calendar.
        public let calendar: CalendarID
        /// How much the group sees of it.
        public let level: AccessLevel

        /// Creates a share from its parts.
        public init(calendar: CalendarID, level: AccessLevel) {
            self.calendar = calendar
            self.level = level
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
    /// How much the group sees of the account's calendars for which nothing else was chosen.
    public let defaultShare: AccessLevel
    /// The calendars for which something else was chosen.
    public let shares: [Share]
    /// The name without case and accents, by which it's listed.
    let foldedName: [UInt8]

    /// Creates an entry from its parts.
    public init(
        id: String,
        name: String,
        calendar: CalendarID,
        members: [Member],
        defaultShare: AccessLevel = .busy,
        shares: [Share] = []
    ) {
        self.id = id
        self.name = name
        self.calendar = calendar
        self.members = members
        self.defaultShare = defaultShare
        self.shares = shares
        foldedName = FoldedText.fold(name)
    }

    /// The member who has this account; nil if there is none.
    func member(_ account: String) -> Member? { members.first { $0.account == account } }

    /// How much the group sees of a calendar of the account's own, or of another group.
    ///
    /// What is read from elsewhere is shown to nobody until that is chosen.
    public func share(of entry: CalendarEntry) -> AccessLevel {
        shares.first { $0.calendar == entry.id }?.level
            ?? (entry.level.isFromElsewhere ? .hidden : defaultShare)
    }

    /// Whether two entries say the same.
    public static func == (one: GroupEntry, other: GroupEntry) -> Bool {
        one.id == other.id && one.name == other.name && one.calendar == other.calendar
            && one.members == other.members && one.defaultShare == other.defaultShare
            && one.shares == other.shares
    }
}
