public import CivilTime
public import ICalendar

/// What a person typed or dragged: the fields to set; nil leaves a field as it is.
public struct EventDraft: Hashable, Sendable {
    /// The title; at least one byte and at most 1,000.
    public var title: String?
    /// Whether the event has dates and no times.
    public var isAllDay: Bool?
    /// The start by the viewer's clock, or by `zone` where that is set.
    public var start: CivilDateTime?
    /// The end, exclusive, in the same reading as the start.
    public var end: CivilDateTime?
    /// The zone the event keeps its wall time in.
    public var zone: ZoneID?
    /// The place; empty removes it.
    public var location: String?
    /// The notes (`DESCRIPTION`); empty removes them.
    public var notes: String?
    /// The address (`URL`); empty removes it.
    public var url: String?
    /// The event's own hue by name; empty removes it.
    public var color: String?
    /// The repetition as RFC 5545 writes it; empty removes it.
    ///
    /// Its days are those of the viewer's clock, as those of `start` are.
    public var rule: String?
    /// The collection the event is to be in.
    public var calendar: CalendarID?
    /// Whether the time counts as taken (`TRANSP`).
    public var isBusy: Bool?
    /// Whether only the owner may see more than the time (`CLASS`).
    public var isPrivate: Bool?
    /// Whether it is agreed, tentative or cancelled.
    public var status: EventStatus?

    /// The categories, at most 50; none removes them.
    public var categories: [String]?
    /// How many minutes before the start to remind of it, at most 20 times; none removes them.
    ///
    /// Alarms of other kinds, such as mails and those at a fixed time, are left alone.
    public var reminders: [Int]?

    /// A draft that changes nothing.
    public init() {}
}

/// How much of a repeating event an edit is about.
public enum EditScope: UInt8, Hashable, Sendable {
    /// The one occurrence alone.
    case this
    /// The occurrence and all after it.
    case following
    /// The whole series.
    case all

    /// The name as the page sends it; nil for anything else.
    public init?(_ name: String) {
        switch name {
        case "this": self = .this
        case "following": self = .following
        case "all", "": self = .all
        default: return nil
        }
    }

    /// The name as the page knows it.
    public var name: String {
        switch self {
        case .this: "this"
        case .following: "following"
        case .all: "all"
        }
    }
}

/// Why an edit was refused.
public enum EditError: Error, Hashable, Sendable {
    /// The draft has no title, or one of more than 1,000 bytes.
    case title
    /// A new event has no start.
    case noStart
    /// The end is before the start.
    case endBeforeStart
    /// The repetition is not one of RFC 5545; the text says why.
    case rule(String)
    /// The repetition comes more often in a day than views show.
    case ruleTooOften(String)
    /// There are too many categories or reminders, or one can't be.
    case list
    /// The zone is not known here.
    case unknownZone(ZoneID)
    /// There is no such calendar.
    case unknownCalendar(CalendarID)
    /// The calendar is a fellow member's.
    case readOnly(CalendarID)
    /// The event is a proposal, which is answered and not edited.
    case isProposal
    /// There is no such event, or no longer.
    case unknownEvent
    /// The address is taken already.
    case alreadyThere
    /// There is nothing to undo.
    case nothingToUndo
    /// There is nothing to redo.
    case nothingToRedo
    /// The event was changed from elsewhere since, so the edit can't be taken back.
    case changedElsewhere

    /// The cause as the page knows it.
    public var code: String {
        switch self {
        case .title: "title"
        case .noStart: "no-start"
        case .endBeforeStart: "end-before-start"
        case .rule: "rule"
        case .ruleTooOften: "rule-too-often"
        case .list: "list"
        case .unknownZone: "unknown-zone"
        case .unknownCalendar: "unknown-calendar"
        case .readOnly: "read-only"
        case .isProposal: "is-proposal"
        case .unknownEvent: "unknown-event"
        case .alreadyThere: "already-there"
        case .nothingToUndo: "nothing-to-undo"
        case .nothingToRedo: "nothing-to-redo"
        case .changedElsewhere: "changed-elsewhere"
        }
    }
}
