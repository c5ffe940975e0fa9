import Agenda
import CivilTime
import ICalendar
import Testing

/// Edits of series in forms that only other programs write, with overrides, exceptions and alarms.
@Suite("Edits of foreign series")
struct ForeignSeriesEditTests {
    private static let ranged = """
        DTSTART:20260310T140000Z
        DTEND:20260310T150000Z
        RRULE:FREQ=DAILY;COUNT=5
        SUMMARY:Talk
        --
        RECURRENCE-ID;RANGE=THISANDFUTURE:20260312T140000Z
        DTSTART:20260312T160000Z
        DTEND:20260312T170000Z
        SUMMARY:Late talk
        """

    struct Row: Sendable, CustomTestStringConvertible {
        let what: String
        let scope: EditScope
        let day: String
        let expected: [String]
        var testDescription: String { what }
    }

    static let rows = [
        Row(
            what: "this event, in the range of the override",
            scope: .this,
            day: "2026-03-13",
            expected: [
                "10 15:00 Talk", "11 15:00 Talk", "12 17:00 Late talk", "13 18:00 Speech",
                "14 17:00 Late talk",
            ]
        ),
        Row(
            what: "this and following, in the range of the override",
            scope: .following,
            day: "2026-03-13",
            expected: [
                "10 15:00 Talk", "11 15:00 Talk", "12 17:00 Late talk", "13 18:00 Speech",
                "14 18:00 Speech",
            ]
        ),
        Row(
            what: "all events, from one in the range of the override",
            scope: .all,
            day: "2026-03-13",
            expected: [
                "10 16:00 Speech", "11 16:00 Speech", "12 18:00 Speech", "13 18:00 Speech",
                "14 18:00 Speech",
            ]
        ),
    ]

    @Test(
        "Occurrences of a THISANDFUTURE override are edited like those of a series",
        arguments: rows
    )
    func ranges(row: Row) throws {
        var agenda = try Sample.agenda([Self.ranged])
        let date = try #require(CivilDate(row.day))
        let key = try Sample.key(agenda, row.day, date.adding(days: 1).text)
        var draft = EventDraft()
        draft.title = "Speech"
        draft.start = CivilDateTime(row.day + "T18:00")
        _ = try agenda.change(key, scope: row.scope, draft, newUID: "n", now: Sample.now)
        let list = try Sample.list(agenda, "2026-03-01", "2026-04-01")
        #expect(
            list.map {
                $0.dropFirst(8).prefix(2) + " " + $0.dropFirst(11).prefix(5) + $0.dropFirst(33)
            } == row.expected
        )
    }

    @Test("Deleting occurrences of a THISANDFUTURE override removes just those in scope")
    func deleteRanged() throws {
        var agenda = try Sample.agenda([Self.ranged])
        let key = try Sample.key(agenda, "2026-03-13", "2026-03-14")
        _ = try agenda.delete(key, scope: .this, now: Sample.now)
        #expect(try Sample.list(agenda, "2026-03-01", "2026-04-01").count == 4)
        _ = try agenda.undo()
        _ = try agenda.delete(key, scope: .following, now: Sample.now)
        #expect(try Sample.list(agenda, "2026-03-01", "2026-04-01").count == 3)
    }

    @Test("If several events share a UID, each has its own details")
    func detailsOfSeveralMasters() throws {
        let agenda = try Sample.agenda([
            """
            DTSTART:20260310T140000Z
            DESCRIPTION:Bring slides
            RRULE:FREQ=DAILY;COUNT=2
            --
            DTSTART:20260310T180000Z
            DESCRIPTION:Bring wine
            RRULE:FREQ=WEEKLY;COUNT=2
            --
            DTSTART:20260310T200000Z
            """
        ])
        let from = try #require(CivilDate("2026-03-10"))
        let details = try agenda.occurrences(in: from..<from.adding(days: 1)).map { occurrence in
            try #require(agenda.series(occurrence.key.object)?.details(of: occurrence))
        }
        #expect(details.map { $0.notes } == ["Bring slides", "Bring wine", ""])
        #expect(details.map { $0.rule } == ["FREQ=DAILY;COUNT=2", "FREQ=WEEKLY;COUNT=2", ""])
        #expect(details.map { $0.seriesStart.civil.time.hour } == [14, 18, 20])
    }

    @Test("If several events share a UID, an edit changes only the chosen one")
    func severalMasters() throws {
        var agenda = try Sample.agenda([
            """
            DTSTART:20260310T140000Z
            SUMMARY:Talk
            --
            DTSTART:20260310T180000Z
            RRULE:FREQ=DAILY;COUNT=3
            SUMMARY:Dinner
            """
        ])
        let from = try #require(CivilDate("2026-03-10"))
        let dinner = try #require(agenda.occurrences(in: from..<from.adding(days: 1)).last).key
        var draft = EventDraft()
        draft.title = "Supper"
        _ = try agenda.change(dinner, scope: .all, draft, newUID: "n", now: Sample.now)
        func titles() throws -> [String] {
            try Sample.list(agenda, "2026-03-01", "2026-04-01").map { String($0.dropFirst(34)) }
        }
        #expect(try titles() == ["Talk", "Supper", "Supper", "Supper"])
        let second = try Sample.key(agenda, "2026-03-11", "2026-03-12")
        _ = try agenda.delete(second, scope: .this, now: Sample.now)
        #expect(try titles() == ["Talk", "Supper", "Supper"])
        _ = try agenda.undo()
        _ = try agenda.change(second, scope: .following, draft, newUID: "n", now: Sample.now)
        #expect(try titles() == ["Talk", "Supper", "Supper", "Supper"])
        #expect(!Sample.lines(agenda, "n.ics").contains("SUMMARY:Talk"))
        _ = try agenda.undo()
        _ = try agenda.delete(second, scope: .all, now: Sample.now)
        #expect(try titles() == ["Talk"])
    }

    @Test("Moving a series keeps the parameters of its exceptions and the lengths of its periods")
    func lists() throws {
        var agenda = try Sample.agenda([
            """
            DTSTART;TZID=Europe/Berlin:20260310T150000
            DURATION:PT1H
            RRULE:FREQ=DAILY;COUNT=3
            EXDATE;X-WHY=holiday;TZID=Europe/Berlin:20260311T150000
            RDATE;VALUE=PERIOD;TZID=Europe/Berlin:20260401T100000/PT3H,20260402T100000/20260402T103000
            SUMMARY:Talk
            """
        ])
        let key = try Sample.key(agenda, "2026-03-10", "2026-03-11")
        var draft = EventDraft()
        draft.start = CivilDateTime("2026-03-10T16:30")
        _ = try agenda.change(key, scope: .all, draft, newUID: "n", now: Sample.now)
        let lines = Sample.lines(agenda, "e1.ics")
        #expect(lines.contains("EXDATE;TZID=Europe/Berlin;X-WHY=holiday:20260311T163000"))
        #expect(
            lines.contains(
                "RDATE;VALUE=PERIOD;TZID=Europe/Berlin:20260401T113000/PT3H,20260402T113000/PT30M"
            )
        )
        #expect(
            try Sample.list(agenda, "2026-03-01", "2026-05-01") == [
                "2026-03-10T16:30 2026-03-10T17:30 Talk", "2026-03-12T16:30 2026-03-12T17:30 Talk",
                "2026-04-01T11:30 2026-04-01T14:30 Talk", "2026-04-02T11:30 2026-04-02T12:00 Talk",
            ]
        )
    }

    @Test("An e-mail alarm stays when reminders are set")
    func alarms() throws {
        var agenda = try Sample.agenda([
            """
            DTSTART:20260310T140000Z
            SUMMARY:Talk
            BEGIN:VALARM
            ACTION:EMAIL
            TRIGGER:-PT1H
            ATTENDEE:mailto:a@example.org
            SUMMARY:Mail
            DESCRIPTION:Mail
            END:VALARM
            BEGIN:VALARM
            ACTION:AUDIO
            TRIGGER:-PT15M
            END:VALARM
            """
        ])
        let key = try Sample.key(agenda, "2026-03-10", "2026-03-11")
        func reminders() throws -> [Int]? {
            let occurrence = try #require(agenda.occurrence(key))
            return agenda.series(key.object)?.details(of: occurrence)?.reminders
        }
        #expect(try reminders() == [15])
        var draft = EventDraft()
        draft.reminders = [15, 1_440]
        _ = try agenda.change(key, scope: .all, draft, newUID: "n", now: Sample.now)
        #expect(try reminders() == [15, 1_440])
        let lines = Sample.lines(agenda, "e1.ics")
        #expect(lines.contains("ACTION:EMAIL") && lines.contains("ACTION:AUDIO"))
    }

    @Test(
        "Lists have limits",
        arguments: [(50, 20, true), (51, 20, false), (50, 21, false)]
    )
    func limits(categories: Int, reminders: Int, isAllowed: Bool) throws {
        var agenda = try Sample.agenda(["DTSTART:20260310T140000Z\nSUMMARY:Talk"])
        let key = try Sample.key(agenda, "2026-03-10", "2026-03-11")
        var draft = EventDraft()
        draft.categories = (0..<categories).map { "c\($0)" }
        draft.reminders = Array(0..<reminders)
        if isAllowed {
            _ = try agenda.change(key, scope: .all, draft, newUID: "n", now: Sample.now)
            #expect(Sample.lines(agenda, "e1.ics").filter { $0 == "BEGIN:VALARM" }.count == 20)
        } else {
            #expect(throws: EditError.list) {
                try agenda.change(key, scope: .all, draft, newUID: "n", now: Sample.now)
            }
        }
    }
}
