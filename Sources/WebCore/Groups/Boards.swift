import Agenda
import CalendarLayout
import CivilTime
import JSON

/// Answers a group's board, one row per member and one cell per day: `board(firstDate, count,
/// accounts)`.
@_expose(wasm, "board")
@_cdecl("meantime_board")
public func meantimeBoard(_ length: Int32) -> Int32 {
    respond(length) { page, arguments in
        guard let first = CivilDate(arguments[0]) else { return .refusal("date", arguments[0]) }
        let board = Board(
            from: first,
            count: arguments.integer(1),
            members: arguments.lines(2),
            in: page.agenda
        )
        return .object { json in
            page.write(cut: board.isCut, of: board.cutSources, to: &json)
            json.field("days", objects: board.days) { json, date in
                json.field("date", date.text)
                json.field("weekday", Int(date.weekday.rawValue))
                json.field("today", date == page.today)
            }
            json.field("rows", objects: board.rows) { json, row in
                json.field("account", orNull: row.account)
                json.field("lanes", row.laneCount)
                json.field("cells", row.cells) { json, cell in
                    json.objects(cell.blocks) { json, block in
                        page.write(block.occurrence, color: block.color, to: &json)
                        json.field("from", block.fromMinute)
                        json.field("to", block.toMinute)
                        json.field("lane", block.lane)
                    }
                }
            }
        }
    }
}
