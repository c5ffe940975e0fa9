import Agenda
import CalendarLayout
import CivilTime
import JSON

extension Page {
    /// Answers a year.
    ///
    /// Its occurrences are expanded once and kept until an event changes or another year is asked for;
    /// showing or hiding a calendar only counts them again.
    mutating func answer(to call: YearCall) -> Answer {
        let number = call.year
        var model = year ?? YearModel(number, in: agenda)
        if model.year != number || model.contentRevision != agenda.contentRevision {
            model = YearModel(number, in: agenda)
        }
        year = model
        let view = model.view(in: agenda)
        return .object { json in
            json.field("year", view.year)
            write(cut: model.isCut, of: model.cutSources, to: &json)
            json.field("days", objects: view.days) { json, day in
                json.field("date", day.date.text)
                json.field("weekday", Int(day.date.weekday.rawValue))
                json.field("today", day.date == today)
                json.field("count", day.count)
                json.field("proposed", day.proposedCount)
                json.field("fullness", day.fullness)
                json.field("colors", day.colors) { $0.string($1.name) }
            }
            json.field("bands", objects: view.bands) { json, band in
                write(band.occurrence, color: band.color, to: &json)
                json.field("month", band.month)
                json.field("firstDay", band.days.lowerBound)
                json.field("lastDay", band.days.upperBound)
                json.field("lane", band.lane)
                json.field("startsHere", band.startsHere)
                json.field("endsHere", band.endsHere)
            }
            json.field("unlisted", view.unlistedCount)
            json.field("dayLong", objects: view.dayLong) { json, occurrence in
                write(occurrence, color: agenda.color(of: occurrence), to: &json)
            }
        }
    }
}
