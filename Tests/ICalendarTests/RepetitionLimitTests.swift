import ICalendar
import Recurrence
import Testing

@Suite("Events that repeat too often")
struct RepetitionLimitTests {
    private static func codes(_ lines: String) -> [String] {
        let text =
            "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nUID:a\r\nDTSTART:20260101T000000Z\r\n"
            + lines + "\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
        let contents = CalendarFile.read(Array(text.utf8))
        #expect(contents.objects.count == 1)
        #expect(contents.problems.allSatisfy { $0.outcome == .kept })
        return contents.problems.map(\.code)
    }

    @Test(
        "A rule with too many occurrences a day is kept and reported",
        arguments: [
            ("FREQ=HOURLY", []), ("FREQ=MINUTELY;INTERVAL=45", []),
            ("FREQ=MINUTELY;INTERVAL=44", ["rule-too-often"]),
            ("FREQ=SECONDLY", ["rule-too-often"]), ("FREQ=SECONDLY;COUNT=32", []),
        ]
    )
    func often(rule: String, expected: [String]) {
        #expect(Self.codes("RRULE:" + rule) == expected)
    }

    @Test(
        "Rules or dates beyond the limit are kept and reported once",
        arguments: [
            ("RRULE", "FREQ=DAILY", ExpansionBudget.rulesMax),
            ("EXRULE", "FREQ=DAILY", ExpansionBudget.rulesMax),
            ("RDATE", "20260102T000000Z", ExpansionBudget.datesMax),
            ("EXDATE", "20260102T000000Z,20260103T000000Z", ExpansionBudget.datesMax / 2),
        ]
    )
    func many(name: String, value: String, linesMax: Int) {
        for (excess, expected) in [
            (0, []), (1, ["too-many-repetitions"]), (9, ["too-many-repetitions"]),
        ] {
            let lines = Array(repeating: "\(name):\(value)", count: linesMax + excess)
            #expect(Self.codes(lines.joined(separator: "\r\n")) == expected)
        }
    }
}
