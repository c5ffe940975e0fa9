import Agenda
import CalendarLayout
import CivilTime
import JSON

// Days as lists: a single day, and the agenda view.

extension Page {
    /// Answers the occurrences of a date, in the order in which a list shows them.
    func answer(to call: DayCall) -> Answer {
        guard let date = CivilDate(call.date) else { return .refusal("date", call.date) }
        let day = AgendaDay(date, in: agenda)
        return .value { writeList(of: day, to: &$0) }
    }

    /// Answers the days that have events, nearest first.
    ///
    /// The way is `later`, from the date on, or `earlier`, backwards from the day before it. The list
    /// ends after the `days` of `size`, or with the day that reaches its `occurrences`. The dates in
    /// `always` are listed even if they are empty.
    func answer(to call: AgendaCall) -> Answer {
        guard let date = CivilDate(call.date) else { return .refusal("date", call.date) }
        let size = call.size
        let list = AgendaList(
            call.way == .earlier ? .earlier : .later,
            than: date,
            AgendaList.Size(days: size.days, occurrences: size.occurrences),
            always: size.always.compactMap { CivilDate($0) },
            in: agenda
        )
        return .object { json in
            json.field("isWhole", list.isWhole)
            write(cut: list.isCut, of: list.cutSources, to: &json)
            json.field("days", objects: list.days) { json, day in
                json.field("date", day.date.text)
                json.field("more", day.moreCount)
                json.name("events")
                writeList(of: day, to: &json)
            }
        }
    }

    private func writeList(of day: AgendaDay, to json: inout JSONWriter) {
        var rooms = Array(repeating: 0, count: day.occurrences.count)
        for (room, place) in agenda.placesByPrecedence(day.occurrences).enumerated() {
            rooms[place] = room
        }
        json.objects(Array(day.occurrences.indices)) { json, place in
            let occurrence = day.occurrences[place]
            write(occurrence, to: &json)
            json.field("room", rooms[place])
            let calendar = agenda.calendars[occurrence.key.object.calendar]
            json.field("calendarName", calendar?.name ?? "")
            writeOwnZone(occurrence, to: &json)
            json.field("continuesBefore", occurrence.firstDate < day.date)
            json.field("continuesAfter", occurrence.lastDate > day.date)
        }
    }
}
