import Agenda
import CivilTime
import Foundation
import Testing

@Suite("Quick add")
struct QuickAddTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let text: String
        let expected: [String]
        var testDescription: String { text }
    }

    /// Rows that the Node tests read too.
    static let rows: [Row] = {
        let url = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Fixtures/quick-add.tsv")
        let text = (try? String(contentsOf: url, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
                .map(String.init)
            return Row(text: fields[0], expected: Array(fields.dropFirst()))
        }
    }()

    static let today = CivilDate(year: 2026, month: 11, day: 18) ?? .min

    @Test("The table is read")
    func table() {
        #expect(Self.rows.count >= 20)
    }

    @Test("A line says when, where and how often", arguments: rows)
    func lines(row: Row) throws {
        let draft = QuickAdd(row.text, today: Self.today).draft
        let isAllDay = draft.isAllDay == true
        let start = try #require(draft.start)
        let end = try #require(draft.end)
        let found = [
            draft.title ?? "", isAllDay ? start.date.text : start.text,
            isAllDay ? end.date.text : end.text, draft.location ?? "", draft.rule ?? "",
        ]
        #expect(found == row.expected)
    }

    @Test("Every beginning of a line is read, as it is while one types", arguments: rows)
    func typing(row: Row) {
        for length in 0...row.text.count {
            let quick = QuickAdd(String(row.text.prefix(length)), today: Self.today)
            #expect(quick.title.count <= length)
        }
    }

    @Test("What is read can be created", arguments: rows)
    func creating(row: Row) throws {
        var agenda = try Sample.agenda([])
        var draft = QuickAdd(row.text, today: Self.today).draft
        draft.calendar = Sample.home
        let outcome = try agenda.create(draft, uid: "n", now: Sample.now)
        #expect(outcome.changes.count == 1)
    }

    @Test("A thousand octets are read", arguments: [(1_000, 1_000), (1_001, 1_000)])
    func limits(count: Int, expected: Int) {
        let quick = QuickAdd(String(repeating: "a", count: count), today: Self.today)
        #expect(quick.title.utf8.count == expected)
    }
}
