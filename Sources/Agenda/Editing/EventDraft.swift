public import CivilTime
public import ICalendar

/// The changes that a person typed or dragged; a field that is nil stays as it is.
public struct EventDraft: Hashable, Sendable {
    /// The title; at least one byte and at most 1,000.
    public var title: String?
    /// Whether the event has dates without times.
    public var isAllDay: Bool?
    /// The start by the viewer's clock, or by `zone` if that is set.
    public var start: CivilDateTime?
    /// The exclusive end, by the same clock as the start.
    public var end: CivilDateTime?
    /// The zone that the event keeps its wall time in.
    public var zone: ZoneID?
    /// The place; empty removes it.
    public var location: String?
    /// The notes (`DESCRIPTION`); empty removes them.
    public var notes: String?
    /// The address (`URL`); empty removes it.
    public var url: String?
    /// The name of the event's own colour; empty removes it.
    public var color: String?
    /// The repetition as the value of an `RRULE`; empty removes it.
    ///
    /// Its days are by the viewer's clock, as `start` is.
    public var rule: String?
    /// The calendar to put the event in.
    public var calendar: CalendarID?
    /// Whether the event keeps its owner busy (`TRANSP`).
    public var isBusy: Bool?
    /// Whether others may only see its time (`CLASS`).
    public var isPrivate: Bool?
    /// Whether it's confirmed, tentative or cancelled.
    public var status: EventStatus?

    /// The categories, at most 50; an empty list removes them.
    public var categories: [String]?
    /// The minutes before the start at which to remind of it, at most 20, from 1,440 after it
    /// (negative) to 50,000 before it; an empty list removes them.
    ///
    /// Alarms that aren't reminders of this kind, such as mails and those at a fixed time, are left
    /// alone.
    public var reminders: [Int]?
    /// The people to invite, without the viewer, at most 200; an empty list invites nobody any more.
    public var guests: [Guest]?

    /// A draft that changes nothing.
    public init() {}
}

/// The occurrences of a repeating event that an edit is for.
public enum EditScope: UInt8, Hashable, Sendable {
    /// Only the edited occurrence.
    case this
    /// The edited occurrence and all after it.
    case following
    /// The whole series.
    case all

    /// Reads the name that the page sends: an empty one means `all`, and anything else is nil.
    public init?(_ name: String) {
        switch name {
        case "this": self = .this
        case "following": self = .following
        case "all", "": self = .all
        default: return nil
        }
    }

    /// The name that the page uses.
    public var name: String {
        switch self {
        case .this: "this"
        case .following: "following"
        case .all: "all"
        }
    }
}

/// The reason why an edit was refused.
public enum EditError: Error, Hashable, Sendable {
    /// The title is missing or has more than 1,000 bytes.
    case title
    /// A new event has no start.
    case noStart
    /// The end is before the start.
    case endBeforeStart
    /// The repetition isn't valid by RFC 5545; this is its text.
    case rule(String)
    /// The repetition comes more often in a day than views show; this is its text.
    case ruleTooOften(String)
    /// There are too many categories or reminders, or one of them isn't allowed.
    case list
    /// Nobody can be invited at this address.
    case guest(String)
    /// The viewer has no address in whose name to invite.
    case noOrganizer
    /// The zone isn't loaded.
    case unknownZone(ZoneID)
    /// There is no such calendar.
    case unknownCalendar(CalendarID)
    /// The calendar is a fellow member's.
    case readOnly(CalendarID)
    /// The event is a candidate of a proposal, which is answered rather than edited.
    case isProposal
    /// The event or occurrence doesn't exist, or no longer.
    case unknownEvent
    /// There is already an object at the new address.
    case alreadyThere
    /// More events were selected than can be edited at once.
    case tooMany
    /// None of the selected events would change.
    case nothingChanges
    /// There is nothing to undo.
    case nothingToUndo
    /// There is nothing to redo.
    case nothingToRedo
    /// The event was changed since, so the edit can't be undone or redone.
    case changedElsewhere

    /// The code that the page knows the error by.
    public var code: String {
        switch self {
        case .title: "title"
        case .noStart: "no-start"
        case .endBeforeStart: "end-before-start"
        case .rule: "rule"
        case .ruleTooOften: "rule-too-often"
        case .list: "list"
        case .guest: "guest"
        case .noOrganizer: "no-organizer"
        case .unknownZone: "unknown-zone"
        case .unknownCalendar: "unknown-calendar"
        case .readOnly: "read-only"
        case .isProposal: "is-proposal"
        case .unknownEvent: "unknown-event"
        case .alreadyThere: "already-there"
        case .tooMany: "too-many"
        case .nothingChanges: "nothing-changes"
        case .nothingToUndo: "nothing-to-undo"
        case .nothingToRedo: "nothing-to-redo"
        case .changedElsewhere: "changed-elsewhere"
        }
    }
}
