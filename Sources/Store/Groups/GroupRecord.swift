package import Agenda

/// A group as one of its members sees it.
package struct GroupRecord: Hashable, Sendable {
    package let id: GroupID
    package let name: String
    package let color: String
    /// The calendar that belongs to the group.
    package let calendar: CalendarID
    /// The role of the member who asked.
    package let role: GroupRole
    /// What the group sees of the member's own calendars that aren't in ``shares``.
    package let defaultLevel: AccessLevel
    /// What the member shows the group of particular calendars.
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
    /// The name of the member's time zone; empty when they haven't set one.
    package let zone: String
    package let hours: WorkingHours
    /// The ETag of the picture; nil when there is none.
    package let pictureETag: String?
}

/// The values of a new group.
package struct NewGroup: Sendable {
    package let id: GroupID
    package let name: String
    package let calendar: CalendarID
    /// The ID under which other groups see the times that its owner has in this group.
    package let ownersTimes: CalendarID

    package init(id: GroupID, name: String, calendar: CalendarID, ownersTimes: CalendarID) {
        self.id = id
        self.name = name
        self.calendar = calendar
        self.ownersTimes = ownersTimes
    }
}

/// Changes to a group; nil leaves a value unchanged.
package struct GroupEdit: Sendable {
    package let name: String?
    package let color: String?

    package init(name: String? = nil, color: String? = nil) {
        self.name = name
        self.color = color
    }
}

/// Changes to what a member shows a group.
///
/// Without a default level, or for calendars not listed, nothing changes.
package struct ShareEdit: Sendable {
    package let defaultLevel: AccessLevel?
    package let shares: [CalendarShare]

    package init(defaultLevel: AccessLevel? = nil, shares: [CalendarShare] = []) {
        self.defaultLevel = defaultLevel
        self.shares = shares
    }
}
