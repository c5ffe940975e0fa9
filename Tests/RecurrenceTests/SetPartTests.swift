import CivilTime
import Recurrence
import Testing

@Suite("Exception rules, periods, clock changes and long counts")
struct SetPartTests {
    @Test("An exception rule removes what it matches, even the start")
    func exceptionRules() throws {
        let set = RecurrenceSet(
            start: try TestTime.time("20260105T090000", zoneName: "Europe/Berlin"),
            rules: [try RecurrenceRule(parsing: "FREQ=DAILY;COUNT=6")],
            exceptionRules: [try RecurrenceRule(parsing: "FREQ=WEEKLY;BYDAY=MO,WE")],
            zone: try TestTime.zone("Europe/Berlin")
        )
        let days = ["20260106", "20260108", "20260109", "20260110"]
        #expect(set.occurrences().map { $0.date.basicText } == days)
        #expect(set.occurrences().reversed().map { $0.date.basicText } == days.reversed())
        #expect(set.occurrences().map(\.index) == [0, 1, 2, 3])
    }

    @Test("A period adds its start and gives it an end")
    func periods() throws {
        let start = try TestTime.time("20260105T090000")
        let period = RecurrencePeriod(
            start: try TestTime.time("20260107T100000"),
            end: try TestTime.time("20260107T113000")
        )
        let set = RecurrenceSet(start: start, periods: [period], zone: .utc)
        let found = Array(set.occurrences())
        #expect(found.map { $0.date.basicText } == ["20260105", "20260107"])
        #expect(found.map { set.end(of: $0) } == [nil, period.end])
    }

    @Test(
        "Skipped and repeated times are read as the caller chooses",
        arguments: [
            (Zone.Choice.rfc5545, "20240331T013000Z", "20241027T003000Z"),
            (.earlier, "20240331T003000Z", "20241027T003000Z"),
            (.later, "20240331T013000Z", "20241027T013000Z"),
        ]
    )
    func choices(choice: Zone.Choice, gap: String, fold: String) throws {
        let zone = try TestTime.zone("Europe/Berlin")
        let rule = try RecurrenceRule(parsing: "FREQ=DAILY;COUNT=1")
        for (start, expected) in [("20240331T023000", gap), ("20241027T023000", fold)] {
            let time = try TestTime.time(start, zoneName: "Europe/Berlin")
            let found = rule.occurrences(from: time, in: zone, choosing: choice)
            #expect(found.map { $0.instant.basicText } == [expected])
        }
    }

    @Test(
        "A COUNT ends exactly, whether or not all its periods are counted in advance",
        arguments: [16_384, 16_385, 16_386, 40_000]
    )
    func longCounts(count: Int) throws {
        let start = try TestTime.time("20260105T090000")
        let rule = try RecurrenceRule(parsing: "FREQ=HOURLY;BYHOUR=9;COUNT=\(count)")
        let series = rule.series(from: start)
        let last = start.civil.date.adding(days: count - 1)
        #expect(series.last?.date == last)
        var cursor = series.occurrences()
        let near = CivilDateTime(date: last.adding(days: -2), time: .midnight)
        cursor.seek(to: Instant(secondsSinceEpoch: near.secondsSinceEpoch))
        #expect(cursor.prefix(9).map { $0.date } == [-2, -1, 0].map { last.adding(days: $0) })
    }
}
