import Agenda
import CivilTime
import Testing

/// When a whole series is moved by days, its rule is rewritten to give the new dates.
@Suite("Moving a rule")
struct RuleMoveTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let rule: String
        let start: String
        /// The occurrence that is moved, and by how many days.
        let day: String
        let days: Int
        let expected: String
        /// The first dates after the move.
        let dates: [String]
        var testDescription: String { "\(rule) from \(start), \(day) by \(days)" }
    }

    private static func row(
        _ rule: String,
        _ start: String,
        _ day: String,
        _ days: Int,
        _ expected: String,
        _ dates: String
    ) -> Row {
        Row(
            rule: rule,
            start: start,
            day: day,
            days: days,
            expected: expected,
            dates: dates.split(separator: " ").map(String.init)
        )
    }

    static let rows = [
        row(
            "FREQ=WEEKLY;BYDAY=TU",
            "2026-11-03",
            "2026-11-10",
            1,
            "FREQ=WEEKLY;BYDAY=WE",
            "2026-11-04 2026-11-11 2026-11-18"
        ),
        row(
            "FREQ=WEEKLY;BYDAY=TU,TH;COUNT=5",
            "2026-11-03",
            "2026-11-05",
            3,
            "FREQ=WEEKLY;COUNT=5;BYDAY=FR,SU",
            "2026-11-06 2026-11-08 2026-11-13 2026-11-15 2026-11-20"
        ),
        row(
            "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SU",
            "2026-11-02",
            "2026-11-08",
            1,
            "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,MO;WKST=TU",
            "2026-11-03 2026-11-09 2026-11-17 2026-11-23"
        ),
        row(
            "FREQ=WEEKLY",
            "2026-11-03",
            "2026-11-10",
            -1,
            "FREQ=WEEKLY",
            "2026-11-02 2026-11-09 2026-11-16"
        ),
        row(
            "FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR",
            "2026-11-02",
            "2026-11-03",
            1,
            "FREQ=DAILY;BYDAY=TU,WE,TH,FR,SA",
            "2026-11-03 2026-11-04 2026-11-05"
        ),
        row(
            "FREQ=DAILY;UNTIL=20261105T120000Z",
            "2026-11-02",
            "2026-11-03",
            2,
            "FREQ=DAILY;UNTIL=20261107T120000Z",
            "2026-11-04 2026-11-05 2026-11-06 2026-11-07"
        ),
        row(
            "FREQ=MONTHLY;BYDAY=2TU",
            "2026-11-10",
            "2026-12-08",
            1,
            "FREQ=MONTHLY;BYDAY=2WE",
            "2026-11-11 2026-12-09 2027-01-13"
        ),
        row(
            "FREQ=MONTHLY;BYDAY=1TU",
            "2026-12-01",
            "2027-01-05",
            -1,
            "FREQ=MONTHLY;BYDAY=1MO",
            "2026-12-07 2027-01-04 2027-02-01"
        ),
        row(
            "FREQ=MONTHLY;BYDAY=-1FR",
            "2026-11-27",
            "2026-11-27",
            1,
            "FREQ=MONTHLY;BYDAY=-1SA",
            "2026-11-28 2026-12-26 2027-01-30"
        ),
        row(
            "FREQ=MONTHLY;BYDAY=-1FR",
            "2026-07-31",
            "2026-07-31",
            1,
            "FREQ=MONTHLY;BYDAY=1SA",
            "2026-08-01 2026-09-05 2026-10-03"
        ),
        row(
            "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1",
            "2026-10-30",
            "2026-10-30",
            1,
            "FREQ=MONTHLY;BYDAY=TU,WE,TH,FR,SA;BYSETPOS=-1",
            "2026-10-31 2026-11-28 2026-12-31"
        ),
        row(
            "FREQ=MONTHLY;BYMONTHDAY=-1",
            "2026-11-30",
            "2026-11-30",
            -1,
            "FREQ=MONTHLY;BYMONTHDAY=-2",
            "2026-11-29 2026-12-30 2027-01-30 2027-02-27"
        ),
        row(
            "FREQ=MONTHLY;BYMONTHDAY=-1",
            "2026-11-30",
            "2026-11-30",
            1,
            "FREQ=MONTHLY;BYMONTHDAY=1",
            "2026-12-01 2027-01-01 2027-02-01"
        ),
        row(
            "FREQ=MONTHLY;BYMONTHDAY=1",
            "2026-11-01",
            "2026-12-01",
            -1,
            "FREQ=MONTHLY;BYMONTHDAY=-1",
            "2026-10-31 2026-11-30 2026-12-31"
        ),
        row(
            "FREQ=MONTHLY;BYMONTHDAY=1,15",
            "2026-11-01",
            "2026-11-15",
            1,
            "FREQ=MONTHLY;BYMONTHDAY=2,16",
            "2026-11-02 2026-11-16 2026-12-02"
        ),
        row(
            "FREQ=MONTHLY;BYMONTHDAY=28",
            "2026-11-28",
            "2026-11-28",
            1,
            "FREQ=MONTHLY;BYMONTHDAY=29",
            "2026-11-29 2026-12-29 2027-01-29 2027-03-29"
        ),
        row("FREQ=MONTHLY", "2026-11-30", "2026-11-30", 1, "FREQ=MONTHLY", "2026-12-01 2027-01-01"),
        row(
            "FREQ=MONTHLY;BYMONTHDAY=13;BYDAY=FR",
            "2026-11-13",
            "2026-11-13",
            1,
            "FREQ=MONTHLY;BYDAY=SA;BYMONTHDAY=14",
            "2026-11-14 2027-08-14 2028-10-14"
        ),
        row(
            "FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=31",
            "2027-01-31",
            "2027-01-31",
            1,
            "FREQ=YEARLY;BYMONTHDAY=1;BYMONTH=2",
            "2027-02-01 2028-02-01"
        ),
        row(
            "FREQ=YEARLY;BYMONTH=11;BYDAY=4TH",
            "2026-11-26",
            "2026-11-26",
            1,
            "FREQ=YEARLY;BYDAY=4FR;BYMONTH=11",
            "2026-11-27 2027-11-26 2028-11-24"
        ),
        row(
            "FREQ=YEARLY;BYYEARDAY=1,100",
            "2027-01-01",
            "2027-01-01",
            -1,
            "FREQ=YEARLY;BYYEARDAY=-1,99",
            "2026-12-31 2027-04-09 2027-12-31"
        ),
        row(
            "FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO",
            "2026-05-11",
            "2026-05-11",
            1,
            "FREQ=YEARLY;BYDAY=TU;BYWEEKNO=20",
            "2026-05-12 2027-05-18"
        ),
    ]

    @Test("Moving a series by days rewrites its rule", arguments: rows)
    func move(row: Row) throws {
        let start = row.start.filter { $0 != "-" }
        var agenda = try Sample.agenda([
            "DTSTART:\(start)T120000Z\nRRULE:\(row.rule)\nSUMMARY:Talk"
        ])
        let day = try #require(CivilDate(row.day))
        let key = try Sample.key(agenda, day.text, day.adding(days: 1).text)
        try Sample.move(&agenda, key, byDays: row.days)
        let lines = Sample.lines(agenda, "e1.ics")
        #expect(lines.first { $0.hasPrefix("RRULE") } == "RRULE:" + row.expected)
        let from = try #require(CivilDate(row.dates[0]))
        let found = agenda.occurrences(in: from.adding(days: -40)..<from.adding(days: 1_000))
        #expect(found.prefix(row.dates.count).map(\.firstDate.text) == row.dates)
        let moved = day.adding(days: row.days)
        #expect(found.contains { $0.firstDate == moved })
    }

    @Test(
        "BYHOUR and BYMINUTE move along with the start",
        arguments: [
            ("FREQ=DAILY;BYHOUR=9,17", "10:00", "FREQ=DAILY;BYHOUR=10,18"),
            ("FREQ=DAILY;BYHOUR=9,17", "09:30", "FREQ=DAILY;BYHOUR=9,17"),
            ("FREQ=DAILY;BYHOUR=9;BYMINUTE=0,20", "09:30", "FREQ=DAILY;BYMINUTE=30,50;BYHOUR=9"),
        ]
    )
    func hours(rule: String, time: String, expected: String) throws {
        var agenda = try Sample.agenda(
            ["DTSTART:20261103T090000Z\nRRULE:\(rule)\nSUMMARY:Talk"],
            zone: "UTC"
        )
        let key = try Sample.key(agenda, "2026-11-03", "2026-11-04")
        var draft = EventDraft()
        draft.start = CivilDateTime("2026-11-03T\(time):00")
        _ = try agenda.change(key, scope: .all, draft, newUID: "n", now: Sample.now)
        #expect(Sample.lines(agenda, "e1.ics").contains("RRULE:" + expected))
        let first = try Sample.list(agenda, "2026-11-03", "2026-11-04")
        #expect(first.first?.hasPrefix("2026-11-03T\(time)") == true)
    }

    @Test("If a rule can't follow exactly, exceptions and overrides go to its nearest times")
    func exceptions() throws {
        // In July, August and December 2026 the day after the second Tuesday is not always the
        // second Wednesday.
        var agenda = try Sample.agenda([
            """
            DTSTART:20260609T120000Z
            RRULE:FREQ=MONTHLY;BYDAY=2TU;COUNT=6
            EXDATE;X-WHY=holiday:20260714T120000Z,20260908T120000Z
            SUMMARY:Talk
            --
            RECURRENCE-ID:20261013T120000Z
            DTSTART:20261013T120000Z
            SUMMARY:Guest
            """
        ])
        let key = try Sample.key(agenda, "2026-06-09", "2026-06-10")
        try Sample.move(&agenda, key, byDays: 1)
        let found = try Sample.list(agenda, "2026-01-01", "2027-12-31")
        #expect(
            found.map { $0.prefix(10) + $0.dropFirst(33) } == [
                "2026-06-10 Talk", "2026-08-12 Talk", "2026-10-14 Guest", "2026-11-11 Talk",
            ]
        )
        let lines = Sample.lines(agenda, "e1.ics")
        #expect(lines.contains("EXDATE;X-WHY=holiday:20260708T120000Z,20260909T120000Z"))
    }
}
