import Agenda
import CalendarLayout
import CivilTime
import JSON

extension Page {
    /// Answers a group's board, one row per member and one cell per day.
    func answer(to call: BoardCall) -> Answer {
        guard let first = CivilDate(call.firstDate) else { return .refusal("date", call.firstDate) }
        let board = Board(
            from: first,
            count: call.count,
            members: call.accounts,
            in: agenda
        )
        return .object { json in
            write(cut: board.isCut, of: board.cutSources, to: &json)
            json.field("days", objects: board.days) { json, date in
                json.field("date", date.text)
                json.field("weekday", Int(date.weekday.rawValue))
                json.field("today", date == today)
            }
            json.field("rows", objects: board.rows) { json, row in
                json.field("account", orNull: row.account)
                json.field("lanes", row.laneCount)
                json.field("cells", row.cells) { json, cell in
                    json.objects(cell.blocks) { json, block in
                        write(block.occurrence, color: block.color, to: &json)
                        json.field("from", block.fromMinute)
                        json.field("to", block.toMinute)
                        json.field("lane", block.lane)
                    }
                }
            }
        }
    }
}
