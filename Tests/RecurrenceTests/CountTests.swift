import CivilTime
import Recurrence
import Testing

@Suite("COUNT")
struct CountTests {
    @Test(
        "A COUNT too large to be counted beforehand is kept to",
        arguments: [
            ("FREQ=MINUTELY;BYMINUTE=0,1;BYSECOND=0,30;COUNT=90006", 90_006),
            ("FREQ=MINUTELY;BYMINUTE=0,1;BYSECOND=0,30;COUNT=90005", 90_005),
            ("FREQ=SECONDLY;INTERVAL=7;BYHOUR=9;COUNT=70000", 70_000),
        ]
    )
    func large(text: String, count: Int) throws {
        let start = try TestTime.time("20260105T090000")
        let series = try RecurrenceRule(parsing: text).series(from: start)
        var walked = 0
        var last: Occurrence?
        for occurrence in series.occurrences() {
            walked += 1
            last = occurrence
        }
        #expect(walked == count)
        #expect(series.last == last)
    }

    @Test(
        "An iteration reads skipped and repeated times as the zone does",
        arguments: [Zone.Choice.rfc5545, .earlier, .later, .offsetAfter]
    )
    func choices(choice: Zone.Choice) throws {
        let zone = try TestTime.zone("Europe/Berlin")
        let rule = try RecurrenceRule(parsing: "FREQ=DAILY;COUNT=250")
        let start = try TestTime.time("20260320T023000", zoneName: "Europe/Berlin")
        var count = 0
        for occurrence in rule.occurrences(from: start, in: zone, choosing: choice) {
            #expect(occurrence.instant == zone.instant(of: occurrence.civil, choosing: choice))
            count += 1
        }
        #expect(count == 250)
    }
}
