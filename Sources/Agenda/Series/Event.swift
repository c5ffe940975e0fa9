public import CivilTime
public import ICalendar

extension EventStatus {
    /// The name in lower case, as views get it.
    public var name: String {
        switch self {
        case .confirmed: "confirmed"
        case .tentative: "tentative"
        case .cancelled: "cancelled"
        }
    }
}

/// How long an event lasts.
public enum EventLength: Hashable, Sendable {
    /// Whole days, for events without a time of day.
    case days(Int)
    /// Calendar days and then seconds (RFC 5545, 3.3.6: days are nominal, seconds exact).
    case nominal(days: Int, seconds: Int64)

    /// An exact length of time, as the distance of `DTEND` from `DTSTART` is.
    public static func seconds(_ seconds: Int64) -> EventLength {
        .nominal(days: 0, seconds: seconds)
    }

    /// At least how many seconds the length is; a day more for days that are longer than others.
    var secondsAtLeastCovering: Int64 {
        switch self {
        case .days(let days): Int64(max(0, days)) * 86_400
        case .nominal(0, let seconds): max(0, seconds)
        case .nominal(let days, let seconds):
            (Int64(max(0, days)) + 1) * 86_400 + max(0, seconds)
        }
    }

    /// At least how many days the length spans, for windows that reach back.
    var daysAtLeastCovering: Int {
        switch self {
        case .days(let days): days
        case .nominal(let days, let seconds): max(0, days) + Int(max(0, seconds) / 86_400) + 1
        }
    }
}

/// What views need to know of one `VEVENT`, read once from its text.
public struct Event: Hashable, Sendable {
    /// The title (`SUMMARY`), unescaped; may be empty.
    public let title: String
    /// The place (`LOCATION`), unescaped; may be empty.
    public let location: String
    /// The event's own hue, when it has one.
    public let color: EventColor?
    /// Whether it is agreed, tentative or cancelled.
    public let status: EventStatus
    /// The start as written.
    public let start: CalendarTime
    /// The length, from `DTEND`, `DURATION` or the defaults of RFC 5545, 3.6.1.
    public internal(set) var length: EventLength
    /// For an override, the start it replaces (RFC 5545, 3.8.4.4).
    public let recurrenceID: CalendarTime?
    /// Whether it leaves the time free (`TRANSP`).
    public internal(set) var isTransparent = false
    /// Who of the accounts is asked to come; nil when none is.
    public internal(set) var answers: EventAnswers?
    /// How many minutes before the start to remind of it; at most 20 are read.
    public internal(set) var reminders: [Int] = []
    /// For an override, whether it stands for all later occurrences too (RFC 5545, 3.2.13).
    public internal(set) var isForThisAndFuture = false

    /// Whether the event has dates and no times.
    public var isAllDay: Bool { start.isDate }

    /// Whether it is a candidate of a proposal.
    public var isCandidate: Bool { answers?.identity.isEmpty == false }
}

/// One time an event happens, in the zone that the agenda is seen in.
public struct EventOccurrence: Sendable {
    /// What names this occurrence.
    public let key: OccurrenceKey
    /// The unique identifier of the event (RFC 5545, 3.8.4.7).
    public let uid: String
    /// The facts of the event, of the override where there is one.
    public let event: Event
    /// The start as written: in the event's own zone, or a date.
    public let time: CalendarTime
    /// The start by the wall clock of the viewer.
    public let start: CivilDateTime
    /// The end by the wall clock of the viewer, exclusive; never before the start.
    public let end: CivilDateTime
    /// The start as an instant; for floating and all-day events as read in the viewer's zone.
    public let startInstant: Instant
    /// The end as an instant, exclusive.
    public let endInstant: Instant
    /// Whether the event repeats.
    public let isRepeating: Bool

    /// The day of the start.
    public var firstDate: CivilDate { start.date }

    /// The last day the occurrence touches; an end at midnight does not touch the day after.
    public var lastDate: CivilDate { Self.lastDate(from: start, to: end) }

    /// The last day that a time from a start to an exclusive end touches.
    static func lastDate(from start: CivilDateTime, to end: CivilDateTime) -> CivilDate {
        guard end > start, end.time == .midnight else { return end.date }
        return end.date.adding(days: -1)
    }

    /// Whether it is drawn as a bar: all-day, or timed and on more than one day.
    public var isBar: Bool { event.isAllDay || firstDate != lastDate }

    /// The order in which days are drawn: bars first, the longer before the shorter, then by time.
    static func precedes(_ a: EventOccurrence, _ b: EventOccurrence) -> Bool {
        if a.isBar != b.isBar { return a.isBar }
        if a.isBar, a.firstDate != b.firstDate { return a.firstDate < b.firstDate }
        if a.isBar, a.lastDate != b.lastDate { return a.lastDate > b.lastDate }
        if a.start != b.start { return a.start < b.start }
        if a.end != b.end { return a.end > b.end }
        if a.event.title != b.event.title { return a.event.title < b.event.title }
        return a.uid < b.uid
    }
}
