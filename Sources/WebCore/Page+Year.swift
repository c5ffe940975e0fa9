import Agenda
import CalendarLayout
import CivilTime

extension Page {
    /// A year, its occurrences asked for once.
    mutating func yearView(_ number: Int) -> [UInt8] {
        var model = year ?? YearModel(number, in: agenda)
        if model.year != number || model.contentRevision != agenda.contentRevision {
            model = YearModel(number, in: agenda)
        }
        year = model
        let view = model.view(in: agenda)
        return answer { json in
            json.field("year", view.year)
            json.field("days", view.days) { json, day in
                json.object {
                    $0.field("date", day.date.text)
                    $0.field("weekday", Int(day.date.weekday.rawValue))
                    $0.field("today", day.date == today)
                    $0.field("count", day.count)
                    $0.field("proposed", day.proposedCount)
                    $0.field("fullness", day.fullness)
                    $0.field("colors", day.colors) { $0.string($1.name) }
                }
            }
            json.field("bands", view.bands) { json, band in
                json.object {
                    writeOccurrence(band.occurrence, color: band.color.name, to: &$0)
                    $0.field("month", band.month)
                    $0.field("from", band.days.lowerBound)
                    $0.field("to", band.days.upperBound)
                    $0.field("lane", band.lane)
                    $0.field("startsHere", band.startsHere)
                    $0.field("endsHere", band.endsHere)
                }
            }
        }
    }

    /// Events by their text.
    ///
    /// Fields: text, calendar or empty, colour or empty.
    mutating func search(_ fields: Fields, includesPast: Bool, limit: Int) -> [UInt8] {
        let query = SearchQuery(
            fields[0],
            calendar: fields[1].isEmpty ? nil : CalendarID(fields[1]),
            color: EventColor(fields[2]),
            includesPast: includesPast,
            limit: limit
        )
        agenda.prepareSearch()
        let result = agenda.search(query, now: now)
        return answer { json in
            json.field("upcoming", result.upcomingCount)
            json.field("past", result.pastCount)
            json.field("events", result.occurrences) { json, occurrence in
                let color = agenda.color(of: occurrence).name
                json.object { writeOccurrence(occurrence, color: color, to: &$0) }
            }
        }
    }
}
