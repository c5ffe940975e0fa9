public import Agenda
public import CivilTime

/// How much time events took, by week or by month.
///
/// Only events that take time count: no whole days, and no events that are free, cancelled,
/// declined or merely proposed. Where events overlap, the time counts once.
public struct HoursSummary: Sendable {
    /// What the time is summed by.
    public enum Grouping: String, Sendable {
        /// The calendars with the viewer's time.
        case calendar
        /// The categories of the viewer's events; an event with several counts in each.
        case category
        /// Whose time it is: an account.
        case person
    }

    /// The time of one calendar, category or person.
    public struct Row: Sendable {
        /// The calendar's identity, the category, or the account; empty for events without one.
        public let id: String
        /// The minutes in each period.
        public let minutes: [Int]
        /// The UIDs of the events that were counted, each once; at most 1,000.
        public let uids: [String]
    }

    /// The viewer's minutes in each period.
    public let totals: [Int]
    /// The rows with any time, those with the most time in the last period first.
    public let rows: [Row]
    /// Whether something was left out, because there is too much of it.
    public let isCut: Bool

    /// Sums up what an agenda shows.
    ///
    /// - Parameters:
    ///   - starts: The first days of the periods in order, and the day after the last one; of more
    ///     than 60 periods the first 60 are used.
    ///   - grouping: What to sum by.
    ///   - agenda: The agenda, in the zone of the viewer.
    public init(from starts: [CivilDate], by grouping: Grouping, in agenda: Agenda) {
        let starts = Array(starts.prefix(Limits.periodsMax + 1))
        guard let first = starts.first, let end = starts.last, first < end else {
            (totals, rows, isCut) = ([], [], false)
            return
        }
        var budget = QuestionBudget.view
        var categories = CategoryReader(agenda: agenda)
        let bounds = starts.map {
            agenda.zone.instant(of: CivilDateTime(date: $0, time: .midnight))
        }
        var total = TimeSum(bounds)
        var sums: [String: TimeSum] = [:]
        var isFull = false
        let found = agenda.occurrences(in: first..<end, within: &budget)
            .filter { !$0.event.isAllDay }
            .sorted { $0.startInstant < $1.startInstant }
        for occurrence in found {
            let people = agenda.people(whoseTimeIsTakenBy: occurrence)
            let isOwn = people.contains(agenda.account)
            if isOwn { total.add(occurrence) }
            let ids: [String] =
                switch grouping {
                case .calendar: isOwn ? [occurrence.key.object.calendar.text] : []
                case .category: isOwn ? categories.categories(of: occurrence) : []
                case .person: people
                }
            for id in ids {
                if sums[id] == nil, sums.count == Limits.hoursRowsMax {
                    isFull = true
                } else {
                    sums[id, default: TimeSum(bounds)].add(occurrence)
                }
            }
        }
        totals = total.minutes
        rows = sums.map { Row(id: $0.key, minutes: $0.value.minutes, uids: $0.value.uids) }
            .filter { row in row.minutes.contains { $0 > 0 } }
            .sorted { a, b in
                let (first, second) = (a.minutes.last ?? 0, b.minutes.last ?? 0)
                return first == second ? a.id < b.id : first > second
            }
        isCut = budget.isCut || categories.isCut || isFull
    }
}

/// The time that events cover in some periods; time that overlaps counts once.
private struct TimeSum {
    private let bounds: [Instant]
    private var seconds: [Int64]
    /// Everything before this is counted already.
    private var countedUntil = Instant.distantPast
    private(set) var uids: [String] = []
    private var known: Set<String> = []

    init(_ bounds: [Instant]) {
        self.bounds = bounds
        seconds = Array(repeating: 0, count: bounds.count - 1)
    }

    var minutes: [Int] { seconds.map { Int(($0 + 30) / 60) } }

    /// Adds an occurrence that doesn't start before those that were added earlier.
    mutating func add(_ occurrence: EventOccurrence) {
        let from = max(occurrence.startInstant, countedUntil)
        let to = occurrence.endInstant
        for period in seconds.indices {
            let start = max(from, bounds[period]).secondsSinceEpoch
            let end = min(to, bounds[period + 1]).secondsSinceEpoch
            if start < end { seconds[period] += end - start }
        }
        countedUntil = max(countedUntil, to)
        if uids.count < Limits.hoursUIDsMax, known.insert(occurrence.uid).inserted {
            uids.append(occurrence.uid)
        }
    }
}
