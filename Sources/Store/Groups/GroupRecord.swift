package import Agenda

/// A group as one of its members sees it.
package struct GroupRecord: Hashable, Sendable {
    package let id: GroupID
    package let name: String
    package let color: String
    /// The calendar that belongs to the group.
    package let calendar: CalendarID
    /// What the member is who sees it.
    package let role: GroupRole
    /// What it sees of the member's calendars of which nothing else is said.
    package let defaultLevel: AccessLevel
    /// What it sees of others, by calendar.
    package let shares: [CalendarShare]
    /// All members, in the order they joined.
    package let members: [MemberRecord]
}

/// What a group sees of a member's calendar.
package struct CalendarShare: Hashable, Sendable {
    package let calendar: CalendarID
    package let level: AccessLevel

    package init(calendar: CalendarID, level: AccessLevel) {
        self.calendar = calendar
        self.level = level
    }
}

/// A member as fellow members see them.
package struct MemberRecord: Hashable, Sendable {
    package let id: AccountID
    package let name: String
    package let role: GroupRole
    package let color: String
    package let hours: WorkingHours
    /// The version of the picture, or nil when there is none.
    package let pictureETag: String?
}

/// When somebody works, as far as they say.
package struct WorkingHours: Hashable, Sendable {
    /// The name of a time zone, or empty.
    package let zone: String
    package let fromMinute: Int
    package let toMinute: Int
}

/// What a new group starts with.
package struct NewGroup: Sendable {
    package let id: GroupID
    package let name: String
    package let calendar: CalendarID

    package init(id: GroupID, name: String, calendar: CalendarID) {
        self.id = id
        self.name = name
        self.calendar = calendar
    }
}

/// What to change of a group; nil stays as it is.
package struct GroupEdit: Sendable {
    package let name: String?
    package let color: String?

    package init(name: String? = nil, color: String? = nil) {
        self.name = name
        self.color = color
    }
}

/// What a group is to see of somebody's calendars; what is not named stays as it is.
package struct ShareEdit: Sendable {
    package let defaultLevel: AccessLevel?
    package let shares: [CalendarShare]

    package init(defaultLevel: AccessLevel? = nil, shares: [CalendarShare] = []) {
        self.defaultLevel = defaultLevel
        self.shares = shares
    }
}
