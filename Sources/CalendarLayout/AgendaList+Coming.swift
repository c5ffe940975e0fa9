public import Agenda
public import CivilTime
import ICalendar

extension AgendaList {
    /// The days of a range that have something, the first one first; only ``years``
    /// are looked at.
    public static func days(of range: Range<CivilDate>, in agenda: Agenda) -> [AgendaDay] {
        var days: [AgendaDay] = []
        eachDay(from: range.lowerBound, in: agenda) { day in
            guard day.date < range.upperBound else { return false }
            days.append(day)
            return true
        }
        return days
    }

    /// The first occurrence that begins after a moment and was not cancelled; a whole day begins at
    /// its midnight.
    public static func next(after moment: Instant, in agenda: Agenda) -> EventOccurrence? {
        var next: EventOccurrence?
        eachDay(from: agenda.zone.civil(at: moment).date, in: agenda) { day in
            let coming = day.occurrences.filter {
                $0.firstDate == day.date && $0.startInstant > moment
                    && $0.event.status != .cancelled
            }
            next = coming.min { $0.startInstant < $1.startInstant }
            return next == nil
        }
        return next
    }

    /// Goes over the days from a date on until told that it is enough, a short list at a time.
    private static func eachDay(
        from date: CivilDate,
        in agenda: Agenda,
        _ goesOn: (AgendaDay) -> Bool
    ) {
        var from = date
        while true {
            let list = AgendaList(.later, than: from, .init(days: Limits.listPieceDays), in: agenda)
            for day in list.days {
                guard goesOn(day) else { return }
                from = day.date.adding(days: 1)
            }
            if list.isWhole { return }
        }
    }
}
