/// The summary of an account for an administrator, which says nothing about its events but their
/// number.
package struct AccountSummary: Hashable, Sendable {
    package let account: Account
    package let createdSecond: Int64
    /// When one of its sessions or app passwords was last used, or somebody last signed in; nil if
    /// that isn't known.
    package let seenSecond: Int64?
    /// Since when it has been disabled; nil if it isn't.
    package let disabledSecond: Int64?
    package let groupCount: Int
    /// How much is stored in its own calendars, without those of its groups.
    package let storage: StorageSummary
}

/// How much is stored in some calendars.
package struct StorageSummary: Hashable, Sendable {
    /// Events that aren't in the bin.
    package let eventCount: Int64
    /// Bytes of the texts of all events, with their earlier versions and what is in the bin.
    package let byteCount: Int64
}

/// A calendar of an account, as an administrator sees it.
package struct CalendarSummary: Hashable, Sendable {
    package let id: CalendarID
    package let name: String
    package let isInBin: Bool
    package let storage: StorageSummary
}

/// A group, as an administrator sees it.
package struct GroupSummary: Hashable, Sendable {
    package let id: GroupID
    package let name: String
    package let memberCount: Int
    /// Calendars of members that the group sees, if only as busy times.
    package let shownCalendarCount: Int
    /// How much is stored in the group's own calendar.
    package let storage: StorageSummary
}
