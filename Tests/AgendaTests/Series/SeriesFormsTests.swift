import Agenda
import CivilTime
import Testing

/// Series as other programs write them: overrides of all kinds, and forms that no standard allows.
@Suite("Forms of series")
struct SeriesFormsTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let what: String
        let event: String
        var from = "2026-03-01"
        var to = "2026-04-01"
        let expected: [String]
        var testDescription: String { what }
    }

    private static let daily = """
        DTSTART:20260310T140000Z
        DTEND:20260310T150000Z
        RRULE:FREQ=DAILY;COUNT=4
        SUMMARY:Talk
        """

    private static let daysOff = """
        DTSTART;VALUE=DATE:20260310
        RRULE:FREQ=DAILY;COUNT=4
        SUMMARY:Off
        """

    static let rows = [
        Row(
            what: "an override with THISANDFUTURE moves and renames all later occurrences",
            event: daily + """

                --
                RECURRENCE-ID;RANGE=THISANDFUTURE:20260311T140000Z
                DTSTART:20260312T163000Z
                DTEND:20260312T183000Z
                SUMMARY:Long talk
                """,
            expected: [
                "2026-03-10T15:00 2026-03-10T16:00 Talk",
                "2026-03-12T17:30 2026-03-12T19:30 Long talk",
                "2026-03-13T17:30 2026-03-13T19:30 Long talk",
                "2026-03-14T17:30 2026-03-14T19:30 Long talk",
            ]
        ),
        Row(
            what: "an occurrence moved by an override with THISANDFUTURE is found at its new time",
            event: daily + """

                --
                RECURRENCE-ID;RANGE=THISANDFUTURE:20260311T140000Z
                DTSTART:20260321T140000Z
                SUMMARY:Later talk
                """,
            from: "2026-03-22",
            to: "2026-03-23",
            expected: ["2026-03-22T15:00 2026-03-22T15:00 Later talk"]
        ),
        Row(
            what: "a single override comes before one with THISANDFUTURE",
            event: daily + """

                --
                RECURRENCE-ID;RANGE=THISANDFUTURE:20260311T140000Z
                DTSTART:20260311T150000Z
                DTEND:20260311T160000Z
                SUMMARY:Talk
                --
                RECURRENCE-ID:20260312T140000Z
                DTSTART:20260312T120000Z
                DTEND:20260312T130000Z
                SUMMARY:Early talk
                """,
            expected: [
                "2026-03-10T15:00 2026-03-10T16:00 Talk", "2026-03-11T16:00 2026-03-11T17:00 Talk",
                "2026-03-12T13:00 2026-03-12T14:00 Early talk",
                "2026-03-13T16:00 2026-03-13T17:00 Talk",
            ]
        ),
        Row(
            what: "a cancellation with THISANDFUTURE ends the series",
            event: daily + """

                --
                RECURRENCE-ID;RANGE=THISANDFUTURE:20260312T140000Z
                DTSTART:20260312T140000Z
                STATUS:CANCELLED
                SUMMARY:Talk
                """,
            expected: [
                "2026-03-10T15:00 2026-03-10T16:00 Talk", "2026-03-11T15:00 2026-03-11T16:00 Talk",
            ]
        ),
        Row(
            what: "an override that replaces no occurrence happens too",
            event: daily + """

                --
                RECURRENCE-ID:20260320T140000Z
                DTSTART:20260320T140000Z
                SUMMARY:Orphan
                """,
            from: "2026-03-13",
            expected: [
                "2026-03-13T15:00 2026-03-13T16:00 Talk",
                "2026-03-20T15:00 2026-03-20T15:00 Orphan",
            ]
        ),
        Row(
            what: "an override without a master happens once",
            event:
                "RECURRENCE-ID:20260310T140000Z\nDTSTART:20260311T090000Z\nRRULE:FREQ=DAILY\nSUMMARY:One",
            expected: ["2026-03-11T10:00 2026-03-11T10:00 One"]
        ),
        Row(
            what: "an override moved out of the window leaves its old place empty",
            event: daily + """

                --
                RECURRENCE-ID:20260311T140000Z
                DTSTART:20260511T140000Z
                SUMMARY:Late
                """,
            from: "2026-03-11",
            to: "2026-03-12",
            expected: []
        ),
        Row(
            what: "an override moved into the window from far away is found",
            event: daily + """

                --
                RECURRENCE-ID:20260311T140000Z
                DTSTART:20200311T140000Z
                SUMMARY:Early
                """,
            from: "2020-01-01",
            to: "2021-01-01",
            expected: ["2020-03-11T15:00 2020-03-11T15:00 Early"]
        ),
        Row(
            what: "a period among the extra dates has its own length",
            event: """
                DTSTART:20260310T140000Z
                DTEND:20260310T150000Z
                RDATE;VALUE=PERIOD:20260312T140000Z/PT3H,20260313T140000Z/20260313T143000Z
                SUMMARY:Talk
                """,
            expected: [
                "2026-03-10T15:00 2026-03-10T16:00 Talk", "2026-03-12T15:00 2026-03-12T18:00 Talk",
                "2026-03-13T15:00 2026-03-13T15:30 Talk",
            ]
        ),
        Row(
            what: "an exception rule removes the occurrences it gives",
            event: daily + "\nEXRULE:FREQ=DAILY;INTERVAL=2",
            expected: [
                "2026-03-11T15:00 2026-03-11T16:00 Talk", "2026-03-13T15:00 2026-03-13T16:00 Talk",
            ]
        ),
        Row(
            what: "COUNT includes a start that the rule doesn't match",
            event: "DTSTART:20260312T090000Z\nRRULE:FREQ=WEEKLY;COUNT=3;BYDAY=MO\nSUMMARY:Run",
            expected: [
                "2026-03-12T10:00 2026-03-12T10:00 Run", "2026-03-16T10:00 2026-03-16T10:00 Run",
                "2026-03-23T10:00 2026-03-23T10:00 Run",
            ]
        ),
        Row(
            what: "an EXDATE written as midnight removes a day",
            event: daysOff + """

                EXDATE;TZID=Europe/Berlin:20260311T000000
                EXDATE:20260313T000000Z
                """,
            expected: ["2026-03-10 2026-03-10 Off", "2026-03-12 2026-03-12 Off"]
        ),
        Row(
            what: "a RECURRENCE-ID written as a local midnight replaces a day",
            event: daysOff + """

                --
                RECURRENCE-ID;TZID=Europe/Berlin:20260311T000000
                DTSTART;VALUE=DATE:20260320
                SUMMARY:Later
                """,
            expected: [
                "2026-03-10 2026-03-10 Off", "2026-03-12 2026-03-12 Off",
                "2026-03-13 2026-03-13 Off", "2026-03-20 2026-03-20 Later",
            ]
        ),
        Row(
            what: "a THISANDFUTURE override written as a local midnight replaces all later days",
            event: daysOff + """

                --
                RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Berlin:20260312T000000
                DTSTART;VALUE=DATE:20260312
                SUMMARY:Away
                """,
            expected: [
                "2026-03-10 2026-03-10 Off", "2026-03-11 2026-03-11 Off",
                "2026-03-12 2026-03-12 Away", "2026-03-13 2026-03-13 Away",
            ]
        ),
        Row(
            what: "an RDATE written as a local midnight adds a day",
            event: daysOff + "\nRDATE;TZID=Europe/Berlin:20260320T000000,20260321T000000",
            expected: [
                "2026-03-10 2026-03-10 Off", "2026-03-11 2026-03-11 Off",
                "2026-03-12 2026-03-12 Off", "2026-03-13 2026-03-13 Off",
                "2026-03-20 2026-03-20 Off", "2026-03-21 2026-03-21 Off",
            ]
        ),
        Row(
            what: "EXDATE and RECURRENCE-ID written as dates apply to times",
            event: daily + """

                EXDATE;VALUE=DATE:20260311
                --
                RECURRENCE-ID;VALUE=DATE:20260312
                DTSTART:20260312T180000Z
                SUMMARY:Late talk
                """,
            expected: [
                "2026-03-10T15:00 2026-03-10T16:00 Talk",
                "2026-03-12T19:00 2026-03-12T19:00 Late talk",
                "2026-03-13T15:00 2026-03-13T16:00 Talk",
            ]
        ),
        Row(
            what: "further events with the same UID are shown too",
            event: """
                DTSTART:20260310T140000Z
                RRULE:FREQ=DAILY;COUNT=2
                SUMMARY:Talk
                --
                DTSTART:20260310T180000Z
                RRULE:FREQ=DAILY;COUNT=2
                SUMMARY:Dinner
                --
                DTSTART;VALUE=DATE:20260311
                SUMMARY:Trip
                """,
            expected: [
                "2026-03-11 2026-03-11 Trip",
                "2026-03-10T15:00 2026-03-10T15:00 Talk",
                "2026-03-10T19:00 2026-03-10T19:00 Dinner",
                "2026-03-11T15:00 2026-03-11T15:00 Talk",
                "2026-03-11T19:00 2026-03-11T19:00 Dinner",
            ]
        ),
    ]

    @Test("Series from other programs happen at the right times", arguments: rows)
    func window(row: Row) throws {
        let agenda = try Sample.agenda([row.event])
        #expect(Set(try Sample.list(agenda, row.from, row.to)) == Set(row.expected))
        #expect(try Sample.list(agenda, row.from, row.to).count == row.expected.count)
    }

    @Test(
        "Every occurrence is found again by its key, with the same times and title",
        arguments: rows
    )
    func keys(row: Row) throws {
        let agenda = try Sample.agenda([row.event])
        let from = try #require(CivilDate("2020-01-01"))
        let all = agenda.occurrences(in: from..<from.adding(days: 3_650))
        #expect(Set(all.map(\.key)).count == all.count)
        for occurrence in all {
            let read = try #require(OccurrenceKey(occurrence.key.text))
            let again = try #require(agenda.occurrence(read))
            #expect(again.start == occurrence.start && again.end == occurrence.end)
            #expect(again.event.title == occurrence.event.title)
            #expect(agenda.series(read.object)?.details(of: again) != nil)
        }
    }

    @Test("The next occurrences leave out excluded dates and include moved ones at their new times")
    func next() throws {
        let agenda = try Sample.agenda([
            """
            DTSTART:20260907T100000Z
            RRULE:FREQ=WEEKLY
            EXDATE:20260914T100000Z
            SUMMARY:Team talk
            --
            RECURRENCE-ID:20260921T100000Z
            DTSTART:20260923T100000Z
            SUMMARY:Team talk
            """
        ])
        let id = ObjectID(calendar: Sample.home, href: "e1.ics")
        let first = OccurrenceKey(object: id, recurrenceID: "20260907T100000Z")
        let known = try #require(agenda.occurrence(first))
        let next = agenda.occurrences(after: known, limit: 3)
        #expect(next.map(\.start.date.text) == ["2026-09-23", "2026-09-28", "2026-10-05"])
        let last = agenda.occurrences(after: next[1], limit: 1)
        #expect(last.map(\.start.date.text) == ["2026-10-05"])
    }
}
