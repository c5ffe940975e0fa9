import Agenda
import CivilTime
import Testing

/// Series that would make a window walk far, and the single starts that prevent it.
@Suite("Steps that a window takes")
struct WindowStepTests {
    private static func window(_ from: String, days: Int = 1) throws -> Range<CivilDate> {
        let first = try #require(CivilDate(from))
        return first..<first.adding(days: days)
    }

    @Test("A period of a century doesn't make a window walk through a century")
    func longPeriod() throws {
        let agenda = try Sample.agenda(
            [
                """
                DTSTART:19260101T000000Z
                DURATION:PT1S
                RRULE:FREQ=MINUTELY
                RDATE;VALUE=PERIOD:19260101T000030Z/P36000D
                SUMMARY:x
                """
            ],
            zone: "Europe/Berlin"
        )
        let day = try Self.window("2024-07-01")
        let found = try #require(agenda.allOccurrences(in: day, limit: 2_000))
        #expect(found.count == 1_441)
        #expect(found.filter { $0.firstDate.year == 1926 }.count == 1)
        #expect(agenda.cost(of: day).starts < 1_700)
        // The period ends on 2024-07-25.
        let later = try Self.window("2024-07-26")
        #expect(agenda.allOccurrences(in: later, limit: 2_000)?.count == 1_440)
    }

    @Test(
        "A period is found once with its own length, unless it's excluded or moved",
        arguments: [
            ("", ["07T09:00 07T12:00", "08T09:00 08T10:00"]),
            ("EXDATE:20260107T090000Z\n", ["08T09:00 08T10:00"]),
            ("RDATE:20260107T090000Z\n", ["07T09:00 07T12:00", "08T09:00 08T10:00"]),
            (
                "RDATE;VALUE=PERIOD:20260107T200000Z/20260108T093000Z,20260107T090000Z/PT5H\n",
                ["07T20:00 08T09:30", "07T09:00 07T12:00", "08T09:00 08T10:00"]
            ),
            (
                "SUMMARY:a\n--RECURRENCE-ID:20260107T090000Z\nDTSTART:20260108T150000Z\nDURATION:PT2H\n",
                ["08T09:00 08T10:00", "08T15:00 08T17:00"]
            ),
            (
                "SUMMARY:a\n--RECURRENCE-ID;RANGE=THISANDFUTURE:20260106T090000Z\nDTSTART:20260106T100000Z\nDURATION:PT2H\n",
                ["07T10:00 07T12:00", "08T10:00 08T12:00"]
            ),
        ]
    )
    func periods(more: String, expected: [String]) throws {
        let agenda = try Sample.agenda(
            [
                """
                DTSTART:20260105T090000Z
                DURATION:PT1H
                RRULE:FREQ=DAILY;COUNT=5
                RDATE;VALUE=PERIOD:20260107T090000Z/PT3H
                \(more)
                """
            ],
            zone: "UTC"
        )
        let found = try Sample.list(agenda, "2026-01-07", "2026-01-09").map { line in
            line.split(separator: " ").prefix(2).map { $0.dropFirst(8) }.joined(separator: " ")
        }
        #expect(found.sorted() == expected.sorted())
        let key = try Sample.key(agenda, "2026-01-08", "2026-01-09")
        #expect(agenda.occurrence(key) != nil)
    }

    @Test("A long override costs nothing in the windows before it")
    func longOverride() throws {
        let agenda = try Sample.agenda(
            [
                """
                DTSTART:19260101T000000Z
                DURATION:PT1S
                RRULE:FREQ=MINUTELY
                SUMMARY:x
                --RECURRENCE-ID;RANGE=THISANDFUTURE:20260101T000000Z
                DTSTART:20260101T000000Z
                DURATION:P36000D
                SUMMARY:y
                """
            ],
            zone: "UTC"
        )
        let day = try Self.window("2025-06-01")
        #expect(agenda.allOccurrences(in: day, limit: 2_000)?.count == 1_440)
        #expect(agenda.cost(of: day).starts < 1_700)
    }

    @Test(
        "A complete answer walks through all starts outside its window",
        arguments: [0, 1]
    )
    func misses(excess: Int) throws {
        let first = Int64(try #require(CivilDate("2026-01-05")).daysSinceEpoch) * 86_400
        let start = Instant(secondsSinceEpoch: first - Int64(20_000 + excess + 1)).civilUTC
        let agenda = try Sample.agenda(
            [
                """
                DTSTART:\(start.basicText)Z
                RRULE:FREQ=SECONDLY;UNTIL=20260105T000009Z
                SUMMARY:x
                --RECURRENCE-ID;RANGE=THISANDFUTURE:\(start.basicText)Z
                DTSTART:\(CivilDateTime(date: start.date.adding(days: 1), time: start.time).basicText)Z
                SUMMARY:y
                """
            ],
            zone: "UTC"
        )
        let found = agenda.allOccurrences(in: try Self.window("2026-01-06"), limit: 100)
        #expect(found?.count == 10)
    }
}
