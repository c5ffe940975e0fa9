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

/// An occurrence in a lane of a week, or a part of one: a day that is full hides it on that day alone.
public struct MonthChip: Sendable {
    /// The occurrence's place among those of its week, in their order.
    let place: Int
    /// The occurrence to show.
    public let occurrence: EventOccurrence
    /// The colour to show it in.
    public let color: EventColor
    /// The lane, from 0 at the top.
    public internal(set) var lane: Int
    /// The first column, from 0.
    public let column: Int
    /// How many columns it covers.
    public let span: Int
    /// Whether it starts in the first of its columns.
    public let startsHere: Bool
    /// Whether it ends in the last of its columns.
    public let endsHere: Bool

    /// The columns it covers.
    var columns: Range<Int> { column..<(column + span) }

    /// A part of it, in a lane of its own.
    func piece(on columns: Range<Int>, inLane lane: Int) -> MonthChip {
        MonthChip(
            place: place,
            occurrence: occurrence,
            color: color,
            lane: lane,
            column: columns.lowerBound,
            span: columns.count,
            startsHere: startsHere && columns.lowerBound == column,
            endsHere: endsHere && columns.upperBound == column + span
        )
    }
}
