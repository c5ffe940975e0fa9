import CivilTime
import Recurrence
import Testing

@Suite("Properties of every rule")
struct RulePropertyTests {
    /// Seeds of random rules, starts and zones, which are the same in every run.
    static let seeds = Array(1...200)

    @Test("Next and previous undo each other at every position", arguments: seeds)
    func inverse(seed: Int) throws {
        let set = try RandomRule(seed: seed).set()
        let all = Array(set.occurrences().prefix(40))
        var iterator = set.occurrences()
        #expect(iterator.previous() == nil)
        for (index, expected) in all.enumerated() {
            #expect(iterator.next() == expected)
            #expect(iterator.previous() == expected)
            let again = iterator.next()
            #expect(again == expected)
            #expect(again?.index == index)
        }
        for (index, expected) in all.enumerated().reversed() {
            let previous = iterator.previous()
            #expect(previous == expected)
            #expect(previous?.index == index)
        }
        #expect(iterator.previous() == nil)
    }

    @Test("A window has exactly the occurrences that lie in it", arguments: seeds)
    func windows(seed: Int) throws {
        var random = SeededNumbers(seed: seed * 7 + 1)
        let set = try RandomRule(seed: seed).set()
        let all = Array(set.occurrences().prefix(60))
        guard let first = all.first, let last = all.last else { return }
        let length = last.instant.secondsSinceEpoch - first.instant.secondsSinceEpoch
        for _ in 0..<8 {
            let low = first.instant.adding(seconds: Int64(random.next(Int(length) + 2)) - 1)
            let high = low.adding(seconds: Int64(random.next(Int(length) / 3 + 2)))
            guard high <= last.instant else { continue }
            let expected = all.filter { $0.instant >= low && $0.instant < high }
            #expect(Array(set.occurrences(in: low..<high)) == expected)
            #expect(Array(set.occurrences(in: low..<high).reversed()) == expected.reversed())
            #expect(set.first(after: low) == all.first { $0.instant > low })
            #expect(set.last(before: low) == all.last { $0.instant < low })
            #expect(set.contains(low) == all.contains { $0.instant == low })
        }
    }

    @Test("The last of a COUNT is where walking ends", arguments: seeds)
    func counts(seed: Int) throws {
        var rule = try RandomRule(seed: seed)
        rule.rule.end = .count(1 + seed % 23)
        let set = try rule.set()
        let all = Array(set.occurrences().prefix(50))
        #expect(all.count <= 1 + seed % 23, "\(rule.rule.text) \(rule.start) \(rule.zoneName)")
        #expect(set.last == all.last, "\(rule.rule.text) \(rule.start) \(rule.zoneName)")
        #expect(Array(set.occurrences().reversed()) == all.reversed())
    }

    @Test("A rule's text reads back as the same rule", arguments: seeds)
    func text(seed: Int) throws {
        let rule = try RandomRule(seed: seed).rule
        #expect(try RecurrenceRule(parsing: rule.text) == rule)
    }
}

/// Random numbers that are the same in every run (with Knuth's MMIX constants).
struct SeededNumbers {
    private var state: UInt64

    init(seed: Int) {
        state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1
        for _ in 0..<4 { _ = next(2) }
    }

    /// A number from 0 up to but not including `limit`.
    mutating func next(_ limit: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int((state >> 33) % UInt64(limit))
    }

    mutating func chance(_ percent: Int) -> Bool { next(100) < percent }

    /// One to `count` numbers, some of them negative if `isSigned` is true.
    mutating func list(_ range: ClosedRange<Int>, upTo count: Int, isSigned: Bool) -> [Int] {
        (0...next(count)).map { _ in
            let value = range.lowerBound + next(range.count)
            return isSigned && chance(30) ? -value : value
        }
    }
}

/// A random rule with a start and a zone.
struct RandomRule {
    var rule: RecurrenceRule
    let start: String
    let zoneName: String

    init(seed: Int) throws {
        var random = SeededNumbers(seed: seed)
        let frequency = Frequency.allCases[random.next(7)]
        var rule = RecurrenceRule(frequency: frequency)
        if random.chance(50) { rule.interval = 1 + random.next(random.chance(80) ? 6 : 90) }
        if random.chance(35) { rule.byMonth = random.list(1...12, upTo: 3, isSigned: false) }
        if random.chance(20) { rule.byMonthDay = random.list(1...31, upTo: 4, isSigned: true) }
        if random.chance(45) {
            rule.byDay = (0...random.next(3)).map { _ in
                let hasOrdinal = frequency >= .monthly && random.chance(40)
                let ordinal = hasOrdinal ? random.list(1...5, upTo: 1, isSigned: true)[0] : 0
                return WeekdayOrdinal(
                    ordinal: ordinal,
                    weekday: Weekday.monday.adding(days: random.next(7))
                )
            }
        }
        if frequency == .yearly, random.chance(12) {
            rule.byYearDay = random.list(1...366, upTo: 3, isSigned: true)
        } else if frequency == .yearly, random.chance(12) {
            rule.byWeekNumber = random.list(1...53, upTo: 2, isSigned: true)
        }
        if random.chance(25) { rule.byHour = random.list(0...23, upTo: 3, isSigned: false) }
        if random.chance(15) { rule.byMinute = random.list(0...59, upTo: 2, isSigned: false) }
        if random.chance(10) { rule.bySecond = random.list(0...59, upTo: 2, isSigned: false) }
        let lists = rule.byDay.count + rule.byHour.count + rule.byMonthDay.count
        if lists > 0, random.chance(20) {
            rule.bySetPosition = random.list(1...4, upTo: 2, isSigned: true)
        }
        if random.chance(30) { rule.weekStart = Weekday.monday.adding(days: random.next(7)) }
        if random.chance(15) { rule.skip = random.chance(50) ? .forward : .backward }
        self.rule = rule
        zoneName = ["", "America/New_York", "Europe/Berlin", "Australia/Lord_Howe"][random.next(4)]
        let day = CivilDate(year: 2024, month: 1, day: 1)?.adding(days: random.next(800))
        let hour = String(random.next(24) + 100).dropFirst()
        start = (day?.basicText ?? "") + "T\(hour)3000"
    }

    func set() throws -> RecurrenceSet {
        rule.series(
            from: try TestTime.time(start, zoneName: zoneName),
            in: try TestTime.zone(zoneName)
        )
    }
}
