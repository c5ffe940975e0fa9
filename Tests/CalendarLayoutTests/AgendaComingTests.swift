import Agenda
import CalendarLayout
import CivilTime
import Testing

@Suite("Upcoming events")
struct AgendaComingTests {
    struct Row: CustomTestStringConvertible, Sendable {
        let what: String
        let events: [String]
        let now: String
        let next: String?
        var testDescription: String { what }
    }

    private static let choir = "Choir :20260311T180000Z :20260311T200000Z"
    private static let lunch = "Lunch :20260311T120000Z :20260311T130000Z"
    private static let fair = "Fair ;VALUE=DATE:20260312 ;VALUE=DATE:20260314"

    private static let rows = [
        Row(what: "nothing", events: [], now: "2026-03-11T09:00:00", next: nil),
        Row(
            what: "the earlier of two",
            events: [choir, lunch],
            now: "2026-03-11T12:59:59",
            next: "Lunch 2026-03-11T13:00:00"
        ),
        Row(
            what: "an event that starts now has already started",
            events: [choir, lunch],
            now: "2026-03-11T13:00:00",
            next: "Choir 2026-03-11T19:00:00"
        ),
        Row(
            what: "a cancelled event does not count",
            events: [lunch + "\r\nSTATUS:CANCELLED", choir],
            now: "2026-03-11T09:00:00",
            next: "Choir 2026-03-11T19:00:00"
        ),
        Row(
            what: "a whole day starts at midnight",
            events: [fair],
            now: "2026-03-11T23:59:59",
            next: "Fair 2026-03-12T00:00:00"
        ),
        Row(
            what: "a whole day in progress has already started",
            events: [fair],
            now: "2026-03-12T00:00:00",
            next: nil
        ),
        Row(
            what: "a whole day comes before its timed events",
            events: [
                "Party :20260312T010000Z :20260312T020000Z", fair,
            ],
            now: "2026-03-11T21:00:00",
            next: "Fair 2026-03-12T00:00:00"
        ),
        Row(
            what: "after more days in progress than fit into one list",
            events: [
                "Trip ;VALUE=DATE:20260101 ;VALUE=DATE:20270101",
                "Home :20270301T080000Z :20270301T090000Z",
            ],
            now: "2026-03-11T09:00:00",
            next: "Home 2027-03-01T09:00:00"
        ),
        Row(
            what: "each occurrence of a series",
            events: [choir + "\r\nRRULE:FREQ=WEEKLY"],
            now: "2030-01-01T00:00:00",
            next: "Choir 2030-01-02T19:00:00"
        ),
        Row(what: "everything is over", events: [choir], now: "2030-01-01T00:00:00", next: nil),
    ]

    @Test("The next occurrence starts after the moment and isn't cancelled", arguments: rows)
    func next(row: Row) throws {
        let agenda = try TimelineTests.agenda(row.events, zone: "Europe/Berlin")
        let now = agenda.zone.instant(of: try #require(CivilDateTime(row.now)))
        let next = AgendaList.next(after: now, in: agenda)
        #expect(next.map { "\($0.event.title) \($0.start.text)" } == row.next)
    }

    @Test(
        "A range lists exactly its own days, however many",
        arguments: [
            ("2026-03-01", 10, ["2026-03-09"]), ("2026-03-01", 8, []),
            ("2026-03-09", 1, ["2026-03-09"]),
            ("2026-03-09", 0, []), ("1890-01-01", 10, []), ("2300-01-01", 10, []),
        ]
    )
    func range(from: String, count: Int, expected: [String]) throws {
        let first = try #require(CivilDate(from))
        let agenda = try TimelineTests.agenda(
            ["A :20260309T090000Z :20260309T100000Z\r\nRRULE:FREQ=DAILY;COUNT=400"],
            zone: "UTC"
        )
        let days = AgendaList.days(of: first..<first.adding(days: count), in: agenda)
        #expect(days.prefix(1).map(\.date.text) == expected)
        let all = AgendaList.days(of: first..<first.adding(days: count + 600), in: agenda)
        let isOutside = first.year < 1900 || first.year > 2200
        #expect(all.map(\.occurrences.count) == Array(repeating: 1, count: isOutside ? 0 : 400))
    }
}
