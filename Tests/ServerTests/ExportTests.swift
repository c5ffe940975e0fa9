import CivilTime
import Foundation
import ICalendar
import Testing

@testable import Server

@Suite("Exporting")
struct ExportTests {
    /// An event as the page makes it: it names its zone and does not describe it.
    private func zonedEvent(_ uid: String) -> String {
        event(uid).replacingOccurrences(
            of: "DTSTART:20260102T090000Z\r\nDTEND:20260102T100000Z",
            with: "DTSTART;TZID=Europe/Berlin:20260702T090000"
        )
    }

    @Test("describes the zone of an event that the page made, once, and takes it back unchanged")
    func zoneOfOwnEvent() async throws {
        try await TestServer.runSignedIn { visitor in
            for uid in ["one", "two"] {
                try await visitor.request(
                    .put,
                    visitor.events + uid,
                    zonedEvent(uid),
                    headers: ["If-None-Match": "*"]
                )
            }
            let path = "/api/v1/calendars/\(visitor.calendar)/"
            let exported = try await visitor.request(.get, path + "export").text
            let calendar = try #require(CalendarText.parse(exported).components.first)
            let described = calendar.components(named: "VTIMEZONE")
            #expect(described.count == 1)
            let zone = try #require(described.first?.zone())
            #expect(zone.id.name == "Europe/Berlin")
            let known = try #require(visitor.server.backend.zones.zone(zone.id))
            for day in 0..<3_650 {
                let instant = Instant(secondsSinceEpoch: 1_767_225_600 + Int64(day) * 86_400)
                #expect(zone.offsetSeconds(at: instant) == known.offsetSeconds(at: instant))
            }
            let again = try await visitor.request(.post, path + "import", exported)
            #expect(try again.lines.last?["unchanged"] == .number(2))
            #expect(try await visitor.request(.get, path + "export").text == exported)
        }
    }
}
