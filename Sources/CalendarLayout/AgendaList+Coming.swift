public import Agenda
public import CivilTime
import ICalendar

extension AgendaList {
    /// The days of a range that have occurrences, in order; only ``years`` are searched.
    public static func days(of range: Range<CivilDate>, in agenda: Agenda) -> [AgendaDay] {
        var days: [AgendaDay] = []
        eachDay(from: range.lowerBound, in: agenda) { day, _ in
            guard day.date < range.upperBound else { return false }
            days.append(day)
            return true
        }
        return days
    }

    /// The first occurrence that starts after a moment, is not cancelled, and isn't an invitation that
    /// waits for an answer.
    ///
    /// A whole day starts at its midnight. An event of somebody else's that repeats too often to be
    /// listed completely doesn't count.
    public static func next(after moment: Instant, in agenda: Agenda) -> EventOccurrence? {
        var next: EventOccurrence?
        eachDay(from: agenda.zone.civil(at: moment).date, in: agenda) { day, cutSources in
            let coming = day.occurrences.filter {
                $0.firstDate == day.date && $0.startInstant > moment
                    && $0.event.status != .cancelled && !$0.event.isUnanswered
                    && (agenda.precedence(of: $0) == .own
                        || !cutSources.contains(.calendar($0.key.object.calendar)))
            }
            next = coming.min { $0.startInstant < $1.startInstant }
            return next == nil
        }
        return next
    }

    /// Calls `goesOn` for each day from a date on, listing a few at a time, until it returns false.
    ///
    /// `goesOn` also gets the sources of which something was left out.
    private static func eachDay(
        from date: CivilDate,
        in agenda: Agenda,
        _ goesOn: (AgendaDay, _ cutSources: Set<AgendaSource>) -> Bool
    ) {
        var from = date
        var budget = QuestionBudget.view
        while true {
            let size = AgendaList.Size(days: Limits.listPieceDays)
            let list = AgendaList(.later, than: from, size, in: agenda, within: &budget)
            for day in list.days {
                guard goesOn(day, list.cutSources) else { return }
                from = day.date.adding(days: 1)
            }
            if list.isWhole { return }
        }
    }
}
