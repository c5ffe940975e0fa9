import Agenda
import CivilTime
import Testing

@testable import CalendarLayout

/// What others put into somebody's calendars, and how it's meant to leave no room for their own.
struct Crowd: Sendable, CustomTestStringConvertible {
    let name: String
    let level: AccessLevel
    var isUnanswered = false
    var isInOwnCalendar = false
    let count: Int
    let lines: String

    var testDescription: String { name }

    private static let bySecond = "DTSTART:20260101T000000Z\nDURATION:P1D\nRRULE:FREQ=SECONDLY"
    private static let byMinute = "DTSTART:20260101T000000Z\nDURATION:P1D\nRRULE:FREQ=MINUTELY"
    private static let short = "DTSTART:20260101T000000Z\nDURATION:PT23H\nRRULE:FREQ=MINUTELY"
    private static let days =
        "DTSTART;VALUE=DATE:20260101\nDTEND;VALUE=DATE:20300101\nSUMMARY:Four years"
    private static let weekly = "DTSTART:20260302T000000Z\nDURATION:PT20H\nRRULE:FREQ=DAILY"

    static let all = [
        Crowd(name: "a member's rule by the second", level: .full, count: 1, lines: bySecond),
        Crowd(name: "a member's busy times by the second", level: .busy, count: 1, lines: bySecond),
        Crowd(name: "a member's rules by the minute", level: .full, count: 3_000, lines: byMinute),
        Crowd(name: "a member's long days", level: .full, count: 3_000, lines: days),
        Crowd(name: "a group's short rules by the minute", level: .group, count: 300, lines: short),
        Crowd(name: "a feed of dense rules", level: .subscribed, count: 300, lines: byMinute),
        Crowd(name: "a feed of 10,000", level: .subscribed, count: 10_000, lines: weekly),
        Crowd(name: "another service's rules", level: .connected, count: 300, lines: short),
        Crowd(
            name: "invitations to whole days",
            level: .own,
            isUnanswered: true,
            isInOwnCalendar: true,
            count: 20,
            lines: byMinute
        ),
        Crowd(
            name: "invitations to short times",
            level: .own,
            isUnanswered: true,
            isInOwnCalendar: true,
            count: 500,
            lines: short
        ),
    ]
}

@Suite("The viewer's own events among many of others")
struct OwnEventsShownTests {
    private static let home = CalendarID("home")
    private static let theirs = CalendarID("theirs")
    private static let monday = CivilDate(year: 2026, month: 3, day: 9) ?? .min

    private static func object(_ uid: String, _ lines: String) -> [UInt8] {
        Array(
            ("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nUID:\(uid)\r\n"
                + lines.replacing("\n", with: "\r\n") + "\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n").utf8
        )
    }

    /// An agenda with ten of the viewer's own events: two on each of five days, one of them whole.
    private static func agenda(_ crowd: Crowd) -> Agenda {
        var agenda = Agenda()
        agenda.setAccount("me")
        agenda.putCalendar(CalendarCollection(id: home, name: "Home", color: .blue))
        var calendar = CalendarCollection(id: theirs, name: "Theirs", color: .red)
        calendar.level = crowd.level
        if crowd.level != .own { agenda.putCalendar(calendar) }
        for number in 0..<crowd.count {
            let id = ObjectID(
                calendar: crowd.isInOwnCalendar ? home : theirs,
                href: "x\(number).ics"
            )
            agenda.putObject(
                id,
                etag: "",
                text: object("x\(number)", crowd.lines),
                isUnanswered: crowd.isUnanswered
            )
        }
        for day in 9...13 {
            let date = day < 10 ? "2026030\(day)" : "202603\(day)"
            for (uid, lines) in [
                ("own-\(day)-a", "DTSTART;VALUE=DATE:\(date)"),
                ("own-\(day)-b", "DTSTART:\(date)T160000Z\nDURATION:PT1H"),
            ] {
                let id = ObjectID(calendar: home, href: uid + ".ics")
                agenda.putObject(id, etag: "", text: object(uid, lines))
            }
        }
        return agenda
    }

    private static func ownCount(_ occurrences: some Sequence<EventOccurrence>) -> Int {
        Set(occurrences.map { $0.uid }.filter { $0.hasPrefix("own") }).count
    }

    @Test(
        "Every view shows the viewer's own events, however many others there are",
        arguments: Crowd.all
    )
    func views(crowd: Crowd) throws {
        let agenda = Self.agenda(crowd)

        let month = MonthLayout(lanesMax: 4).rows(
            from: Self.monday.adding(days: -7),
            count: 6,
            in: agenda
        )
        #expect(Self.ownCount(month.flatMap(\.chips).map(\.occurrence)) == 10)
        #expect(month[1].days[0].dots.contains(.blue))

        let week = Timeline(from: Self.monday, count: 7, in: agenda)
        let bars = week.bars.filter { $0.occurrence.uid.hasPrefix("own") }
        #expect(bars.count == 5)
        // A view shows bars in the order given, as many lanes as it has room for.
        #expect(bars.allSatisfy { $0.lane == 0 })
        let pieces = week.days.flatMap(\.pieces).filter { $0.occurrence.uid.hasPrefix("own") }
        #expect(pieces.count == 5)
        #expect(pieces.allSatisfy { 4 * $0.columnSpan >= $0.columnCount && $0.depth <= 2 })

        let list = AgendaList(.later, than: Self.monday, .init(days: 60), in: agenda)
        #expect(Self.ownCount(list.days.flatMap(\.occurrences)) == 10)
        #expect(list.days.allSatisfy { $0.occurrences.count <= 2 + Limits.othersOfFullDay })

        let day = AgendaDay(Self.monday, in: agenda)
        #expect(day.occurrences.first { $0.event.isAllDay }?.uid == "own-9-a")
        let listed = list.days.first { $0.date == Self.monday }
        #expect(listed?.occurrences.first { $0.event.isAllDay }?.uid == "own-9-a")
        #expect(Self.ownCount(agenda.byPrecedence(day.occurrences).prefix(2)) == 2)

        let year = YearModel(2026, in: agenda).view(in: agenda)
        #expect(year.days[67].colors.first == .blue)

        let noon = Instant(secondsSinceEpoch: Int64(Self.monday.daysSinceEpoch) * 86_400 + 43_200)
        let next = AgendaList.next(after: noon, in: agenda)
        #expect(crowd.name == "a feed of 10,000" || next?.uid.hasPrefix("own") == true)
    }

    @Test(
        "Views report that they leave something out, and from which sources",
        arguments: Crowd.all.filter { $0.count <= 3_000 }
    )
    func leftOut(crowd: Crowd) {
        let agenda = Self.agenda(crowd)
        let week = Timeline(from: Self.monday, count: 7, in: agenda)
        guard week.isCut else { return }
        #expect(week.cutSources == [crowd.isInOwnCalendar ? .invitations : .calendar(Self.theirs)])
    }

    @Test(
        "Where events side by side may be left out, the viewer's own aren't the last",
        arguments: [(1, 1), (2, 2), (3, 0), (4, 0), (9, 0)]
    )
    func columns(othersCount: Int, column: Int) throws {
        let agenda = Self.agenda(
            Crowd(
                name: "busy times",
                level: .busy,
                count: othersCount,
                lines: "DTSTART:20260309T160000Z\nDURATION:PT6H"
            )
        )
        let day = try #require(Timeline(from: Self.monday, count: 1, in: agenda).days.first)
        let own = try #require(day.pieces.first { $0.occurrence.uid.hasPrefix("own") })
        #expect(own.column == column)
        let columns = Set(day.pieces.map { $0.column })
        #expect(columns.count == othersCount + 1)
    }

    @Test(
        "The viewer's own events aren't moved in far by what others have at the same time",
        arguments: [
            ([], ["x0": 0, "own-9-b": 1]),
            (["07"], ["x0": 0, "later07": 1, "own-9-b": 2]),
            (["07", "08"], ["own-9-b": 0, "x0": 1, "later07": 2, "later08": 3]),
        ] as [([String], [String: Int])]
    )
    func depths(hours: [String], expected: [String: Int]) throws {
        var agenda = Self.agenda(
            Crowd(
                name: "long times",
                level: .full,
                count: 1,
                lines: "DTSTART:20260309T060000Z\nDURATION:PT16H"
            )
        )
        for hour in hours {
            let id = ObjectID(calendar: Self.theirs, href: "later\(hour).ics")
            let lines = "DTSTART:20260309T\(hour)0000Z\nDURATION:PT12H"
            agenda.putObject(id, etag: "", text: Self.object("later\(hour)", lines))
        }
        let day = try #require(Timeline(from: Self.monday, count: 1, in: agenda).days.first)
        let depths = Dictionary(
            uniqueKeysWithValues: day.pieces.map { ($0.occurrence.uid, $0.depth) }
        )
        #expect(depths == expected)
    }

    @Test("An unanswered invitation takes nobody's time")
    func unanswered() throws {
        let agenda = Self.agenda(
            Crowd(
                name: "one",
                level: .own,
                isUnanswered: true,
                isInOwnCalendar: true,
                count: 1,
                lines: "DTSTART:20260314T100000Z\nDURATION:PT1H"
            )
        )
        let day = Self.monday.adding(days: 5)
        let found = agenda.occurrences(in: day..<day.adding(days: 1))
        #expect(found.map(\.event.isUnanswered) == [true])
        let year = YearModel(2026, in: agenda).view(in: agenda)
        #expect(year.days[72].fullness == 0)
        let board = Board(from: day, count: 1, members: ["me"], in: agenda)
        #expect(board.rows.allSatisfy { $0.cells.allSatisfy(\.blocks.isEmpty) })
    }

    @Test("An answer makes an invitation an event like any other")
    func answered() throws {
        var agenda = Agenda()
        agenda.putCalendar(CalendarCollection(id: Self.home, name: "Home", color: .blue))
        let id = ObjectID(calendar: Self.home, href: "tea.ics")
        let text = Self.object("tea", "DTSTART:20260309T100000Z\nDURATION:PT1H")
        agenda.putObject(id, etag: "", text: text, isUnanswered: true)
        agenda.putObject(id, etag: "", text: text, isUnanswered: false)
        let found = agenda.occurrences(in: Self.monday..<Self.monday.adding(days: 1))
        #expect(found.map(\.event.isUnanswered) == [false])
        #expect(found.map { agenda.precedence(of: $0) } == [.own])
    }

    @Test("Where there is room for all, events stand in the order of the day")
    func room() {
        let agenda = Self.agenda(
            Crowd(
                name: "one",
                level: .full,
                count: 1,
                lines: "DTSTART:20260309T100000Z\nDURATION:PT1H"
            )
        )
        let row = MonthLayout(lanesMax: 4).rows(from: Self.monday, count: 1, in: agenda)[0]
        let monday = row.chips.filter { $0.column == 0 }.sorted { $0.lane < $1.lane }
        #expect(monday.map(\.occurrence.uid) == ["own-9-a", "x0", "own-9-b"])
        let week = Timeline(from: Self.monday, count: 7, in: agenda)
        #expect(week.days[0].pieces.allSatisfy { $0.columnCount == 1 })
    }
}
