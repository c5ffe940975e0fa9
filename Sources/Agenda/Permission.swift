/// How much access an account has to a calendar; if there are several reasons, the highest counts.
public enum AccessLevel: Int, CaseIterable, Comparable, Hashable, Sendable {
    /// None: as if the calendar didn't exist.
    case hidden
    /// Seeing when its owner is busy, and no more.
    case busy
    /// Seeing everything in a fellow member's calendar that isn't marked private.
    case full
    /// A group's calendar, for its members.
    case group
    /// The account's own calendar.
    case own
    /// A calendar that the account reads from elsewhere; events can't be written here, and it has
    /// no secret addresses, but otherwise it's the account's own.
    case subscribed
    /// The account's calendar at another service, kept in sync: what is written here is sent there.
    case connected

    /// The word in the interface.
    public var word: String {
        switch self {
        case .hidden: "hidden"
        case .busy: "busy"
        case .full: "full"
        case .group: "group"
        case .own: "own"
        case .subscribed: "subscribed"
        case .connected: "connected"
        }
    }

    /// Reads the access that a member can give a group; nil for other words.
    public init?(shown word: String) {
        switch word {
        case "hidden": self = .hidden
        case "busy": self = .busy
        case "full": self = .full
        default: return nil
        }
    }

    /// Reads the access to a calendar that the viewer gets: an empty word means their own; nil for
    /// other words, including `hidden`.
    public init?(seen word: String) {
        switch word {
        case "group": self = .group
        case "own", "": self = .own
        case "subscribed": self = .subscribed
        case "connected": self = .connected
        default:
            guard let shown = AccessLevel(shown: word), shown != .hidden else { return nil }
            self = shown
        }
    }

    /// Whether the events come from another service.
    public var isFromElsewhere: Bool { self >= .subscribed }

    /// Whether one level gives less access than another.
    public static func < (left: AccessLevel, right: AccessLevel) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// The role of a member in a group.
public enum GroupRole: CaseIterable, Hashable, Sendable {
    case member
    case admin
    case owner

    /// The word in the interface and in the store.
    public var word: String {
        switch self {
        case .member: "member"
        case .admin: "admin"
        case .owner: "owner"
        }
    }

    /// Reads a role; nil for other words.
    public init?(_ word: String) {
        switch word {
        case "member": self = .member
        case "admin": self = .admin
        case "owner": self = .owner
        default: return nil
        }
    }
}

/// What can be done with a calendar and its events.
public enum CalendarAction: CaseIterable, Hashable, Sendable {
    /// Seeing when it has events.
    case seeTimes
    /// Seeing its events, except those marked private.
    case seeEvents
    /// Seeing everything in it, under the names that the events have there.
    case seeAll
    /// Creating, changing, removing and importing events.
    case writeEvents
    /// Exporting all of it as a file.
    case exportEvents
    /// Choosing which groups see when its events keep the member busy.
    case shareTimes
    /// Renaming, recolouring or removing it, and choosing who sees it.
    case manage
    /// Giving it out by a secret address.
    case giveOut
}

/// What can be done with a group; the raw values are the words in the interface.
public enum GroupAction: String, CaseIterable, Hashable, Sendable {
    /// Seeing its name and its members.
    case see
    /// Choosing how much the group sees of the member's own calendars.
    case share
    /// Proposing times for something.
    case propose
    /// Answering a proposal, and suggesting another time for it.
    case answer
    /// Turning a proposal into an event, or withdrawing it, even if somebody else made it.
    case decide
    /// Inviting people, and revoking invitations.
    case invite
    /// Giving out its calendar by a secret address, and revoking such addresses.
    case giveOut
    /// Removing another member.
    case removeMember
    /// Changing its name and colour.
    case edit
    /// Giving roles to members, the owner's own role included.
    case assignRoles
    /// Removing it with its calendar.
    case remove
}

/// The rights of every access level and role.
///
/// The server checks each request against them, and tells the page what a member may do with a group.
public enum Permission {
    /// Whether an access level allows an action on a calendar.
    public static func allows(_ action: CalendarAction, at level: AccessLevel) -> Bool {
        switch action {
        case .seeTimes: level >= .busy
        case .seeEvents: level >= .full
        case .writeEvents: level >= .group && level != .subscribed
        case .seeAll, .exportEvents, .shareTimes: level >= .group
        case .manage: level >= .own
        case .giveOut: level == .own
        }
    }

    /// Whether a role allows an action on its group; somebody without a role may do nothing.
    public static func allows(_ action: GroupAction, as role: GroupRole) -> Bool {
        switch action {
        case .see, .share, .propose, .answer: true
        case .decide, .invite, .giveOut, .removeMember, .edit: role != .member
        case .assignRoles, .remove: role == .owner
        }
    }

    /// All that a role allows on its group.
    public static func actions(as role: GroupRole) -> [GroupAction] {
        GroupAction.allCases.filter { allows($0, as: role) }
    }
}
