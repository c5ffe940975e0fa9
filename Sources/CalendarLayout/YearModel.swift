public import Agenda
public import CivilTime

/// The occurrences of a year, queried once so that calendars can be shown and hidden cheaply.
public struct YearModel: Sendable {
    /// The year.
    public let year: Int
    /// The agenda's content revision that this model was made from.
    public let contentRevision: Int
    /// Whether something was left out, because there is too much of it.
    public let isCut: Bool
    /// The sources of which it was left out, as far as that is known.
    public let cutSources: Set<AgendaSource>
    private let firstDate: CivilDate
    private let dayCount: Int
    private let entries: [Entry]

    /// An occurrence, and which days of the year it touches.
    private struct Entry {
        let occurrence: EventOccurrence
        /// The first and the last day, 0 for 1 January; they may lie outside the year.
        let firstDay: Int
        let lastDay: Int
    }

    /// Queries the occurrences of a year, including those of hidden calendars.
    ///
    /// - Parameters:
    ///   - year: The year, clamped to 1 to 9999.
    ///   - agenda: The agenda to query.
    public init(_ year: Int, in agenda: Agenda) {
        self.year = min(max(1, year), 9_999)
        contentRevision = agenda.contentRevision
        let first = CivilDate(year: self.year, month: 1, day: 1) ?? .min
        firstDate = first
        dayCount = CivilDate.dayCount(year: self.year)
        let days = first..<first.adding(days: dayCount)
        var budget = QuestionBudget.view
        let found = agenda.occurrences(in: days, includesHidden: true, within: &budget)
        // The viewer's own come first in the colours of a day and in the lanes of bands.
        var places = Array(repeating: [Int](), count: Precedence.allCases.count)
        for place in found.indices {
            places[Int(agenda.precedence(of: found[place]).rawValue)].append(place)
        }
        entries = places.joined().map { place in
            let occurrence = found[place]
            return Entry(
                occurrence: occurrence,
                firstDay: occurrence.firstDate.days(since: first),
                lastDay: occurrence.lastDate.days(since: first)
            )
        }
        isCut = budget.isCut
        cutSources = budget.cutSources
    }

    /// The days and bands of the calendars that are visible now, in their current colours.
    public func view(in agenda: Agenda) -> YearView {
        var counts = Array(repeating: 0, count: dayCount)
        var loads = counts
        var proposed = counts
        var colors: [[EventColor]] = Array(repeating: [], count: dayCount)
        var lanes = Array(repeating: LaneAssignment(columnCount: 31), count: 12)
        var bands: [YearBand] = []
        for entry in entries where agenda.isShown(entry.occurrence) {
            let color = agenda.color(of: entry.occurrence)
            let takesTime =
                agenda.takesViewersTime(entry.occurrence)
                && !entry.occurrence.event.isUnanswered
            for day in max(0, entry.firstDay)...min(dayCount - 1, max(0, entry.lastDay)) {
                // A candidate of a proposal does not take anybody's time yet.
                guard !entry.occurrence.event.isCandidate else {
                    proposed[day] += 1
                    continue
                }
                counts[day] += 1
                if takesTime {
                    loads[day] += Self.load(of: entry.occurrence, on: day - entry.firstDay)
                }
                if colors[day].count < Limits.dotsMax, !colors[day].contains(color) {
                    colors[day].append(color)
                }
            }
            if entry.lastDay > entry.firstDay { append(entry, color, &lanes, to: &bands) }
        }
        let scale = FullnessScale(loads)
        let days = (0..<dayCount).map { day in
            YearDay(
                date: firstDate.adding(days: day),
                count: counts[day],
                proposedCount: proposed[day],
                fullness: scale.fullness(of: loads[day]),
                colors: colors[day]
            )
        }
        let dayLong = dayLong(in: agenda)
        let listed = agenda.chosenByPrecedence(dayLong, limit: Limits.yearListedMax)
        return YearView(
            year: year,
            days: days,
            bands: bands,
            dayLong: listed,
            unlistedCount: dayLong.count - listed.count
        )
    }

    /// The events that a list of the year names: those that last a day or longer, by their first day.
    ///
    /// What repeats monthly or more often is part of every month, and would bury what the year is remembered by.
    private func dayLong(in agenda: Agenda) -> [EventOccurrence] {
        let isListed = { (occurrence: EventOccurrence) in
            occurrence.isDayLong && !occurrence.event.isCandidate && agenda.isShown(occurrence)
        }
        var counts: [ObjectID: Int32] = [:]
        for entry in entries where isListed(entry.occurrence) {
            counts[entry.occurrence.key.object, default: 0] += 1
        }
        var listed: [EventOccurrence] = []
        for entry in entries where isListed(entry.occurrence) {
            let count = counts[entry.occurrence.key.object, default: 0]
            guard count <= Limits.yearListedRepeatsMax else { continue }
            listed.append(entry.occurrence)
        }
        listed.sort(by: EventOccurrence.precedes)
        return listed
    }

    /// How much of a day an occurrence takes up, in minutes.
    ///
    /// A whole-day event counts as two hours, because there is usually room for other things, and
    /// a short one as half an hour, because it interrupts.
    private static func load(of occurrence: EventOccurrence, on day: Int) -> Int {
        guard !occurrence.event.isAllDay else { return 120 }
        let from = day == 0 ? occurrence.start.time.secondsSinceMidnight : 0
        let date = occurrence.firstDate.adding(days: day)
        let isLast = date == occurrence.end.date
        let to = isLast ? occurrence.end.time.secondsSinceMidnight : 86_400
        return max(30, (to - from) / 60)
    }

    /// Adds the bands of an occurrence of several days, one for each month's row.
    private func append(
        _ entry: Entry,
        _ color: EventColor,
        _ lanes: inout [LaneAssignment],
        to bands: inout [YearBand]
    ) {
        let first = firstDate.adding(days: max(0, entry.firstDay))
        let last = firstDate.adding(days: min(dayCount - 1, entry.lastDay))
        for month in first.month...last.month {
            let length = CivilDate.dayCount(year: year, month: month)
            let from = month == first.month ? first.day : 1
            let to = month == last.month ? last.day : length
            let lane = lanes[month - 1].takeLane((from - 1)..<to)
            guard lane < Limits.yearLanesMax else { continue }
            bands.append(
                YearBand(
                    occurrence: entry.occurrence,
                    color: color,
                    month: month,
                    days: from...to,
                    lane: lane,
                    startsHere: entry.firstDay >= 0 && month == first.month,
                    endsHere: entry.lastDay < dayCount && month == last.month
                )
            )
        }
    }
}

/// A year, ready to be drawn in any of its layouts.
public struct YearView: Sendable {
    /// The year.
    public let year: Int
    /// All days of the year.
    public let days: [YearDay]
    /// The parts of occurrences that last several days, one for each month's row.
    public let bands: [YearBand]
    /// The occurrences that last a day or longer and aren't repeated monthly or more often, by their first
    /// day; at most 300, one's own before others'.
    public let dayLong: [EventOccurrence]
    /// How many more there are than the list names.
    public let unlistedCount: Int
}

/// A day of a year.
public struct YearDay: Hashable, Sendable {
    /// The date.
    public let date: CivilDate
    /// How many occurrences touch it, without the candidates of proposals.
    public let count: Int
    /// How many candidates of proposals touch it.
    public let proposedCount: Int
    /// How full it is for this viewer, from 0 for a day without events of their own to 3 for the
    /// fullest fifth of the days that have any.
    ///
    /// What fellow members have planned makes a day fuller only while their group is viewed.
    public let fullness: Int
    /// The distinct colours of its first occurrences, at most three.
    public let colors: [EventColor]
}

/// The part of an occurrence of several days that lies in one month's row.
public struct YearBand: Sendable {
    /// The occurrence to show.
    public let occurrence: EventOccurrence
    /// The colour to show it in.
    public let color: EventColor
    /// The month, from 1.
    public let month: Int
    /// The first and the last day of the month it covers.
    public let days: ClosedRange<Int>
    /// The lane, from 0.
    public let lane: Int
    /// Whether it starts in this row.
    public let startsHere: Bool
    /// Whether it ends in this row.
    public let endsHere: Bool
}
