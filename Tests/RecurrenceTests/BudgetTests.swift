import CivilTime
import Testing

@testable import Recurrence

/// What rules written by strangers may cost, in steps.
@Suite("The budget of an expansion")
struct BudgetTests {
    /// Rules that search for a long time, or match very often.
    static let worst = [
        "FREQ=SECONDLY",
        "FREQ=SECONDLY;INTERVAL=2147483647;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO",
        "FREQ=SECONDLY;INTERVAL=86399;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO;BYHOUR=3;BYMINUTE=7",
        "FREQ=MINUTELY;INTERVAL=1439;BYYEARDAY=366;BYDAY=TU;BYHOUR=3;BYMINUTE=7",
        "FREQ=HOURLY;INTERVAL=23;BYWEEKNO=53;BYMONTH=1;BYDAY=FR",
        "FREQ=HOURLY;COUNT=2147483647;BYMONTH=2;BYMONTHDAY=29",
        "FREQ=SECONDLY;COUNT=2147483647;INTERVAL=7;BYDAY=MO",
        "FREQ=DAILY;INTERVAL=399;BYMONTHDAY=31;BYMONTH=12;BYDAY=SU",
        "FREQ=DAILY;INTERVAL=146097;BYMONTH=2;BYMONTHDAY=29",
        "FREQ=WEEKLY;INTERVAL=20871;BYMONTH=2;BYDAY=MO;BYSETPOS=1",
        "FREQ=WEEKLY;INTERVAL=9;BYMONTHDAY=29;BYMONTH=2;COUNT=2147483647",
        "FREQ=MONTHLY;INTERVAL=4799;BYDAY=5MO",
        "FREQ=MONTHLY;COUNT=2147483647;BYDAY=MO;BYSETPOS=5;BYHOUR=1,2",
        "FREQ=YEARLY;INTERVAL=7;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO",
        "FREQ=YEARLY;INTERVAL=399;BYWEEKNO=53",
        "FREQ=YEARLY;COUNT=2147483647;BYDAY=MO;BYSETPOS=52",
        everySecond("DAILY"), everySecond("YEARLY") + ";COUNT=30000000",
        everySecond("MONTHLY") + ";BYSETPOS=-1", everySecond("WEEKLY") + ";COUNT=600000",
    ]

    private static func everySecond(_ frequency: String) -> String {
        func list(_ count: Int) -> String { (0..<count).map(String.init).joined(separator: ",") }
        return "FREQ=\(frequency);BYHOUR=\(list(24));BYMINUTE=\(list(60));BYSECOND=\(list(60))"
    }

    private static let start = CalendarTime.floating(
        CivilDateTime("1970-01-01T00:00:00") ?? CivilDateTime(dayNumber: 0, secondOfDay: 0)
    )

    private static func bounded(_ text: String, minus exception: String? = nil) throws
        -> RecurrenceSet
    {
        RecurrenceSet(
            start: start,
            rules: [try RecurrenceRule(parsing: text)],
            exceptionRules: try exception.map { [try RecurrenceRule(parsing: $0)] } ?? [],
            zone: .utc,
            budget: .bounded
        )
    }

    /// How many steps it takes to read the first occurrence, or the last if `forward` is false.
    private static func steps(_ iterator: OccurrenceIterator, forward: Bool = true) -> Int {
        var iterator = iterator
        for _ in 0..<10_000 where (forward ? iterator.next() : iterator.previous()) == nil { break }
        return iterator.stepCount
    }

    @Test(
        "A worst-case rule stays within its budget from anywhere, in both directions",
        arguments: worst
    )
    func worstRules(rule: String) throws {
        let set = try Self.bounded(rule)
        for year in [1_970, 2_026, 5_000] {
            let from = Instant(secondsSinceEpoch: Int64(year - 1_970) * 31_556_952)
            #expect(Self.steps(set.occurrences(from: from)) <= Limits.stepsMax)
            var backward = set.occurrences()
            backward.seek(to: from)
            #expect(Self.steps(backward, forward: false) <= Limits.stepsMax)
            let window = from..<from.adding(seconds: 400 * 86_400)
            #expect(Self.steps(set.occurrences(in: window, stepsMax: 100)) <= 100)
        }
    }

    @Test(
        "Exception rules that remove nearly everything stay within the budget",
        arguments: [
            ("FREQ=SECONDLY;INTERVAL=2", "FREQ=SECONDLY;INTERVAL=2;BYDAY=MO,TU,WE,TH,FR,SA,SU"),
            ("FREQ=MINUTELY;BYSECOND=1,2,3", "FREQ=HOURLY;BYMINUTE=0,1,2,3;BYSECOND=1,2"),
            ("FREQ=SECONDLY", "FREQ=DAILY;BYHOUR=0,1,2,3,4,5,6,7,8"),
        ]
    )
    func exceptions(rule: String, exception: String) throws {
        let set = try Self.bounded(rule, minus: exception)
        var all = set.occurrences()
        for _ in 0..<100_000 where all.next() == nil { break }
        #expect(all.stepCount <= Limits.stepsMax)
        #expect(
            Self.steps(set.occurrences(from: .init(secondsSinceEpoch: 1 << 30))) <= Limits.stepsMax
        )
    }

    @Test("A search that runs out of steps ends and is marked as cut")
    func cut() throws {
        let rule = try RecurrenceRule(
            parsing: "FREQ=HOURLY;INTERVAL=23;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO;BYHOUR=5"
        )
        let whole = rule.series(from: Self.start).occurrences()
        var unbounded = whole
        #expect(unbounded.next() != nil)
        #expect(!unbounded.isCut)
        let needed = unbounded.stepCount
        let all = Instant.distantPast..<Instant.distantFuture
        for (stepsMax, isFound) in [(needed, true), (needed - 1, false)] {
            var bounded = rule.series(from: Self.start).occurrences(in: all, stepsMax: stepsMax)
            #expect((bounded.next() != nil) == isFound)
            #expect(bounded.isCut == !isFound)
        }
    }

    @Test(
        "The budget leaves out nothing of the rules that people write",
        arguments: [
            "FREQ=DAILY", "FREQ=DAILY;COUNT=100000", "FREQ=WEEKLY;BYDAY=MO,WE,FR;COUNT=900",
            "FREQ=MONTHLY;BYDAY=-1FR", "FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=2;COUNT=480",
            "FREQ=MONTHLY;BYMONTHDAY=13;BYDAY=FR;COUNT=200", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29",
            "FREQ=YEARLY;BYWEEKNO=53;BYDAY=MO", "FREQ=HOURLY;INTERVAL=5;BYDAY=MO",
            "FREQ=DAILY;BYHOUR=9,13;BYMINUTE=0,30;COUNT=5000", "FREQ=MINUTELY;INTERVAL=20;BYHOUR=9",
            "FREQ=YEARLY;INTERVAL=4;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8",
            "FREQ=DAILY;UNTIL=22700101T000000",
        ]
    )
    func same(text: String) throws {
        let rule = try RecurrenceRule(parsing: text)
        let exact = rule.series(from: Self.start)
        let bounded = RecurrenceSet(
            start: Self.start,
            rules: [rule],
            zone: .utc,
            includesStart: false,
            budget: .bounded
        )
        for year in [1_970, 2_026, 2_100, 2_269] {
            let from = Instant(secondsSinceEpoch: Int64(year - 1_970) * 31_556_952)
            let window = from..<from.adding(seconds: 366 * 86_400)
            var found = bounded.occurrences(in: window)
            var count = 0
            for expected in exact.occurrences(in: window).prefix(2_000) {
                #expect(found.next() == expected)
                count += 1
            }
            if count < 2_000 { #expect(found.next() == nil) }
            #expect(!found.isCut)
            #expect(bounded.first(after: from) == exact.first(after: from))
            #expect(bounded.last(before: from) == exact.last(before: from))
        }
    }

    @Test(
        "A rule's parts tell whether it repeats too often in a day",
        arguments: [
            ("FREQ=SECONDLY", 32, true), ("FREQ=MINUTELY", 32, true),
            ("FREQ=MINUTELY;INTERVAL=45", 32, false), ("FREQ=MINUTELY;INTERVAL=44", 32, true),
            ("FREQ=HOURLY", 24, false), ("FREQ=HOURLY;BYMINUTE=0,30", 24, true),
            ("FREQ=HOURLY;BYHOUR=9,10;BYMINUTE=0,20,40", 24, false),
            ("FREQ=MINUTELY;INTERVAL=20;BYHOUR=9,10,11,12,13,14,15,16", 24, true),
            ("FREQ=MINUTELY;INTERVAL=20;COUNT=24", 24, false),
            ("FREQ=MINUTELY;INTERVAL=20;COUNT=25", 24, true),
            ("FREQ=DAILY;BYHOUR=1,2,3,4,5;BYMINUTE=1,2,3,4,5", 24, true),
            ("FREQ=DAILY;BYHOUR=1,2,3,4,5;BYMINUTE=1,2,3,4,5;BYSETPOS=-1", 24, false),
            ("FREQ=SECONDLY;INTERVAL=86400", 1, false), ("FREQ=YEARLY", 1, false),
        ]
    )
    func density(text: String, countMax: Int, expected: Bool) throws {
        let rule = try RecurrenceRule(parsing: text)
        #expect(rule.exceeds(timesPerDay: countMax) == expected)
    }
}
