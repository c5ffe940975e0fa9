import Agenda
import CalendarLayout
import CivilTime
import ICalendar
import Recurrence

extension Page {
    /// The occurrences of a day, in the order of its list.
    func day(_ text: String) -> [UInt8] {
        guard let date = CivilDate(text) else { return failure("date", text) }
        let day = AgendaDay(date, in: agenda)
        return answer { json in
            json.field("date", date.text)
            json.field("events", day.occurrences) { json, occurrence in
                json.object { write(occurrence, on: date, to: &$0) }
            }
        }
    }

    /// The days that have something, the nearest first.
    ///
    /// Fields: the date they are earlier or later than, and dates that are listed in any case.
    func agendaList(
        _ fields: Fields,
        _ way: AgendaList.Way,
        _ size: AgendaList.Size
    ) -> [UInt8] {
        guard let date = CivilDate(fields[0]) else { return failure("date", fields[0]) }
        let always = (1..<max(1, fields.count)).compactMap { CivilDate(fields[$0]) }
        let list = AgendaList(way, than: date, size, always: always, in: agenda)
        return answer { json in
            json.field("isWhole", list.isWhole)
            json.field("days", list.days) { json, day in
                json.object { json in
                    json.field("date", day.date.text)
                    json.field("events", day.occurrences) { json, occurrence in
                        json.object { write(occurrence, on: day.date, to: &$0) }
                    }
                }
            }
        }
    }

    /// One event as the sheet shows it.
    func event(_ text: String) -> [UInt8] {
        guard let key = OccurrenceKey(text), let occurrence = agenda.occurrence(key),
            let series = agenda.series(key.object), let details = series.details(of: occurrence)
        else { return failure("unknown-event", text) }
        return answer { json in
            json.field("key", key.text)
            json.field("uid", occurrence.uid)
            json.field("calendar", key.object.calendar.text)
            json.field("href", key.object.href)
            json.field("title", occurrence.event.title)
            json.field("allDay", occurrence.event.isAllDay)
            json.field("start", shownText(occurrence.start, isAllDay: occurrence.event.isAllDay))
            json.field("end", lastText(occurrence))
            json.field("ownStart", occurrence.time.basicText)
            json.field("zone", orNull: occurrence.event.start.zoneID?.name)
            json.field("location", occurrence.event.location)
            json.field("notes", details.notes)
            json.field("url", details.url)
            json.field("color", occurrence.event.color?.name ?? "")
            json.field("calendarColor", agenda.calendars[key.object.calendar]?.color.name ?? "blue")
            json.field("status", occurrence.event.status.name)
            json.field("busy", details.isBusy)
            json.field("private", details.isPrivate)
            json.field("categories", details.categories) { $0.string($1) }
            json.field("reminders", details.reminders) { $0.number($1) }
            json.field("attendees", details.attendees) { json, answer in
                json.object { write(answer, to: &$0) }
            }
            json.field("repeatText", details.rule)
            json.name("repeat")
            if let form = agenda.repeatForm(key) {
                json.object { form.write(to: &$0) }
            } else {
                json.word("null")
            }
            writeOwn(occurrence, to: &json)
            writeNext(occurrence, to: &json)
            json.field("repeats", occurrence.isRepeating)
            json.field("truncated", agenda.isTruncated(occurrence))
            json.field("isOverride", occurrence.event.recurrenceID != nil)
            let replaced = CalendarTime(text: key.originalStart, zone: nil) ?? occurrence.time
            json.field("occurrenceStart", shownText(replaced.civil, isAllDay: replaced.isDate))
            writePeople(occurrence, to: &json)
        }
    }

    /// The dates of a series behind one of its occurrences, by the clock that `own` is of.
    private func writeNext(_ occurrence: EventOccurrence, to json: inout JSONWriter) {
        let isOwn = zoneElsewhere(of: occurrence) != nil
        json.field("next", agenda.occurrences(after: occurrence, limit: 3)) { json, next in
            json.string((isOwn ? next.time.civil.date : next.start.date).text)
        }
    }

    /// How an event of another zone is by the clock there, as `own`; null for all others.
    private func writeOwn(_ occurrence: EventOccurrence, to json: inout JSONWriter) {
        json.name("own")
        let key = occurrence.key
        guard let zone = zoneElsewhere(of: occurrence) else { return json.word("null") }
        json.object { json in
            json.field("start", occurrence.time.civil.text)
            json.field("end", zone.civil(at: occurrence.endInstant).text)
            json.name("repeat")
            guard let form = agenda.repeatForm(key, by: zone) else { return json.word("null") }
            json.object { form.write(to: &$0) }
        }
    }

    /// The zone of an event by whose clock it is edited; nil when that is the viewer's.
    private func zoneElsewhere(of occurrence: EventOccurrence) -> Zone? {
        guard let id = occurrence.event.start.zoneID, id != agenda.zone.id, id != .utc else {
            return nil
        }
        return agenda.zones.zone(id)
    }

    /// What the clock of one zone shows when that of another shows a time.
    ///
    /// Fields: the time, its zone, and the other; without one that of the viewer is meant.
    func zoneTime(_ fields: Fields) -> [UInt8] {
        guard let civil = CivilDateTime(fields[0]) else { return failure("time", fields[0]) }
        let zones = [fields[1], fields[2]].map {
            $0.isEmpty ? agenda.zone : agenda.zones.zone(ZoneID($0))
        }
        guard let from = zones[0], let to = zones[1] else { return failure("unknown-zone", "") }
        return answer { $0.field("time", to.civil(at: from.instant(of: civil)).text) }
    }

    private func write(
        _ occurrence: EventOccurrence,
        on date: CivilDate,
        to json: inout JSONWriter
    ) {
        let calendar = agenda.calendars[occurrence.key.object.calendar]
        let isAllDay = occurrence.event.isAllDay
        json.field("key", occurrence.key.text)
        json.field("uid", occurrence.uid)
        json.field("calendar", occurrence.key.object.calendar.text)
        json.field("calendarName", calendar?.name ?? "")
        json.field("title", occurrence.event.title)
        json.field("color", agenda.color(of: occurrence).name)
        json.field("allDay", isAllDay)
        json.field("start", shownText(occurrence.start, isAllDay: isAllDay))
        json.field("end", lastText(occurrence))
        json.field("firstDate", occurrence.firstDate.text)
        json.field("lastDate", occurrence.lastDate.text)
        let own = occurrence.event.start.zoneID
        json.field("zone", orNull: own == agenda.zone.id ? nil : own?.name)
        json.field("location", occurrence.event.location)
        json.field("status", occurrence.event.status.name)
        json.field("past", isPast(occurrence))
        json.field("repeats", occurrence.isRepeating)
        json.field("continuesBefore", occurrence.firstDate < date)
        json.field("continuesAfter", occurrence.lastDate > date)
        writePeople(occurrence, to: &json)
    }

    /// The end as people say it: the last date of whole days, or the local time.
    private func lastText(_ occurrence: EventOccurrence) -> String {
        occurrence.event.isAllDay ? occurrence.lastDate.text : occurrence.end.text
    }
}
