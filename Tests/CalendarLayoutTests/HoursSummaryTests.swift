import Agenda
import CalendarLayout
import CivilTime
import Testing

@Suite("Summaries of hours")
struct HoursSummaryTests {
    private static let weeks = ["2026-03-02", "2026-03-09", "2026-03-16"]

    private static func summary(
        _ agenda: Agenda,
        _ grouping: HoursSummary.Grouping = .calendar,
        from starts: [String] = weeks
    ) throws -> HoursSummary {
        HoursSummary(
            from: try starts.map { try #require(CivilDate($0)) },
            by: grouping,
            in: agenda
        )
    }

    @Test(
        "Minutes are summed by week",
        arguments: [
            (["A :20260310T090000Z :20260310T103000Z"], [0, 90]),
            // What overlaps counts once, and what comes after it whole.
            (
                [
                    "A :20260310T090000Z :20260310T120000Z",
                    "B :20260310T100000Z :20260310T110000Z",
                    "C :20260310T113000Z :20260310T123000Z",
                ], [0, 210]
            ),
            // Midnight from Sunday to Monday.
            (["A :20260308T230000Z :20260309T020000Z"], [60, 120]),
            (["A :20260301T230000Z :20260302T020000Z"], [120, 0]),
            (["A ;VALUE=DATE:20260310 ;VALUE=DATE:20260312"], [0, 0]),
            (["A :20260310T090000Z :20260310T090000Z"], [0, 0]),
        ]
    )
    func weeks(events: [String], minutes: [Int]) throws {
        let summary = try Self.summary(try TimelineTests.agenda(events, zone: "UTC"))
        #expect(summary.totals == minutes)
        #expect(summary.rows.map { $0.minutes } == (minutes == [0, 0] ? [] : [minutes]))
    }

    @Test("A night on which the clock changes has its real number of hours")
    func clockChange() throws {
        let agenda = try TimelineTests.agenda(
            ["A ;TZID=Europe/Berlin:20260328T230000 ;TZID=Europe/Berlin:20260329T070000"],
            zone: "Europe/Berlin"
        )
        let summary = try Self.summary(agenda, from: ["2026-03-28", "2026-03-29", "2026-03-30"])
        #expect(summary.totals == [60, 360])
    }

    @Test("Free, cancelled and proposed events take no time")
    func free() throws {
        var agenda = try TimelineTests.agenda([], zone: "UTC")
        for (number, line) in ["TRANSP:TRANSPARENT", "STATUS:CANCELLED"].enumerated() {
            Self.put("\(number)", line, in: &agenda)
        }
        #expect(try Self.summary(agenda).totals == [0, 0])
    }

    @Test("An event counts in each of its categories, and without one under none")
    func categories() throws {
        var agenda = try TimelineTests.agenda([], zone: "UTC")
        Self.put("a", "CATEGORIES:Sport,Team", in: &agenda)
        Self.put("b", "SUMMARY:Plain", hour: 12, in: &agenda)
        Self.put("c", "CATEGORIES:Sport\r\nRRULE:FREQ=DAILY;COUNT=2", hour: 15, in: &agenda)
        let summary = try Self.summary(agenda, .category)
        #expect(summary.rows.map { $0.id } == ["Sport", "", "Team"])
        #expect(summary.rows.map { $0.minutes[1] } == [180, 60, 60])
        #expect(summary.rows.map { $0.uids } == [["a", "c"], ["b"], ["a"]])
        #expect(summary.totals == [0, 240])
    }

    @Test("A fellow member's time is theirs, and not the viewer's")
    func people() throws {
        var agenda = try TimelineTests.agenda([], zone: "UTC")
        agenda.setAccount("me")
        var home = try #require(agenda.calendars[CalendarID("home")])
        home.level = .full
        home.owner = "ana"
        agenda.putCalendar(home)
        Self.put("a", "SUMMARY:Yoga", in: &agenda)
        let summary = try Self.summary(agenda, .person)
        #expect(summary.rows.map { $0.id } == ["ana"])
        #expect(summary.totals == [0, 0])
        #expect(try Self.summary(agenda, .calendar).rows.isEmpty)
    }

    @Test("Sixty periods are summed, and no more", arguments: [(60, 60), (61, 60)])
    func periods(count: Int, summed: Int) throws {
        let first = try #require(CivilDate("2026-01-01"))
        let starts = (0...count).map { first.adding(days: $0) }
        let agenda = try TimelineTests.agenda([], zone: "UTC")
        #expect(HoursSummary(from: starts, by: .calendar, in: agenda).totals.count == summed)
    }

    @Test("Five hundred categories are counted, and one more is reported as left out")
    func manyCategories() throws {
        for count in [500, 501] {
            var agenda = try TimelineTests.agenda([], zone: "UTC")
            for number in 0..<count {
                Self.put("\(number)", "CATEGORIES:C\(number)", in: &agenda)
            }
            let summary = try Self.summary(agenda, .category)
            #expect(summary.rows.count == 500)
            #expect(summary.isCut == (count > 500))
        }
    }

    /// Puts an event of an hour on 10 March.
    private static func put(
        _ uid: String,
        _ line: String,
        hour: Int = 9,
        in agenda: inout Agenda
    ) {
        let start = hour < 10 ? "0\(hour)" : "\(hour)"
        let end = hour < 9 ? "0\(hour + 1)" : "\(hour + 1)"
        let text = """
            BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:t\r\nBEGIN:VEVENT\r\nUID:\(uid)\r
            DTSTART:20260310T\(start)0000Z\r\nDTEND:20260310T\(end)0000Z\r\n\(line)\r
            END:VEVENT\r\nEND:VCALENDAR\r\n
            """
        let id = ObjectID(calendar: CalendarID("home"), href: "\(uid).ics")
        agenda.putObject(id, etag: "", text: Array(text.utf8))
    }
}
