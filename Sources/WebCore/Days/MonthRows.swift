import Agenda
import CalendarLayout
import CivilTime
import JSON

/// Answers consecutive weeks as rows of the month, with each chip's lane and columns:
/// `monthRows(firstDate, count, lanesMax)`.
@_expose(wasm, "monthRows")
@_cdecl("meantime_month_rows")
public func meantimeMonthRows(_ length: Int32) -> Int32 {
    respond(length) { $0.monthRows($1) }
}

extension Page {
    fileprivate func monthRows(_ arguments: Arguments) -> Answer {
        guard let first = CivilDate(arguments[0]) else { return .refusal("date", arguments[0]) }
        let layout = MonthLayout(lanesMax: arguments.integer(2))
        let rows = layout.rows(from: first, count: arguments.integer(1), in: agenda)
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
