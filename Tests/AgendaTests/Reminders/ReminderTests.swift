import Agenda
import CivilTime
import Testing

@Suite("Due reminders")
struct ReminderTests {
    /// Events with reminders half an hour and a day before 10:00 on 12 March 2026, and every Monday
    /// at its start, and two without any to give.
    static let events = [
        ["DTSTART:20260312T100000Z", "SUMMARY:Board", alarm("-PT30M"), alarm("-P1D")],
        ["DTSTART:20260302T090000Z", "RRULE:FREQ=WEEKLY", "SUMMARY:Monday", alarm("PT0S")],
        ["DTSTART:20260312T110000Z", "STATUS:CANCELLED", "SUMMARY:Gone", alarm("-PT30M")],
        ["DTSTART:20260312T120000Z", "SUMMARY:Silent"],
        ["DTSTART;VALUE=DATE:20260320", "SUMMARY:Day", alarm("PT9H"), alarm("P1DT1M")],
    ]

    static func alarm(_ trigger: String) -> String {
        "BEGIN:VALARM\r\nACTION:DISPLAY\r\nTRIGGER:\(trigger)\r\nDESCRIPTION:x\r\nEND:VALARM"
    }

    static func agenda() -> Agenda {
        var agenda = Agenda()
        agenda.setZone(.utc)
        let calendar = CalendarID("c")
        agenda.putCalendar(CalendarCollection(id: calendar, name: "C", color: .blue))
        for (index, lines) in events.enumerated() {
            let text =
                ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//T//T//EN", "BEGIN:VEVENT"]
                + ["UID:\(index)", "DTSTAMP:20260101T000000Z"] + lines
                + ["END:VEVENT", "END:VCALENDAR", ""]
            agenda.putObject(
                ObjectID(calendar: calendar, href: "\(index)"),
                etag: "",
                text: Array(text.joined(separator: "\r\n").utf8)
            )
        }
        return agenda
    }

    @Test(
        "Reminders come in order, after the first instant and up to the last",
        arguments: [
            ("2026-03-12T09:00", "2026-03-12T09:29", []),
            ("2026-03-12T09:00", "2026-03-12T09:30", ["Board 09:30"]),
            ("2026-03-12T09:30", "2026-03-12T23:00", []),
            ("2026-03-11T00:00", "2026-03-12T10:00", ["Board 10:00", "Board 09:30"]),
            ("2026-03-16T08:59", "2026-03-16T12:00", ["Monday 09:00"]),
            ("2026-03-14T09:00", "2026-03-30T12:00", ["Monday 09:00"]),
            ("2026-03-20T08:59", "2026-03-20T09:00", ["Day 09:00"]),
            ("2026-03-20T09:00", "2026-03-21T00:00", []),
            ("2026-03-20T09:00", "2026-03-22T00:00", ["Day 00:01"]),
        ]
    )
    func due(from: String, to: String, expected: [String]) throws {
        let first = Zone.utc.instant(of: try #require(CivilDateTime(from)))
        let last = Zone.utc.instant(of: try #require(CivilDateTime(to)))
        let due = Self.agenda().reminders(after: first, through: last).map {
            let time = Zone.utc.civil(at: $0.instant).text
            return "\($0.occurrence.event.title) \(time.dropFirst(11).prefix(5))"
        }
        #expect(due == expected)
    }

    @Test("A hidden calendar has no reminders")
    func hidden() throws {
        var agenda = Self.agenda()
        agenda.showCalendar(CalendarID("c"), false)
        let first = Zone.utc.instant(of: try #require(CivilDateTime("2026-03-11T00:00")))
        #expect(agenda.reminders(after: first, through: first.adding(seconds: 172_800)).isEmpty)
    }
}
