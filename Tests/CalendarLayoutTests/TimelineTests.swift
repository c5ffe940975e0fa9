import Agenda
import CalendarLayout
import CivilTime
import Foundation
import Testing

@Suite("The timeline")
struct TimelineTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let what: String
        let zone: String
        let date: String
        let events: [String]
        /// Each piece as `title from-to depth column+span/columns`, with a label and arrows.
        let expected: [String]
        var testDescription: String { what }
    }

    /// The rows; the Node tests read the same file.
    static let rows: [Row] = {
        let url = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Fixtures/timeline.tsv")
        let text = (try? String(contentsOf: url, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
                .map(String.init)
            return Row(
                what: fields[0],
                zone: fields[1],
                date: fields[2],
                events: fields[3].components(separatedBy: " | "),
                expected: fields[4].isEmpty ? [] : fields[4].components(separatedBy: " | ")
            )
        }
    }()

    @Test("The table has all its rows")
    func table() {
        #expect(Self.rows.count >= 12)
    }

    @Test("Pieces are placed by the wall clock", arguments: rows)
    func pieces(row: Row) throws {
        let agenda = try Self.agenda(row.events, zone: row.zone)
        let date = try #require(CivilDate(row.date))
        let day = try #require(Timeline(from: date, count: 1, in: agenda).days.first)
        #expect(day.pieces.map(Self.text) == row.expected)
    }

    static func agenda(_ events: [String], zone name: String) throws -> Agenda {
        var agenda = Agenda()
        for name in ["Europe/Berlin", "America/New_York", "Pacific/Apia"] {
            let octets = try Data(contentsOf: URL(filePath: "/usr/share/zoneinfo/" + name))
            agenda.addZone(try Zone(id: ZoneID(name), tzif: Array(octets)))
        }
        agenda.setZone(try #require(agenda.zones.zone(ZoneID(name))))
        let home = CalendarID("home")
        agenda.putCalendar(CalendarCollection(id: home, name: "Home", color: .blue))
        for (number, event) in events.enumerated() {
            let parts = event.split(separator: " ").map(String.init)
            let lines = [
                "BEGIN:VCALENDAR", "VERSION:2.0", "BEGIN:VEVENT", "UID:\(number)",
                "DTSTART" + parts[1], "DTEND" + parts[2], "SUMMARY:" + parts[0], "END:VEVENT",
                "END:VCALENDAR", "",
            ]
            let id = ObjectID(calendar: home, href: "\(number).ics")
            agenda.putObject(id, etag: "", text: Array(lines.joined(separator: "\r\n").utf8))
        }
        return agenda
    }

    private static func text(_ piece: TimelinePiece) -> String {
        let arrows = (piece.startsHere ? "" : "<") + (piece.endsHere ? "" : ">")
        return
            "\(piece.occurrence.event.title)\(arrows) \(clock(piece.startMinute))-\(clock(piece.endMinute)) "
            + "\(piece.depth) \(piece.column)+\(piece.columnSpan)/\(piece.columnCount)"
            + (piece.zoneLabel.map { " " + $0 } ?? "")
    }

    private static func clock(_ minute: Int) -> String {
        String(format: "%02d:%02d", minute / 60, minute % 60)
    }

    @Test(
        "An event that ends as the clock is set back is as long as it lasts",
        arguments: [
            ("A :20261025T000000Z :20261025T010000Z", "A 02:00-03:00 0 0+1/1 CEST", "03:00"),
            ("B :20261024T230000Z :20261025T010000Z", "B 01:00-03:00 0 0+1/1", "03:00"),
            ("C :20261025T003000Z :20261025T010000Z", "C 02:30-03:00 0 0+1/1 CEST", "03:00"),
            ("D :20261025T010000Z :20261025T013000Z", "D 02:00-02:30 0 0+1/1 CET", "02:30"),
            ("E :20261025T003000Z :20261025T011500Z", "E 02:00-03:00 0 0+1/1 CEST", "02:30"),
        ]
    )
    func endingInTheFold(event: String, expected: String, end: String) throws {
        let agenda = try Self.agenda([event], zone: "Europe/Berlin")
        let day = try #require(CivilDate("2026-10-25"))
        let pieces = Timeline(from: day, count: 1, in: agenda).days[0].pieces
        #expect(pieces.map(Self.text) == [expected])
        // An event that ends at that moment must not seem to end before it starts.
        let minute = pieces[0].occurrence.end.time.secondsSinceMidnight / 60
        #expect(Self.clock(minute) == end)
    }

    @Test(
        "A day knows about its clock change",
        arguments: [
            ("Europe/Berlin", "2026-03-29", "02:00-03:00 skipped CET CEST"),
            ("Europe/Berlin", "2026-10-25", "02:00-03:00 repeated CEST CET"),
            ("Europe/Berlin", "2026-10-26", ""),
            ("America/New_York", "2026-11-01", "01:00-02:00 repeated EDT EST"),
            ("Pacific/Apia", "2011-12-30", "00:00-24:00 skipped -10 +14"),
        ]
    )
    func changes(zone: String, date: String, expected: String) throws {
        let agenda = try Self.agenda([], zone: zone)
        let day = try #require(CivilDate(date))
        let change = Timeline(from: day, count: 1, in: agenda).days[0].change
        let text = change.map {
            "\(Self.clock($0.fromMinute))-\(Self.clock($0.toMinute)) "
                + "\($0.isRepeated ? "repeated" : "skipped") \($0.labelBefore) \($0.labelAfter)"
        }
        #expect(text ?? "" == expected)
    }

    @Test("Whole-day events, and events of 24 hours or more, are bars across the days")
    func bars() throws {
        let agenda = try Self.agenda(
            [
                "Trip ;VALUE=DATE:20260310 ;VALUE=DATE:20260313",
                "Fair ;VALUE=DATE:20260312 ;VALUE=DATE:20260313",
                "Night :20260311T200000Z :20260312T030000Z",
                "Watch :20260311T200000Z :20260312T200000Z",
            ],
            zone: "Europe/Berlin"
        )
        let first = try #require(CivilDate("2026-03-11"))
        let timeline = Timeline(from: first, count: 3, in: agenda)
        let bars = timeline.bars.map {
            "\($0.occurrence.event.title) \($0.lane) \($0.column)+\($0.span) \($0.startsHere) \($0.endsHere)"
        }
        #expect(bars == ["Trip 0 0+2 false true", "Watch 1 0+2 true true", "Fair 2 1+1 true true"])
        #expect(timeline.laneCount == 3)
        #expect(timeline.days.map(\.pieces.count) == [1, 1, 0])
    }

    @Test(
        "No two pieces cover the same minute in the same column of a depth",
        arguments: [1, 2, 3]
    )
    func disjoint(number: UInt64) throws {
        var seed = Seed(number)
        let events = (0..<80).map { number in
            let start = seed.next(1_380)
            let end = min(1_439, start + 1 + seed.next(240))
            return "E\(number) :20260311T\(Self.digits(start))Z :20260311T\(Self.digits(end))Z"
        }
        let agenda = try Self.agenda(events, zone: "UTC")
        let pieces = Timeline(from: try #require(CivilDate("2026-03-11")), count: 1, in: agenda)
            .days[0].pieces
        #expect(pieces.count == 80)
        for (place, a) in pieces.enumerated() {
            #expect(a.column + a.columnSpan <= a.columnCount)
            for b in pieces[(place + 1)...]
            where a.startMinute < b.endMinute && b.startMinute < a.endMinute {
                guard a.depth == b.depth else {
                    // The later one lies on the other, whose title stays in sight.
                    #expect(b.startMinute >= a.startMinute + 30)
                    continue
                }
                let isBeside =
                    a.column + a.columnSpan <= b.column || b.column + b.columnSpan <= a.column
                #expect(isBeside && a.columnCount == b.columnCount)
            }
        }
    }

    private static func digits(_ minute: Int) -> String {
        String(format: "%02d%02d00", minute / 60, minute % 60)
    }

    @Test("A timeline has 1 to 31 days", arguments: [(0, 1), (1, 1), (31, 31), (32, 31)])
    func limits(count: Int, expected: Int) throws {
        let agenda = try Self.agenda([], zone: "UTC")
        let date = try #require(CivilDate("2026-03-11"))
        #expect(Timeline(from: date, count: count, in: agenda).days.count == expected)
    }
}
