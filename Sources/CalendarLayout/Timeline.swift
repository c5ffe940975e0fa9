public import Agenda
public import CivilTime

/// A few days side by side in wall-clock time, ready to be drawn.
///
/// Each day shows 24 hours, even when the clock changes: a skipped hour is there but empty, and
/// events in a repeated hour are placed side by side.
public struct Timeline: Sendable {
    /// The days, in order.
    public let days: [TimelineDay]
    /// Whole-day events, and events of 24 hours or more, in lanes across the days.
    public let bars: [TimelineBar]
    /// How many lanes the bars need.
    public let laneCount: Int
    /// Whether something was left out, because there is too much of it.
    public let isCut: Bool
    /// The sources of which it was left out, as far as that is known.
    public let cutSources: Set<AgendaSource>

    /// Lays out some days.
    ///
    /// If there are more bars than a view shows at first, the viewer's own get the upper lanes.
    ///
    /// - Parameters:
    ///   - first: The first day.
    ///   - count: How many days, 1 to 31.
    ///   - agenda: The agenda to show.
    public init(from first: CivilDate, count: Int, in agenda: Agenda) {
        let count = min(max(1, count), Limits.timelineDaysMax)
        var budget = QuestionBudget.list
        let days = first..<first.adding(days: count)
        let occurrences = agenda.occurrences(in: days, within: &budget)
        isCut = budget.isCut
        cutSources = budget.cutSources
        let whole = occurrences.filter { Self.isBar($0) }
        var bars = Self.bars(of: whole, from: first, count: count, in: agenda)
        if bars.contains(where: { $0.lane >= Limits.barLanesAtFirst }) {
            let chosen = agenda.byPrecedence(whole)
            bars = Self.bars(of: chosen, from: first, count: count, in: agenda)
        }
        var pieces: [[TimelinePiece]] = Array(repeating: [], count: count)
        let changes = (0..<count).map { ClockChange(on: first.adding(days: $0), in: agenda.zone) }
        var strips = BusyStrips(in: agenda)
        for occurrence in occurrences where !Self.isBar(occurrence) {
            for day in Self.days(of: occurrence, from: first, count: count) {
                let date = first.adding(days: day)
                let piece = TimelinePiece(occurrence, on: date, changes[day], in: agenda)
                if strips.take(piece, on: date) { continue }
                pieces[day].append(piece)
            }
        }
        self.bars = bars
        laneCount = bars.reduce(0) { max($0, $1.lane + 1) }
        self.days = (0..<count).map { day in
            TimelineDay(
                date: first.adding(days: day),
                change: changes[day],
                pieces: TimelineColumns.arranged(pieces[day]),
                strips: strips.strips(on: first.adding(days: day))
            )
        }
    }

    /// The bars of whole days, each in the topmost lane that is free.
    private static func bars(
        of occurrences: [EventOccurrence],
        from first: CivilDate,
        count: Int,
        in agenda: Agenda
    ) -> [TimelineBar] {
        var lanes = LaneAssignment(columnCount: count)
        return occurrences.map { occurrence in
            let shown = days(of: occurrence, from: first, count: count)
            return TimelineBar(
                occurrence: occurrence,
                color: agenda.color(of: occurrence),
                lane: lanes.takeLane(shown.lowerBound..<(shown.upperBound + 1)),
                column: shown.lowerBound,
                span: shown.count,
                startsHere: occurrence.firstDate >= first,
                endsHere: occurrence.lastDate < first.adding(days: count)
            )
        }
    }

    /// The days that an occurrence touches, counted from the first one, within those shown.
    private static func days(
        of occurrence: EventOccurrence,
        from first: CivilDate,
        count: Int
    ) -> ClosedRange<Int> {
        let from = max(0, occurrence.firstDate.days(since: first))
        return from...max(from, min(count - 1, occurrence.lastDate.days(since: first)))
    }

    /// Whether an occurrence goes into the lane: whole days, and anything of 24 hours or more.
    private static func isBar(_ occurrence: EventOccurrence) -> Bool {
        let from = occurrence.startInstant.secondsSinceEpoch
        return occurrence.event.isAllDay
            || occurrence.endInstant.secondsSinceEpoch - from >= 86_400
    }
}

/// A day of the timeline.
public struct TimelineDay: Sendable {
    /// The date.
    public let date: CivilDate
    /// The clock change on that day, if any.
    public let change: ClockChange?
    /// The occurrences among its hours, by start.
    public let pieces: [TimelinePiece]
    /// The busy times of others, by start.
    public let strips: [BusyStrip]
}

/// An occurrence in the lane above the hours.
public struct TimelineBar: Sendable {
    /// The occurrence to show.
    public let occurrence: EventOccurrence
    /// The colour to show it in.
    public let color: EventColor
    /// The lane, from 0 at the top.
    public let lane: Int
    /// The first day, from 0.
    public let column: Int
    /// How many days it covers.
    public let span: Int
    /// Whether it starts on these days.
    public let startsHere: Bool
    /// Whether it ends on these days.
    public let endsHere: Bool
}

/// An occurrence among the hours, or the part of it that falls on one day.
public struct TimelinePiece: Sendable {
    /// The occurrence to show.
    public let occurrence: EventOccurrence
    /// The colour to show it in.
    public let color: EventColor
    /// The first minute of the wall clock it covers, 0 to 1,439.
    public let startMinute: Int
    /// The minute after the last one it covers, up to 1,440; not before the start.
    public let endMinute: Int
    /// Whether it starts on this day.
    public let startsHere: Bool
    /// Whether it ends on this day.
    public let endsHere: Bool
    /// The abbreviation of the zone, if the clock time alone is ambiguous.
    public let zoneLabel: String?
    /// The precedence of the occurrence.
    public let precedence: Precedence
    /// How many steps it is moved in, because it lies on events that go on below it.
    public internal(set) var depth = 0
    /// The column among those that start at nearly the same time, from 0 at the start edge.
    public internal(set) var column = 0
    /// How many columns it covers, including neighbours that stay free for its whole length.
    public internal(set) var columnSpan = 1
    /// How many columns those have together.
    public internal(set) var columnCount = 1

    init(
        _ occurrence: EventOccurrence,
        on date: CivilDate,
        _ change: ClockChange?,
        in agenda: Agenda
    ) {
        self.occurrence = occurrence
        color = agenda.color(of: occurrence)
        precedence = agenda.precedence(of: occurrence)
        startsHere = occurrence.firstDate == date
        endsHere = occurrence.lastDate == date
        var from = startsHere ? occurrence.start.time.secondsSinceMidnight / 60 : 0
        var to = 1_440
        if endsHere, occurrence.end.date == date {
            to = (occurrence.end.time.secondsSinceMidnight + 59) / 60
        }
        var label: String?
        if let change, change.isRepeated {
            // An event that continues while the clock is set back covers all of the repeated time;
            // one that ends at that moment has gone through it once.
            if occurrence.startInstant < change.instant, occurrence.endInstant >= change.instant {
                let goesOn = occurrence.endInstant > change.instant
                if goesOn { from = min(from, change.fromMinute) }
                to = max(to, change.toMinute)
            }
            let isWithin = change.fromMinute <= from && from < change.toMinute
            if startsHere, isWithin {
                label = agenda.zone.abbreviation(at: occurrence.startInstant)
            }
        }
        startMinute = min(from, 1_439)
        endMinute = max(startMinute, to)
        zoneLabel = label
    }

    /// The end used to assign columns: short events need some room too.
    var drawnEndMinute: Int { max(endMinute, startMinute + Limits.drawnMinutesMin) }

    /// The end of the part that another piece must not cover.
    var titleEndMinute: Int { min(drawnEndMinute, startMinute + Limits.titleMinutes) }
}

/// How a clock change affects the hours of a day.
public struct ClockChange: Hashable, Sendable {
    /// The instant of the change.
    public let instant: Instant
    /// The first minute of the day that is skipped or repeated.
    public let fromMinute: Int
    /// The minute after the last one that is skipped or repeated.
    public let toMinute: Int
    /// Whether the minutes are repeated; otherwise they are skipped.
    public let isRepeated: Bool
    /// The zone's abbreviation before the change.
    public let labelBefore: String
    /// The zone's abbreviation after the change.
    public let labelAfter: String

    /// Finds the change of a zone's clock on a day; nil if there is none.
    public init?(on date: CivilDate, in zone: Zone) {
        let noon = TimeOfDay(secondsSinceMidnight: 43_200) ?? .midnight
        var low = zone.instant(of: CivilDateTime(date: date.adding(days: -1), time: noon))
        var high = zone.instant(of: CivilDateTime(date: date.adding(days: 1), time: noon))
        let before = zone.offsetSeconds(at: low)
        let after = zone.offsetSeconds(at: high)
        guard before != after else { return nil }
        while high.secondsSinceEpoch - low.secondsSinceEpoch > 1 {
            let half = (high.secondsSinceEpoch - low.secondsSinceEpoch) / 2
            let middle = low.adding(seconds: half)
            if zone.offsetSeconds(at: middle) == before { low = middle } else { high = middle }
        }
        let start = Int64(date.daysSinceEpoch) * 86_400
        let first = high.secondsSinceEpoch + Int64(min(before, after)) - start
        let second = high.secondsSinceEpoch + Int64(max(before, after)) - start
        guard first < 86_400, second > 0 else { return nil }
        instant = high
        fromMinute = Int(max(0, first) / 60)
        toMinute = Int((min(86_400, second) + 59) / 60)
        isRepeated = after < before
        labelBefore = zone.abbreviation(at: low)
        labelAfter = zone.abbreviation(at: high)
    }
}
