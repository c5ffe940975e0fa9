import CivilTime
import WebDAV

extension FuzzTarget {
    /// Reports of CalDAV: the quick answer of a filter agrees with the whole one, and what is
    /// written of an object can be read.
    ///
    /// An input is a `filter`, a `calendar-data` or a `free-busy-query`, and after a line of `%` the
    /// components of a calendar. The request needs no namespace.
    static let filter = FuzzTarget(
        name: "filter",
        dictionary: [
            "<comp-filter name=\"VCALENDAR\">", "<comp-filter name=\"VEVENT\">",
            "<comp-filter name=\"VTODO\">", "<comp-filter name=\"VALARM\">", "</comp-filter>",
            "<prop-filter name=\"SUMMARY\">", "<prop-filter name=\"DTSTART\">", "</prop-filter>",
            "<param-filter name=\"TZID\">", "</param-filter>", "<is-not-defined/>",
            "<text-match>", "</text-match>", " negate-condition=\"yes\"",
            " collation=\"i;unicode-casemap\"", " collation=\"i;octet\"",
            "<time-range start=\"20260101T000000Z\"/>", "<time-range end=\"20270101T000000Z\"/>",
            " end=\"20260301T000000Z\"", "<expand ", "<limit-recurrence-set ",
            "<comp name=\"VEVENT\"/>",
            "<prop name=\"UID\"/>", "<allprop/>", "BEGIN:VEVENT\n", "END:VEVENT\n", "BEGIN:VTODO\n",
            "END:VTODO\n", "BEGIN:VALARM\nTRIGGER:-PT10M\nREPEAT:3\nDURATION:PT1H\nEND:VALARM\n",
            "RRULE:FREQ=", "RDATE:", "EXDATE:", ";VALUE=PERIOD", "RECURRENCE-ID:",
            ";RANGE=THISANDFUTURE", ";TZID=Fuzzed", ";VALUE=DATE", "DURATION:P1D\n", "\n ",
        ],
        lengthMax: 2_048
    ) { octets throws(Finding) in
        var outcome = Outcome()
        let (xml, text) = FilterCheck.split(octets)
        guard let root = try? XMLReader.read(xml), let object = ParsedObject(text) else {
            return outcome.value
        }
        let answer: FilterCheck.Answer
        do throws(QueryError) {
            answer = try FilterCheck.answer(root, object)
        } catch {
            outcome.add(error.precondition?.local ?? "malformed")
            return outcome.value
        }
        switch answer {
        case .match(let filter, let matches):
            let mayMatch = filter.mayMatch(text)
            try Finding.require(mayMatch || !matches, "the quick answer is wrong")
            outcome.add(matches ? "matches" : mayMatch ? "doesn't match" : "can't match")
        case .text(let text):
            try Finding.require(ParsedObject(text) != nil, "what is written isn't a calendar")
            outcome.add(text.count)
            outcome.add(text.count { $0 == UInt8(ascii: ":") })
        }
        return outcome.value
    }
}

/// Asks a report about one object.
enum FilterCheck {
    enum Answer {
        case match(CalendarFilter, Bool)
        case text([UInt8])
    }

    static func answer(_ root: XMLElement, _ object: ParsedObject) throws(QueryError) -> Answer {
        // Enough for any calendar that a person has, and too little to make a run slow.
        var context = ReportContext(floatingZone: zone, stepsOfObjectMax: 20_000) { id in
            id.name == "Fuzzed" ? zone : nil
        }
        switch root.name.local {
        case "filter":
            let filter = try CalendarFilter(root)
            return .match(filter, try filter.matches(object, &context))
        case "free-busy-query":
            var times = try BusyTimes(root)
            times.add(object, &context)
            return .text(times.text(now: Instant(secondsSinceEpoch: 1_767_225_600)))
        default:
            return .text(try CalendarDataRequest(root).text(of: object, &context))
        }
    }

    /// The request, in the namespace of CalDAV, and the calendar.
    static func split(_ octets: [UInt8]) -> (xml: [UInt8], text: [UInt8]) {
        let parts = octets.split(separator: UInt8(ascii: "%"), maxSplits: 1)
        let body = parts.count > 1 ? Array(parts[1]) : event
        let name = (parts.first ?? []).prefix { $0 != 0x20 && $0 != 0x3E && $0 != 0x2F }
        let declared =
            Array(name) + Array(#" xmlns="urn:ietf:params:xml:ns:caldav""#.utf8)
            + (parts.first ?? []).dropFirst(name.count)
        return (
            declared,
            Array("BEGIN:VCALENDAR\nVERSION:2.0\n".utf8) + body + Array("\nEND:VCALENDAR\n".utf8)
        )
    }

    private static let event = Array(
        "BEGIN:VEVENT\nUID:1\nDTSTART:20260310T100000\nRRULE:FREQ=DAILY\nSUMMARY:Lunch\nEND:VEVENT"
            .utf8
    )

    /// A zone with a gap and a fold each year.
    private static let zone = Zone(
        id: ZoneID("Fuzzed"),
        transitions: [],
        tail: PosixRule("CET-1CEST,M3.5.0,M10.5.0/3")
    )
}
