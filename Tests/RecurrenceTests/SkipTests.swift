import CivilTime
import Recurrence
import Testing

@Suite("Days that SKIP moves")
struct SkipTests {
    /// The rules of the table that have SKIP, without their ends, and random rules that have it.
    static let texts: [(start: String, rule: String)] =
        RuleFixture.all.filter { $0.rule.contains("SKIP") && $0.zoneName.isEmpty }
        .map { ($0.start, unended($0.rule)) }
        + (1...150).compactMap { seed in
            guard var random = try? RandomRule(seed: 1_000 + seed) else { return nil }
            random.rule.frequency = seed % 2 == 0 ? .monthly : .yearly
            random.rule.skip = seed % 4 < 2 ? .forward : .backward
            if seed % 3 > 0 {
                random.rule.byMonthDay = [[31, 30], [31, 1, -31], [-31, -1, 29]][seed % 3]
            }
            if seed % 5 > 0 { (random.rule.byMonth, random.rule.interval) = ([], 1) }
            if seed % 7 > 1 { random.rule.byDay = [] }
            return (random.start, random.rule.text)
        }

    private static func unended(_ rule: String) -> String {
        rule.split(separator: ";").filter { !$0.hasPrefix("COUNT") && !$0.hasPrefix("UNTIL") }
            .joined(separator: ";")
    }

    private static func series(_ start: String, _ rule: String) throws -> RecurrenceSet {
        try RecurrenceRule(parsing: rule).series(from: try TestTime.time(start))
    }

    @Test("All ways of reading a series agree on a day that SKIP moved", arguments: texts)
    func questions(start: String, rule: String) throws {
        let series = try Self.series(start, rule)
        let all = Array(series.occurrences().prefix(40))
        for (index, occurrence) in all.enumerated() {
            let instant = occurrence.instant
            let end = instant.adding(seconds: 86_400)
            let sameDay = all[index...].prefix { $0.instant < end }
            #expect(series.contains(instant))
            if index + sameDay.count < all.count {
                #expect(Array(series.occurrences(in: instant..<end)) == Array(sameDay))
                #expect(
                    Array(series.occurrences(in: instant..<end).reversed()) == sameDay.reversed()
                )
            }
            #expect(series.last(before: instant) == (index == 0 ? nil : all[index - 1]))
            guard index + 1 < all.count else { continue }
            let next = all[index + 1]
            #expect(series.first(after: instant) == next)
            #expect(series.last(before: next.instant) == occurrence)
            let between = instant.adding(seconds: 1)..<next.instant
            #expect(Array(series.occurrences(in: between)).isEmpty)
            #expect(between.isEmpty || !series.contains(between.lowerBound))
        }
    }

    @Test("UNTIL and COUNT can end a rule on a moved day", arguments: texts)
    func ends(start: String, rule: String) throws {
        let all = Array(try Self.series(start, rule).occurrences().prefix(25))
        for (index, occurrence) in all.enumerated() {
            let until = start.contains("T") ? occurrence.civil.basicText : occurrence.date.basicText
            for end in ["COUNT=\(index + 1)", "UNTIL=\(until)"] {
                let ended = try Self.series(start, rule + ";" + end)
                #expect(Array(ended.occurrences()) == Array(all[...index]), "\(end)")
                #expect(ended.last == occurrence, "\(end)")
            }
        }
    }

    @Test(
        "A rule with SKIP is written with RSCALE, unless days are left out",
        arguments: [
            (RecurrenceRule.Skip.omit, "FREQ=MONTHLY;BYMONTHDAY=31"),
            (.forward, "FREQ=MONTHLY;BYMONTHDAY=31;RSCALE=GREGORIAN;SKIP=FORWARD"),
            (.backward, "FREQ=MONTHLY;BYMONTHDAY=31;RSCALE=GREGORIAN;SKIP=BACKWARD"),
        ]
    )
    func text(skip: RecurrenceRule.Skip, expected: String) throws {
        let rule = RecurrenceRule(frequency: .monthly, byMonthDay: [31], skip: skip)
        #expect(rule.text == expected)
        #expect(try RecurrenceRule(parsing: expected) == rule)
    }
}
