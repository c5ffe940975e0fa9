import Agenda
import CalendarLayout
import CivilTime
import Testing

@Suite("Agenda lists")
struct AgendaListTests {
    private static func date(_ text: String) throws -> CivilDate {
        try #require(CivilDate(text))
    }

    private static func list(
        _ agenda: Agenda,
        _ way: AgendaList.Way,
        _ date: String,
        _ size: AgendaList.Size,
        always: [String] = []
    ) throws -> AgendaList {
        let always = try always.map(Self.date)
        return AgendaList(way, than: try Self.date(date), size, always: always, in: agenda)
    }

    private static func texts(_ list: AgendaList) -> [String] {
        list.days.map { day in
            ([day.date.text] + day.occurrences.map(\.event.title)).joined(separator: " ")
        }
    }

    /// Whole days first, then by start, longer before shorter.
    private static func listed(_ found: [EventOccurrence]) -> [EventOccurrence] {
        let timed = found.filter { !$0.event.isAllDay }
        return found.filter(\.event.isAllDay)
            + timed.sorted { ($0.start, $1.end) < ($1.start, $0.end) }
    }

    /// Events of all kinds over three years, different for each seed.
    private static func events(seed: UInt64) -> [String] {
        var seed = Seed(seed)
        return (0..<40).map { number in
            let start = (CivilDate(year: 2025, month: 1, day: 1) ?? .min).adding(
                days: seed.next(1_100)
            )
            let rule = ["", "", "", "\r\nRRULE:FREQ=WEEKLY;COUNT=9", "\r\nRRULE:FREQ=YEARLY"]
            let end = start.adding(days: seed.next(3) == 0 ? seed.next(12) : 0)
            guard seed.next(2) == 0 else {
                let last = end.adding(days: 1).basicText
                return "\(number) ;VALUE=DATE:\(start.basicText) ;VALUE=DATE:\(last)"
                    + rule[seed.next(5)]
            }
            let hour = seed.next(24) + 10
            let from = ":\(start.basicText)T\(hour % 24 / 10)\(hour % 10)0000Z"
            let to = ":\(end.adding(days: 1).basicText)T0\(seed.next(10))0000Z"
            return "\(number) \(from) \(to)" + rule[seed.next(5)]
        }
    }

    @Test("A list has the days that have events, in both directions", arguments: 1...20)
    func property(seed: Int) throws {
        let agenda = try TimelineTests.agenda(
            Self.events(seed: UInt64(seed)),
            zone: "Europe/Berlin"
        )
        let middle = try Self.date("2026-06-15")
        for way in [AgendaList.Way.later, .earlier] {
            let list = AgendaList(way, than: middle, .init(days: 100), in: agenda)
            let dates = (0..<4_000).lazy.map {
                middle.adding(days: way == .later ? $0 : -1 - $0)
            }
            var expected: [String] = []
            for date in dates {
                let found = Self.listed(agenda.occurrences(in: date..<date.adding(days: 1)))
                if found.isEmpty { continue }
                expected.append(([date.text] + found.map(\.event.title)).joined(separator: " "))
                if expected.count == 100 { break }
            }
            #expect(Self.texts(list) == expected, "\(way)")
            #expect(list.days.count > 20)
        }
    }

    @Test("A list stops at its size, always with a complete day")
    func size() throws {
        let agenda = try TimelineTests.agenda(
            [
                "A :20260311T090000Z :20260311T100000Z", "B :20260311T110000Z :20260311T120000Z",
                "C ;VALUE=DATE:20260311 ;VALUE=DATE:20260313",
            ],
            zone: "UTC"
        )
        let rows: [(AgendaList.Way, String, AgendaList.Size, [String], Bool)] = [
            (.later, "2026-03-01", .init(days: 9), ["2026-03-11 C A B", "2026-03-12 C"], true),
            (.later, "2026-03-01", .init(days: 2), ["2026-03-11 C A B", "2026-03-12 C"], true),
            (.later, "2026-03-01", .init(days: 1), ["2026-03-11 C A B"], false),
            (.later, "2026-03-01", .init(days: 0), ["2026-03-11 C A B"], false),
            (.later, "2026-03-01", .init(days: 9, occurrences: 1), ["2026-03-11 C A B"], false),
            (.later, "2026-03-12", .init(days: 9), ["2026-03-12 C"], true),
            (.later, "2026-03-13", .init(days: 9), [], true),
            (.earlier, "2026-03-13", .init(days: 9), ["2026-03-12 C", "2026-03-11 C A B"], true),
            (.earlier, "2026-03-13", .init(days: 1), ["2026-03-12 C"], false),
            (.earlier, "2026-03-11", .init(days: 9), [], true),
        ]
        for (way, from, size, expected, isWhole) in rows {
            let list = try Self.list(agenda, way, from, size)
            #expect(Self.texts(list) == expected, "\(way) \(from) \(size)")
            #expect(list.isWhole == isWhole, "\(way) \(from) \(size)")
        }
    }

    @Test("Requested dates are listed in order even if they are empty")
    func always() throws {
        let event = "A :20260311T090000Z :20260311T100000Z"
        let agenda = try TimelineTests.agenda([event], zone: "UTC")
        let dates = ["2026-03-20", "2026-03-11", "2026-03-01", "2026-02-01"]
        let later = try Self.list(agenda, .later, "2026-03-01", .init(days: 9), always: dates)
        #expect(Self.texts(later) == ["2026-03-01", "2026-03-11 A", "2026-03-20"])
        let earlier = try Self.list(agenda, .earlier, "2026-03-20", .init(days: 9), always: dates)
        #expect(Self.texts(earlier) == ["2026-03-11 A", "2026-03-01", "2026-02-01"])
    }

    @Test("A list has nothing before 1900 or after 2200")
    func bounds() throws {
        let agenda = try TimelineTests.agenda(
            ["A ;VALUE=DATE:18990105 ;VALUE=DATE:18990106\r\nRRULE:FREQ=YEARLY"],
            zone: "UTC"
        )
        let rows: [(AgendaList.Way, String, [String])] = [
            (.earlier, "1901-06-01", ["1901-01-05 A", "1900-01-05 A"]),
            (.earlier, "1890-01-01", []),
            (.later, "2199-06-01", ["2200-01-05 A"]), (.later, "2300-01-01", []),
            (.later, "1850-01-01", (0..<30).map { "\(1900 + $0)-01-05 A" }),
            (.earlier, "2250-01-01", (0..<30).map { "\(2200 - $0)-01-05 A" }),
        ]
        for (way, from, expected) in rows {
            let list = try Self.list(agenda, way, from, .init(days: 30))
            #expect(Self.texts(list) == expected, "\(way) than \(from)")
        }
    }

    @Test("Hidden events are not listed")
    func hidden() throws {
        var agenda = try TimelineTests.agenda(
            ["A :20260311T090000Z :20260311T100000Z"],
            zone: "UTC"
        )
        agenda.showCalendar(CalendarID("home"), false)
        #expect(try Self.list(agenda, .later, "2026-03-01", .init(days: 9)).days.isEmpty)
    }

    @Test("Empty centuries are skipped, even before endless series")
    func cost() throws {
        let agenda = try TimelineTests.agenda(
            [
                "Old ;VALUE=DATE:19010105 ;VALUE=DATE:19010106",
                "Hourly :21000101T000000Z :21000101T001000Z\r\nRRULE:FREQ=MINUTELY",
            ],
            zone: "UTC"
        )
        let later = try Self.list(agenda, .later, "1950-01-01", .init(days: 3))
        #expect(later.days.map(\.date.text) == ["2100-01-01", "2100-01-02", "2100-01-03"])
        // A day shows at most 32 starts of a series.
        #expect(later.days.map(\.occurrences.count) == [32, 32, 32])
        #expect(later.windowCount < 50)
        let earlier = try Self.list(agenda, .earlier, "2099-12-31", .init(days: 3))
        #expect(Self.texts(earlier) == ["1901-01-05 Old"])
        #expect(earlier.isWhole)
        #expect(earlier.windowCount < 20)
    }

    @Test("Long events after empty decades are only put on days near those that are listed")
    func longEvents() throws {
        let events = (10..<60).map {
            "E\($0) ;VALUE=DATE:196001\($0 % 9 + 10) ;VALUE=DATE:20200101"
        }
        let agenda = try TimelineTests.agenda(events, zone: "UTC")
        for (way, from) in [(AgendaList.Way.later, "1900-01-01"), (.earlier, "2100-01-01")] {
            let list = try Self.list(agenda, way, from, .init(days: 30))
            #expect(list.days.count == 30)
            #expect(list.days.last?.occurrences.count == 50)
            // Each of the 50 events on 30 days, plus the surplus days of the last window.
            #expect(list.placeCount < 10_000, "\(list.placeCount)")
            #expect(list.windowCount < 30, "\(list.windowCount)")
        }
    }

    @Test("An event that continues past midnight is sorted by time on its first day")
    func order() throws {
        let agenda = try TimelineTests.agenda(
            [
                "Night :20260311T220000Z :20260312T060000Z",
                "Run :20260311T063000Z :20260311T073000Z",
                "Late :20260311T230000Z :20260311T233000Z",
                "Party :20260312T010000Z :20260312T020000Z",
                "Day ;VALUE=DATE:20260312 ;VALUE=DATE:20260313",
                "Fair ;VALUE=DATE:20260311 ;VALUE=DATE:20260313",
                "Trip :20260310T120000Z :20260312T120000Z",
            ],
            zone: "UTC"
        )
        let list = try Self.list(agenda, .later, "2026-03-11", .init(days: 2))
        let expected = [
            "2026-03-11 Fair Trip Run Night Late", "2026-03-12 Fair Day Trip Night Party",
        ]
        #expect(Self.texts(list) == expected)
        let alone = list.days.map { AgendaDay($0.date, in: agenda).occurrences.map(\.event.title) }
        #expect(alone == list.days.map { $0.occurrences.map(\.event.title) })
    }
}
