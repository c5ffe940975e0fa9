public import Agenda
public import CivilTime

/// What happens in a year, asked for once; calendars are then shown and hidden without asking again.
public struct YearModel: Sendable {
    /// The year.
    public let year: Int
    /// The revision of the agenda's content that this is of.
    public let contentRevision: Int
    /// Whether something was left out, because there is too much of it.
    public let isCut: Bool
    private let firstDate: CivilDate
    private let dayCount: Int
    private let entries: [Entry]

    /// An occurrence, as far as it is in the year.
    private struct Entry {
        let occurrence: EventOccurrence
        /// The first and the last day, from 0 for 1 January; they may be outside of the year.
        let firstDay: Int
        let lastDay: Int
    }

    /// Asks for the occurrences of a year, those of hidden calendars too.
    ///
    /// - Parameters:
    ///   - year: The year, from 1 to 9999; others are clamped.
    ///   - agenda: Where they are.
    public init(_ year: Int, in agenda: Agenda) {
        self.year = min(max(1, year), 9_999)
        contentRevision = agenda.contentRevision
        let first = CivilDate(year: self.year, month: 1, day: 1) ?? .min
        firstDate = first
        dayCount = CivilDate.dayCount(year: self.year)
        let days = first..<first.adding(days: dayCount)
        var budget = QuestionBudget.view
        let found = agenda.occurrences(in: days, includesHidden: true, within: &budget)
        entries = found.map { occurrence in
            Entry(
                occurrence: occurrence,
                firstDay: occurrence.firstDate.days(since: first),
                lastDay: occurrence.lastDate.days(since: first)
            )
        }
        isCut = budget.isCut
    }

    /// The days and bands of those calendars that are shown now, in their colours of now.
    public func view(in agenda: Agenda) -> YearView {
        var counts = Array(repeating: 0, count: dayCount)
        var minutes = counts
        var proposed = counts
        var colors: [[EventColor]] = Array(repeating: [], count: dayCount)
        var lanes = Array(repeating: LaneAssignment(columnCount: 31), count: 12)
        var bands: [YearBand] = []
        for entry in entries where agenda.isShown(entry.occurrence) {
            let color = agenda.color(of: entry.occurrence)
            for day in max(0, entry.firstDay)...min(dayCount - 1, max(0, entry.lastDay)) {
                // A candidate of a proposal takes nobody's time yet.
                guard !entry.occurrence.event.isCandidate else {
                    proposed[day] += 1
                    continue
                }
                counts[day] += 1
                minutes[day] += Self.minutes(of: entry.occurrence, on: day - entry.firstDay)
                if colors[day].count < Limits.dotsMax, !colors[day].contains(color) {
                    colors[day].append(color)
                }
            }
            if entry.lastDay > entry.firstDay { append(entry, color, &lanes, to: &bands) }
        }
        let days = (0..<dayCount).map { day in
            YearDay(
                date: firstDate.adding(days: day),
                count: counts[day],
                proposedCount: proposed[day],
                fullness: YearDay.fullness(count: counts[day], minutes: minutes[day]),
                colors: colors[day]
            )
        }
        return YearView(year: year, days: days, bands: bands)
    }

    /// How much of a day an occurrence takes up, in minutes; a whole day counts as two hours, as it
    /// is rarely one that nothing else has room in.
    private static func minutes(of occurrence: EventOccurrence, on day: Int) -> Int {
        guard !occurrence.event.isAllDay else { return 120 }
        let from = day == 0 ? occurrence.start.time.secondsSinceMidnight : 0
        let date = occurrence.firstDate.adding(days: day)
        let isLast = date == occurrence.end.date
        let to = isLast ? occurrence.end.time.secondsSinceMidnight : 86_400
        return max(0, to - from) / 60
    }

    /// Adds the parts of an occurrence of several days, one in each month's row.
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

/// A year, ready to be placed in any of its layouts.
public struct YearView: Sendable {
    /// The year.
    public let year: Int
    /// All of its days.
    public let days: [YearDay]
    /// What lasts several days, a part for each month's row.
    public let bands: [YearBand]
}

/// A day of a year.
public struct YearDay: Hashable, Sendable {
    /// The date.
    public let date: CivilDate
    /// How many occurrences touch it, without those that are only proposed.
    public let count: Int
    /// How many candidates of proposals touch it.
    public let proposedCount: Int
    /// How full it is: 0 empty, 1 something, 2 three hours or four occurrences, 3 six hours or
    /// eight.
    public let fullness: Int
    /// The different colours of its first occurrences, at most three.
    public let colors: [EventColor]

    static func fullness(count: Int, minutes: Int) -> Int {
        if count == 0 { return 0 }
        if minutes >= 360 || count >= 8 { return 3 }
        return minutes >= 180 || count >= 4 ? 2 : 1
    }
}

/// A part of what lasts several days, in the row of a month.
public struct YearBand: Sendable {
    /// What is shown.
    public let occurrence: EventOccurrence
    /// The hue it is shown in.
    public let color: EventColor
    /// The month, from 1.
    public let month: Int
    /// The first and the last day of the month that it covers.
    public let days: ClosedRange<Int>
    /// The lane, from 0.
    public let lane: Int
    /// Whether it starts in this row.
    public let startsHere: Bool
    /// Whether it ends in this row.
    public let endsHere: Bool
}
