/// Something a person's pages have to hear of, as it is now.
package enum Change: Hashable, Sendable {
    case calendar(CalendarRecord)
    case calendarRemoved(CalendarID)
    case event(ObjectRecord)
    case eventRemoved(CalendarID, Href)
    /// Another level of a calendar: what was known of it is void, and what is seen of it now, if
    /// anything, comes with all its events.
    case access(CalendarID, CalendarRecord?)
    case group(GroupRecord)
    case groupRemoved(GroupID)
}

/// A change at its place in the log.
package struct LoggedChange: Hashable, Sendable {
    package let token: ChangeToken
    package let change: Change
}

/// A stretch of the log.
package struct ChangePage: Hashable, Sendable {
    package let changes: [LoggedChange]
    /// How far the stretch reaches; more than the last change when later entries replaced some.
    package let reached: ChangeToken
    /// Whether the log goes on after it.
    package let hasMore: Bool
}

/// What an account sees at one moment.
package struct Snapshot: Sendable {
    package let token: ChangeToken
    package let calendars: [CalendarRecord]
    package let groups: [GroupRecord]
    /// The events of calendars whose events are shown; how many times only are is not told.
    package let objectCount: Int64
}

/// An entry to be written into the log.
enum ChangeEntry {
    case calendar(CalendarID)
    case calendarRemoved(CalendarID)
    case access(CalendarID)
    case group(GroupID)
    case groupRemoved(GroupID)
    case event(CalendarID, Href, object: String)
    case eventRemoved(CalendarID, Href, object: String)
}
