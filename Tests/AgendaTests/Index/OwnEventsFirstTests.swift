import CivilTime
import Testing

@testable import Agenda

/// Whatever a fellow member puts into a group's calendar, it doesn't push out the viewer's own.
@Suite("The viewer's own events come first")
struct OwnEventsFirstTests {
    private static let group = CalendarID("group")
    private static let hardlyEver =
        "DTSTART:20000229T050000Z\nRRULE:FREQ=HOURLY;INTERVAL=23;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO;BYHOUR=5\n"
    private static let alarm =
        "BEGIN:VALARM\nACTION:DISPLAY\nTRIGGER:-PT15M\nDESCRIPTION:x\nEND:VALARM"

    /// An event of the viewer's, after many in a group's calendar.
    private static func agenda(_ own: String, besides count: Int, _ event: String) throws -> Agenda
    {
        var agenda = try Sample.agenda([])
        agenda.setAccount("me")
        var group = CalendarCollection(id: Self.group, name: "Group", color: .red)
        group.level = .group
        agenda.putCalendar(group)
        for number in 0..<count {
            let id = ObjectID(calendar: Self.group, href: "\(number).ics")
            agenda.putObject(id, etag: "", text: Sample.object(event, uid: "x\(number)"))
        }
        let id = ObjectID(calendar: Sample.home, href: "own.ics")
        agenda.putObject(id, etag: "", text: Sample.object(own, uid: "own"))
        return agenda
    }

    @Test("The viewer's reminder is found among many of a group's")
    func reminders() throws {
        let times = "DTSTART:20260311T100000Z\nDURATION:PT12H\nSUMMARY:"
        let own = "DTSTART:20260311T100000Z\nDURATION:PT1H\nSUMMARY:Own\n" + Self.alarm
        let agenda = try Self.agenda(own, besides: 250, times + "Theirs\n" + Self.alarm)
        let from = Zone.utc.instant(of: try #require(CivilDateTime("2026-03-11T09:00:00")))
        let due = agenda.reminders(after: from, through: from.adding(seconds: 3_600))
        #expect(due.count == 1 + Limits.remindersAtOnceMax)
        #expect(due.contains { $0.occurrence.event.title == "Own" })
    }

    @Test("Other calendars get equal shares of the reminders, and those with few keep all")
    func fairReminders() throws {
        let times = "DTSTART:20260311T100000Z\nDURATION:PT1H\nSUMMARY:"
        var agenda = try Self.agenda(times + "Own\n" + Self.alarm, besides: 0, "")
        let levels: [(String, AccessLevel, Int)] = [
            ("feed", .subscribed, 300), ("band", .group, 300), ("choir", .group, 5),
        ]
        for (name, level, count) in levels {
            var calendar = CalendarCollection(id: CalendarID(name), name: name, color: .red)
            calendar.level = level
            agenda.putCalendar(calendar)
            for number in 0..<count {
                let id = ObjectID(calendar: calendar.id, href: "\(number).ics")
                let event = Sample.object(times + name + "\n" + Self.alarm, uid: "\(number)")
                agenda.putObject(id, etag: "", text: event)
            }
        }
        let from = Zone.utc.instant(of: try #require(CivilDateTime("2026-03-11T09:00:00")))
        let due = agenda.reminders(after: from, through: from.adding(seconds: 3_600))
        let counts = ["Own", "feed", "band", "choir"].map { name in
            due.count { $0.occurrence.event.title == name }
        }
        #expect(counts[0] == 1 && counts[3] == 5)
        #expect(counts[1] >= 97 && counts[2] >= 97)
        #expect(counts.reduce(0, +) == 1 + Limits.remindersAtOnceMax)
    }

    @Test("An event that rings all the time leaves room for all others")
    func denseReminders() throws {
        let rule = "DTSTART:20260311T000000Z\nDURATION:PT24H\nSUMMARY:Dense\nRRULE:FREQ=SECONDLY\n"
        let alarms = (0..<1_400).map {
            "BEGIN:VALARM\nTRIGGER:-PT\($0)M\nREPEAT:9999\nDURATION:PT1S\nEND:VALARM"
        }
        let times = "DTSTART:20260312T100000Z\nSUMMARY:Own\n" + Self.alarm
        var agenda = try Self.agenda(times, besides: 20, rule + alarms.joined(separator: "\n"))
        let id = ObjectID(calendar: Sample.home, href: "dense.ics")
        let event = rule + alarms.joined(separator: "\n")
        agenda.putObject(id, etag: "", text: Sample.object(event, uid: "dense"))
        let last = ObjectID(calendar: Sample.home, href: "last.ics")
        agenda.putObject(last, etag: "", text: Sample.object(times, uid: "last"))
        let from = Zone.utc.instant(of: try #require(CivilDateTime("2026-03-12T09:44:59")))
        let due = agenda.reminders(after: from, through: from.adding(seconds: 1))
        #expect(due.count { $0.occurrence.event.title == "Own" } == 2)
    }

    @Test("The same reminder twice counts once")
    func sameReminder() throws {
        let alarms = Array(repeating: Self.alarm, count: 20).joined(separator: "\n")
        let own = "DTSTART:20260311T100000Z\nDURATION:PT1H\nSUMMARY:Own\n" + alarms
        let agenda = try Self.agenda(own, besides: 0, "")
        let from = Zone.utc.instant(of: try #require(CivilDateTime("2026-03-11T09:00:00")))
        #expect(agenda.reminders(after: from, through: from.adding(seconds: 3_600)).count == 1)
    }

    @Test("A search finds the viewer's events even when it can't check all others")
    func search() throws {
        let own = "DTSTART:20260311T100000Z\nRRULE:FREQ=WEEKLY\nSUMMARY:Own dentist"
        let agenda = try Self.agenda(own, besides: 3_000, Self.hardlyEver + "SUMMARY:Dentist")
        let found = agenda.search(SearchQuery("dentist"), now: Sample.now)
        #expect(found.isCut)
        #expect(found.occurrences.contains { $0.event.title == "Own dentist" })
    }

    @Test("Free time counts the viewer's events even when it can't check all others")
    func freeTime() throws {
        let own = "DTSTART:20260311T100000Z\nDURATION:PT6H\nRRULE:FREQ=WEEKLY\nSUMMARY:Own"
        let often =
            "DTSTART:20260101T030000Z\nDURATION:PT1M\nRRULE:FREQ=MINUTELY;BYHOUR=3\nSUMMARY:x"
        let agenda = try Self.agenda(own, besides: 400, often)
        let me = FreeTimeMember(
            account: "me",
            zone: ZoneID("Europe/Berlin"),
            workFrom: 0,
            workTo: 0
        )
        let day = try #require(CivilDate("2026-03-11"))
        let query = try FreeTimeQuery(
            members: [me],
            days: [day],
            hours: 600..<1_200,
            lengthMinutes: 60
        )
        let windows = try agenda.freeTime(query).windows.map {
            String($0.start.text.dropFirst(11).prefix(5))
        }
        #expect(windows == ["10:00", "17:00"])
    }

    @Test("Free time ends on the last day of the calendar")
    func lastDay() throws {
        let agenda = try Self.agenda("DTSTART:20260311T100000Z\nSUMMARY:Own", besides: 0, "")
        let me = FreeTimeMember(
            account: "me",
            zone: ZoneID("Europe/Berlin"),
            workFrom: 540,
            workTo: 1_080
        )
        let query = try FreeTimeQuery(
            members: [me],
            days: [.max],
            hours: 0..<1_440,
            lengthMinutes: 60
        )
        #expect(try agenda.freeTime(query).windows.count <= 1)
    }

    @Test("A proposal waits for its answer even when its next time can't be found")
    func proposals() throws {
        let mark = "\nX-MEANTIME-PROPOSAL:"
        var agenda = try Self.agenda("DTSTART:20260311T100000Z\nSUMMARY:Own", besides: 0, "")
        for number in 0..<1_000 {
            let id = ObjectID(calendar: Self.group, href: "\(number).ics")
            let event = Self.hardlyEver + "SUMMARY:Hardly\(mark)p\(number)"
            agenda.putObject(id, etag: "", text: Sample.object(event, uid: "p\(number)"))
        }
        let id = ObjectID(calendar: Self.group, href: "real.ics")
        let event = "DTSTART:20280101T100000Z\nRRULE:FREQ=WEEKLY\nSUMMARY:Real\(mark)real"
        agenda.putObject(id, etag: "", text: Sample.object(event, uid: "real"))
        let waiting = agenda.waitingCandidates(now: Sample.now)
        #expect(waiting.contains { $0.event.title == "Real" })
    }
}
