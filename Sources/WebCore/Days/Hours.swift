import Agenda
import CalendarLayout
import CivilTime
import JSON

extension Page {
    /// Answers how much time went where.
    ///
    /// `starts` are the first days of the periods and the day after the last one.
    func answer(to call: HoursCall) -> Answer {
        guard let grouping = HoursSummary.Grouping(rawValue: call.grouping) else {
            return .refusal("grouping", call.grouping)
        }
        let starts = call.starts.compactMap { CivilDate($0) }
        let summary = HoursSummary(from: starts, by: grouping, in: agenda)
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
