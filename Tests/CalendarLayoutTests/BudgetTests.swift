import Agenda
import CivilTime
import Testing

@testable import CalendarLayout

/// Views of objects that somebody stored to keep others waiting.
@Suite("Views of too many occurrences")
struct BudgetTests {
    private static let home = CalendarID("home")

    private static func agenda(_ count: Int, _ lines: String) -> Agenda {
        var agenda = Agenda()
        agenda.putCalendar(CalendarCollection(id: home, name: "Home", color: .blue))
        for number in 0..<count {
            let text =
                "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nUID:\(number)\r\n"
                + lines.replacing("\n", with: "\r\n") + "\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
            let id = ObjectID(calendar: home, href: "\(number).ics")
            agenda.putObject(id, etag: "", text: Array(text.utf8))
        }
        return agenda
    }

    @Test(
        "A list ends, however many occurrences there are",
        arguments: [
            (1, "DTSTART:20260101T000000Z\nRRULE:FREQ=SECONDLY\nSTATUS:CANCELLED"),
            (900, "DTSTART:20260101T000000Z\nRRULE:FREQ=MINUTELY\nSTATUS:CANCELLED"),
            (900, "DTSTART:20260101T000000Z\nRRULE:FREQ=DAILY\nSTATUS:CANCELLED"),
            (
                900,
                "DTSTART:20260101T050000Z\nRRULE:FREQ=HOURLY;INTERVAL=23;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO;BYHOUR=5\nEXDATE:20260101T050000Z"
            ),
        ]
    )
    func lists(count: Int, lines: String) throws {
        let agenda = Self.agenda(count, lines)
        let date = try #require(CivilDate("2026-03-11"))
        for size in [AgendaList.Size(days: 60, occurrences: 200), .init(days: 366)] {
            let list = AgendaList(.later, than: date, size, in: agenda)
            #expect(list.windowCount <= Limits.listWindowsMax + 1)
            #expect(list.days.reduce(0) { $0 + $1.occurrences.count } <= 6_000)
        }
        // Nothing is upcoming: all events are cancelled or never happen.
        let noon = Instant(secondsSinceEpoch: Int64(date.daysSinceEpoch) * 86_400)
        #expect(AgendaList.next(after: noon, in: agenda) == nil)
    }

    @Test("Each view is marked as cut if it leaves something out")
    func views() throws {
        let many = Self.agenda(6_000, "DTSTART:20260311T100000Z\nDURATION:PT1H")
        let few = Self.agenda(100, "DTSTART:20260311T100000Z\nDURATION:PT1H")
        let date = try #require(CivilDate("2026-03-09"))
        for (agenda, isCut) in [(many, true), (few, false)] {
            let timeline = Timeline(from: date, count: 7, in: agenda)
            #expect(timeline.isCut == isCut)
            let columns = timeline.days[2].pieces.map(\.columnCount).max() ?? 0
            #expect(columns == Limits.columnsMax)
            let board = Board(from: date, count: 7, members: [""], in: agenda)
            #expect(board.isCut == isCut)
            #expect(board.rows[1].laneCount == Limits.columnsMax)
            let size = AgendaList.Size(days: 60)
            #expect(AgendaList(.later, than: date, size, in: agenda).isCut == isCut)
        }
        let often = Self.agenda(1, "DTSTART:20260101T000000Z\nRRULE:FREQ=SECONDLY")
        for (agenda, isCut) in [(often, true), (few, false)] {
            let rows = MonthLayout(lanesMax: 3).rows(from: date, count: 2, in: agenda)
            #expect(rows.map(\.isCut) == [isCut, isCut])
        }
        let year = YearModel(2026, in: often)
        #expect(year.isCut)
        let days = year.view(in: few).days
        #expect(days.allSatisfy { $0.count == 32 })
    }
}
