import ICalendar
import Testing

@Suite("jCal")
struct JCalTests {
    private func json(_ line: String) -> String? {
        guard let property = readProperty(line) else { return nil }
        let component = Component(name: "X-C", nodes: [.property(property)])
        let text = String(decoding: JCal.write([component]), as: UTF8.self)
        return String(text.dropFirst(#"["x-c",["#.count).dropLast("],[]]".count))
    }

    static let rows: [(String, String)] = [
        ("SUMMARY:a\\, b\\nc", #"["summary",{},"text","a, b\nc"]"#),
        ("DTSTART:20260101T090000Z", #"["dtstart",{},"date-time","2026-01-01T09:00:00Z"]"#),
        (
            "DTSTART;TZID=Europe/Berlin:20260101T090000",
            #"["dtstart",{"tzid":"Europe/Berlin"},"date-time","2026-01-01T09:00:00"]"#
        ),
        ("DTSTART;VALUE=DATE:20260101", #"["dtstart",{},"date","2026-01-01"]"#),
        (
            "EXDATE:20260101T090000,20260102T090000",
            #"["exdate",{},"date-time","2026-01-01T09:00:00","2026-01-02T09:00:00"]"#
        ),
        (
            "RDATE;VALUE=PERIOD:20260101T090000Z/PT1H",
            #"["rdate",{},"period",["2026-01-01T09:00:00Z","PT1H"]]"#
        ),
        (
            "FREEBUSY;FBTYPE=BUSY:20260101T090000Z/20260101T100000Z,20260102T090000Z/PT1H",
            #"["freebusy",{"fbtype":"BUSY"},"period",["2026-01-01T09:00:00Z","2026-01-01T10:00:00Z"]"#
                + #",["2026-01-02T09:00:00Z","PT1H"]]"#
        ),
        (
            "RRULE:FREQ=MONTHLY;BYDAY=MO,-1FR;COUNT=3",
            #"["rrule",{},"recur",{"freq":"MONTHLY","byday":["MO","-1FR"],"count":3}]"#
        ),
        (
            "RRULE:FREQ=DAILY;UNTIL=20260101T000000Z",
            #"["rrule",{},"recur",{"freq":"DAILY","until":"2026-01-01T00:00:00Z"}]"#
        ),
        ("DURATION:PT15M", #"["duration",{},"duration","PT15M"]"#),
        ("TZOFFSETFROM:-053015", #"["tzoffsetfrom",{},"utc-offset","-05:30:15"]"#),
        ("GEO:37.386013;-122.082932", #"["geo",{},"float",[37.386013,-122.082932]]"#),
        ("PRIORITY:5", #"["priority",{},"integer",5]"#),
        ("CATEGORIES:one,t\\,wo", #"["categories",{},"text","one","t,wo"]"#),
        ("REQUEST-STATUS:2.0;Success", #"["request-status",{},"text",["2.0","Success"]]"#),
        (
            "ATTENDEE;MEMBER=\"mailto:a@x\",\"mailto:b@x\";CN=A^'B:mailto:c@x",
            #"["attendee",{"member":["mailto:a@x","mailto:b@x"],"cn":"A\"B"},"cal-address","mailto:c@x"]"#
        ),
        (
            "ATTACH;ENCODING=BASE64;VALUE=BINARY:QUJD",
            #"["attach",{"encoding":"BASE64"},"binary","QUJD"]"#
        ),
        ("X-A;X-P=1:a\\,b", #"["x-a",{"x-p":"1"},"unknown","a\\,b"]"#),
        ("X-A;VALUE=INTEGER:7", #"["x-a",{},"integer",7]"#),
        ("X-A;VALUE=X-TYPE:7;8", #"["x-a",{},"x-type","7;8"]"#),
        ("X-A;VALUE=BOOLEAN:TRUE", #"["x-a",{},"boolean",true]"#),
        ("X-A;VALUE=TIME:235960Z", #"["x-a",{},"time","23:59:60Z"]"#),
        ("DTSTART:soon", #"["dtstart",{},"unknown","soon"]"#),
        ("DTSTART;VALUE=DATE:soon", #"["dtstart",{"value":"DATE"},"unknown","soon"]"#),
        ("PRIORITY:high", #"["priority",{},"unknown","high"]"#),
        ("REFRESH-INTERVAL;VALUE=DURATION:P1W", #"["refresh-interval",{},"duration","P1W"]"#),
    ]

    @Test("A property is written by its type, and read back", arguments: rows)
    func properties(line: String, expected: String) throws {
        #expect(json(line) == expected)
        let text = #"["x-c",["# + expected + "],[]]"
        let read = JCal.parse(Array(text.utf8))
        #expect(read.problems == [])
        let property = try #require(read.components.first?.properties.first)
        let written = String(decoding: property.raw, as: UTF8.self)
        // The default type of a name isn't written; everything else is unchanged.
        let same = line.replacing(";VALUE=DURATION", with: "")
        #expect(written.split(separator: ";").sorted() == same.split(separator: ";").sorted())
    }

    @Test(
        "Calendars of other programs survive a round trip through jCal",
        arguments: [
            "google.ics", "apple.ics", "outlook.ics", "thunderbird.ics", "exchange.ics",
            "nextcloud.ics", "zoom.ics", "fastmail.ics",
        ]
    )
    func fixtures(name: String) throws {
        let components = CalendarText.parse(try fixture("ics/" + name)).components
        let text = JCal.write(components)
        let read = JCal.parse(text)
        #expect(read.problems == [])
        #expect(JCal.write(read.components) == text)
        let objects = CalendarFile.contents(of: read).objects
        let before = CalendarFile.read(try fixture("ics/" + name)).objects
        #expect(objects.map { $0.uid } == before.map { $0.uid })
        for (left, right) in zip(before.flatMap { $0.events }, objects.flatMap { $0.events }) {
            #expect(
                left.component.properties.map { $0.name }
                    == right.component.properties.map { $0.name }
            )
            #expect(left.start == right.start)
            #expect(left.end == right.end)
            #expect(left.summary == right.summary)
            #expect(left.component.rules == right.component.rules)
            let excluded = left.component.times(.exceptionDates)
            #expect(excluded == right.component.times(.exceptionDates))
        }
    }

    @Test(
        "Generated calendars survive a round trip through jCal",
        arguments: 0..<150 as Range<UInt64>
    )
    func generated(seed: UInt64) {
        var generator = CalendarGenerator(seed: seed)
        let components = generator.components(depth: 0).map { Self.ordered($0) }
        let read = JCal.parse(JCal.write(components))
        #expect(read.problems == [], "seed \(seed)")
        #expect(read.components == components, "seed \(seed)")
    }

    /// The component with its properties before its nested components, as in jCal.
    private static func ordered(_ component: Component) -> Component {
        Component(
            name: component.name,
            nodes: component.properties.map { .property($0) }
                + component.components.map { .component(ordered($0)) }
        )
    }

    @Test(
        "Invalid jCal is reported with its line, and intact parts are read",
        arguments: [
            ("", 0, ["1: not JSON: it ends too early"]),
            ("{}", 0, ["1: not JSON: unexpected character"]),
            ("[]", 0, ["1: not a component"]),
            ("[1]", 0, ["1: not a component"]),
            (#"["vcalendar",[],[]] x"#, 1, ["1: not JSON: unexpected character"]),
            (#"["vcalendar",[],["#, 0, ["1: not JSON: it ends too early"]),
            ("[[\"vcalendar\",[],[]],\n[\"vcalendar\",[1],[]]]", 2, ["2: not a property"]),
            ("[\"vcalendar\",[\n[\"uid\",{},\"text\"]],[]]", 1, ["2: not a property"]),
            (#"["vcalendar",[["begin",{},"unknown","X"]],[]]"#, 1, ["1: not a property"]),
            (#"["vcalendar",[],[["v\nevent",[],[]]]]"#, 1, ["1: not a component"]),
            (#"["vcalendar",[["uid",{},"text","\ud800"]],[]]"#, 1, []),
            (#"["vcalendar",[["uid",{},"text","\x"]],[]]"#, 0, ["1: not JSON: a string"]),
            (#"["vcalendar",[["uid",{},"integer",01]],[]]"#, 0, ["1: not JSON: a number"]),
        ] as [(String, Int, [String])]
    )
    func broken(text: String, count: Int, problems: [String]) {
        let result = JCal.parse(Array(text.utf8))
        #expect(result.components.count == count)
        let messages = result.problems.map { "\($0.line): \($0.message)" }
        #expect(messages.count == problems.count, "\(messages)")
        for (message, expected) in zip(messages, problems) {
            #expect(message.hasPrefix(expected))
        }
    }

    @Test(
        "Escapes and surrogate pairs are read",
        arguments: [
            (#"\u00fc"#, "ü"), (#"\ud83c\udf82"#, "🎂"), (#"\ud83c"#, "\u{FFFD}"), (#"\/\b"#, "/"),
            (#"\udf82\u0041"#, "\u{FFFD}A"), (#"\ud83c\u0041"#, "\u{FFFD}A"), (#"\"\\"#, "\"\\"),
        ]
    )
    func escapes(escaped: String, text: String) throws {
        let json = #"["vcalendar",[["summary",{},"text",""# + escaped + #""]],[]]"#
        let result = JCal.parse(Array(json.utf8))
        #expect(result.components.first?.first(.summary)?.textValue == text)
    }

    @Test("Components may be nested 32 deep, not 33", arguments: [32, 33])
    func nesting(depth: Int) {
        let text =
            String(repeating: #"["x-c",[],["#, count: depth) + String(repeating: "]]", count: depth)
        let result = JCal.parse(Array(text.utf8))
        #expect(result.problems.map { $0.kind } == (depth == 32 ? [] : [.nestedTooDeep(max: 32)]))
    }

    @Test("Arrays may be nested 128 deep, not 129", arguments: [128, 129])
    func arrays(depth: Int) {
        // Two of them are the arrays of the calendar and its properties.
        let value =
            String(repeating: "[", count: depth - 2) + String(repeating: "]", count: depth - 2)
        let result = JCal.parse(Array((#"["vcalendar",["# + value + "],[]]").utf8))
        let expected: Problem.Kind = depth == 128 ? .notAProperty : .invalidJSON(.tooDeep(max: 128))
        #expect(result.problems.map { $0.kind } == [expected])
    }
}
