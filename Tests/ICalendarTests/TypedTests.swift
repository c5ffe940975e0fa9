import CivilTime
import ICalendar
import Testing

@Suite("Typed values")
struct TypedTests {
    @Test(
        "An offset is read and written",
        arguments: [
            ("+0100", 3_600), ("-0530", -19_800), ("+000012", 12), ("-0000", 0), ("+2359", 86_340),
            ("0100", nil), ("+01", nil), ("+2400", nil), ("+0160", nil), ("+01000", nil),
            ("+0a00", nil),
        ] as [(String, Int?)]
    )
    func offset(text: String, seconds: Int?) {
        let offset = UTCOffset(text)
        #expect(offset?.seconds == seconds)
        if let offset { #expect(UTCOffset(offset.text) == offset) }
        #expect(UTCOffset(seconds: 86_399)?.text == "+235959")
        #expect(UTCOffset(seconds: 86_400) == nil)
    }

    @Test(
        "A position is read to a millionth of a degree",
        arguments: [
            ("37.386013;-122.082932", [37_386_013, -122_082_932]),
            ("+1;-2.5", [1_000_000, -2_500_000]),
            ("-0.0000019;0", [-1, 0]), ("90;180", [90_000_000, 180_000_000]),
            ("90.000001;0", nil), ("0;-180.1", nil), ("1", nil), ("1;2;3", nil), (";", nil),
            ("1,2", nil), ("1;x", nil),
        ] as [(String, [Int]?)]
    )
    func position(text: String, microdegrees: [Int]?) {
        let position = GeographicPosition(text)
        let parts = position.map { [$0.latitudeMicrodegrees, $0.longitudeMicrodegrees] }
        #expect(parts == microdegrees)
    }

    @Test(
        "Periods end at a time or after a duration",
        arguments: [
            (
                "FREEBUSY:20260101T090000Z/20260101T100000Z",
                ["20260101T090000Z/20260101T100000Z"]
            ),
            (
                "FREEBUSY:20260101T090000Z/PT30M,20260102T090000Z/P1D",
                ["20260101T090000Z/PT30M", "20260102T090000Z/P1D"]
            ),
            (
                "RDATE;VALUE=PERIOD;TZID=Europe/Berlin:20260101T090000/PT1H",
                ["20260101T090000/PT1H"]
            ),
            ("FREEBUSY:20260101T090000Z/-PT1H", []), ("FREEBUSY:20260101T090000Z", []),
            ("FREEBUSY:20260101/PT1H", []), ("FREEBUSY:x/y,", []),
        ]
    )
    func periods(line: String, expected: [String]) throws {
        let property = try #require(readProperty(line))
        let periods = property.periods
        #expect(periods.map { $0.text } == expected)
        guard !periods.isEmpty else { return }
        let name = try #require(property.knownName)
        #expect(Property.periods(name, periods) == property)
    }

    @Test(
        "A trigger is relative to the start or the end, or an instant",
        arguments: [
            ("TRIGGER:-PT15M", "start -PT15M"), ("TRIGGER;RELATED=START:-P1D", "start -P1D"),
            ("TRIGGER;RELATED=END:PT5M", "end PT5M"),
            ("TRIGGER;VALUE=DATE-TIME:20260101T120000Z", "at 20260101T120000Z"),
            ("TRIGGER;VALUE=DATE-TIME:20260101T120000", nil), ("TRIGGER:soon", nil),
        ] as [(String, String?)]
    )
    func trigger(line: String, expected: String?) throws {
        let property = try #require(readProperty(line))
        let found: String? =
            switch AlarmTrigger(property) {
            case .start(let duration): "start " + duration.text
            case .end(let duration): "end " + duration.text
            case .instant(let instant): "at " + instant.basicText
            case nil: nil
            }
        #expect(found == expected)
    }
}

@Suite("Views of components")
struct ViewTests {
    @Test("Free and busy spans are read with their kinds")
    func readingFreeBusy() throws {
        let octets = try fixture("ics/nextcloud.ics")
        let calendar = try #require(CalendarText.parse(octets).components.first)
        let component = try #require(calendar.components(named: .freeBusy).first)
        let view = try #require(VFreeBusy(component))
        #expect(view.start?.basicText == "20260301T000000Z")
        #expect(view.end?.basicText == "20260401T000000Z")
        #expect(view.spans.map { $0.kind } == [.busy, .busy, .free])
        #expect(view.spans.last?.period.text == "20260307T000000Z/P1D")
        #expect(VFreeBusy(calendar) == nil)
    }

    @Test("Setting an equal value changes nothing, and another one changes only its property")
    func setting() throws {
        let lines = [
            "DTSTART;X-A=1:20260101T000000Z", "X-B:1", "DTEND:20260102T000000Z",
            "FREEBUSY:20260101T090000Z/PT1H",
        ]
        let text = octets(["BEGIN:VFREEBUSY"] + lines + ["END:VFREEBUSY"])
        let component = try #require(CalendarText.parse(text).components.first)
        var view = try #require(VFreeBusy(component))
        view.start = view.start
        view.end = view.end
        view.spans = view.spans
        #expect(view.component == component)
        view.end = view.start
        let written = view.component.properties.map { String(decoding: $0.raw, as: UTF8.self) }
        #expect(written == [lines[0], lines[1], "DTEND:20260101T000000Z", lines[3]])
    }

    @Test("Free and busy spans are written as a line for each kind")
    func freeBusy() throws {
        var view = try #require(VFreeBusy(Component(.freeBusy)))
        let start = CalendarTime.utc(Instant(secondsSinceEpoch: 1_767_225_600))
        let hour = try #require(CalendarDuration("PT1H"))
        let period = CalendarPeriod(start: start, end: .duration(hour))
        view.spans = [.init(period), .init(period, kind: .free), .init(period)]
        #expect(
            view.component.all(.freeBusy).map { $0.rawValue } == [
                "20260101T000000Z/PT1H,20260101T000000Z/PT1H", "20260101T000000Z/PT1H",
            ]
        )
        #expect(view.spans.map { $0.kind } == [.busy, .busy, .free])
    }

    @Test("Setting a parameter keeps its place, and everything else")
    func parameter() throws {
        let property = try #require(readProperty("X-A;B=1;C=\"2;3\";D=4:v\\,w"))
        let changed = property.setting("c", to: ["5", "6"])
        #expect(String(decoding: changed.raw, as: UTF8.self) == "X-A;B=1;C=5,6;D=4:v\\,w")
        #expect(
            String(decoding: changed.setting("B", to: []).raw, as: UTF8.self)
                == "X-A;C=5,6;D=4:v\\,w"
        )
    }
}
