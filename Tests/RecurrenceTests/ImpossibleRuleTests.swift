import CivilTime
import Recurrence
import Testing

@Suite("Rules that never match")
struct ImpossibleRuleTests {
    /// All rules start on Monday 5 January 2026.
    @Test(
        "A rule that never matches answers every question with nothing",
        arguments: [
            "FREQ=WEEKLY;INTERVAL=2;BYMONTH=2;BYDAY=MO;BYSETPOS=5",
            "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=1,2;BYSETPOS=3",
            "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", "FREQ=YEARLY;BYDAY=53MO;BYMONTH=3",
            "FREQ=YEARLY;BYYEARDAY=100;BYMONTH=1", "FREQ=YEARLY;BYWEEKNO=20;BYMONTH=1",
            "FREQ=YEARLY;BYDAY=MO;BYSETPOS=54,-54", "FREQ=YEARLY;BYWEEKNO=20;BYSETPOS=-2",
            "FREQ=YEARLY;INTERVAL=4;BYMONTH=2;BYMONTHDAY=29",
            "FREQ=MONTHLY;BYMONTHDAY=1,2;BYSETPOS=3", "FREQ=MONTHLY;BYDAY=MO;BYSETPOS=6",
            "FREQ=MONTHLY;BYDAY=1MO,1TU;BYHOUR=8,9;BYSETPOS=-5",
            "FREQ=MONTHLY;BYDAY=5MO;BYMONTHDAY=1",
            "FREQ=MONTHLY;INTERVAL=12;BYMONTH=3", "FREQ=MONTHLY;BYMONTHDAY=29,30,31;BYSETPOS=4",
            "FREQ=MONTHLY;BYMONTHDAY=30,31;BYMONTH=2;BYSETPOS=-1",
            "FREQ=MONTHLY;BYYEARDAY=100;BYMONTH=6",
            "FREQ=MONTHLY;INTERVAL=12;BYYEARDAY=100",
            "FREQ=WEEKLY;BYDAY=MO,TU;BYSETPOS=3", "FREQ=WEEKLY;BYMONTHDAY=1;BYSETPOS=2",
            "FREQ=WEEKLY;BYMONTHDAY=30;BYMONTH=2",
            "FREQ=WEEKLY;INTERVAL=3;BYMONTHDAY=1,2,3;BYSETPOS=4",
            "FREQ=DAILY;BYMONTH=1;BYYEARDAY=100", "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30",
            "FREQ=DAILY;INTERVAL=7;BYDAY=TU", "FREQ=DAILY;INTERVAL=146097;BYMONTH=2",
            "FREQ=DAILY;BYHOUR=1,2;BYSETPOS=3", "FREQ=HOURLY;BYMONTH=2;BYMONTHDAY=30",
            "FREQ=HOURLY;INTERVAL=84;BYDAY=MO;BYHOUR=21", "FREQ=HOURLY;INTERVAL=2;BYHOUR=8",
            "FREQ=MINUTELY;INTERVAL=15;BYMINUTE=5", "FREQ=MINUTELY;BYMONTH=1;BYYEARDAY=100",
            "FREQ=MINUTELY;INTERVAL=10080;BYDAY=SU", "FREQ=SECONDLY;INTERVAL=2;BYSECOND=1,3,5",
            "FREQ=SECONDLY;INTERVAL=14;BYDAY=MO;BYSECOND=1",
            "FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=31",
        ]
    )
    func never(text: String) throws {
        let series = try RecurrenceRule(parsing: text).series(
            from: try TestTime.time("20260105T090000")
        )
        var iterator = series.occurrences()
        #expect(iterator.next() == nil)
        #expect(iterator.previous() == nil)
        #expect(series.last == nil)
        #expect(!series.isEndless)
        let low = try #require(Instant("20300101T000000Z"))
        #expect(Array(series.occurrences(in: low..<low.adding(seconds: 604_800))).isEmpty)
        #expect(series.last(before: low) == nil)
        #expect(series.first(after: low) == nil)
    }

    @Test(
        "A rule that matches rarely isn't mistaken for one that never matches",
        arguments: [
            ("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO", "20440229T090000"),
            ("FREQ=YEARLY;BYDAY=53MO", "20291231T090000"),
            ("FREQ=YEARLY;BYDAY=MO;BYSETPOS=53", "20291231T090000"),
            ("FREQ=YEARLY;BYWEEKNO=53;BYDAY=MO;BYMONTH=1", ""),
            ("FREQ=YEARLY;BYWEEKNO=53;BYDAY=FR;BYMONTH=1", "20270101T090000"),
            ("FREQ=YEARLY;BYYEARDAY=366;BYDAY=SU", "20281231T090000"),
            ("FREQ=YEARLY;INTERVAL=100;BYMONTH=2;BYMONTHDAY=29", ""),
            ("FREQ=YEARLY;INTERVAL=98;BYMONTH=2;BYMONTHDAY=29", "21240229T090000"),
            ("FREQ=MONTHLY;BYMONTHDAY=31;BYDAY=MO;BYMONTH=8", "20260831T090000"),
            ("FREQ=MONTHLY;INTERVAL=7;BYMONTH=2;BYMONTHDAY=29;BYDAY=SU", "21280229T090000"),
            ("FREQ=MONTHLY;BYDAY=5MO;BYMONTHDAY=31;BYMONTH=12", "20291231T090000"),
            ("FREQ=MONTHLY;BYMONTHDAY=29,30,31;BYSETPOS=3;BYMONTH=2,3", "20260331T090000"),
            ("FREQ=WEEKLY;INTERVAL=2;BYMONTHDAY=31,1,2;BYSETPOS=3", "20260402T090000"),
            ("FREQ=WEEKLY;BYMONTHDAY=28,29,1;BYMONTH=2,3;BYSETPOS=3;WKST=SU", "20280301T090000"),
            ("FREQ=DAILY;INTERVAL=9;BYMONTH=2;BYMONTHDAY=29", "22080229T090000"),
            ("FREQ=HOURLY;INTERVAL=84;BYDAY=TH;BYHOUR=21", "20260108T210000"),
            ("FREQ=HOURLY;INTERVAL=999;BYMONTH=2;BYMONTHDAY=29;BYHOUR=0", "26040229T000000"),
            ("FREQ=SECONDLY;INTERVAL=14;BYDAY=MO;BYSECOND=2", "20260105T090302"),
            ("FREQ=SECONDLY;INTERVAL=59;BYSECOND=1;BYMINUTE=0;BYHOUR=0", "20260125T000001"),
        ]
    )
    func seldom(text: String, first: String) throws {
        let series = try RecurrenceRule(parsing: text).series(
            from: try TestTime.time("20260105T090000")
        )
        let found = series.occurrences().first { _ in true }
        #expect((found?.civil.basicText ?? "") == first)
    }

    /// The proofs must agree with walking, for random rules whose parts rarely match together.
    @Test("A rule found to have no occurrences has none in 60 years of walking", arguments: 1...300)
    func proofs(seed: Int) throws {
        var random = SeededNumbers(seed: seed * 31)
        var rule = RecurrenceRule(frequency: [.yearly, .monthly, .weekly, .daily][seed % 4])
        rule.byMonth = random.list(1...12, upTo: 2, isSigned: false)
        if seed % 3 == 0 { rule.byYearDay = random.list(1...366, upTo: 4, isSigned: true) }
        if seed % 3 == 1 { rule.byMonthDay = random.list(1...31, upTo: 3, isSigned: true) }
        if seed % 5 == 0 { rule.byWeekNumber = random.list(1...53, upTo: 4, isSigned: true) }
        if seed % 2 == 0 {
            rule.byDay = [WeekdayOrdinal(ordinal: 0, weekday: .monday.adding(days: random.next(7)))]
        }
        if seed % 7 < 4, rule.frequency > .daily {
            rule.bySetPosition = random.list(1...6, upTo: 1, isSigned: true)
        }
        let start = try TestTime.time("20000103T090000")
        let isFound = rule.series(from: start).occurrences().first { _ in true } != nil
        // Without BYSETPOS: count the times of each period, and see whether one has enough.
        var slow = rule
        slow.bySetPosition = []
        var perPeriod: [String: Int] = [:]
        let end = start.civil.date.adding(days: 60 * 366)
        for occurrence in slow.series(from: try TestTime.time("19990101T090000")).occurrences() {
            if occurrence.date >= end { break }
            perPeriod[period(of: occurrence.date, of: slow), default: 0] += 1
        }
        let least = rule.bySetPosition.map(abs).min() ?? 1
        let isPossible = perPeriod.values.contains { $0 >= least }
        if isPossible { #expect(isFound, "\(rule.text)") }
    }

    private func period(of date: CivilDate, of rule: RecurrenceRule) -> String {
        let (year, month, _) = date.parts
        switch rule.frequency {
        case .yearly where !rule.byWeekNumber.isEmpty:
            return String(date.adding(days: 3 - (Int(date.weekday.rawValue) - 1)).year)
        case .yearly: return String(year)
        case .monthly: return "\(year) \(month)"
        case .weekly: return String((date.daysSinceEpoch + 3) / 7)
        default: return date.basicText
        }
    }
}
