import CivilTime
import ICalendar
import Recurrence
import Testing

@Suite("Setting rules and lists of dates")
struct RepetitionTests {
    private func event(_ lines: [String]) throws -> VEvent {
        try #require(readEvent(["DTSTART;TZID=Europe/Berlin:20260105T090000"] + lines))
    }

    private func lines(_ event: VEvent) -> [String] {
        event.component.properties.dropFirst().map { String(decoding: $0.raw, as: UTF8.self) }
    }

    private static func time(_ text: String) throws -> CalendarTime {
        let line = "EXDATE" + text
        return try #require(readProperty(line)?.time)
    }

    @Test("Setting rules keeps the octets of those that stay")
    func rules() throws {
        var event = try event(["RRULE:COUNT=3;FREQ=DAILY", "SUMMARY:x"])
        let weekly = try RecurrenceRule(parsing: "FREQ=WEEKLY;BYDAY=MO")
        event.rules += [weekly]
        #expect(
            lines(event)
                == ["RRULE:COUNT=3;FREQ=DAILY", "RRULE:FREQ=WEEKLY;BYDAY=MO", "SUMMARY:x"]
        )
        event.rules = [weekly]
        #expect(lines(event) == ["RRULE:FREQ=WEEKLY;BYDAY=MO", "SUMMARY:x"])
        event.exclusionRules = [weekly]
        #expect(lines(event).last == "EXRULE:FREQ=WEEKLY;BYDAY=MO")
        event.rules = []
        event.exclusionRules = []
        #expect(lines(event) == ["SUMMARY:x"])
    }

    @Test(
        "Removed times leave their lines, and new ones get a line for each kind",
        arguments: [
            (["EXDATE;X-A=1:20260101T090000Z,20260102T090000Z"], [], [String]()),
            (
                ["EXDATE;X-A=1:20260101T090000Z,20260102T090000Z"], [":20260102T090000Z"],
                ["EXDATE;X-A=1:20260102T090000Z"]
            ),
            (
                ["EXDATE:20260101T090000Z"],
                [
                    ":20260101T090000Z", ";VALUE=DATE:20260103",
                    ";TZID=Europe/Berlin:20260104T090000", ";VALUE=DATE:20260105",
                ],
                [
                    "EXDATE:20260101T090000Z", "EXDATE;VALUE=DATE:20260103,20260105",
                    "EXDATE;TZID=Europe/Berlin:20260104T090000",
                ]
            ),
            (
                ["EXDATE:nonsense"], [":20260101T090000Z"],
                ["EXDATE:nonsense", "EXDATE:20260101T090000Z"]
            ),
        ]
    )
    func times(before: [String], times: [String], after: [String]) throws {
        var event = try event(before)
        let new = try times.map(Self.time)
        event.excludedTimes = new
        #expect(lines(event) == after)
        #expect(event.excludedTimes == new || Set(event.excludedTimes) == Set(new))
        var other = try self.event(before.map { "RDATE" + $0.dropFirst(6) })
        other.additionalTimes = new
        #expect(lines(other) == after.map { "RDATE" + $0.dropFirst(6) })
    }

    @Test("Periods are removed and added without touching other times")
    func periods() throws {
        let first = "RDATE;VALUE=PERIOD:20260101T090000Z/PT1H,20260102T090000Z/20260102T100000Z"
        var event = try event([first, "RDATE:20260103T090000Z"])
        let periods = event.additionalPeriods
        #expect(periods.count == 2)
        event.additionalPeriods = [periods[1]]
        #expect(
            lines(event) == [
                "RDATE;VALUE=PERIOD:20260102T090000Z/20260102T100000Z", "RDATE:20260103T090000Z",
            ]
        )
        event.additionalPeriods = periods
        #expect(event.additionalPeriods.count == 2)
        #expect(event.additionalTimes.count == 3)
        event.additionalTimes = [periods[0].start]
        #expect(lines(event) == ["RDATE;VALUE=PERIOD:20260101T090000Z/PT1H"])
    }

    @Test("Setting lists to their current values changes nothing")
    func same() throws {
        let before = [
            "RRULE:INTERVAL=1;FREQ=DAILY", "EXDATE;VALUE=DATE-TIME:20260101T090000Z",
            "RDATE;VALUE=PERIOD:20260101T090000Z/PT1H",
        ]
        var event = try event(before)
        event.rules = event.rules
        event.excludedTimes = event.excludedTimes
        event.additionalTimes = event.additionalTimes
        event.additionalPeriods = event.additionalPeriods
        #expect(lines(event) == before)
    }
}
