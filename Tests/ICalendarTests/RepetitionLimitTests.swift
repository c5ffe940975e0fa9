import ICalendar
import Recurrence
import Testing

@Suite("What repeats too often")
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
        "A rule that comes too often to show every time is kept, and said to be",
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
        "More rules or dates than are followed are said once, and kept",
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
