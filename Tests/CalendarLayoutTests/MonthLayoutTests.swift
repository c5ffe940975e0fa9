import Agenda
import CalendarLayout
import CivilTime
import Testing

@Suite("Rows of the month strip")
struct MonthLayoutTests {
    /// An agenda in UTC with whole-day events, given as `first..last title`.
    static func agenda(_ events: [String]) -> Agenda {
        var agenda = Agenda()
        let home = CalendarID("home")
        agenda.putCalendar(CalendarCollection(id: home, name: "Home", color: .blue))
        for (number, event) in events.enumerated() {
            let words = event.split(separator: " ").map(String.init)
            let text = [
                "BEGIN:VCALENDAR", "BEGIN:VEVENT", "UID:\(number)", words[0], words[1],
                "SUMMARY:\(words[2])", "END:VEVENT", "END:VCALENDAR", "",
            ].joined(separator: "\r\n")
            let id = ObjectID(calendar: home, href: "\(number).ics")
            agenda.putObject(id, etag: "", text: Array(text.utf8))
        }
        return agenda
    }

    /// The row that contains a date, with its chips as `lane:column+span title`.
    static func row(_ events: [String], _ date: String, lanesMax: Int) throws -> (
        chips: [String], overflow: [Int], row: MonthRow
    ) {
        let first = try #require(CivilDate(date)).startOfWeek(.monday)
        let rows = MonthLayout(lanesMax: lanesMax).rows(from: first, count: 1, in: agenda(events))
        let row = try #require(rows.first)
        let chips = row.chips.map {
            "\($0.lane):\($0.column)+\($0.span) \($0.occurrence.event.title)"
        }
        return (chips, row.days.map(\.overflow), row)
    }

    static let busy = [
        "DTSTART;VALUE=DATE:20261116 DTEND;VALUE=DATE:20261119 A",
        "DTSTART;VALUE=DATE:20261117 DTEND;VALUE=DATE:20261118 B",
        "DTSTART:20261117T090000Z DTEND:20261117T100000Z C",
        "DTSTART:20261117T110000Z DTEND:20261117T120000Z D",
        "DTSTART:20261118T110000Z DTEND:20261118T120000Z E",
    ]

    @Test("Bars span several columns, and timed events fill the lanes below")
    func lanes() throws {
        let (chips, overflow, row) = try Self.row(Self.busy, "2026-11-18", lanesMax: 5)
        #expect(chips == ["0:0+3 A", "1:1+1 B", "2:1+1 C", "3:1+1 D", "1:2+1 E"])
        #expect(overflow == [0, 0, 0, 0, 0, 0, 0])
        #expect(row.days.map(\.count) == [1, 4, 2, 0, 0, 0, 0])
    }

    @Test("Events that do not fit are counted on the last lane, day by day")
    func overflow() throws {
        let (chips, overflow, _) = try Self.row(Self.busy, "2026-11-18", lanesMax: 3)
        #expect(chips == ["0:0+3 A", "1:1+1 B", "1:2+1 E"])
        #expect(overflow == [0, 2, 0, 0, 0, 0, 0])
    }

    @Test(
        "Shown and counted events add up to all events, for any number of lanes",
        arguments: 0...6
    )
    func nothingIsLost(lanesMax: Int) throws {
        let (_, overflow, row) = try Self.row(Self.busy, "2026-11-18", lanesMax: lanesMax)
        for column in 0..<7 {
            let shown = row.chips.filter { ($0.column..<($0.column + $0.span)).contains(column) }
            #expect(shown.count + overflow[column] == row.days[column].count)
            let lanes = shown.map(\.lane)
            #expect(Set(lanes).count == lanes.count)
            let used = (lanes.max() ?? -1) + 1 + (overflow[column] > 0 ? 1 : 0)
            #expect(used <= max(lanesMax, overflow[column] > 0 ? 1 : 0))
        }
    }

    @Test("A full day hides a bar on that day alone, and its pieces stand above single events")
    func pieces() throws {
        let (own, other) = (CalendarID("own"), CalendarID("other"))
        var agenda = Agenda()
        agenda.putCalendar(CalendarCollection(id: own, name: "", color: .blue))
        var shared = CalendarCollection(id: other, name: "", color: .red)
        shared.level = .full
        agenda.putCalendar(shared)
        let fair = (title: "Fair", calendar: other, from: "16T090000Z", to: "20T100000Z")
        let lunches = (1...4).map {
            (title: "L\($0)", calendar: own, from: "18T1\($0)0000Z", to: "18T200000Z")
        }
        let run = (title: "Run", calendar: own, from: "17T070000Z", to: "17T080000Z")
        for event in [fair, run] + lunches {
            let text = [
                "BEGIN:VCALENDAR", "BEGIN:VEVENT", "UID:\(event.title)",
                "DTSTART:202611\(event.from)", "DTEND:202611\(event.to)",
                "SUMMARY:\(event.title)", "END:VEVENT", "END:VCALENDAR", "",
            ].joined(separator: "\r\n")
            let id = ObjectID(calendar: event.calendar, href: event.title)
            agenda.putObject(id, etag: "", text: Array(text.utf8))
        }
        let first = try #require(CivilDate("2026-11-16"))
        let rows = MonthLayout(lanesMax: 3).rows(from: first, count: 1, in: agenda)
        let row = try #require(rows.first)
        let chips = row.chips.map {
            "\($0.lane):\($0.column)+\($0.span) \($0.occurrence.event.title) "
                + "\($0.startsHere) \($0.endsHere)"
        }
        #expect(
            chips == [
                "0:0+2 Fair true false", "0:3+2 Fair false true", "1:1+1 Run true true",
                "0:2+1 L1 true true", "1:2+1 L2 true true",
            ]
        )
        #expect(row.days.map(\.overflow) == [0, 0, 3, 0, 0, 0, 0])
    }

    @Test("An event that only had a deep lane for another day's sake gets one that is free")
    func deepLane() throws {
        let events = [
            "DTSTART;VALUE=DATE:20261116 DTEND;VALUE=DATE:20261118 A",
            "DTSTART;VALUE=DATE:20261117 DTEND;VALUE=DATE:20261119 B",
            "DTSTART;VALUE=DATE:20261118 DTEND;VALUE=DATE:20261120 C",
            "DTSTART:20261116T080000Z DTEND:20261119T100000Z D",
        ]
        let (_, overflow, _) = try Self.row(events, "2026-11-18", lanesMax: 3)
        #expect(overflow == [0, 0, 0, 0, 0, 0, 0])
    }

    @Test("A bar continues in the next week and knows where it starts and ends")
    func overWeeks() throws {
        let events = ["DTSTART;VALUE=DATE:20261119 DTEND;VALUE=DATE:20261125 Trip"]
        let first = try #require(try Self.row(events, "2026-11-16", lanesMax: 3).row.chips.first)
        #expect(first.startsHere && !first.endsHere && first.column == 3 && first.span == 4)
        let second = try #require(try Self.row(events, "2026-11-23", lanesMax: 3).row.chips.first)
        #expect(!second.startsHere && second.endsHere && second.column == 0 && second.span == 2)
    }

    @Test(
        "A timed event that ends soon after midnight is a line of the day on which it began",
        arguments: [
            ("20261117T220000Z", "20261118T003000Z", "0:1+1 Party"),
            ("20261117T220000Z", "20261118T010000Z", "0:1+1 Party"),
            ("20261117T220000Z", "20261118T013000Z", "0:1+2 Party"),
            ("20261117T220000Z", "20261119T003000Z", "0:1+3 Party"),
            ("20261115T230000Z", "20261116T003000Z", nil),
        ]
    )
    func overMidnight(start: String, end: String, chip: String?) throws {
        let events = ["DTSTART:\(start) DTEND:\(end) Party"]
        let (chips, _, row) = try Self.row(events, "2026-11-18", lanesMax: 3)
        #expect(chips == [chip].compactMap { $0 })
        #expect(row.days.reduce(0) { $0 + $1.count } == row.chips.reduce(0) { $0 + $1.span })
    }

    @Test("Rows can start on any weekday, and an event across several is in each of them")
    func weekdays() throws {
        let events = ["DTSTART;VALUE=DATE:20261119 DTEND;VALUE=DATE:20261125 Trip"]
        let layout = MonthLayout(lanesMax: 3)
        for day in 9...15 {
            let first = try #require(CivilDate(year: 2026, month: 11, day: day))
            let rows = layout.rows(from: first, count: 3, in: Self.agenda(events))
            #expect(rows.map { $0.days[0].date } == (0..<3).map { first.adding(days: 7 * $0) })
            let counted = rows.flatMap(\.days).filter { $0.count > 0 }.map(\.date.parts.day)
            #expect(counted == Array(19...24))
            #expect(rows.flatMap(\.chips).map(\.span).reduce(0, +) == 6)
        }
    }

    @Test(
        "The number of rows is limited",
        arguments: [(0, 0), (-1, 0), (Int.min, 0), (120, 120), (121, 120), (Int.max, 120)]
    )
    func extremes(count: Int, rows: Int) {
        let layout = MonthLayout(lanesMax: 3)
        let agenda = Self.agenda(Self.busy)
        for first in [CivilDate.min, .max] {
            #expect(layout.rows(from: first, count: count, in: agenda).count == rows)
        }
    }

    @Test("Tens of thousands of occurrences on one day are counted without slowing down")
    func crowd() throws {
        let events = Array(
            repeating: "DTSTART:20261117T100000Z RRULE:FREQ=DAILY;COUNT=1 Tick",
            count: 10_000
        )
        let (_, overflow, row) = try Self.row(events, "2026-11-18", lanesMax: 40)
        #expect(row.days[1].count == 10_000)
        #expect(overflow[1] == 9_961)
        #expect(row.chips.map(\.lane) == Array(0..<39))
    }

    @Test("At most three distinct colours become dots")
    func dots() throws {
        let (_, _, row) = try Self.row(Self.busy, "2026-11-18", lanesMax: 3)
        #expect(row.days[1].dots == [.blue])
        #expect(row.days[5].dots.isEmpty)
    }

    /// An agenda with a calendar of the viewer's own, which is blue, and a red one that a fellow member shares.
    private static func withSharedCalendar() -> (Agenda, own: CalendarID, other: CalendarID) {
        var agenda = Agenda()
        let (own, other) = (CalendarID("a"), CalendarID("b"))
        agenda.putCalendar(CalendarCollection(id: own, name: "", color: .blue))
        var shared = CalendarCollection(id: other, name: "", color: .red)
        shared.level = .full
        agenda.putCalendar(shared)
        return (agenda, own, other)
    }

    @Test(
        "Without room for all, the viewer's own events come first, in the order of the day",
        arguments: [
            (5, ["8 b", "9 b", "10 a", "12 a"]), (4, ["8 b", "9 b", "10 a", "12 a"]),
            (3, ["10 a", "12 a"]),
        ]
    )
    func ownFirst(lanesMax: Int, expected: [String]) throws {
        let (start, own, other) = Self.withSharedCalendar()
        var agenda = start
        for (hour, calendar) in [(8, other), (9, other), (10, own), (12, own)] {
            let text = [
                "BEGIN:VCALENDAR", "BEGIN:VEVENT", "UID:\(hour)",
                "DTSTART:20261117T\(hour < 10 ? "0" : "")\(hour)0000Z", "SUMMARY:\(hour)",
                "END:VEVENT", "END:VCALENDAR", "",
            ].joined(separator: "\r\n")
            let id = ObjectID(calendar: calendar, href: "\(hour)")
            agenda.putObject(id, etag: "", text: Array(text.utf8))
        }
        let first = try #require(CivilDate("2026-11-16"))
        let row = try #require(
            MonthLayout(lanesMax: lanesMax).rows(from: first, count: 1, in: agenda).first
        )
        let shown = row.chips.sorted { $0.lane < $1.lane }.map {
            "\($0.occurrence.event.title) \($0.occurrence.key.object.calendar.text)"
        }
        #expect(shown == expected)
        // So do the colors of their dots.
        #expect(row.days[1].dots == [.blue, .red])
    }

    @Test("A line is whole, however full one of its days is, and the viewer's own come first")
    func lines() throws {
        let (start, own, other) = Self.withSharedCalendar()
        var agenda = start
        func put(_ uid: String, _ calendar: CalendarID, _ lines: String) {
            let text =
                "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:\(uid)\r\n\(lines)\r\nSUMMARY:\(uid)\r\n"
                + "END:VEVENT\r\nEND:VCALENDAR\r\n"
            let id = ObjectID(calendar: calendar, href: uid)
            agenda.putObject(id, etag: "", text: Array(text.utf8))
        }
        for hour in 10..<18 { put("at \(hour)", own, "DTSTART:20261117T\(hour)0000Z") }
        for (uid, calendar) in [("theirs", other), ("and theirs", other), ("mine", own)] {
            put(uid, calendar, "DTSTART;VALUE=DATE:20261117\r\nDTEND;VALUE=DATE:20261120")
        }
        let first = try #require(CivilDate("2026-11-16"))
        let row = try #require(
            MonthLayout(lanesMax: 3, linesMax: 2).rows(from: first, count: 1, in: agenda).first
        )
        let bars = row.chips.filter(\.occurrence.isBar)
        #expect(bars.allSatisfy { $0.column == 1 && $0.span == 3 && $0.startsHere && $0.endsHere })
        #expect(bars.count == 2)
        #expect(bars.first { $0.lane == 0 }?.occurrence.event.title == "mine")
        let singles = row.chips.filter { !$0.occurrence.isBar }.map(\.occurrence.event.title)
        #expect(singles == ["at 10", "at 11", "at 12"])
        #expect(row.days.map(\.count) == [0, 11, 3, 3, 0, 0, 0])
        #expect(row.days.map(\.overflow) == [0, 6, 1, 1, 0, 0, 0])
    }

    @Test("One proposed time a day that waits for an answer comes before the viewer's own events")
    func proposals() throws {
        var agenda = Agenda()
        agenda.setAccount("me")
        let (own, band) = (CalendarID("own"), CalendarID("band"))
        agenda.putCalendar(CalendarCollection(id: own, name: "", color: .blue))
        var group = CalendarCollection(id: band, name: "", color: .red)
        group.level = .group
        agenda.putCalendar(group)
        let asked = "\r\nX-MEANTIME-PROPOSAL:p\r\nATTENDEE;PARTSTAT="
        for (hour, calendar, more) in [
            (10, own, ""), (11, own, ""), (12, own, ""),
            (18, band, asked + "NEEDS-ACTION:urn:uuid:me"),
            (19, band, asked + "NEEDS-ACTION:urn:uuid:me"),
            (9, band, asked + "ACCEPTED:urn:uuid:me"),
        ] {
            let text = [
                "BEGIN:VCALENDAR", "BEGIN:VEVENT", "UID:\(hour)",
                "DTSTART:20261117T\(hour < 10 ? "0" : "")\(hour)0000Z", "SUMMARY:\(hour)" + more,
                "END:VEVENT", "END:VCALENDAR", "",
            ].joined(separator: "\r\n")
            let id = ObjectID(calendar: calendar, href: "\(hour)")
            agenda.putObject(id, etag: "", text: Array(text.utf8))
        }
        let first = try #require(CivilDate("2026-11-16"))
        let rows = MonthLayout(lanesMax: 4).rows(from: first, count: 1, in: agenda)
        let shown = rows[0].chips.sorted { $0.lane < $1.lane }.map { $0.occurrence.event.title }
        #expect(shown == ["10", "11", "18"])
    }
}
