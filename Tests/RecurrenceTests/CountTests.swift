import CivilTime
import Recurrence
import Testing

@Suite("COUNT")
struct CountTests {
    @Test(
        "A COUNT too large to be counted in advance ends the rule exactly",
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

    /// The expected ends were calculated separately, from how many times a day has.
    @Test(
        "The last of hundreds of millions of occurrences is found by counting days",
        arguments: [
            // 3,600 seconds a day on 83,333 days, and 1,200 seconds more.
            ("FREQ=SECONDLY;BYHOUR=9;COUNT=300000000", "22540304T091959"),
            // 60 minutes a day for 5,000,000 days, which would end after year 9999.
            ("FREQ=MINUTELY;BYHOUR=9;COUNT=300000000", "99991231T095900"),
            // 1,440 minutes on each of the 31 days of January; the last is in the 4,481st year.
            ("FREQ=MINUTELY;BYMONTH=1;COUNT=200000000", "65060114T061900"),
            // 60 times a week in 1,150 weeks, and 36 times more in the days after.
            ("FREQ=MINUTELY;INTERVAL=7;BYHOUR=9;COUNT=69036", "20480124T090800"),
            ("FREQ=HOURLY;BYMINUTE=0,30;BYHOUR=8,9;BYDAY=MO,TU;COUNT=500000", "32231106T083000"),
        ]
    )
    func hundredsOfMillions(text: String, last: String) throws {
        let start = try TestTime.time("20260105T090000")
        let series = try RecurrenceRule(parsing: text).series(from: start)
        #expect(series.last?.civil.basicText == last)
        #expect(!series.isEndless)
        let instant = try #require(series.last?.instant)
        #expect(series.first(after: instant) == nil)
        #expect(series.contains(instant))
    }

    /// How many times a day has depends on which of its units is the rule's first.
    @Test(
        "Counting by days finds the same end as walking",
        arguments: [
            "FREQ=MINUTELY;INTERVAL=7;BYHOUR=9,17", "FREQ=SECONDLY;INTERVAL=1000;BYHOUR=9,10",
            "FREQ=HOURLY;INTERVAL=5;BYHOUR=1,9,20;BYMINUTE=3,4",
            "FREQ=MINUTELY;BYMINUTE=7;BYDAY=SA",
            "FREQ=MINUTELY;INTERVAL=1441;BYDAY=MO,TU,WE",
            "FREQ=SECONDLY;INTERVAL=86413;BYMONTH=1,2,3",
            "FREQ=SECONDLY;BYSECOND=5,10;BYMINUTE=1,2,59;BYMONTHDAY=1,-1",
            "FREQ=HOURLY;BYYEARDAY=1,2,300",
            "FREQ=MINUTELY;INTERVAL=11;BYSECOND=1,2,59;BYMONTH=2;BYMONTHDAY=29",
        ],
        [4_096, 4_097, 5_000, 9_999]
    )
    func byDays(text: String, count: Int) throws {
        let start = try TestTime.time("20260105T093007")
        let endless = try RecurrenceRule(parsing: text).series(from: start)
        let series = try RecurrenceRule(parsing: "\(text);COUNT=\(count)").series(from: start)
        var iterator = endless.occurrences()
        var walked: Occurrence?
        for _ in 0..<count { walked = iterator.next() ?? walked }
        #expect(series.last == walked)
        let last = try #require(walked)
        #expect(
            series.last(before: last.instant)?.instant
                == endless.last(before: last.instant)?.instant
        )
        #expect(series.first(after: last.instant) == nil)
    }

    @Test("A COUNT too long for the days counted in advance ends the rule exactly")
    func remembered() throws {
        // Two times on one day of a month, for 5,400 months.
        let rule = try RecurrenceRule(parsing: "FREQ=HOURLY;BYHOUR=9,10;BYMONTHDAY=5;COUNT=10800")
        let series = rule.series(from: try TestTime.time("20260105T090000"))
        #expect(series.last?.civil.basicText == "24751205T100000")
        let near = try #require(Instant("24751101T000000Z"))
        #expect(
            series.occurrences(from: near).map { $0.civil.basicText } == [
                "24751105T090000", "24751105T100000", "24751205T090000", "24751205T100000",
            ]
        )
    }

    @Test(
        "An iterator reads skipped and repeated times as the zone does",
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
