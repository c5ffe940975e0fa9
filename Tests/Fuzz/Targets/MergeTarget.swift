import ICalendar

extension FuzzTarget {
    /// Two changes of one calendar: what only one side changed comes out as that side has it, and
    /// nothing is there twice.
    static let merge = FuzzTarget(
        name: "merge",
        dictionary: [
            "BEGIN:VCALENDAR\r\n", "END:VCALENDAR\r\n", "BEGIN:VEVENT\r\n", "END:VEVENT\r\n",
            "BEGIN:VALARM\r\n", "END:VALARM\r\n", "BEGIN:VTIMEZONE\r\n", "END:VTIMEZONE\r\n",
            "UID:a\r\n", "TZID:a\r\n", "SUMMARY:a\r\n", "SUMMARY:b\r\n",
            "RECURRENCE-ID:20260101T090000\r\n", "EXDATE:20260101T090000\r\n", "SEQUENCE:2\r\n",
            "ATTENDEE:mailto:a@b\r\n", "DTSTART:20260101T090000\r\n", "DURATION:PT1H\r\n",
        ]
    ) { octets throws(Finding) in
        var outcome = Outcome()
        let calendars = CalendarText.parse(octets).components.filter { $0.isNamed(.calendar) }
        outcome.add(calendars.count)
        guard let first = calendars.first, let last = calendars.last else { return outcome.value }
        let base = calendars.count > 2 ? calendars[1] : nil
        let merged = EventMerge.merged(calendar: base, ours: first, theirs: last)
        outcome.add(merged.components.count)
        outcome.add(merged.components.reduce(0) { $0 + $1.properties.count })
        outcome.add(merged.components == first.components ? 1 : 0)
        outcome.add(merged.components == last.components ? 1 : 0)
        try MergeCheck.check(first)
        try MergeCheck.check(first, last)
        let countMax = first.components.count + last.components.count
        try Finding.require(
            merged.components.count <= countMax,
            "there are more components than both sides have"
        )
        return outcome.value
    }
}

/// Properties that hold for every calendar.
private enum MergeCheck {
    /// Nothing comes of two sides that are the same.
    static func check(_ calendar: Component) throws(Finding) {
        let merged = EventMerge.merged(calendar: calendar, ours: calendar, theirs: calendar)
        try Finding.require(
            merged.components == calendar.components,
            "what nobody changed is another"
        )
    }

    /// A side that changed nothing has no say.
    static func check(_ one: Component, _ other: Component) throws(Finding) {
        let theirs = EventMerge.merged(calendar: one, ours: one, theirs: other)
        try Finding.require(
            theirs.components == other.components,
            "what only they changed isn't as they have it"
        )
        let ours = Set(EventMerge.merged(calendar: other, ours: one, theirs: other).components)
        try Finding.require(
            ours == Set(one.components),
            "what only we changed isn't as we have it"
        )
    }
}
