import Agenda
import JSON

extension Page {
    /// Finds events by their text.
    ///
    /// An empty calendar or colour means any.
    ///
    /// The answer has the next occurrence of each event, soonest first; then, if `includesPast`, the
    /// last one that is over, latest first. An override with a text of its own counts as an event. `cut`
    /// says that some events were left out because too many of them repeat, `near` that a wrong letter was
    /// forgiven.
    mutating func answer(to call: SearchCall) -> Answer {
        let query = SearchQuery(
            call.text,
            calendar: call.calendar.isEmpty ? nil : CalendarID(call.calendar),
            color: EventColor(call.color),
            includesPast: call.includesPast,
            limit: call.limit
        )
        agenda.prepareSearch()
        let result = agenda.search(query, now: now)
        return .object { json in
            json.field("upcoming", result.upcomingCount)
            json.field("past", result.pastCount)
            json.field("cut", result.isCut)
            json.field("near", result.isNear)
            json.field("events", objects: result.occurrences) { write($1, to: &$0) }
        }
    }

    /// Reads the next batch of events that no search has read yet.
    ///
    /// Returns whether all events have been read. A search reads the rest itself, which may take a while.
    mutating func answer(to _: PrepareSearchCall) -> Answer {
        let isReady = agenda.prepareSearch(octetsMax: Limits.searchOctetsAtOnce)
        return .value { $0.flag(isReady) }
    }
}
