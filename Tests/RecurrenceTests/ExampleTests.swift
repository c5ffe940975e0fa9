import CivilTime
import Recurrence
import Testing

/// The examples of `Recurrence.docc`; a tidy test checks that the lines are the same.
@Suite("Examples of Recurrence")
struct ExampleTests {
    @Test("The examples give what their comments say")
    func all() throws {
        var dates: [String] = []
        let rule = try RecurrenceRule(parsing: "FREQ=MONTHLY;BYDAY=-1FR")
        let start = CalendarTime.floating(CivilDateTime("2026-01-30T09:00:00")!)
        for occurrence in rule.occurrences(from: start).prefix(3) {
            dates.append(occurrence.date.text)
        }
        #expect(dates.joined(separator: ", ") == "2026-01-30, 2026-02-27, 2026-03-27")
        let set = RecurrenceSet(
            start: start,
            rules: [rule],
            exceptions: [.date(CivilDate(year: 2_026, month: 2, day: 27)!)],
            zone: .utc
        )
        let year = Instant("2090-01-01T00:00:00Z")!..<Instant("2091-01-01T00:00:00Z")!
        #expect(set.occurrences(in: year).map { $0.date.text }.first == "2090-01-27")
        #expect(set.first(after: start.instant(in: .utc))?.date.text == "2026-03-27")
        #expect(set.isEndless)
        #expect(rule.words(start: start).ordinals.map(\.ordinal) == [-1])
    }
}
