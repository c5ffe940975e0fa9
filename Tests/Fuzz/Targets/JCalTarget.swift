import ICalendar

extension FuzzTarget {
    /// jCal (RFC 7265): writing it and reading it again gives the same result, even by way of
    /// iCalendar.
    static let jcal = FuzzTarget(
        name: "jcal",
        dictionary: [
            "[\"vcalendar\",[", "[\"vevent\",[", "],[]]", "{}", "{\"tzid\":\"Europe/Berlin\"}",
            "[\"uid\",{},\"text\",\"1\"]", "\"date-time\"", "\"date\"", "\"recur\"",
            "{\"freq\":\"DAILY\"}", "\"period\"", "[\"2026-01-01T09:00:00Z\",\"PT1H\"]",
            "\"unknown\"", "\"x-type\"", "\"utc-offset\"", "\"+01:00\"", "\"float\"", "\"geo\"",
            "\\u0000", "\\uD83D\\uDE00", "\\uD800", "\\\"", "null", "true", "1e400", "-0",
        ],
        lengthMax: 1_536
    ) { octets throws(Finding) in
        let result = JCal.parse(octets)
        var outcome = Outcome()
        outcome.add(result.components.count)
        for problem in result.problems.prefix(8) { outcome.add(problem.kindName) }
        for property in result.components.flatMap(\.properties).prefix(8) {
            outcome.add(property.valueType?.text ?? property.name)
        }
        try JCalCheck.check(result.components)
        return outcome.value
    }
}

/// Properties that hold for any components.
enum JCalCheck {
    /// Components survive a round trip through jCal, with or without iCalendar text in between.
    static func check(_ components: [Component]) throws(Finding) {
        guard !components.isEmpty else { return }
        let text = JCal.write(components)
        let read = JCal.parse(text)
        try Finding.require(read.problems.isEmpty, "reading our own output gives problems")
        let again = JCal.write(read.components)
        let third = JCal.write(JCal.parse(again).components)
        try Finding.require(again == third, "the text changes when read again")
        let lines = CalendarText.write(read.components)
        let back = CalendarText.parse(lines)
        try Finding.require(
            CalendarText.write(back.components) == lines || !isWhole(read.components),
            "as iCalendar text it is read otherwise"
        )
    }

    /// Whether iCalendar text can hold the components; it does not allow every component
    /// everywhere.
    private static func isWhole(_ components: [Component]) -> Bool {
        components.allSatisfy { component in
            component.isNamed(.calendar)
                && component.components.allSatisfy { inner in
                    !inner.isNamed(.calendar) && hasNoObjects(inner)
                }
        }
    }

    private static func hasNoObjects(_ component: Component) -> Bool {
        component.components.allSatisfy { inner in
            switch inner.knownName {
            case .calendar, .event, .task, .journal, .freeBusy, .timeZone: false
            default: hasNoObjects(inner)
            }
        }
    }
}
