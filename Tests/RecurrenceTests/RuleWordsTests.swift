import CivilTime
import Foundation
import Recurrence
import Testing

/// A row of `Fixtures/recurrence/words.tsv`.
struct WordsFixture: Sendable, CustomTestStringConvertible {
    let start: String
    let zoneName: String
    let rule: String
    let words: String

    var testDescription: String { "\(rule) from \(start)" }

    static let all: [WordsFixture] = {
        let file = URL(filePath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Fixtures/recurrence/words.tsv")
        let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap { line in
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
            guard fields.count == 4 else { return nil }
            return WordsFixture(
                start: String(fields[0]),
                zoneName: String(fields[1]),
                rule: String(fields[2]),
                words: String(fields[3])
            )
        }
    }()

    func read() throws -> RuleWords {
        let rule = try RecurrenceRule(parsing: rule)
        let start = try TestTime.time(start, zoneName: zoneName)
        return rule.words(start: start, zone: try TestTime.zone(zoneName))
    }
}

@Suite("Rules in words")
struct RuleWordsTests {
    @Test("The table is read completely and has no row twice")
    func tableIsWhole() {
        #expect(WordsFixture.all.count == 127)
        #expect(Set(WordsFixture.all.map(\.testDescription)).count == WordsFixture.all.count)
    }

    /// If two rules with the same parts had different times, no sentence could tell them apart.
    @Test("Rules with the same parts have the same times")
    func partsHideNothing() throws {
        var firstTimes: [RuleWords: [String]] = [:]
        for row in WordsFixture.all where row.start == "20260320T090000" && row.zoneName.isEmpty {
            let set = RecurrenceSet(
                start: try TestTime.time(row.start),
                rules: [try RecurrenceRule(parsing: row.rule)],
                zone: .utc,
                includesStart: false
            )
            let times = set.occurrences().prefix(50).map { $0.civil.basicText }
            let words = try row.read()
            #expect(firstTimes[words, default: times] == times, "\(row.rule): \(row.words)")
            firstTimes[words] = times
        }
    }

    @Test("Open parts are filled from the start, and lists are sorted without duplicates")
    func parts() throws {
        let start = try TestTime.time("20260320T090000")
        let yearly = try RecurrenceRule(parsing: "FREQ=YEARLY").words(start: start)
        #expect(yearly.months == [3])
        #expect(yearly.monthDays == [20])
        let weekly = try RecurrenceRule(parsing: "FREQ=WEEKLY;INTERVAL=2").words(start: start)
        #expect(weekly.weekdays == [.friday])
        let monthly = try RecurrenceRule(
            parsing: "FREQ=MONTHLY;BYMONTHDAY=-1,15,15,1;BYHOUR=17,9;BYDAY=1SU,-1MO,TU,2TU;COUNT=3"
        ).words(start: start)
        #expect(monthly.monthDays == [1, 15, -1])
        #expect(monthly.weekdays == [.tuesday])
        #expect(monthly.ordinals.map(\.ordinal) == [1, -1])
        #expect(monthly.ordinalPeriod == .month)
        #expect(monthly.times.map(\.hour) == [9, 17])
        #expect(monthly.end == .count(3))
    }

    @Test("SKIP is mentioned only if the rule can name a day that doesn't exist")
    func skip() throws {
        let start = try TestTime.time("20260131T090000")
        let rule = RecurrenceRule(frequency: .monthly, byMonthDay: [31], skip: .backward)
        #expect(rule.words(start: start).skip == .backward)
        let yearly = RecurrenceRule(frequency: .yearly, skip: .forward)
        #expect(yearly.words(start: start).skip == .forward)
        #expect(yearly.words(start: try TestTime.time("20260128T090000")).skip == .omit)
    }

    @Test("A rule that can never match is described as never happening")
    func never() throws {
        let start = try TestTime.time("20260320T090000")
        let rules = [
            RecurrenceRule(frequency: .yearly, byMonth: [13]),
            RecurrenceRule(frequency: .monthly, byMonthDay: [0]),
            RecurrenceRule(frequency: .daily, byHour: [24]),
            RecurrenceRule(frequency: .weekly, bySetPosition: [0]),
        ]
        for rule in rules { #expect(rule.words(start: start).isVoid) }
    }
}
