import Agenda
import CivilTime
import ICalendar
import JSON

extension Page {
    /// Answers an occurrence with all that the event sheet shows.
    func answer(to call: EventCall) -> Answer { event(call.key) }

    /// Answers an occurrence of another version of an object as `event` would, without changing the agenda.
    ///
    /// The occurrence is named as `RECURRENCE-ID` does; the first one if there is no name.
    func answer(to call: VersionCall) -> Answer {
        let id = ObjectID(calendar: CalendarID(call.calendar), href: call.href)
        guard let (agenda, first) = agenda.reading(call.ical, at: id) else {
            return .refusal("no-event", id.href)
        }
        var apart = Page()
        apart.agenda = agenda
        let named = call.occurrence ?? ""
        let key = named.isEmpty ? first.key : OccurrenceKey(object: id, recurrenceID: named)
        return apart.event(key.text)
    }

    private func event(_ text: String) -> Answer {
        guard let key = OccurrenceKey(text), let occurrence = agenda.occurrence(key),
            let series = agenda.series(key.object), let details = series.details(of: occurrence)
        else { return .refusal("unknown-event", text) }
        return .object { json in
            json.field("key", key.text)
            json.field("uid", occurrence.uid)
            json.field("calendar", key.object.calendar.text)
            json.field("href", key.object.href)
            json.field("title", occurrence.event.title)
            json.field("allDay", occurrence.event.isAllDay)
            json.field("start", shownText(occurrence.start, isAllDay: occurrence.event.isAllDay))
            json.field("end", lastText(occurrence))
            json.field("ownStart", occurrence.time.basicText)
            json.field("zone", orNull: occurrence.event.start.zoneID?.databaseName)
            json.field("unknownZone", orNull: details.unknownZone?.name)
            json.field("location", occurrence.event.location)
            json.field("notes", details.notes)
            json.field("url", details.url)
            json.field("conferences", objects: details.conferences) { json, conference in
                json.field("uri", conference.address)
                json.field("label", conference.label)
                json.field("features", conference.features) { $0.string($1) }
            }
            json.field("color", occurrence.event.color?.name ?? "")
            json.field("calendarColor", agenda.calendars[key.object.calendar]?.color.name ?? "blue")
            json.field("status", occurrence.event.status.name)
            json.field("busy", details.isBusy)
            json.field("private", details.isPrivate)
            json.field("categories", details.categories) { $0.string($1) }
            json.field("reminders", details.reminders) { $0.number($1) }
            json.field("attendees", objects: details.attendees) { json, attendee in
                json.fields(of: attendee)
                json.field("isViewer", agenda.isViewers(attendee.address))
            }
            json.field(
                "decidesGuests",
                agenda.decidesGuests(of: details, in: key.object.calendar)
            )
            json.field("organizer", orNull: details.organizer) { json, organizer in
                json.field("name", organizer.name)
                json.field("address", organizer.address)
            }
            json.field("undeliveredAnswer", orNull: details.undeliveredAnswer) { json, answer in
                json.field("to", answer.organizer)
                json.field("email", answer.email)
                json.field("reason", answer.failure.name)
            }
            json.field("repeatText", details.rule)
            json.field("repeat", orNull: agenda.repeatForm(key)) { $0.fields(of: $1) }
            writeOwn(occurrence, to: &json)
            writeNext(occurrence, to: &json)
            json.field("repeats", occurrence.isRepeating)
            writeUnsaved(occurrence, to: &json)
            json.field("truncated", agenda.isTruncated(occurrence))
            let original = CalendarTime(text: key.originalStart, zone: nil) ?? occurrence.time
            json.field("occurrenceStart", shownText(original.civil, isAllDay: original.isDate))
            writePeople(occurrence, to: &json)
        }
    }

    /// Writes the next three dates of the series, by the clock of the event's own zone if `own` is
    /// written, otherwise by the viewer's.
    private func writeNext(_ occurrence: EventOccurrence, to json: inout JSONWriter) {
        let isOwn = zoneElsewhere(of: occurrence) != nil
        json.field("next", agenda.occurrences(after: occurrence, limit: 3)) { json, next in
            json.string((isOwn ? next.time.civil.date : next.start.date).text)
        }
    }

    /// Writes as `own` the times and the rule of an event from another zone, by the clock there;
    /// null for all others.
    private func writeOwn(_ occurrence: EventOccurrence, to json: inout JSONWriter) {
        json.field("own", orNull: zoneElsewhere(of: occurrence)) { json, zone in
            json.field("start", occurrence.time.civil.text)
            json.field("end", zone.civil(at: occurrence.endInstant).text)
            let form = agenda.repeatForm(occurrence.key, by: zone)
            json.field("repeat", orNull: form) { $0.fields(of: $1) }
        }
    }

    /// The event's own zone if it is edited by that zone's clock; nil if by the viewer's.
    private func zoneElsewhere(of occurrence: EventOccurrence) -> Zone? {
        guard let id = occurrence.event.start.zoneID, id != .utc,
            ZoneID(id.databaseName) != agenda.zone.id(at: occurrence.startInstant)
        else { return nil }
        return agenda.zones.zone(id)
    }
}
