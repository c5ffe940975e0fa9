import Agenda
import CivilTime
import JSON

extension Page {
    /// Answers templates for an event whose title is being typed.
    func answer(to call: TemplatesCall) -> Answer {
        let templates = agenda.templates(for: call.text, now: now, limit: call.limit)
        return .objects(templates) { json, template in
            json.field("title", template.title)
            json.field("calendar", template.calendar.text)
            json.field("location", template.location)
            json.field("color", template.color?.name ?? "")
            json.field("allDay", template.isAllDay)
            json.field("from", template.startTime.secondsSinceMidnight / 60)
            json.field("minutes", template.minutes)
            json.field("reminders", template.reminders) { $0.number($1) }
            json.field("categories", template.categories) { $0.string($1) }
            json.field("busy", template.isBusy)
            json.field("private", template.isPrivate)
        }
    }

    /// Answers the people whom the viewer has invited before.
    func answer(to _: EarlierGuestsCall) -> Answer {
        .objects(agenda.earlierGuests()) { json, earlier in
            json.field("address", earlier.guest.address)
            json.field("name", earlier.guest.name)
            json.field("count", earlier.eventCount)
        }
    }
}
