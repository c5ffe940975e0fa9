import CivilTime
import Recurrence
import Testing

@Suite("The table of rules")
struct RuleFixtureTests {
    /// Rows that can't be read are left out silently.
    @Test("The table is read completely")
    func size() {
        #expect(RuleFixture.all.count == 520)
    }

    @Test("A rule gives the times in its row", arguments: RuleFixture.all)
    func forward(row: RuleFixture) throws {
        let set = try row.set()
        let found = set.occurrences().prefix(row.limit).map { row.text($0, in: set) }
        #expect(found.map { Self.spelled($0, like: row) } == row.expected)
    }

    @Test("From any of its times on, a rule gives the rest of the row", arguments: RuleFixture.all)
    func fromTheMiddle(row: RuleFixture) throws {
        let set = try row.set()
        let all = Array(set.occurrences().prefix(row.limit))
        for (index, occurrence) in all.enumerated() {
            let rest = set.occurrences(from: occurrence.instant).prefix(all.count - index)
            #expect(Array(rest) == Array(all[index...]))
            let later = set.first(after: occurrence.instant)
            if index + 1 < all.count { #expect(later == all[index + 1]) }
        }
    }

    @Test("Going backward, a rule gives its row in reverse", arguments: RuleFixture.all)
    func backward(row: RuleFixture) throws {
        let set = try row.set()
        let all = Array(set.occurrences().prefix(row.limit))
        for (index, occurrence) in all.enumerated() {
            let expected = index == 0 ? nil : all[index - 1]
            #expect(set.last(before: occurrence.instant) == expected)
        }
    }

    @Test("A window has exactly the occurrences that lie in it", arguments: RuleFixture.all)
    func windows(row: RuleFixture) throws {
        let set = try row.set()
        let all = Array(set.occurrences().prefix(row.limit))
        guard let first = all.first, let last = all.last else { return }
        for low in [first.instant.adding(seconds: -1), all[all.count / 2].instant] {
            for high in [last.instant, all[all.count / 3].instant.adding(seconds: 1)]
            where low < high {
                let expected = all.filter { $0.instant >= low && $0.instant < high }
                #expect(Array(set.occurrences(in: low..<high)) == expected)
            }
        }
    }

    @Test(
        "An empty window and a window between two times have no occurrences",
        arguments: RuleFixture.all
    )
    func emptyWindows(row: RuleFixture) throws {
        let set = try row.set()
        let all = Array(set.occurrences().prefix(row.limit))
        if let first = all.first?.instant {
            #expect(Array(set.occurrences(in: first.adding(seconds: -86_400)..<first)).isEmpty)
        }
        for (occurrence, next) in zip(all, all.dropFirst()).prefix(12) {
            let (low, high) = (occurrence.instant, next.instant)
            #expect(Array(set.occurrences(in: low..<low)).isEmpty)
            #expect(Array(set.occurrences(in: low.adding(seconds: 1)..<high)).isEmpty)
            #expect(Array(set.occurrences(in: low..<low.adding(seconds: 1))) == [occurrence])
            #expect(Array(set.occurrences(in: low..<high).reversed()) == [occurrence])
        }
    }

    @Test("A rule's text reads back as the same rule", arguments: RuleFixture.all)
    func text(row: RuleFixture) throws {
        let rule = try RecurrenceRule(parsing: row.rule)
        #expect(try RecurrenceRule(parsing: rule.text) == rule)
    }

    @Test(
        "If a row has all times of a rule, its last one is the rule's last",
        arguments: RuleFixture.all
    )
    func last(row: RuleFixture) throws {
        let set = try row.set()
        let all = Array(set.occurrences().prefix(row.limit + 1))
        guard all.count <= row.limit else { return }
        // Rules whose rows reach year 9999 are endless.
        let reachesTheEnd = all.last.map { $0.date.year >= 9_996 } ?? false
        #expect(set.isEndless == reachesTheEnd)
        #expect(set.last == (reachesTheEnd ? nil : all.last))
    }

    /// Some rows that start in UTC write their times without the Z: leaves it out for them.
    private static func spelled(_ text: String, like row: RuleFixture) -> String {
        row.start.hasSuffix("Z") && !row.expectsInstants && text.hasSuffix("Z")
            ? String(text.dropLast()) : text
    }
}
