import Agenda
import CivilTime
import Foundation
import ICalendar
import Testing

/// Small agendas for tests, with readable names.
enum Sample {
    static let home = CalendarID("home")
    static let work = CalendarID("work")
    static let now = Instant(secondsSinceEpoch: 1_790_000_000)

    /// An agenda with two calendars, viewed in Berlin, and the given events in the first.
    static func agenda(_ events: [String], zone: String = "Europe/Berlin") throws -> Agenda {
        var agenda = Agenda()
        for name in ["Europe/Berlin", "America/New_York", "Asia/Tokyo"] {
            agenda.addZone(try Self.zone(name))
        }
        agenda.setZone(try #require(agenda.zones.zone(ZoneID(zone))))
        agenda.putCalendar(CalendarCollection(id: home, name: "Home", color: .blue))
        agenda.putCalendar(CalendarCollection(id: work, name: "Work", color: .green))
        for (number, event) in events.enumerated() {
            let isPut = agenda.putObject(
                ObjectID(calendar: home, href: "e\(number + 1).ics"),
                etag: "\"\(number + 1)\"",
                text: object(event, uid: "e\(number + 1)")
            )
            #expect(isPut)
        }
        return agenda
    }

    /// A zone from the system's zone database.
    static func zone(_ name: String) throws -> Zone {
        let octets = try Data(contentsOf: URL(filePath: "/usr/share/zoneinfo/" + name))
        return try Zone(id: ZoneID(name), tzif: Array(octets))
    }

    /// A calendar object with the lines of one or more events, separated by `--`.
    static func object(_ events: String, uid: String) -> [UInt8] {
        let bodies = events.split(separator: "--", omittingEmptySubsequences: true)
        let texts = bodies.map { body in
            let lines = body.split(separator: "\n").map { $0.drop { $0 == " " } }
            return (["BEGIN:VEVENT", "UID:\(uid)"] + lines + ["END:VEVENT"])
                .joined(separator: "\r\n")
        }
        let all = ["BEGIN:VCALENDAR", "VERSION:2.0"] + texts + ["END:VCALENDAR", ""]
        return Array(all.joined(separator: "\r\n").utf8)
    }

    /// The occurrences in a window, as `start end title`.
    static func list(_ agenda: Agenda, _ from: String, _ to: String) throws -> [String] {
        let days = try #require(CivilDate(from))..<(try #require(CivilDate(to)))
        return agenda.occurrences(in: days).map { occurrence in
            let isAllDay = occurrence.event.isAllDay
            let start = isAllDay ? occurrence.start.date.text : short(occurrence.start)
            let end = isAllDay ? occurrence.lastDate.text : short(occurrence.end)
            return "\(start) \(end) \(occurrence.event.title)"
        }
    }

    private static func short(_ time: CivilDateTime) -> String {
        String(time.text.dropLast(3))
    }

    /// The key of the first occurrence in a window.
    static func key(_ agenda: Agenda, _ from: String, _ to: String) throws -> OccurrenceKey {
        let days = try #require(CivilDate(from))..<(try #require(CivilDate(to)))
        return try #require(agenda.occurrences(in: days).first).key
    }

    /// Moves an event by whole days by the viewer's clock, as the page does.
    static func move(_ agenda: inout Agenda, _ key: OccurrenceKey, byDays days: Int) throws {
        let start = try #require(agenda.occurrence(key)).start
        var draft = EventDraft()
        draft.start = CivilDateTime(date: start.date.adding(days: days), time: start.time)
        _ = try agenda.change(key, scope: .all, draft, newUID: "n", now: now)
    }

    /// The stored text of an object as lines, unfolded.
    static func lines(_ agenda: Agenda, _ href: String, in calendar: CalendarID = home) -> [String]
    {
        guard let series = agenda.series(ObjectID(calendar: calendar, href: href)) else {
            return []
        }
        return String(decoding: series.text, as: UTF8.self)
            .replacingOccurrences(of: "\r\n ", with: "")
            .components(separatedBy: "\r\n")
    }
}
