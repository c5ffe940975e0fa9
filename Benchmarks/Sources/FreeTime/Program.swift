import Agenda
import CivilTime
import Foundation

/// Measures how long it takes to find common free time, and prints each figure as a line of JSON.
///
/// Fifty members have two thousand events each, one in fifty of which repeats weekly without end.
/// The search covers four weeks, all day. In one run the events are spread over two years; in the
/// other all of them start within the four weeks, seventy per day and member.
@main
enum Program {
    static let memberCount = 50
    static let eventCount = 2_000

    static func main() throws {
        try measure("freeTime", from: "2025-03-01", days: 730)
        try measure("freeTimeDense", from: "2026-03-02", days: 28)
    }

    private static func measure(_ workload: String, from start: String, days: Int) throws {
        let agenda = try filled(from: start, days: days)
        guard let first = CivilDate("2026-03-02") else { preconditionFailure("no date") }
        let members = (0..<memberCount).map { number in
            FreeTimeMember(
                account: "m\(number)",
                zone: ZoneID(number % 5 == 0 ? "America/New_York" : "Europe/Berlin"),
                workFrom: 480,
                workTo: 1_200
            )
        }
        let query = try FreeTimeQuery(
            members: members,
            days: (0..<28).map { first.adding(days: $0) },
            hours: 0..<1_440,
            lengthMinutes: 30
        )
        var times: [Double] = []
        var found = 0
        for _ in 0..<51 {
            let duration = try ContinuousClock().measure {
                let time = try agenda.freeTime(query)
                found = time.windows.count + time.strips.count
            }
            times.append(Double(duration.components.attoseconds) / 1e9)
        }
        let occurrences = agenda.occurrences(in: first..<first.adding(days: 28)).count
        print(
            "{\"workload\":\"\(workload)\",\"engine\":\"meantime\",\"value\":\(times.sorted()[25]),"
                + "\"unit\":\"ns\",\"occurrences\":\(occurrences),\"found\":\(found)}"
        )
    }

    private static func filled(from: String, days: Int) throws -> Agenda {
        var agenda = Agenda()
        for name in ["Europe/Berlin", "America/New_York"] {
            let file = URL(filePath: "/usr/share/zoneinfo/" + name)
            agenda.addZone(try Zone(id: ZoneID(name), tzif: [UInt8](Data(contentsOf: file))))
        }
        if let zone = agenda.zones.zone(ZoneID("Europe/Berlin")) { agenda.setZone(zone) }
        var state: UInt64 = 42
        func random(_ count: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % count
        }
        guard let start = CivilDate(from) else { preconditionFailure("no date") }
        for member in 0..<memberCount {
            let id = CalendarID("c\(member)")
            var calendar = CalendarCollection(id: id, name: "", color: .blue)
            calendar.level = .busy
            calendar.owner = "m\(member)"
            agenda.putCalendar(calendar)
            for event in 0..<eventCount {
                let day = start.adding(days: random(days)).basicText
                let hour = 10 + random(9)
                let rule = event % 50 == 0 ? "RRULE:FREQ=WEEKLY\r\n" : ""
                let text = """
                    BEGIN:VCALENDAR\r
                    BEGIN:VEVENT\r
                    UID:\(event)\r
                    DTSTART;TZID=Europe/Berlin:\(day)T\(hour)0000\r
                    DTEND;TZID=Europe/Berlin:\(day)T\(hour)3000\r
                    \(rule)END:VEVENT\r
                    END:VCALENDAR\r

                    """
                let object = ObjectID(calendar: id, href: "\(event).ics")
                agenda.putObject(object, etag: "", text: Array(text.utf8))
            }
        }
        return agenda
    }
}
