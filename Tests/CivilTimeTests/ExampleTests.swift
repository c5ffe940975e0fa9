import CivilTime
import Testing

/// The examples in `CivilTime.docc`; a tidy test checks that the lines are the same.
@Suite("Examples of CivilTime")
struct ExampleTests {
    @Test("Dates")
    func dates() throws {
        let date = CivilDate(year: 2_024, month: 1, day: 31)!
        #expect(date.adding(months: 1).text == "2024-02-29")
        #expect(date.adding(days: 1).weekday == Weekday.thursday)
        #expect(date.isoWeek == (year: 2024, week: 5))
        #expect(date.week(startingOn: .sunday) == (year: 2024, week: 5))
    }

    @Test("Zones")
    func zones() throws {
        let zone = Zone(
            id: ZoneID("Berlin"),
            transitions: [],
            tail: PosixRule("CET-1CEST,M3.5.0,M10.5.0/3")
        )
        let skipped = CivilDateTime("2026-03-29T02:30:00")!
        guard case .gap = zone.resolve(skipped) else {
            Issue.record("no gap")
            return
        }
        #expect(zone.instant(of: skipped).text == "2026-03-29T01:30:00Z")
        #expect(zone.instant(of: skipped, choosing: .earlier).text == "2026-03-29T00:30:00Z")
    }
}
