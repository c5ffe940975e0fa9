import CivilTime
import Testing

@testable import WebDAV

@Suite("Filters")
struct FilterTests {
    static func filter(_ conditions: String) throws -> CalendarFilter {
        try CalendarFilter(
            element("<filter><comp-filter name=\"VCALENDAR\">\(conditions)</comp-filter></filter>")
        )
    }

    @Test(
        "A filter that makes no sense is refused",
        arguments: [
            "<filter/>", #"<filter><comp-filter name="VEVENT"/></filter>"#,
            #"<filter><comp-filter/></filter>"#,
            #"<filter><comp-filter name="VCALENDAR"/><comp-filter name="VCALENDAR"/></filter>"#,
            #"<filter><comp-filter name="VCALENDAR"><is-not-defined/></comp-filter></filter>"#,
            #"<filter><prop-filter name="UID"/></filter>"#,
        ]
    )
    func invalidRoot(xml: String) throws {
        let xml = try element(xml)
        #expect { try CalendarFilter(xml) } throws: { error in
            (error as? QueryError)?.precondition == .calDAV("valid-filter")
        }
    }

    @Test(
        "What makes no sense in it is refused as RFC 4791, 7.8 says",
        arguments: [
            (
                #"<comp-filter name="VTODO"><comp-filter name="VEVENT"/></comp-filter>"#,
                "valid-filter"
            ),
            (
                """
                <comp-filter name="VEVENT"><prop-filter name="SUMMARY">
                <time-range start="20260101T000000Z"/></prop-filter></comp-filter>
                """, "valid-filter"
            ),
            (#"<comp-filter name="VALARM"/>"#, "valid-filter"),
            (
                #"<comp-filter name="VEVENT"><is-not-defined/><prop-filter name="UID"/></comp-filter>"#,
                "valid-filter"
            ),
            (
                #"<prop-filter name="X"><is-not-defined/><text-match>a</text-match></prop-filter>"#,
                "valid-filter"
            ),
            (#"<prop-filter name="X"><comp-filter name="VEVENT"/></prop-filter>"#, "valid-filter"),
            (
                #"<prop-filter name="X"><text-match negate-condition="maybe">a</text-match></prop-filter>"#,
                "valid-filter"
            ),
            (#"<prop-filter name=""/>"#, "valid-filter"),
            (#"<time-range start="20260101T000000Z"/>"#, "supported-filter"),
            (
                #"<comp-filter name="VTIMEZONE"><time-range start="20260101T000000Z"/></comp-filter>"#,
                "supported-filter"
            ),
            (
                #"<comp-filter name="VEVENT"><near place="Berlin"/></comp-filter>"#,
                "supported-filter"
            ),
            (
                #"<prop-filter name="X"><text-match collation="i;klingon">a</text-match></prop-filter>"#,
                "supported-collation"
            ),
        ]
    )
    func invalid(conditions: String, precondition: String) throws {
        #expect { try Self.filter(conditions) } throws: { error in
            (error as? QueryError)?.precondition == .calDAV(precondition)
        }
    }

    @Test("Without a filter the request is malformed")
    func missing() {
        #expect { try CalendarFilter(nil) } throws: { error in
            (error as? QueryError)?.precondition == nil
        }
    }

    @Test("The number of conditions and the length of a text are bounded")
    func limits() throws {
        func names(_ count: Int) -> String {
            String(repeating: #"<prop-filter name="X"/>"#, count: count)
        }
        // The comp-filter of VCALENDAR is one of them.
        _ = try Self.filter(names(Limits.filterConditionsMax - 1))
        #expect(throws: QueryError.unsupportedFilter("The filter is too long.")) {
            try Self.filter(names(Limits.filterConditionsMax))
        }
        func text(_ count: Int) -> String {
            let text = String(repeating: "a", count: count)
            return #"<prop-filter name="X"><text-match>\#(text)</text-match></prop-filter>"#
        }
        _ = try Self.filter(text(Limits.matchedTextOctetsMax))
        #expect(throws: QueryError.unsupportedFilter("The text is too long.")) {
            try Self.filter(text(Limits.matchedTextOctetsMax + 1))
        }
        func name(_ count: Int) -> String {
            #"<prop-filter name="\#(String(repeating: "X", count: count))"/>"#
        }
        _ = try Self.filter(name(Limits.requestedNameOctetsMax))
        #expect(throws: QueryError.self) {
            try Self.filter(name(Limits.requestedNameOctetsMax + 1))
        }
    }

    @Test("The time of events is known to the database; that of tasks and alarms isn't")
    func time() throws {
        let range = #"<time-range start="20260101T000000Z" end="20260102T000000Z"/>"#
        let events = try Self.filter("<comp-filter name=\"VEVENT\">\(range)</comp-filter>")
        #expect(events.timeOfEvents?.start == instant("20260101T000000Z"))
        #expect(events.timeOfEvents?.end == instant("20260102T000000Z"))
        let others = [
            "", "<comp-filter name=\"VEVENT\"/>",
            "<comp-filter name=\"VTODO\">\(range)</comp-filter>",
            """
            <comp-filter name="VEVENT"><comp-filter name="VALARM">\(range)</comp-filter></comp-filter>
            """,
        ]
        for conditions in others {
            #expect(try Self.filter(conditions).timeOfEvents == nil)
        }
    }

    @Test(
        "Texts are compared by a collation",
        arguments: [
            ("Crème", "CRÈME", "i;octet", false), ("Crème", "rèm", "i;octet", true),
            ("Creme", "CREME", "i;ascii-casemap", true),
            ("Crème", "CRÈME", "i;ascii-casemap", false),
            ("Crème", "CRÈME", "i;unicode-casemap", true),
            ("Cre\u{300}me", "CR\u{C8}ME", "i;unicode-casemap", true),
            ("straße", "STRASSE", "i;unicode-casemap", true), ("Crème", "", "default", true),
            ("", "a", "i;octet", false), ("aab", "AB", "default", true),
        ]
    )
    func collations(text: String, sought: String, name: String, expected: Bool) throws {
        let filter = try Self.filter(
            """
            <comp-filter name="VEVENT"><prop-filter name="SUMMARY">
            <text-match collation="\(name)">\(sought)</text-match></prop-filter></comp-filter>
            """
        )
        let event = "BEGIN:VEVENT\nUID:1\nSUMMARY:\(text)\nEND:VEVENT"
        var context = reportContext()
        #expect(try filter.matches(object(event), &context) == expected)
        #expect(filter.mayMatch(Array(event.utf8)) || !expected)
    }

    @Test("A text is found across escapes and folded lines")
    func foldedText() throws {
        let event =
            "BEGIN:VEVENT\r\nUID:1\r\nSUMMARY:Lunch\\, then a wa\r\n lk in the p\r\n\tark\r\nEND:VEVENT"
        for (sought, expected) in [
            ("lunch, then", true), ("walk in the park", true), ("walks", false),
        ] {
            let filter = try Self.filter(
                """
                <comp-filter name="VEVENT"><prop-filter name="SUMMARY">
                <text-match>\(sought)</text-match></prop-filter></comp-filter>
                """
            )
            var context = reportContext()
            #expect(try filter.matches(object(event), &context) == expected)
            #expect(filter.mayMatch(Array(event.utf8)) || !expected, "\(sought)")
        }
    }

    private static func match(_ property: String, _ text: String, more: String = "") -> String {
        """
        <prop-filter name="\(property)"><text-match\(more)>\(text)</text-match></prop-filter>
        """
    }

    private static func param(_ property: String, _ name: String, _ content: String) -> String {
        """
        <prop-filter name="\(property)"><param-filter name="\(name)">\(content)</param-filter>\
        </prop-filter>
        """
    }

    @Test(
        "Values are compared as they are meant, however they are written",
        arguments: [
            // Escapes that RFC 5545 doesn't have, and those that it has in both cases.
            (#"SUMMARY:Caf\e"#, match("SUMMARY", "cafe"), false),
            (#"SUMMARY:Caf\e"#, match("SUMMARY", #"caf\e"#), true),
            (#"SUMMARY:10\:30"#, match("SUMMARY", "10:30"), true),
            (#"SUMMARY:say \"hi\""#, match("SUMMARY", #"say "hi""#), true),
            (#"SUMMARY:one\Ntwo\nthree"#, match("SUMMARY", "one&#10;two&#10;three"), true),
            (#"SUMMARY:a\;b\\n"#, match("SUMMARY", #"a;b\n"#), true),
            (#"CATEGORIES:Home,A\,B"#, match("CATEGORIES", "A,B"), true),
            (#"CATEGORIES:Home,A\,B"#, match("CATEGORIES", "me,A"), true),
            ("X-THING:a\\, b", match("X-THING", "a, b"), true),
            ("SUMMARY:Gr\u{FC}n", match("SUMMARY", "Gr\u{FC}n"), true),
            // Values that aren't texts have no escapes.
            (#"URL:https://example.org/a\,b"#, match("URL", #"a\,b"#), true),
            ("GEO:52.5;13.4", match("GEO", "5;13"), true),
            ("RRULE:FREQ=WEEKLY;BYDAY=MO,TU", match("RRULE", "byday=mo,tu"), true),
            ("ATTENDEE;CN=Ben:mailto:BEN@example.org", match("ATTENDEE", "ben@EXAMPLE"), true),
            // Parameters, also encoded by RFC 6868, in quotes, and with several values.
            (
                #"ATTENDEE;CN="Ben, Jr.":mailto:b@c"#,
                param("ATTENDEE", "CN", "<text-match>ben, jr</text-match>"), true
            ),
            (
                "ATTENDEE;CN=O^'Ben^':mailto:b@c",
                param("ATTENDEE", "cn", "<text-match>o\"ben\"</text-match>"), true
            ),
            (
                #"ATTENDEE;MEMBER="mailto:a@b","mailto:c@d":mailto:b@c"#,
                param("ATTENDEE", "MEMBER", "<text-match>c@d</text-match>"), true
            ),
            (
                "ATTENDEE;CN=\"Be\n n\":mailto:b@c",
                param("ATTENDEE", "CN", "<text-match>ben</text-match>"), true
            ),
            ("SUMMARY:A", param("SUMMARY", "LANGUAGE", "<is-not-defined/>"), true),
            // A missing property matches no text, not even a negated one (RFC 4791, 9.7.2).
            ("SUMMARY:A", match("STATUS", "x", more: #" negate-condition="yes""#), false),
            ("STATUS:CANCELLED", match("STATUS", "x", more: #" negate-condition="yes""#), true),
            (
                "STATUS:CANCELLED", match("STATUS", "cancel", more: #" negate-condition="yes""#),
                false
            ),
            // The case of names doesn't matter.
            ("summary;language=de:Essen", match("Summary", "essen"), true),
        ]
    )
    func oddTexts(line: String, condition: String, expected: Bool) throws {
        let filter = try Self.filter("<comp-filter name=\"VEVENT\">\(condition)</comp-filter>")
        let event = "BEGIN:VEVENT\nUID:1\n\(line)\nEND:VEVENT"
        var context = reportContext()
        #expect(try filter.matches(object(event), &context) == expected)
        #expect(filter.mayMatch(Array(event.utf8)) || !expected)
    }

    @Test(
        "The alarm of a task goes off before its start or its end, or at its own time",
        arguments: [
            ("DTSTART:20260310T100000Z\nDUE:20260310T120000Z", "TRIGGER:-PT10M", "0950"),
            (
                "DTSTART:20260310T100000Z\nDUE:20260310T120000Z", "TRIGGER;RELATED=END:-PT10M",
                "1150"
            ),
            ("DTSTART:20260310T100000Z\nDURATION:PT3H", "TRIGGER;RELATED=END:PT5M", "1305"),
            ("DUE:20260310T120000Z", "TRIGGER;RELATED=END:-PT10M", "1150"),
            ("DUE:20260310T120000Z", "TRIGGER:-PT10M", "1150"),
            ("SUMMARY:No time", "TRIGGER;VALUE=DATE-TIME:20260310T110000Z", "1100"),
            ("DTSTART:20260309T100000Z\nRRULE:FREQ=DAILY", "TRIGGER:PT0S", "1000"),
            ("DUE:20260309T100000Z\nRRULE:FREQ=DAILY", "TRIGGER;RELATED=END:PT1H", "1100"),
            ("DUE:20260310T100000Z", "TRIGGER:-PT1H\nREPEAT:2\nDURATION:PT45M", "1030"),
            ("SUMMARY:No time", "TRIGGER:-PT10M", nil),
        ]
    )
    func taskAlarms(lines: String, alarm: String, minute: String?) throws {
        let task = try object(
            "BEGIN:VTODO\nUID:1\n\(lines)\nBEGIN:VALARM\nACTION:DISPLAY\n\(alarm)\nEND:VALARM\nEND:VTODO"
        )
        for asked in ["0949", "0950", "1000", "1030", "1100", "1150", "1305"] {
            let filter = try Self.filter(
                """
                <comp-filter name="VTODO"><comp-filter name="VALARM"><time-range
                start="20260310T\(asked)00Z" end="20260310T\(asked)01Z"/></comp-filter></comp-filter>
                """
            )
            var context = reportContext()
            #expect(try filter.matches(task, &context) == (asked == minute), "\(asked)")
        }
    }

    @Test("Objects that can't match are told by their text")
    func quickAnswer() throws {
        let task = try Self.filter(#"<comp-filter name="VTODO"/>"#)
        #expect(!task.mayMatch(Array("BEGIN:VEVENT\r\nSUMMARY:VTODO\r\nEND:VEVENT".utf8)))
        #expect(task.mayMatch(Array("begin:v\r\n todo\r\nEND:VTODO".utf8)))
        let absent = try Self.filter(
            #"<comp-filter name="VTODO"><is-not-defined/></comp-filter>"#
        )
        #expect(absent.mayMatch([]))
    }
}
