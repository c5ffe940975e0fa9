public import Agenda
public import CivilTime

/// A week of the month strip, ready to be drawn.
public struct MonthRow: Sendable {
    /// The seven days.
    public let days: [MonthDay]
    /// The occurrences that fit into a lane.
    public let chips: [MonthChip]
    /// Whether occurrences were left out of the weeks that were asked for together, because there
    /// are too many.
    public internal(set) var isCut = false
    /// The sources of which they were left out, as far as that is known.
    public internal(set) var cutSources: Set<AgendaSource> = []
}

/// A day of the month strip.
public struct MonthDay: Hashable, Sendable {
    /// The date.
    public let date: CivilDate
    /// How many occurrences touch the day.
    public let count: Int
    /// How many of them do not fit; the view says so on the last lane.
    public let overflow: Int
    /// The distinct colours of the day's first occurrences, at most three.
    public let dots: [EventColor]
}

/// An occurrence in a lane of a week.
public struct MonthChip: Sendable {
    /// The occurrence to show.
    public let occurrence: EventOccurrence
    /// The colour to show it in.
    public let color: EventColor
    /// The lane, from 0 at the top.
    public let lane: Int
    /// The first column, from 0.
    public let column: Int
    /// How many columns it covers.
    public let span: Int
    /// Whether it starts in this week.
    public let startsHere: Bool
    /// Whether it ends in this week.
    public let endsHere: Bool
}
