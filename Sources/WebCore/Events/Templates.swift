import Agenda
import CivilTime
import JSON

/// Answers templates for an event whose title is being typed: `templates(text, limit)`.
@_expose(wasm, "templates")
@_cdecl("meantime_templates")
public func meantimeTemplates(_ length: Int32) -> Int32 {
    respond(length) { page, arguments in
        let templates = page.agenda.templates(
            for: arguments[0],
            now: page.now,
            limit: arguments.integer(1)
        )
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
}
