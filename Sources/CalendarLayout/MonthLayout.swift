public import Agenda
public import CivilTime

/// Lays out weeks of the month strip.
///
/// It caches nothing: the page keeps the rows it was given until something changes, and laying out a
/// row takes less time than writing and reading it as JSON.
public struct MonthLayout: Sendable {
    /// How many lanes fit into a row.
    public let lanesMax: Int
    /// How many bars a day has room for as lines, apart from the lanes; nil where bars stand in the lanes, too.
    public let linesMax: Int?

    /// Makes a layout; both numbers are clamped to 0 to 40.
    public init(lanesMax: Int, linesMax: Int? = nil) {
        self.lanesMax = min(max(0, lanesMax), Limits.lanesMax)
        self.linesMax = linesMax.map { min(max(0, $0), Limits.lanesMax) }
    }

    /// The rows of consecutive weeks, whose occurrences are queried at once.
    ///
    /// - Parameters:
    ///   - first: The first day of the first row, whatever weekday it is.
    ///   - count: How many weeks, at most 120.
    ///   - agenda: The agenda to show.
    /// - Returns: The rows in order.
    public func rows(from first: CivilDate, count: Int, in agenda: Agenda) -> [MonthRow] {
        let count = min(max(0, count), Limits.rowsMax)
        let end = first.adding(days: 7 * count)
        var byWeek: [[EventOccurrence]] = Array(repeating: [], count: count)
        var budget = QuestionBudget.view
        for occurrence in agenda.occurrences(in: first..<end, within: &budget) {
            let from = max(0, occurrence.firstDate.days(since: first))
            let to = min(7 * count - 1, Self.lastDate(of: occurrence).days(since: first))
            guard from <= to else { continue }
            for week in from / 7...to / 7 { byWeek[week].append(occurrence) }
        }
        return byWeek.enumerated().map { week, occurrences in
            var row = row(from: first.adding(days: 7 * week), occurrences, in: agenda)
            row.isCut = budget.isCut
            row.cutSources = budget.cutSources
            return row
        }
    }

    /// The last day on which an occurrence is drawn.
    ///
    /// What began the evening before and ends soon after midnight is a matter of that evening.
    private static func lastDate(of occurrence: EventOccurrence) -> CivilDate {
        let endsLate =
            !occurrence.event.isAllDay && occurrence.end.date == occurrence.lastDate
            && occurrence.end.time.secondsSinceMidnight <= Limits.lateEndSeconds
            && occurrence.lastDate == occurrence.firstDate.adding(days: 1)
        return endsLate ? occurrence.firstDate : occurrence.lastDate
    }

    private func row(
        from start: CivilDate,
        _ occurrences: [EventOccurrence],
        in agenda: Agenda
    ) -> MonthRow {
        if let linesMax {
            return rowWithLines(from: start, occurrences, in: agenda, linesMax: linesMax)
        }
        var lanes = LaneAssignment(columnCount: 7)
        var chips = chips(
            of: occurrences,
            at: Array(occurrences.indices),
            from: start,
            in: agenda,
            &lanes
        )
        // Where there isn't room for all, the viewer's own time comes before other people's.
        let isCrowded =
            (0..<7).contains { lanes.depth(ofColumn: $0) > lanesMax }
            && occurrences.contains { agenda.precedence(of: $0) > .own }
        if isCrowded {
            lanes = LaneAssignment(columnCount: 7)
            let places = agenda.placesByPrecedence(occurrences)
            chips = self.chips(of: occurrences, at: places, from: start, in: agenda, &lanes)
        }
        let counts = Self.counts(of: chips)
        // On days with more, the last lane says how many don't fit.
        let limits = counts.map { $0 > lanesMax ? max(0, lanesMax - 1) : lanesMax }
        let placed = Self.placed(chips, within: limits)
        let dots = Self.dots(of: chips, in: agenda)
        let days = Self.days(from: start, counts, shown: Self.counts(of: placed), dots)
        let shown = isCrowded ? Self.inOrder(placed, within: limits) : placed
        return MonthRow(days: days, chips: shown)
    }

    /// A row whose bars are lines, each whole or not at all, with lanes of their own for the events within a day.
    private func rowWithLines(
        from start: CivilDate,
        _ occurrences: [EventOccurrence],
        in agenda: Agenda,
        linesMax: Int
    ) -> MonthRow {
        let places = agenda.placesByPrecedence(occurrences)
        var (lines, lanes) = (LaneAssignment(columnCount: 7), LaneAssignment(columnCount: 7))
        let bars = places.filter { occurrences[$0].isBar }
        let singles = places.filter { !occurrences[$0].isBar }
        let all =
            chips(of: occurrences, at: bars, from: start, in: agenda, &lines)
            + chips(of: occurrences, at: singles, from: start, in: agenda, &lanes)
        let shown = all.filter { $0.lane < ($0.occurrence.isBar ? linesMax : lanesMax) }
        let (counts, dots) = (Self.counts(of: all), Self.dots(of: all, in: agenda))
        let days = Self.days(from: start, counts, shown: Self.counts(of: shown), dots)
        return MonthRow(days: days, chips: shown.sorted { $0.place < $1.place })
    }

    /// How many chips each day has.
    private static func counts(of chips: [MonthChip]) -> [Int] {
        var counts = Array(repeating: 0, count: 7)
        for chip in chips { for column in chip.columns { counts[column] += 1 } }
        return counts
    }

    /// The days of a week, given how many chips each has and how many of them are shown.
    private static func days(
        from start: CivilDate,
        _ counts: [Int],
        shown: [Int],
        _ dots: [[EventColor]]
    ) -> [MonthDay] {
        (0..<7).map { column in
            MonthDay(
                date: start.adding(days: column),
                count: counts[column],
                overflow: counts[column] - shown[column],
                dots: dots[column]
            )
        }
    }

    /// The first colors of each day: of the viewer's own time, then of other people's.
    private static func dots(of chips: [MonthChip], in agenda: Agenda) -> [[EventColor]] {
        var dots: [[EventColor]] = Array(repeating: [], count: 7)
        for isOwn in [true, false] {
            for chip in chips where (agenda.precedence(of: chip.occurrence) <= .connected) == isOwn
            {
                for column in chip.columns
                where dots[column].count < Limits.dotsMax && !dots[column].contains(chip.color) {
                    dots[column].append(chip.color)
                }
            }
        }
        return dots
    }

    /// The chips within each day's number of lanes, the first ones first.
    ///
    /// One that has no lane on all its days is placed in pieces on those where there is room, so that a full day
    /// hides it on that day alone.
    private static func placed(_ chips: [MonthChip], within limits: [Int]) -> [MonthChip] {
        var lanes = LaneAssignment(columnCount: limits.count)
        var placed: [MonthChip] = []
        for chip in chips {
            if chip.columns.allSatisfy({ lanes.isFree(chip.lane, inColumn: $0, of: limits[$0]) }) {
                lanes.take(chip.lane, chip.columns)
                placed.append(chip)
                continue
            }
            var rest = chip.columns
            while let column = rest.popFirst() {
                var free = lanes.free(inColumn: column, of: limits[column])
                guard free != 0 else { continue }
                while let next = rest.first {
                    let both = free & lanes.free(inColumn: next, of: limits[next])
                    guard both != 0 else { break }
                    free = both
                    rest.removeFirst()
                }
                let piece = column..<rest.lowerBound
                let lane = free.trailingZeroBitCount
                lanes.take(lane, piece)
                placed.append(chip.piece(on: piece, inLane: lane))
            }
        }
        return placed
    }

    /// The same chips in the order of the day, so that bars stand above single events, if they then fit as well.
    private static func inOrder(_ placed: [MonthChip], within limits: [Int]) -> [MonthChip] {
        var ordered = placed
        for end in ordered.indices {
            var index = end
            while index > 0, ordered[index - 1].place > ordered[index].place {
                ordered.swapAt(index - 1, index)
                index -= 1
            }
        }
        var lanes = LaneAssignment(columnCount: limits.count)
        for index in ordered.indices {
            let columns = ordered[index].columns
            let lane = lanes.takeLane(columns)
            guard columns.allSatisfy({ lane < limits[$0] }) else { return placed }
            ordered[index].lane = lane
        }
        return ordered
    }

    /// The occurrences of a week at these places, with the lanes they would get if there were room for all.
    private func chips(
        of occurrences: [EventOccurrence],
        at places: [Int],
        from start: CivilDate,
        in agenda: Agenda,
        _ lanes: inout LaneAssignment
    ) -> [MonthChip] {
        places.map { place in
            let occurrence = occurrences[place]
            let first = occurrence.firstDate.days(since: start)
            let last = Self.lastDate(of: occurrence).days(since: start)
            let column = max(0, first)
            let span = max(1, min(6, last) - column + 1)
            return MonthChip(
                place: place,
                occurrence: occurrence,
                color: agenda.color(of: occurrence),
                lane: lanes.takeLane(column..<(column + span)),
                column: column,
                span: span,
                startsHere: first >= 0,
                endsHere: last <= 6
            )
        }
    }
}
