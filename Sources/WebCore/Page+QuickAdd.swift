import Agenda
import CivilTime

extension Page {
    /// What a line says, as the fields of a draft.
    ///
    /// Fields: the line, and `month` where dates in figures begin with the month.
    func quickAdd(_ fields: Fields) -> [UInt8] {
        let quick = QuickAdd(
            fields[0],
            today: today,
            now: agenda.zone.civil(at: now).time,
            isDayFirst: fields[1] != "month"
        )
        let draft = quick.draft
        let isAllDay = draft.isAllDay ?? false
        return answer { json in
            json.field("title", quick.title)
            json.field("location", quick.location)
            json.field("allDay", isAllDay)
            json.field("hasDate", quick.date != nil)
            if let start = draft.start, let end = draft.end {
                json.field("start", shownText(start, isAllDay: isAllDay))
                let last = isAllDay ? end.adding(seconds: -1) : end
                json.field("end", shownText(last, isAllDay: isAllDay))
            }
            json.field("repeat", quick.rule ?? "")
            json.field("reminder", quick.reminderMinutes.map { String($0) } ?? "")
        }
    }
}
