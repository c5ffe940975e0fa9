import Scheduling
import Testing

/// How often an event to which somebody is invited may happen on one day.
@Suite("How often invitations happen")
struct DensityTests {
    private static let start = "DTSTART:20260312T100000Z"

    private static func overrides(_ count: Int, at start: (Int) -> String) -> [String] {
        (0..<count).flatMap { index in
            [
                "BEGIN:VEVENT", "UID:meeting", "RECURRENCE-ID:\(time(day: index, minute: 600))",
                "DTSTART:\(start(index))", organizedByAnna, "END:VEVENT",
            ]
        }
    }

    /// The time a number of days and minutes after the start of 12 March 2026.
    private static func time(day: Int = 0, minute: Int) -> String {
        let days = 12 + day - 1 + minute / 1_440
        let month = days / 28 + 3
        return
            "2026\(two(month))\(two(days % 28 + 1))T\(two(minute % 1_440 / 60))\(two(minute % 60))00Z"
    }

    private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    private static func dates(_ minutes: some Sequence<Int>) -> String {
        "RDATE:" + minutes.map { time(minute: $0) }.joined(separator: ",")
    }

    private static func series(_ lines: String..., overrides: [String] = []) -> [String] {
        var text = ["BEGIN:VEVENT", "UID:meeting", start, organizedByAnna] + lines + ["END:VEVENT"]
        text += overrides
        return text
    }

    private static let tooOften: [(String, [String])] = [
        ("by the second", series("RRULE:FREQ=SECONDLY")),
        ("by the minute", series("RRULE:FREQ=MINUTELY")),
        ("25 times of day", series("RRULE:FREQ=DAILY;BYHOUR=0,1,2,3,4;BYMINUTE=0,10,20,30,40")),
        (
            "every ten minutes of some hours",
            series("RRULE:FREQ=MINUTELY;INTERVAL=10;BYHOUR=8,9,10,11,12")
        ),
        ("a second rule", series("RRULE:FREQ=YEARLY", "RRULE:FREQ=SECONDLY")),
        ("two rules together", series("RRULE:FREQ=HOURLY", "RRULE:FREQ=DAILY;BYMINUTE=30")),
        ("a long count", series("RRULE:FREQ=SECONDLY;COUNT=25")),
        (
            "whole days by the hour",
            series("RRULE:FREQ=MINUTELY").map { $0 == start ? "DTSTART;VALUE=DATE:20260312" : $0 }
        ),
        (
            "dates on one day",
            series(dates((0..<2_000).map { $0 / 2 }) + "," + dates(0..<30).dropFirst(6))
        ),
        ("one date too many", series(dates((1...24).map { 600 + $0 * 10 }))),
        ("dates around midnight", series(dates(stride(from: 1_200, to: 1_700, by: 10)))),
        (
            "periods",
            series(
                "RDATE;VALUE=PERIOD:"
                    + (0..<25).map { time(minute: $0) + "/PT1H" }.joined(separator: ",")
            )
        ),
        ("dates in several lines", series(dates(0..<13), dates(13..<26))),
        ("rule and dates", series("RRULE:FREQ=HOURLY", dates([630]))),
        (
            "overrides laid on one day",
            series("RRULE:FREQ=DAILY", overrides: overrides(25) { time(minute: $0) })
        ),
        ("overrides without a series", overrides(25) { time(minute: $0) }),
        ("hours that last for 300 days", series("RRULE:FREQ=HOURLY", "DURATION:P300D")),
        ("days that last for 25 days and more", series("RRULE:FREQ=DAILY", "DURATION:P25DT1S")),
        ("weeks that last for a year", series("RRULE:FREQ=WEEKLY", "DTEND:20270312T100000Z")),
        (
            "weekdays of one month that last for ten years",
            series("RRULE:FREQ=YEARLY;BYMONTH=12;BYDAY=MO,TU,WE,TH,FR", "DURATION:P3650D")
        ),
        (
            "periods of a year",
            series(
                "RDATE;VALUE=PERIOD:"
                    + (0..<40).map { time(day: $0, minute: 600) + "/P365D" }.joined(separator: ",")
            )
        ),
        (
            "changed days that last for a year",
            series(
                "RRULE:FREQ=DAILY",
                overrides: overrides(40) { time(day: $0, minute: 600) }
                    .flatMap { $0 == "END:VEVENT" ? ["DURATION:P365D", $0] : [$0] }
            )
        ),
        (
            "a rule of an override",
            series(
                "RRULE:FREQ=DAILY",
                overrides: overrides(1) { _ in time(minute: 600) }
                    .flatMap { $0 == "END:VEVENT" ? ["RRULE:FREQ=SECONDLY", $0] : [$0] }
            )
        ),
    ]

    @Test("More than 24 times within a day are too many", arguments: tooOften)
    func refused(name: String, lines: [String]) throws {
        #expect(try object(lines).happensTooOften, "\(name)")
    }

    private static let often: [(String, [String])] = [
        ("once", series()),
        ("hourly", series("RRULE:FREQ=HOURLY")),
        (
            "hourly, with all of a day changed",
            series("RRULE:FREQ=HOURLY", overrides: overrides(24) { time(minute: $0 * 60) })
        ),
        ("by the second, 24 times in all", series("RRULE:FREQ=SECONDLY;COUNT=24")),
        ("24 times of day", series("RRULE:FREQ=DAILY;BYHOUR=8,9,10,11;BYMINUTE=0,10,20,30,40,50")),
        ("the same rule twice", series("RRULE:FREQ=HOURLY", "RRULE:FREQ=HOURLY")),
        (
            "the same date twice",
            series(dates((0..<24).map { 600 + $0 * 10 }), dates((0..<24).map { 600 + $0 * 10 }))
        ),
        (
            "a date each day",
            series(
                "RDATE:" + (0..<500).map { time(day: $0 % 250, minute: 600) }.joined(separator: ",")
            )
        ),
        (
            "many changed days",
            series("RRULE:FREQ=DAILY", overrides: overrides(250) { time(day: $0, minute: 660) })
        ),
        ("a shift of a day each day", series("RRULE:FREQ=DAILY", "DURATION:P1D")),
        ("days that last for 24 days", series("RRULE:FREQ=DAILY", "DURATION:P24D")),
        ("years that last for ten", series("RRULE:FREQ=YEARLY", "DURATION:P3650D")),
        ("one that lasts for ever", series("DURATION:P3000000D")),
        ("hourly except some", series("RRULE:FREQ=HOURLY", "EXRULE:FREQ=SECONDLY")),
    ]

    @Test("Up to 24 times within a day aren't too many", arguments: often)
    func taken(name: String, lines: [String]) throws {
        #expect(try !object(lines).happensTooOften, "\(name)")
    }
}
