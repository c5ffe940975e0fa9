import Agenda
import CalendarLayout
import CivilTime
import Testing

@Suite("The board of members and days")
struct BoardTests {
    private let week = CivilDate("2026-03-09")

    /// The calendars of a group and two members: one shared in full, one with its times only.
    private func agenda(_ events: [(calendar: String, lines: [String])]) -> Agenda {
        var agenda = Agenda()
        for (name, level) in [("g", AccessLevel.group), ("a", .full), ("b", .busy)] {
            var calendar = CalendarCollection(id: CalendarID(name), name: name, color: .green)
            calendar.level = level
            calendar.owner = level == .group ? "" : name
            calendar.groups = ["group"]
            agenda.putCalendar(calendar)
        }
        for (number, event) in events.enumerated() {
            let lines =
                ["BEGIN:VCALENDAR", "BEGIN:VEVENT", "UID:\(number)"] + event.lines
                + ["END:VEVENT", "END:VCALENDAR", ""]
            let id = ObjectID(calendar: CalendarID(event.calendar), href: "\(number).ics")
            let text = Array(lines.joined(separator: "\r\n").utf8)
            let isPut = agenda.putObject(id, etag: "", text: text)
            #expect(isPut)
        }
        return agenda
    }

    private func times(_ from: String, _ to: String, _ title: String = "x") -> [String] {
        ["DTSTART:202603\(from)00Z", "DTEND:202603\(to)00Z", "SUMMARY:\(title)"]
    }

    /// Each block as `day from-to lane title`.
    private func blocks(_ row: BoardRow) -> [String] {
        row.cells.enumerated().flatMap { day, cell in
            cell.blocks.map {
                "\(day) \($0.fromMinute)-\($0.toMinute) \($0.lane) \($0.occurrence.event.title)"
            }
        }
    }

    @Test("The group and each member have a row, in the order given, with the group first")
    func rows() throws {
        let agenda = agenda([
            ("b", times("10T0900", "10T1000", "")),
            ("a", times("09T0900", "09T1030", "Ana's")),
            ("g", times("15T2000", "15T2200", "Concert")),
        ])
        let board = Board(from: try #require(week), count: 7, members: ["b", "a", "c"], in: agenda)
        #expect(board.days.map { $0.day } == [9, 10, 11, 12, 13, 14, 15])
        #expect(board.rows.map { $0.account } == [nil, "b", "a", "c"])
        #expect(board.rows.map { $0.cells.count } == [7, 7, 7, 7])
        #expect(
            board.rows.map(blocks) == [
                ["6 1200-1320 0 Concert"], ["1 540-600 0 "], ["0 540-630 0 Ana's"], [],
            ]
        )
    }

    @Test("Overlapping blocks get lanes, and short ones stay visible")
    func lanes() throws {
        let agenda = agenda([
            ("a", times("09T0900", "09T1100", "long")), ("a", times("09T1000", "09T1200", "over")),
            ("a", times("09T1100", "09T1100", "point")), ("a", times("09T2355", "09T2359", "late")),
        ])
        let board = Board(from: try #require(week), count: 1, members: ["a"], in: agenda)
        #expect(
            blocks(board.rows[1]) == [
                "0 540-660 0 long", "0 600-720 1 over", "0 660-675 0 point", "0 1425-1440 0 late",
            ]
        )
        #expect(board.rows.map { $0.laneCount } == [1, 2])
    }

    @Test("Events across midnight and whole-day events are on each of their days")
    func days() throws {
        let agenda = agenda([
            ("a", times("08T2200", "10T0200", "trip")),
            ("a", ["DTSTART;VALUE=DATE:20260310", "DTEND;VALUE=DATE:20260312", "SUMMARY:off"]),
            ("a", times("11T2200", "12T0000", "eve")),
        ])
        let board = Board(from: try #require(week), count: 4, members: ["a"], in: agenda)
        #expect(
            blocks(board.rows[1]) == [
                "0 0-1440 0 trip", "1 0-120 0 trip", "1 0-1440 1 off", "2 0-1440 0 off",
                "2 1320-1440 1 eve",
            ]
        )
    }

    @Test(
        "A person whose calendars are hidden has an empty row, and out-of-range numbers are cut off"
    )
    func limits() throws {
        var agenda = agenda([("a", times("09T0900", "09T1000"))])
        agenda.showCalendar(CalendarID("a"), false)
        let members = ["a"] + (0..<300).map { "m\($0)" }
        let board = Board(from: try #require(week), count: 99, members: members, in: agenda)
        #expect(blocks(board.rows[1]) == [])
        #expect(board.rows.count == 201)
        #expect(board.days.count == 31)
        #expect(Board(from: try #require(week), count: 0, members: [], in: agenda).days.count == 1)
    }
}
