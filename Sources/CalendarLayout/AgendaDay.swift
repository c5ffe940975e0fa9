public import Agenda
public import CivilTime

/// A day of a list, with its occurrences.
public struct AgendaDay: Sendable {
    /// The date.
    public let date: CivilDate
    /// The occurrences that touch the day: whole days first, by precedence and then earlier and
    /// longer ones before others; then the rest by start.
    public internal(set) var occurrences: [EventOccurrence]
    /// How many occurrences of other people's are left out, because there are too many to list.
    public private(set) var moreCount = 0

    /// Makes a day with some of its occurrences, in list order.
    init(date: CivilDate, occurrences: [EventOccurrence]) {
        self.date = date
        self.occurrences = occurrences
    }

    /// Makes a day with all its occurrences.
    public init(_ date: CivilDate, in agenda: Agenda) {
        var budget = QuestionBudget.list
        let found = agenda.occurrences(in: date..<date.adding(days: 1), within: &budget)
        self.init(date: date, occurrences: Self.ordered(found, in: agenda))
    }

    /// If there are more than 50 occurrences of others, leaves out all but ten, chosen fairly by calendar.
    mutating func leaveOutOthers(in agenda: Agenda) {
        let ownCount = occurrences.count { agenda.precedence(of: $0) == .own }
        guard occurrences.count - ownCount > Limits.othersOfDayMax else { return }
        let limit = ownCount + Limits.othersOfFullDay
        moreCount = max(0, occurrences.count - limit)
        occurrences = agenda.chosenByPrecedence(occurrences, limit: limit)
    }

    /// Sorts occurrences from the order of bars into the order of a list.
    ///
    /// In a list, an event that continues past midnight is sorted by its time. Whole days of others
    /// come after the viewer's own, which any number of them would otherwise push out of sight.
    static func ordered(_ found: [EventOccurrence], in agenda: Agenda) -> [EventOccurrence] {
        // Sort small keys rather than occurrences, which are expensive to move.
        let order = found.enumerated().map { place, occurrence in
            (
                precedence: occurrence.event.isAllDay ? agenda.precedence(of: occurrence) : nil,
                start: occurrence.start, end: occurrence.end, place: place
            )
        }
        let sorted = order.sorted { a, b in
            if a.precedence != b.precedence {
                guard let first = a.precedence else { return false }
                return b.precedence.map { first < $0 } ?? true
            }
            if a.start != b.start { return a.start < b.start }
            return a.end == b.end ? a.place < b.place : a.end > b.end
        }
        return sorted.map { found[$0.place] }
    }
}
