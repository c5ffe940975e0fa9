import Agenda
import CivilTime
import JSON

extension Page {
    /// Reads a line of text into the fields of a draft.
    ///
    /// `first` is `month` if a date like 3/4 begins with the month.
    func answer(to call: QuickAddCall) -> Answer {
        let quick = QuickAdd(
            call.line,
            language: call.language == .de ? .german : .english,
            today: today,
            now: agenda.zone.civil(at: now).time,
            isDayFirst: call.first != .month,
            home: agenda.zone.id
        )
        let draft = quick.draft
        let isAllDay = draft.isAllDay ?? false
        return .object { json in
            json.field("title", quick.title)
            json.field("location", quick.location)
            json.field("allDay", isAllDay)
            json.field("hasDate", quick.date != nil)
            if let start = draft.start, let end = draft.end {
                json.field("start", shownText(start, isAllDay: isAllDay))
                let last = isAllDay ? end.adding(seconds: -1) : end
                json.field("end", shownText(last, isAllDay: isAllDay))
            }
            json.field("hasLength", quick.lengthMinutes != nil)
            json.field("zone", quick.zone?.name ?? "")
            json.field("repeat", quick.rule ?? "")
            json.field("categories", quick.categories) { $0.string($1) }
            json.field("reminder", quick.reminderMinutes.map { String($0) } ?? "")
            json.field("marks", objects: quick.marks) { json, mark in
                json.field("from", mark.range.lowerBound)
                json.field("to", mark.range.upperBound)
                json.field("kind", mark.kind.rawValue)
            }
        }
    }
}
