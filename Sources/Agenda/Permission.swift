/// How much somebody sees of a calendar; of several reasons to see it the highest counts.
public enum AccessLevel: Int, CaseIterable, Comparable, Hashable, Sendable {
    /// Nothing: the same as a calendar that is not there.
    case hidden
    /// When its owner is busy, and nothing else.
    case busy
    /// A fellow member's calendar with everything that is not marked private.
    case full
    /// The calendar that belongs to a group one is a member of.
    case group
    /// One's own.
    case own

    /// The word in the interface.
    public var word: String {
        switch self {
        case .hidden: "hidden"
        case .busy: "busy"
        case .full: "full"
        case .group: "group"
        case .own: "own"
        }
    }

    /// What a member may choose to show a group; nil for other words.
    public init?(shown word: String) {
        switch word {
        case "hidden": self = .hidden
        case "busy": self = .busy
        case "full": self = .full
        default: return nil
        }
    }

    /// The level of a calendar that is there for its viewer, one's own unless it says so; nil for
    /// other words.
    public init?(seen word: String) {
        switch word {
        case "group": self = .group
        case "own", "": self = .own
        default:
            guard let shown = AccessLevel(shown: word), shown != .hidden else { return nil }
            self = shown
        }
    }

    /// Whether less is seen than at another level.
    public static func < (left: AccessLevel, right: AccessLevel) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// What somebody is in a group.
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

    /// The role of a word; nil for others.
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
    /// Seeing when there is something.
    case seeTimes
    /// Seeing what there is, but for what is marked private.
    case seeEvents
    /// Creating, changing, removing and importing events.
    case writeEvents
    /// Taking it all away as a file.
    case exportEvents
    /// Choosing who is told when one is taken by what is in it.
    case shareTimes
    /// Renaming, colouring, removing it, and choosing who sees it.
    case manage
}

/// What can be done with a group.
public enum GroupAction: CaseIterable, Hashable, Sendable {
    /// Seeing its name and its members.
    case see
    /// Choosing what it sees of one's own calendars.
    case share
    /// Proposing times for something.
    case propose
    /// Answering a proposal for oneself, and suggesting another time for it.
    case answer
    /// Turning a proposal into an event, or withdrawing it, whoever made it.
    case decide
    /// Inviting people, and taking invitations back.
    case invite
    /// Removing somebody else from it.
    case removeMember
    /// Choosing its name and colour.
    case edit
    /// Giving roles to members, its own included.
    case assignRoles
    /// Removing it with its calendar.
    case remove
}

/// Who may do what: every right there is stands here, and everything that acts asks here.
public enum Permission {
    /// Whether somebody who sees a calendar at a level may do something with it.
    public static func allows(_ action: CalendarAction, at level: AccessLevel) -> Bool {
        switch action {
        case .seeTimes: level >= .busy
        case .seeEvents: level >= .full
        case .writeEvents, .exportEvents, .shareTimes: level >= .group
        case .manage: level == .own
        }
    }

    /// Whether somebody with a role may do something with a group; who has none may do nothing.
    public static func allows(_ action: GroupAction, as role: GroupRole) -> Bool {
        switch action {
        case .see, .share, .propose, .answer: true
        case .decide, .invite, .removeMember, .edit: role != .member
        case .assignRoles, .remove: role == .owner
        }
    }
}
