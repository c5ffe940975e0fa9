public import Agenda
import CivilTime

/// Lays out weeks of the month strip, and caches the rows.
public struct MonthLayout: Sendable {
    /// The strip whose rows are laid out.
    public let strip: MonthStrip
    /// How many lanes fit into a row.
    public let lanesMax: Int
    /// Whether something was left out of the rows that were laid out last, because there is too much.
    public private(set) var isCut = false
    private var remembered: [Int: MonthRow] = [:]
    private var revision = -1

    /// Makes a layout of a strip; `lanesMax` is clamped to 0 to 40.
    public init(strip: MonthStrip, lanesMax: Int) {
        self.strip = strip
        self.lanesMax = min(max(0, lanesMax), Limits.lanesMax)
    }

    /// The rows of consecutive weeks.
    ///
    /// Rows are cached until the agenda changes. The occurrences of all new weeks are queried at
    /// once.
    ///
    /// - Parameters:
    ///   - first: The number of the first week; weeks outside the strip are left out.
    ///   - count: How many weeks, at most 120.
    ///   - agenda: The agenda to show.
    /// - Returns: The rows in order.
    public mutating func rows(from first: Int, count: Int, in agenda: Agenda) -> [MonthRow] {
        if revision != agenda.revision {
            remembered.removeAll(keepingCapacity: true)
            revision = agenda.revision
        }
        let lower = min(max(0, first), strip.weekCount)
        // Clamp both parts before adding them: `Int` has 32 bits in WebAssembly.
        let start = min(max(-Limits.rowsMax, first), strip.weekCount)
        let end = start + min(max(0, count), Limits.rowsMax)
        let upper = min(strip.weekCount, max(lower, end))
        let missing = (lower..<upper).filter { remembered[$0] == nil }
        if let from = missing.first, let to = missing.last {
            if remembered.count + missing.count > Limits.rememberedWeeksMax {
                remembered = remembered.filter { (lower..<upper).contains($0.key) }
            }
            layOut(from...to, in: agenda)
        }
        return (lower..<upper).compactMap { remembered[$0] }
    }

    private mutating func layOut(_ weeks: ClosedRange<Int>, in agenda: Agenda) {
        let from = strip.firstDate(ofWeek: weeks.lowerBound)
        let to = strip.firstDate(ofWeek: weeks.upperBound).adding(days: 7)
        var byWeek: [[EventOccurrence]] = Array(repeating: [], count: weeks.count)
        var budget = QuestionBudget.view
        let found = agenda.occurrences(in: from..<to, within: &budget)
        isCut = budget.isCut
        for occurrence in found {
            let first = max(strip.week(of: occurrence.firstDate), weeks.lowerBound)
            let last = min(strip.week(of: occurrence.lastDate), weeks.upperBound)
            guard first <= last else { continue }
            for week in first...last { byWeek[week - weeks.lowerBound].append(occurrence) }
        }
        for week in weeks {
            remembered[week] = row(week, byWeek[week - weeks.lowerBound], in: agenda)
        }
    }

    private func row(_ week: Int, _ occurrences: [EventOccurrence], in agenda: Agenda) -> MonthRow {
        let start = strip.firstDate(ofWeek: week)
        var lanes = LaneAssignment(columnCount: 7)
        let chips = chips(of: occurrences, from: start, in: agenda, &lanes)
        let limits = (0..<7).map { column in
            lanes.depth(ofColumn: column) > lanesMax ? max(0, lanesMax - 1) : lanesMax
        }
        var counts = Array(repeating: 0, count: 7)
        var overflows = counts
        var dots: [[EventColor]] = Array(repeating: [], count: 7)
        var placed: [MonthChip] = []
        for chip in chips {
            let columns = chip.column..<(chip.column + chip.span)
            let fits = columns.allSatisfy { chip.lane < limits[$0] }
            if fits { placed.append(chip) }
            for column in columns {
                counts[column] += 1
                if !fits { overflows[column] += 1 }
                guard dots[column].count < Limits.dotsMax, !dots[column].contains(chip.color)
                else { continue }
                dots[column].append(chip.color)
            }
        }
        let days = (0..<7).map { column in
            MonthDay(
                date: start.adding(days: column),
                count: counts[column],
                overflow: overflows[column],
                dots: dots[column]
            )
        }
        let thursday = start.adding(days: Weekday.thursday.days(after: strip.firstWeekday))
        return MonthRow(
            week: week,
            weekNumber: thursday.isoWeek.week,
            days: days,
            chips: placed
        )
    }

    /// All occurrences of a week, with the lanes they would get if there were room for all.
    private func chips(
        of occurrences: [EventOccurrence],
        from start: CivilDate,
        in agenda: Agenda,
        _ lanes: inout LaneAssignment
    ) -> [MonthChip] {
        occurrences.map { occurrence in
            let first = occurrence.firstDate.days(since: start)
            let last = occurrence.lastDate.days(since: start)
            let column = max(0, first)
            let span = max(1, min(6, last) - column + 1)
            return MonthChip(
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
