public import Agenda

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
