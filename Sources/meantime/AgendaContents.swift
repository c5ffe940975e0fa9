import Agenda
import CalendarLayout
import CivilTime
import ICalendar
import JSON
import Watch

/// What `meantime agenda` lists: the calendars and events of an account, in some time zone.
struct AgendaContents {
    /// The most days to list at once.
    static let daysMax = 3_660

    private var agenda = Agenda()

    init(zone: Zone) {
        agenda.setZone(zone)
    }

    mutating func addCalendar(_ id: String, name: String, color: String, level: AccessLevel) {
        let color = EventColor(color) ?? .blue
        var calendar = CalendarCollection(id: CalendarID(id), name: name, color: color)
        calendar.level = level
        agenda.putCalendar(calendar)
    }

    mutating func add(
        _ text: String,
        calendar: String,
        href: String,
        isUnanswered: Bool
    ) {
        let id = ObjectID(calendar: CalendarID(calendar), href: href)
        agenda.putObject(id, etag: "", text: Array(text.utf8), isUnanswered: isUnanswered)
    }

    /// Adds the zones that events name and the system's zone database has.
    mutating func addZones() {
        for id in agenda.missingZones {
            if let zone = try? TimeArguments.zone(id.name) { agenda.addZone(zone) }
        }
        while !agenda.showReady() {}
    }

    /// The events on some days, each repeated on all its days.
    func lines(from first: CivilDate, days: Int) -> [AgendaLine] {
        AgendaList.days(of: first..<first.adding(days: days), in: agenda).flatMap { day in
            day.occurrences.map { line($0, on: day.date) }
        }
    }

    /// The first event that starts after a moment and is not cancelled.
    func next(after now: Instant) -> AgendaLine? {
        AgendaList.next(after: now, in: agenda).map { line($0, on: $0.firstDate) }
    }

    private func line(_ occurrence: EventOccurrence, on date: CivilDate) -> AgendaLine {
        let isAllDay = occurrence.event.isAllDay
        return AgendaLine(
            date: date.text,
            allDay: isAllDay,
            start: isAllDay ? occurrence.firstDate.text : occurrence.start.text,
            end: isAllDay ? occurrence.lastDate.text : occurrence.end.text,
            title: occurrence.event.title,
            location: occurrence.event.location,
            calendar: agenda.calendars[occurrence.key.object.calendar]?.name ?? "",
            color: agenda.color(of: occurrence).name,
            status: occurrence.event.status.name,
            uid: occurrence.uid,
            times: occurrence.times(on: date)
        )
    }
}

/// An event on one day, for output.
///
/// Start and end are local times in the chosen zone; for an all-day event, its first and last date.
struct AgendaLine {
    let date: String
    let allDay: Bool
    let start: String
    let end: String
    let title: String
    let location: String
    let calendar: String
    let color: String
    let status: String
    let uid: String
    /// The times as shown in a terminal; other programs use start and end.
    let times: String

    /// Writes the line for other programs.
    func write(to json: inout JSONWriter) {
        json.field("allDay", allDay)
        json.field("calendar", calendar)
        json.field("color", color)
        json.field("date", date)
        json.field("end", end)
        json.field("location", location)
        json.field("start", start)
        json.field("status", status)
        json.field("title", title)
        json.field("uid", uid)
    }

    /// The line to show in a terminal.
    var text: String {
        let marked = status == "confirmed" ? title : "\(title) (\(status))"
        let fields = [date, times, marked, location].filter { !$0.isEmpty }
        return fields.joined(separator: "  ").withoutControls
    }
}
