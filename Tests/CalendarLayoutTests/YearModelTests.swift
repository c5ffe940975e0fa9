import Agenda
import CalendarLayout
import CivilTime
import Testing

@Suite("The year")
struct YearModelTests {
    private static func year(_ events: [String], _ year: Int = 2026) throws -> YearView {
        let agenda = try TimelineTests.agenda(events, zone: "UTC")
        return YearModel(year, in: agenda).view(in: agenda)
    }

    @Test(
        "A year has all its days",
        arguments: [(2026, 365), (2028, 366), (0, 365), (9_999, 365)]
    )
    func days(year: Int, count: Int) throws {
        let view = try Self.year([], year)
        #expect(view.days.count == count)
        #expect(view.days.allSatisfy { $0.fullness == 0 && $0.count == 0 && $0.colors.isEmpty })
    }

    @Test("A day is as full as the viewer's other days make it")
    func fullness() throws {
        // Ten days, from one hour to ten.
        let events = (1...10).map { day in
            let end = 8 + day < 10 ? "0\(8 + day)" : "\(8 + day)"
            let date = day < 10 ? "2026030\(day)" : "202603\(day)"
            return "A :\(date)T080000Z :\(date)T\(end)0000Z"
        }
        let days = try Self.year(events).days.filter { $0.date.month == 3 }
        #expect(days.prefix(11).map { $0.fullness } == [1, 1, 1, 1, 1, 2, 2, 2, 3, 3, 0])
    }

    @Test(
        "A viewer whose days are all alike has no full ones",
        arguments: [
            ["A :20260310T090000Z :20260310T170000Z", "B :20260311T080000Z :20260311T160000Z"],
            ["A ;VALUE=DATE:20260310 ;VALUE=DATE:20260312"],
            // A short event interrupts as much as one of half an hour.
            ["A :20260310T090000Z :20260310T090000Z", "B :20260311T090000Z :20260311T093000Z"],
        ]
    )
    func uniform(events: [String]) throws {
        let days = try Self.year(events).days.filter { $0.fullness > 0 }
        #expect(days.map { $0.date.day } == [10, 11])
        #expect(days.allSatisfy { $0.fullness == 1 })
    }

    @Test("Fellow members' events make no day fuller unless their group is viewed")
    func others() throws {
        var agenda = try TimelineTests.agenda(
            ["A :20260311T090000Z :20260311T100000Z"],
            zone: "UTC"
        )
        var home = try #require(agenda.calendars[CalendarID("home")])
        home.level = .full
        home.owner = "ana"
        home.groups = ["choir"]
        agenda.putCalendar(home)
        let alone = YearModel(2026, in: agenda).view(in: agenda).days.filter { $0.count > 0 }
        #expect(alone.map { $0.fullness } == [0])
        agenda.showGroup(GroupView(group: "choir", colors: [:]))
        let viewed = YearModel(2026, in: agenda).view(in: agenda).days.filter { $0.count > 0 }
        #expect(viewed.map { $0.fullness } == [1])
    }

    @Test("Proposals are counted separately and do not make a day fuller")
    func proposals() throws {
        let events = ["Call :20260310T090000Z :20260310T100000Z"]
        var agenda = try TimelineTests.agenda(events, zone: "UTC")
        let lines = [
            "BEGIN:VCALENDAR", "BEGIN:VEVENT", "UID:p", "DTSTART:20260310T120000Z",
            "DTEND:20260311T180000Z", "STATUS:TENTATIVE", "X-MEANTIME-PROPOSAL:p", "END:VEVENT",
            "END:VCALENDAR", "",
        ]
        var group = CalendarCollection(id: CalendarID("group"), name: "Group", color: .red)
        group.level = .group
        agenda.putCalendar(group)
        let id = ObjectID(calendar: group.id, href: "p.ics")
        let text = Array(lines.joined(separator: "\r\n").utf8)
        let isPut = agenda.putObject(id, etag: "", text: text)
        #expect(isPut)
        let view = YearModel(2026, in: agenda).view(in: agenda)
        let days = view.days.filter { $0.date.month == 3 && (9...12).contains($0.date.day) }
        #expect(days.map { $0.count } == [0, 1, 0, 0])
        #expect(days.map { $0.proposedCount } == [0, 1, 1, 0])
        #expect(days.map { $0.fullness } == [0, 1, 0, 0])
        #expect(days.map { $0.colors.count } == [0, 1, 0, 0])
        #expect(view.bands.count == 1)
    }

    @Test("An event of several days is a band in each month's row, cut at the ends of the year")
    func bands() throws {
        let view = try Self.year([
            "New ;VALUE=DATE:20251230 ;VALUE=DATE:20260103",
            "Trip ;VALUE=DATE:20260130 ;VALUE=DATE:20260302",
            "Fair ;VALUE=DATE:20260131 ;VALUE=DATE:20260203",
            "Night :20260310T220000Z :20260311T020000Z",
            "End ;VALUE=DATE:20261231 ;VALUE=DATE:20270105",
        ])
        let bands = view.bands.map {
            "\($0.occurrence.event.title) \($0.month):\($0.days.lowerBound)-\($0.days.upperBound) "
                + "\($0.lane) \($0.startsHere ? "from" : "")\($0.endsHere ? "to" : "")"
        }
        #expect(
            bands == [
                "New 1:1-2 0 to", "Trip 1:30-31 0 from", "Trip 2:1-28 0 ", "Trip 3:1-1 0 to",
                "Fair 1:31-31 1 from", "Fair 2:1-2 1 to", "Night 3:10-11 0 fromto",
                "End 12:31-31 0 from",
            ]
        )
    }

    @Test(
        "The list names what lasts a day or longer, by its first day, without what each month has"
    )
    func dayLong() throws {
        let rule = { (parts: String) in "\r\nRRULE:FREQ=\(parts)" }
        let view = try Self.year([
            "Party :20260310T220000Z :20260311T020000Z",
            "Night :20260310T220000Z :20260311T220000Z",
            "Trip ;VALUE=DATE:20260301 ;VALUE=DATE:20260304",
            "Bins ;VALUE=DATE:20260105 ;VALUE=DATE:20260106" + rule("WEEKLY"),
            "Taxes ;VALUE=DATE:20260410 ;VALUE=DATE:20260411" + rule("MONTHLY;INTERVAL=3"),
            "Rent ;VALUE=DATE:20260101 ;VALUE=DATE:20260102" + rule("MONTHLY"),
            "New ;VALUE=DATE:20251230 ;VALUE=DATE:20260103",
        ])
        let listed = view.dayLong.map {
            "\($0.event.title) \($0.firstDate.month)"
        }
        #expect(listed == ["New 12", "Trip 3", "Night 3", "Taxes 4", "Taxes 7", "Taxes 10"])
    }

    @Test(
        "A list without room for all names one's own, the first of each calendar a day, and counts the rest"
    )
    func shares() throws {
        var agenda = Agenda()
        for (name, level) in [("own", AccessLevel.own), ("mal", .full), ("ann", .full)] {
            var calendar = CalendarCollection(id: CalendarID(name), name: "", color: .blue)
            calendar.level = level
            agenda.putCalendar(calendar)
        }
        let put = { (agenda: inout Agenda, calendar: String, number: Int, date: String) in
            let lines = [
                "BEGIN:VCALENDAR", "BEGIN:VEVENT", "UID:\(calendar)\(number)",
                "DTSTART;VALUE=DATE:\(date)", "SUMMARY:\(calendar)", "END:VEVENT", "END:VCALENDAR",
                "",
            ]
            agenda.putObject(
                ObjectID(calendar: CalendarID(calendar), href: "\(number)"),
                etag: "",
                text: Array(lines.joined(separator: "\r\n").utf8)
            )
        }
        for number in 0..<400 { put(&agenda, "mal", number, "20260101") }
        put(&agenda, "ann", 0, "20260820")
        for number in 0..<5 { put(&agenda, "own", number, "20261130") }
        let view = YearModel(2026, in: agenda).view(in: agenda)
        #expect(view.dayLong.count { $0.event.title == "own" } == 5)
        #expect(view.dayLong.count { $0.event.title == "ann" } == 1)
        #expect(view.dayLong.count == 300 && view.unlistedCount == 106)
    }

    @Test("Hiding a calendar needs no new query")
    func filtering() throws {
        var agenda = try TimelineTests.agenda(
            ["A :20260311T090000Z :20260311T100000Z"],
            zone: "UTC"
        )
        let model = YearModel(2026, in: agenda)
        let home = CalendarID("home")
        agenda.showCalendar(home, false)
        #expect(model.contentRevision == agenda.contentRevision)
        #expect(model.view(in: agenda).days.allSatisfy { $0.count == 0 })
        agenda.showCalendar(home, true)
        #expect(model.view(in: agenda).days.count { $0.count == 1 } == 1)
        agenda.removeObject(ObjectID(calendar: home, href: "0.ics"))
        #expect(model.contentRevision != agenda.contentRevision)
    }

    @Test("A row has at most eight lanes")
    func lanes() throws {
        for count in [8, 9] {
            let events = (0..<count).map { "E\($0) ;VALUE=DATE:20260310 ;VALUE=DATE:20260312" }
            #expect(try Self.year(events).bands.count == 8)
        }
    }
}
