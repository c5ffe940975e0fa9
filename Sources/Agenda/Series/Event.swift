public import CivilTime
public import ICalendar

extension EventStatus {
    /// The name in lower case, for views.
    public var name: String {
        switch self {
        case .confirmed: "confirmed"
        case .tentative: "tentative"
        case .cancelled: "cancelled"
        }
    }
}

/// The length of an event.
public enum EventLength: Hashable, Sendable {
    /// Whole days, for events without a time of day.
    case days(Int)
    /// Calendar days and then seconds (RFC 5545, 3.3.6: days are nominal, seconds exact).
    case nominal(days: Int, seconds: Int64)

    /// An exact length, such as the distance from `DTSTART` to `DTEND`.
    public static func seconds(_ seconds: Int64) -> EventLength {
        .nominal(days: 0, seconds: seconds)
    }

    /// An upper bound of the length in seconds: nominal days may be longer than 24 hours, so they
    /// get a day more.
    var secondsAtLeastCovering: Int64 {
        switch self {
        case .days(let days): Int64(max(0, days)) * 86_400
        case .nominal(0, let seconds): max(0, seconds)
        case .nominal(let days, let seconds):
            (Int64(max(0, days)) + 1) * 86_400 + max(0, seconds)
        }
    }

    /// An upper bound of the length in days, for windows that reach back.
    var daysAtLeastCovering: Int {
        switch self {
        case .days(let days): days
        case .nominal(let days, let seconds): max(0, days) + Int(max(0, seconds) / 86_400) + 1
        }
    }
}

/// What views need to know of a `VEVENT`, read from its text once.
public struct Event: Hashable, Sendable {
    /// The title (`SUMMARY`), unescaped; may be empty.
    public let title: String
    /// The place (`LOCATION`), unescaped; may be empty.
    public let location: String
    /// The event's own colour, if it has one.
    public let color: EventColor?
    /// Whether it's confirmed, tentative or cancelled.
    public let status: EventStatus
    /// The start as written.
    public let start: CalendarTime
    /// The length, from `DTEND`, `DURATION` or the defaults of RFC 5545, 3.6.1.
    public internal(set) var length: EventLength
    /// For an override, the start it replaces (RFC 5545, 3.8.4.4).
    public let recurrenceID: CalendarTime?
    /// Whether it leaves the time free (`TRANSP`).
    public internal(set) var isTransparent = false
    /// The accounts that are asked to come, and the proposal if it's a candidate; nil if there is
    /// neither.
    public internal(set) var answers: EventAnswers?
    /// The alarms that remind of it; at most 20 are read.
    var alarms: [EventAlarm] = []
    /// Whether an override applies to all later occurrences too (RFC 5545, 3.2.13).
    public internal(set) var isForThisAndFuture = false
    /// Whether it's an invitation that the viewer hasn't answered.
    public internal(set) var isUnanswered = false

    /// Whether it has dates without times.
    public var isAllDay: Bool { start.isDate }

    /// The minutes before the start at which to remind of it, as far as the form can show them.
    public var reminders: [Int] { alarms.compactMap { $0.minutes } }

    /// Whether it is a candidate of a proposal.
    public var isCandidate: Bool { answers?.identity.isEmpty == false }
}

/// One time that an event happens, by the viewer's clock.
public struct EventOccurrence: Sendable {
    /// The key that names the occurrence.
    public let key: OccurrenceKey
    /// The unique identifier of the event (RFC 5545, 3.8.4.7).
    public let uid: String
    /// The event that describes it: its override, or the master.
    public let event: Event
    /// The start as written: in the event's own zone, or a date.
    public let time: CalendarTime
    /// The start by the viewer's clock.
    public let start: CivilDateTime
    /// The exclusive end by the viewer's clock; never before the start.
    public let end: CivilDateTime
    /// The start as an instant; floating and all-day events are read in the viewer's zone.
    public let startInstant: Instant
    /// The end as an instant, exclusive.
    public let endInstant: Instant
    /// Whether the event repeats, or is an override.
    public let isRepeating: Bool

    /// The first day it touches, by the viewer's clock.
    public var firstDate: CivilDate { start.date }

    /// The last day it touches; an end at midnight doesn't touch the day after.
    public var lastDate: CivilDate { Self.lastDate(from: start, to: end) }

    /// The last day touched by a time with an exclusive end.
    static func lastDate(from start: CivilDateTime, to end: CivilDateTime) -> CivilDate {
        guard end > start, end.time == .midnight else { return end.date }
        return end.date.adding(days: -1)
    }

    /// The octets of the texts that every view repeats.
    var textOctets: Int {
        uid.utf8.count + event.title.utf8.count + event.location.utf8.count
    }

    /// Whether it's drawn as a bar: all-day events, and those on more than one day.
    public var isBar: Bool { event.isAllDay || firstDate != lastDate }

    /// Whether it lasts a day or longer: all-day events, and those of 24 hours and more.
    public var isDayLong: Bool {
        event.isAllDay || endInstant.secondsSinceEpoch - startInstant.secondsSinceEpoch >= 86_400
    }

    /// The order in which a day draws occurrences: bars first, longer ones before shorter ones,
    /// then by time.
    package static func precedes(_ a: EventOccurrence, _ b: EventOccurrence) -> Bool {
        if a.isBar != b.isBar { return a.isBar }
        if a.isBar, a.firstDate != b.firstDate { return a.firstDate < b.firstDate }
        if a.isBar, a.lastDate != b.lastDate { return a.lastDate > b.lastDate }
        if a.start != b.start { return a.start < b.start }
        if a.end != b.end { return a.end > b.end }
        if a.event.title != b.event.title { return a.event.title < b.event.title }
        return a.uid < b.uid
    }
}
