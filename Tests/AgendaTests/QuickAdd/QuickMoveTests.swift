import Agenda
import CivilTime
import Testing

@Suite("Quick move")
struct QuickMoveTests {
    // A Wednesday.
    private static let today = CivilDate(year: 2026, month: 11, day: 18) ?? .min

    private static func move(_ words: String, _ event: String) throws -> String? {
        let agenda = try Sample.agenda([event])
        let days = today.adding(days: -30)..<today.adding(days: 30)
        let occurrence = try #require(agenda.occurrences(in: days).first)
        return QuickMove(words, of: occurrence, today: today).map {
            "\($0.start.text.prefix(16)) \($0.end.text.prefix(16))"
        }
    }

    @Test(
        "A step, a day, a time or both move an event",
        arguments: [
            ("+1h", "2026-11-20T13:30 2026-11-20T14:15"),
            ("-30min", "2026-11-20T12:00 2026-11-20T12:45"),
            ("+ 90m", "2026-11-20T14:00 2026-11-20T14:45"),
            ("+2d", "2026-11-22T12:30 2026-11-22T13:15"),
            ("-1w", "2026-11-13T12:30 2026-11-13T13:15"),
            ("+12h", "2026-11-21T00:30 2026-11-21T01:15"),
            ("tomorrow", "2026-11-19T12:30 2026-11-19T13:15"),
            ("15:00", "2026-11-20T15:00 2026-11-20T15:45"),
            ("saturday 15:00", "2026-11-21T15:00 2026-11-21T15:45"),
            ("15:00-16:30", "2026-11-20T15:00 2026-11-20T16:30"),
        ]
    )
    func times(words: String, expected: String) throws {
        let lunch = """
            DTSTART;TZID=Europe/Berlin:20261120T123000
            DTEND;TZID=Europe/Berlin:20261120T131500
            SUMMARY:Lunch
            """
        #expect(try Self.move(words, lunch) == expected)
    }

    @Test(
        "What isn't a time is refused whole",
        arguments: [
            "", "+", "+1", "+1y", "+99999h", "lunch", "friday with Bea", "15:00 in New York",
            "every friday", "@home", "friday #sport", "friday to sunday",
        ]
    )
    func refused(words: String) throws {
        let lunch = "DTSTART:20261120T123000Z\nDTEND:20261120T131500Z\nSUMMARY:Lunch"
        #expect(try Self.move(words, lunch) == nil)
    }

    @Test("An event without a time of day moves by days only")
    func allDay() throws {
        let fair = "DTSTART;VALUE=DATE:20261120\nDTEND;VALUE=DATE:20261122\nSUMMARY:Fair"
        #expect(try Self.move("+1d", fair) == "2026-11-21T00:00 2026-11-23T00:00")
        #expect(try Self.move("tomorrow", fair) == "2026-11-19T00:00 2026-11-21T00:00")
        #expect(try Self.move("+1h", fair) == nil)
        #expect(try Self.move("15:00", fair) == nil)
    }
}
