public import Agenda
public import CivilTime

/// A day of a list, with what happens on it.
public struct AgendaDay: Sendable {
    /// The date.
    public let date: CivilDate
    /// What touches the day: whole days first, the earlier and longer before the others, then by
    /// start.
    public internal(set) var occurrences: [EventOccurrence]

    /// A day with some of its occurrences, in the order of its list.
    init(date: CivilDate, occurrences: [EventOccurrence]) {
        self.date = date
        self.occurrences = occurrences
    }

    /// A day with all that happens on it.
    public init(_ date: CivilDate, in agenda: Agenda) {
        var budget = QuestionBudget.list
        let found = agenda.occurrences(in: date..<date.adding(days: 1), within: &budget)
        self.init(date: date, occurrences: Self.ordered(found))
    }

    /// Puts occurrences from the order that bars are drawn in into that of a list, where what goes
    /// on past midnight stands at its time.
    static func ordered(_ found: [EventOccurrence]) -> [EventOccurrence] {
        // Occurrences are large to move about; what they are ordered by is small.
        let order = found.enumerated().map { place, occurrence in
            (
                isTimed: !occurrence.event.isAllDay, start: occurrence.start, end: occurrence.end,
                place: place
            )
        }
        let sorted = order.sorted { a, b in
            if a.isTimed != b.isTimed { return b.isTimed }
            if a.start != b.start { return a.start < b.start }
            return a.end == b.end ? a.place < b.place : a.end > b.end
        }
        return sorted.map { found[$0.place] }
    }
}
