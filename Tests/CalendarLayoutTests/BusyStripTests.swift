import Agenda
import CalendarLayout
import CivilTime
import Testing

@Suite("The busy times of others")
struct BusyStripTests {
    private static let day = CivilDate(year: 2026, month: 3, day: 11) ?? .min
    private static let home = CalendarID("home")

    /// An agenda in which some people show their times in one calendar each.
    private static func agenda(_ people: [(String, AccessLevel)]) -> Agenda {
        var agenda = Agenda()
        agenda.setAccount("me")
        agenda.putCalendar(CalendarCollection(id: home, name: "Home", color: .blue))
        for (account, level) in people {
            var calendar = CalendarCollection(id: CalendarID(account), name: account, color: .red)
            calendar.level = level
            calendar.owner = account
            calendar.groups = ["band"]
            agenda.putCalendar(calendar)
        }
        return agenda
    }

    private static func add(
        _ agenda: inout Agenda,
        _ calendar: String,
        _ start: String,
        _ end: String
    ) {
        let lines = [
            "BEGIN:VCALENDAR", "VERSION:2.0", "BEGIN:VEVENT", "UID:\(calendar)-\(start)",
            "DTSTART:\(start)", "DTEND:\(end)", "END:VEVENT", "END:VCALENDAR", "",
        ]
        let id = ObjectID(calendar: CalendarID(calendar), href: "\(start).ics")
        agenda.putObject(id, etag: "", text: Array(lines.joined(separator: "\r\n").utf8))
    }

    private static func day(_ agenda: Agenda, _ date: CivilDate = day) throws -> TimelineDay {
        try #require(Timeline(from: date, count: 1, in: agenda).days.first)
    }

    private static func texts(_ day: TimelineDay) -> [String] {
        day.strips.map { "\($0.calendar.text) \($0.startMinute)-\($0.endMinute) \($0.lane)" }
    }

    @Test("They take no room from events, and those of one person that touch are one strip")
    func joined() throws {
        var agenda = Self.agenda([("jonas", .busy)])
        Self.add(&agenda, "home", "20260311T090000Z", "20260311T100000Z")
        Self.add(&agenda, "jonas", "20260311T080000Z", "20260311T093000Z")
        Self.add(&agenda, "jonas", "20260311T093000Z", "20260311T110000Z")
        Self.add(&agenda, "jonas", "20260311T120000Z", "20260311T130000Z")
        let day = try Self.day(agenda)
        #expect(Self.texts(day) == ["jonas 480-660 0", "jonas 720-780 0"])
        #expect(day.pieces.map { $0.columnCount } == [1])
        #expect(day.pieces.map { $0.occurrence.key.object.calendar } == [Self.home])
    }

    @Test("The first person has a lane, and all others share the one at the edge")
    func lanes() throws {
        var agenda = Self.agenda([("ada", .busy), ("ben", .busy), ("cleo", .busy)])
        for (hour, person) in [("08", "cleo"), ("09", "ada"), ("10", "ben")] {
            Self.add(&agenda, person, "20260311T\(hour)0000Z", "20260311T\(hour)3000Z")
        }
        #expect(
            Self.texts(try Self.day(agenda)) == [
                "cleo 480-510 1", "ada 540-570 0", "ben 600-630 1",
            ]
        )
    }

    @Test("A time over midnight is a strip on both days")
    func midnight() throws {
        var agenda = Self.agenda([("jonas", .busy)])
        Self.add(&agenda, "jonas", "20260311T230000Z", "20260312T010000Z")
        #expect(Self.texts(try Self.day(agenda)) == ["jonas 1380-1440 0"])
        #expect(Self.texts(try Self.day(agenda, Self.day.adding(days: 1))) == ["jonas 0-60 0"])
    }

    @Test("An event that a person shows with its title isn't one of them")
    func withTitle() throws {
        var agenda = Self.agenda([("jonas", .full)])
        Self.add(&agenda, "jonas", "20260311T080000Z", "20260311T090000Z")
        let day = try Self.day(agenda)
        #expect(day.strips.isEmpty && day.pieces.count == 1)
    }

    @Test("A group on its own shows them among the events")
    func groupView() throws {
        var agenda = Self.agenda([("jonas", .busy)])
        Self.add(&agenda, "jonas", "20260311T080000Z", "20260311T090000Z")
        agenda.showGroup(GroupView(group: "band", colors: ["jonas": .green]))
        let day = try Self.day(agenda)
        #expect(day.strips.isEmpty && day.pieces.map { $0.color } == [.green])
    }
}
