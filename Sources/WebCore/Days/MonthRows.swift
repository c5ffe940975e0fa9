import Agenda
import CalendarLayout
import CivilTime
import JSON

extension Page {
    /// Answers consecutive weeks as rows of the month, with each chip's lane and columns.
    func answer(to call: MonthRowsCall) -> Answer {
        guard let first = CivilDate(call.firstDate) else { return .refusal("date", call.firstDate) }
        let linesMax = call.linesMax < 0 ? nil : call.linesMax
        let layout = MonthLayout(lanesMax: call.lanesMax, linesMax: linesMax)
        let rows = layout.rows(from: first, count: call.count, in: agenda)
        return .objects(rows) { json, row in
            write(cut: row.isCut, of: row.cutSources, to: &json)
            json.field("days", objects: row.days) { json, day in
                json.field("date", day.date.text)
                json.field("count", day.count)
                json.field("more", day.overflow)
                json.field("dots", day.dots) { $0.string($1.name) }
            }
            json.field("chips", objects: row.chips) { json, chip in
                write(chip.occurrence, color: chip.color, to: &json)
                json.field("lane", chip.lane)
                json.field("column", chip.column)
                json.field("span", chip.span)
                json.field("startsHere", chip.startsHere)
                json.field("endsHere", chip.endsHere)
                json.field("bar", chip.occurrence.isBar)
            }
        }
    }
}
