import ICalendar

extension FuzzTarget {
    /// iCalendar text: writing it and reading it again gives the same result.
    static let ics = FuzzTarget(
        name: "ics",
        moreInputs: ["ics", "ics/broken"],
        dictionary: [
            "BEGIN:VCALENDAR\r\n", "END:VCALENDAR\r\n", "BEGIN:VEVENT\r\n", "END:VEVENT\r\n",
            "BEGIN:VTIMEZONE\r\n", "END:VTIMEZONE\r\n", "BEGIN:STANDARD\r\n", "END:STANDARD\r\n",
            "BEGIN:VALARM\r\n", "END:VALARM\r\n", "DTSTART:", "DTEND:", "DURATION:PT1H",
            "UID:1\r\n",
            ";VALUE=DATE", ";VALUE=DATE-TIME", ";VALUE=PERIOD", ";TZID=", "RRULE:FREQ=", "EXDATE:",
            "RDATE:", "RECURRENCE-ID:", ";RANGE=THISANDFUTURE", "\r\n ", "\r\n\t", "\n", "^n", "^'",
            "^^",
            "\\n", "\\,", "\\;", "\\\\", "\"", ":", ";", ",", "\u{FEFF}", "TZOFFSETFROM:+0100",
            "TZOFFSETTO:-2359", "20260101T000000Z", "-PT0S", "P1W",
        ],
        lengthMax: 1_536
    ) { octets throws(Finding) in
        let result = CalendarText.parse(octets)
        var outcome = Outcome()
        outcome.add(result.components.count)
        for problem in result.problems.prefix(8) { outcome.add(problem.kindName) }
        let written = CalendarText.write(result.components)
        let again = CalendarText.write(CalendarText.parse(written).components)
        try Finding.require(again == written, "the text changes when read again")
        // Going through jCal costs as much as everything else, so do it for a quarter of the
        // inputs.
        if octets.count % 4 == 0 { try JCalCheck.check(result.components) }
        try ICSCheck.checkStream(octets, result)
        ICSCheck.readEverything(in: result, &outcome)
        return outcome.value
    }
}

/// Reads everything that has a meaning in a text, so that nothing in it can break a reader.
enum ICSCheck {
    /// Reading a text in pieces must give the same result as reading it whole.
    static func checkStream(_ octets: [UInt8], _ whole: ParseResult) throws(Finding) {
        var stream = CalendarStream()
        var components: [Component] = []
        let length = 1 + octets.count % 97
        for start in stride(from: 0, to: octets.count, by: length) {
            let piece = Array(octets[start..<min(start + length, octets.count)])
            components += wholeComponents(stream.take(piece))
        }
        components += wholeComponents(stream.finish())
        let expected = whole.components.flatMap { component in
            component.isNamed(.calendar) ? component.components : [component]
        }
        try Finding.require(components == expected, "reading in pieces differs")
        try Finding.require(stream.problems == whole.problems, "problems differ in pieces")
    }

    private static func wholeComponents(_ parts: [CalendarPart]) -> [Component] {
        parts.compactMap { part in
            if case .component(let component) = part { component } else { nil }
        }
    }

    static func readEverything(in result: ParseResult, _ outcome: inout Outcome) {
        let contents = CalendarFile.contents(of: result)
        outcome.add(contents.objects.count)
        for problem in contents.problems.prefix(8) { outcome.add(problem.kindName) }
        for object in contents.objects {
            for event in object.events { read(event, &outcome) }
            for freeBusy in object.calendar.components(named: .freeBusy) {
                outcome.add(VFreeBusy(freeBusy)?.spans.count ?? 0)
            }
            for zone in object.calendar.components(named: .timeZone) {
                outcome.add(zone.zone() == nil ? "no zone" : "zone")
            }
        }
    }

    private static func read(_ event: VEvent, _ outcome: inout Outcome) {
        let component = event.component
        outcome.add(component.rules.count)
        outcome.add(component.times(.exceptionDates).count)
        for property in component.properties {
            _ = (property.parameters, property.textValues, property.number, property.position)
        }
        outcome.add(component.all(.recurrenceDates).flatMap { $0.periods }.count)
        _ = (event.end, event.categories, event.recurrenceID, event.classification)
        let triggers = component.components(named: .alarm).compactMap { $0.first(.trigger) }
        outcome.add(triggers.compactMap { AlarmTrigger($0) }.count)
    }
}

extension Problem {
    /// The beginning of the message, without the quoted text.
    ///
    /// Printing the case would cost more than reading the input.
    var kindName: String {
        String(decoding: message.utf8.prefix(12), as: UTF8.self)
    }
}
