import Agenda
import JSON

/// Finds events by their text: `search(text, calendar, color, includesPast, limit)`.
///
/// An empty calendar or colour means any.
///
/// The answer has the next occurrence of each event, soonest first; then, if `includesPast`, the
/// last one that is over, latest first. An override with a text of its own counts as an event.
@_expose(wasm, "search")
@_cdecl("meantime_search")
public func meantimeSearch(_ length: Int32) -> Int32 {
    respond(length) { page, arguments in
        let query = SearchQuery(
            arguments[0],
            calendar: arguments[1].isEmpty ? nil : CalendarID(arguments[1]),
            color: EventColor(arguments[2]),
            includesPast: arguments.flag(3),
            limit: arguments.integer(4)
        )
        page.agenda.prepareSearch()
        let result = page.agenda.search(query, now: page.now)
        return .object { json in
            json.field("upcoming", result.upcomingCount)
            json.field("past", result.pastCount)
            json.field("events", objects: result.occurrences) { page.write($1, to: &$0) }
        }
    }
}
