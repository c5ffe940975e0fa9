import ICalendar

extension FuzzTarget {
    /// jCal (RFC 7265); given to the reader of iCalendar text until there is one for it.
    static let jcal = FuzzTarget(
        name: "jcal",
        dictionary: [
            "[\"vcalendar\",[", "[\"vevent\",[", "],[]]", "{}", "{\"tzid\":\"Europe/Berlin\"}",
            "[\"uid\",{},\"text\",\"1\"]", "\"date-time\"", "\"date\"", "\"recur\"",
            "{\"freq\":\"DAILY\"}",
            "\\u0000", "\\uD83D\\uDE00", "\\uD800", "\\\"", "null", "true", "1e400", "-0",
        ]
    ) { octets throws(Finding) in
        let result = CalendarText.parse(octets)
        var outcome = Outcome()
        outcome.add(result.components.count)
        for problem in result.problems { outcome.add(problem.line) }
        outcome.add(octets.count)
        return outcome.value
    }
}
