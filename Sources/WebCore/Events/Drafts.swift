import Agenda
import CivilTime
import ICalendar

extension Page {
    /// Makes a draft of names and values.
    ///
    /// An `end` that is a date is the last day, included.
    func draft(_ pairs: [(name: String, value: String)]) -> EventDraft {
        var draft = EventDraft()
        var endText = ""
        for (name, value) in pairs {
            switch name {
            case "calendar": draft.calendar = CalendarID(value)
            case "title": draft.title = value
            case "allDay": draft.isAllDay = value == "1"
            case "start": draft.start = Self.civil(value)
            case "end": endText = value
            case "zone" where !value.isEmpty: draft.zone = ZoneID(value)
            case "location": draft.location = value
            case "notes": draft.notes = value
            case "url": draft.url = value
            case "color": draft.color = value
            case "repeat": draft.rule = value
            case "busy": draft.isBusy = value == "1"
            case "private": draft.isPrivate = value == "1"
            case "status": draft.status = Self.status(value)
            case "categories": draft.categories = value.lines()
            case "reminders": draft.reminders = value.lines().map { Int($0) ?? .max }
            default: break
            }
        }
        guard let end = Self.civil(endText) else { return draft }
        let isDate = endText.utf8.count == 10
        draft.end = isDate ? CivilDateTime(date: end.date.adding(days: 1), time: .midnight) : end
        return draft
    }

    private static func status(_ name: String) -> EventStatus? {
        switch name {
        case "confirmed": .confirmed
        case "tentative": .tentative
        case "cancelled": .cancelled
        default: nil
        }
    }

    /// The first `start` or `end` that is neither empty nor a time; nil if there is none.
    static func unreadableTime(_ pairs: [(name: String, value: String)]) -> String? {
        for (name, value) in pairs where name == "start" || name == "end" {
            if !value.isEmpty, civil(value) == nil { return value }
        }
        return nil
    }
}

extension Answer {
    /// Why an edit can't be made.
    static func refusal(_ error: EditError) -> Answer {
        let detail =
            switch error {
            case .rule(let text): text
            case .unknownZone(let id): id.name
            case .unknownCalendar(let id), .readOnly(let id): id.text
            default: ""
            }
        return refusal(error.code, detail)
    }
}
