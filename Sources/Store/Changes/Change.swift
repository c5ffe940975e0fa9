/// A change that an account's pages have to be told about, with the current content.
package enum Change: Hashable, Sendable {
    case calendar(CalendarRecord)
    /// The path name is the one that a program put into the calendar's address, if any.
    case calendarRemoved(CalendarID, pathName: String?)
    case event(ObjectRecord)
    case eventRemoved(CalendarID, Href)
    /// The account's access to a calendar changed. The reader drops what it has of the calendar and
    /// loads the record and all its events again; nil when the account no longer sees it.
    case access(CalendarID, CalendarRecord?)
    case group(GroupRecord)
    case groupRemoved(GroupID)
}

/// A change with its token.
package struct LoggedChange: Hashable, Sendable {
    package let token: ChangeToken
    package let change: Change
}

/// A page of the log.
package struct ChangePage: Hashable, Sendable {
    package let changes: [LoggedChange]
    /// The token to read on from.
    ///
    /// It can be greater than the last change's token, because entries are left out if later ones
    /// replaced them.
    package let reached: ChangeToken
    /// Whether the log continues after this page.
    package let hasMore: Bool
}

/// The calendars and groups an account sees, read in one transaction with the newest token.
package struct Snapshot: Sendable {
    package let token: ChangeToken
    package let calendars: [CalendarRecord]
    package let groups: [GroupRecord]
    /// The number of objects in calendars whose events the account sees.
    ///
    /// Calendars that only show busy times don't count, so the number doesn't reveal how many
    /// events they have.
    package let objectCount: Int64
    /// How much is stored in each calendar; the account isn't told this either.
    package let sizes: [CalendarID: CalendarSize]
}

/// How much is stored in a calendar.
package struct CalendarSize: Hashable, Sendable {
    package let objects: Int
    /// The bytes of their texts.
    package let bytes: Int
}

/// An entry to write to the log.
enum ChangeEntry {
    case calendar(CalendarID)
    case calendarRemoved(CalendarID, pathName: String?)
    case access(CalendarID)
    case group(GroupID)
    case groupRemoved(GroupID)
    case event(CalendarID, Href, object: String)
    case eventRemoved(CalendarID, Href, object: String)
}
