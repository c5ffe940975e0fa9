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
