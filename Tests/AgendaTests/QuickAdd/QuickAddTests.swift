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

    /// The rows are shared with the JavaScript tests.
    static let rows: [Row] = {
        let url = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../Fixtures/quick-add.tsv")
        let text = (try? String(contentsOf: url, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
                .map(String.init)
            return Row(text: fields[0], expected: Array(fields.dropFirst()))
        }
    }()

    static let today = CivilDate(year: 2026, month: 11, day: 18) ?? .min

    @Test("The table has rows")
    func table() {
        #expect(Self.rows.count >= 20)
    }

    @Test("A line gives title, time, place and repetition", arguments: rows)
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

    @Test("A time from now is rounded up to five minutes, also past midnight")
    func fromNow() throws {
        let now = try #require(TimeOfDay(hour: 10, minute: 3))
        var quick = QuickAdd("Call Bob in 2 hours", today: Self.today, now: now)
        #expect(quick.title == "Call Bob")
        #expect(quick.draft.start?.text == "2026-11-18T12:05:00")
        let late = try #require(TimeOfDay(hour: 23, minute: 50))
        quick = QuickAdd("Call Bob in 30min", today: Self.today, now: late)
        #expect(quick.draft.start?.text == "2026-11-19T00:20:00")
        #expect(quick.date == Self.today.adding(days: 1))
    }

    @Test(
        "A date in figures is read in the local order, unless it can't be",
        arguments: [
            ("3/4", true, "2027-04-03"), ("3/4", false, "2027-03-04"),
            ("24/12", false, "2026-12-24"), ("12/24", true, "2026-12-24"),
            ("3/4/26", false, "2026-03-04"), ("3.4.", false, "2027-04-03"),
        ]
    )
    func figures(text: String, isDayFirst: Bool, expected: String) {
        let quick = QuickAdd("Fair \(text)", today: Self.today, isDayFirst: isDayFirst)
        #expect(quick.title == "Fair" && quick.date?.text == expected)
    }

    @Test("A reminder can be in minutes, hours or days")
    func reminders() {
        let minutes = ["15 minutes", "2 hours", "1 day"].map {
            QuickAdd("Dentist remind me \($0) before", today: Self.today).draft.reminders
        }
        #expect(minutes == [[15], [120], [1_440]])
    }

    @Test("Every beginning of a line is read, as while typing", arguments: rows)
    func typing(row: Row) {
        for length in 0...row.text.count {
            let quick = QuickAdd(String(row.text.prefix(length)), today: Self.today)
            #expect(quick.title.count <= length)
        }
    }

    /// A mark typed into a line while it is edited, wherever the caret is.
    @Test("A mark anywhere in a line doesn't break reading", arguments: rows)
    func marks(row: Row) {
        let marks = [
            "@", "@,", "@.", "@@", "@-", "@at", ",", ".", ".,", "-", "\u{2013}", "/", ":", "9:",
            "1.",
            "at", "at @,", "from -", "in", "every", "\u{301}", "'",
        ]
        let words = row.text.split(separator: " ").map(String.init)
        for mark in marks {
            for place in 0...words.count {
                let apart = words[..<place] + [mark] + words[place...]
                let glued = words[..<place].joined(separator: " ") + mark
                for text in [apart.joined(separator: " "), glued] {
                    let quick = QuickAdd(text, today: Self.today)
                    let left = quick.title.utf8.count + quick.location.utf8.count
                    #expect(left <= text.utf8.count, "\(text)")
                }
            }
        }
    }

    @Test("Every line makes an event that can be created", arguments: rows)
    func creating(row: Row) throws {
        var agenda = try Sample.agenda([])
        var draft = QuickAdd(row.text, today: Self.today).draft
        draft.calendar = Sample.home
        let outcome = try agenda.create(draft, uid: "n", now: Sample.now)
        #expect(outcome.changes.count == 1)
    }

    @Test("The first 1,000 bytes are read", arguments: [(1_000, 1_000), (1_001, 1_000)])
    func limits(count: Int, expected: Int) {
        let quick = QuickAdd(String(repeating: "a", count: count), today: Self.today)
        #expect(quick.title.utf8.count == expected)
    }
}
