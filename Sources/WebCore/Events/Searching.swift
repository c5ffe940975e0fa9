import Agenda
import JSON

/// Finds events by their text: `search(text, calendar, color, includesPast, limit)`.
///
/// An empty calendar or colour means any.
///
/// The answer has the next occurrence of each event, soonest first; then, if `includesPast`, the
/// last one that is over, latest first. An override with a text of its own counts as an event. `cut`
/// says that some events were left out because too many of them repeat, `near` that a wrong letter was
/// forgiven.
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
            json.field("cut", result.isCut)
            json.field("near", result.isNear)
            json.field("events", objects: result.occurrences) { page.write($1, to: &$0) }
        }
    }
}

/// Reads the next batch of events that no search has read yet: `prepareSearch()`.
///
/// Returns whether all events have been read. A search reads the rest itself, which may take a while.
@_expose(wasm, "prepareSearch")
@_cdecl("meantime_prepare_search")
public func meantimePrepareSearch(_ length: Int32) -> Int32 {
    respond(length) { page, _ in
        let isReady = page.agenda.prepareSearch(octetsMax: Limits.searchOctetsAtOnce)
        return .value { $0.flag(isReady) }
    }
}
