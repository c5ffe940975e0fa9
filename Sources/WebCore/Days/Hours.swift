import Agenda
import CalendarLayout
import CivilTime
import JSON

/// Answers how much time went where: `hours(starts, grouping)`.
///
/// `starts` are the first days of the periods and the day after the last one; `grouping` is
/// `calendar`, `category` or `person`.
@_expose(wasm, "hours")
@_cdecl("meantime_hours")
public func meantimeHours(_ length: Int32) -> Int32 {
    respond(length) { page, arguments in
        guard let grouping = HoursSummary.Grouping(rawValue: arguments[1]) else {
            return .refusal("grouping", arguments[1])
        }
        let starts = arguments.lines(0).compactMap { CivilDate($0) }
        let summary = HoursSummary(from: starts, by: grouping, in: page.agenda)
        return .object { json in
            json.field("cut", summary.isCut)
            json.field("totals", summary.totals) { $0.number($1) }
            json.field("rows", objects: summary.rows) { json, row in
                json.field("id", row.id)
                json.field("minutes", row.minutes) { $0.number($1) }
                json.field("uids", row.uids) { $0.string($1) }
            }
        }
    }
}
