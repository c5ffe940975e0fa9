import Agenda
import CalendarLayout
import CivilTime
import JSON

// Days as lists: a single day, and the agenda view.

/// Answers the occurrences of a date, in the order in which a list shows them: `day(date)`.
@_expose(wasm, "day")
@_cdecl("meantime_day")
public func meantimeDay(_ length: Int32) -> Int32 {
    respond(length) { page, arguments in
        guard let date = CivilDate(arguments[0]) else { return .refusal("date", arguments[0]) }
        let day = AgendaDay(date, in: page.agenda)
        return .value { page.writeList(of: day, to: &$0) }
    }
}

/// Answers the days that have events, nearest first: `agenda(way, date, size)`.
///
/// The way is `later`, from the date on, or `earlier`, backwards from the day before it. The list
/// ends after the `days` of `size`, or with the day that reaches its `occurrences`. The dates in
/// `always` are listed even if they are empty.
@_expose(wasm, "agenda")
@_cdecl("meantime_agenda")
public func meantimeAgenda(_ length: Int32) -> Int32 {
    respond(length) { page, arguments in
        guard let date = CivilDate(arguments[1]) else { return .refusal("date", arguments[1]) }
        let place = { (name: StaticString) in arguments.place(of: name, from: 2) }
        let list = AgendaList(
            arguments[0] == "earlier" ? .earlier : .later,
            than: date,
            AgendaList.Size(
                days: arguments.integer(place("days")),
                occurrences: arguments.integer(place("occurrences"))
            ),
            always: arguments.lines(place("always")).compactMap { CivilDate($0) },
            in: page.agenda
        )
        return .object { json in
            json.field("isWhole", list.isWhole)
            page.write(cut: list.isCut, of: list.cutSources, to: &json)
            json.field("days", objects: list.days) { json, day in
                json.field("date", day.date.text)
                json.field("more", day.moreCount)
                json.name("events")
                page.writeList(of: day, to: &json)
            }
        }
    }
}

extension Page {
    fileprivate func writeList(of day: AgendaDay, to json: inout JSONWriter) {
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
