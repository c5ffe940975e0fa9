import Agenda
import CivilTime
import Testing

@Suite("The preview of a change")
struct ChangePreviewTests {
    struct Row: CustomTestStringConvertible, Sendable {
        let scope: EditScope
        let arriving: [String]
        let leaving: [String]
        var testDescription: String { "\(scope)" }
    }

    private static let weekly = """
        DTSTART;TZID=Europe/Berlin:20260303T120000
        DTEND;TZID=Europe/Berlin:20260303T130000
        RRULE:FREQ=WEEKLY;BYDAY=TU;COUNT=5
        SUMMARY:Talk
        --
        RECURRENCE-ID;TZID=Europe/Berlin:20260317T120000
        DTSTART;TZID=Europe/Berlin:20260318T160000
        DTEND;TZID=Europe/Berlin:20260318T170000
        SUMMARY:Moved talk
        """

    private static let rows = [
        Row(scope: .this, arriving: ["2026-03-11T12:00"], leaving: ["2026-03-10T12:00"]),
        Row(
            scope: .following,
            arriving: ["2026-03-11T12:00", "2026-03-25T12:00"],
            leaving: ["2026-03-10T12:00", "2026-03-24T12:00"]
        ),
        Row(
            scope: .all,
            arriving: ["2026-03-04T12:00", "2026-03-11T12:00", "2026-03-25T12:00"],
            leaving: ["2026-03-03T12:00", "2026-03-10T12:00", "2026-03-24T12:00"]
        ),
    ]

    @Test("The preview shows where the occurrences of each scope go", arguments: rows)
    func scopes(row: Row) throws {
        let agenda = try Sample.agenda([Self.weekly, "DTSTART:20260311T100000\nSUMMARY:Other"])
        let key = try Sample.key(agenda, "2026-03-10", "2026-03-11")
        let preview = try Self.preview(of: key, row.scope, in: agenda)
        #expect(preview.arriving.map { String($0.start.text.dropLast(3)) } == row.arriving)
        let left = preview.leaving.compactMap { agenda.occurrence($0)?.start.text.dropLast(3) }
        #expect(left.map { String($0) } == row.leaving)
    }

    @Test(
        "A preview changes nothing and shows what the change then does",
        arguments: [EditScope.this, .following, .all]
    )
    func isWhatComes(scope: EditScope) throws {
        var agenda = try Sample.agenda([Self.weekly])
        let key = try Sample.key(agenda, "2026-03-10", "2026-03-11")
        let before = agenda.occurrences(in: try Self.days)
        let preview = try Self.preview(of: key, scope, in: agenda)
        #expect(agenda.occurrences(in: try Self.days).map(Self.place) == before.map(Self.place))
        _ = try agenda.change(key, scope: scope, Self.nextDay, newUID: "n", now: Sample.now)
        let after = agenda.occurrences(in: try Self.days)
        let places = (before: Set(before.map(Self.place)), after: Set(after.map(Self.place)))
        #expect(Set(preview.arriving.map(Self.place)) == places.after.subtracting(places.before))
        let left = before.filter { !places.after.contains(Self.place($0)) }
        #expect(!left.isEmpty)
        #expect(preview.leaving == left.map(\.key))
    }

    private static func place(_ occurrence: EventOccurrence) -> String {
        "\(occurrence.start.text) \(occurrence.end.text)"
    }

    private static var days: Range<CivilDate> {
        get throws {
            let first = try #require(CivilDate("2026-03-01"))
            return first..<first.adding(days: 30)
        }
    }

    private static var nextDay: EventDraft {
        var draft = EventDraft()
        draft.start = CivilDateTime("2026-03-11T12:00:00")
        return draft
    }

    private static func preview(
        of key: OccurrenceKey,
        _ scope: EditScope,
        in agenda: Agenda
    ) throws -> ChangePreview {
        try agenda.preview(ofChanging: key, scope: scope, nextDay, in: days, now: Sample.now)
    }
}
