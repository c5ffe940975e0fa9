import CivilTime
import Testing

@testable import WebDAV

@Suite("Queries for repeating events")
struct RecurringQueryTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let body: String
        /// Days of March 2026, from midnight to midnight in UTC, on which it is.
        let days: Set<Int>

        var testDescription: String { name }
    }

    static let daily = "BEGIN:VEVENT\nUID:1\nDTSTART:20260302T100000Z\nDTEND:20260302T110000Z\n"

    static let rows = [
        Row(
            name: "COUNT",
            body: daily + "RRULE:FREQ=DAILY;COUNT=3\nEND:VEVENT",
            days: [2, 3, 4]
        ),
        Row(
            name: "EXDATE, as a time and as a date",
            body: daily
                + "RRULE:FREQ=DAILY;COUNT=4\nEXDATE:20260303T100000Z\nEXDATE;VALUE=DATE:20260305\nEND:VEVENT",
            days: [2, 4]
        ),
        Row(
            name: "EXDATE in another zone",
            body: daily
                + "RRULE:FREQ=DAILY;COUNT=3\nEXDATE;TZID=Europe/Berlin:20260303T110000\nEND:VEVENT",
            days: [2, 4]
        ),
        Row(
            name: "RDATE and a PERIOD with its own length",
            body: daily
                + "RDATE:20260310T100000Z\nRDATE;VALUE=PERIOD:20260312T100000Z/P2D\nEND:VEVENT",
            days: [2, 10, 12, 13, 14]
        ),
        Row(
            name: "an override that is moved away",
            body: daily + """
                RRULE:FREQ=DAILY;COUNT=3
                END:VEVENT
                BEGIN:VEVENT
                UID:1
                RECURRENCE-ID:20260303T100000Z
                DTSTART:20260320T100000Z
                DTEND:20260320T110000Z
                END:VEVENT
                """,
            days: [2, 4, 20]
        ),
        Row(
            name: "THISANDFUTURE moves all later ones by a day and makes them longer",
            body: daily + """
                RRULE:FREQ=WEEKLY;COUNT=4
                END:VEVENT
                BEGIN:VEVENT
                UID:1
                RECURRENCE-ID;RANGE=THISANDFUTURE:20260309T100000Z
                DTSTART:20260310T120000Z
                DURATION:P1DT1H
                END:VEVENT
                """,
            days: [2, 10, 11, 17, 18, 24, 25]
        ),
        Row(
            name: "two overrides THISANDFUTURE and one of a later date",
            body: daily + """
                RRULE:FREQ=DAILY;COUNT=6
                END:VEVENT
                BEGIN:VEVENT
                UID:1
                RECURRENCE-ID;RANGE=THISANDFUTURE:20260304T100000Z
                DTSTART:20260314T100000Z
                END:VEVENT
                BEGIN:VEVENT
                UID:1
                RECURRENCE-ID;RANGE=THISANDFUTURE:20260306T100000Z
                DTSTART:20260326T100000Z
                END:VEVENT
                BEGIN:VEVENT
                UID:1
                RECURRENCE-ID:20260307T100000Z
                DTSTART:20260330T100000Z
                END:VEVENT
                """,
            days: [2, 3, 14, 15, 26, 30]
        ),
        Row(
            name: "only overrides",
            body: """
                BEGIN:VEVENT
                UID:1
                RECURRENCE-ID:20260303T100000Z
                DTSTART:20260320T100000Z
                END:VEVENT
                BEGIN:VEVENT
                UID:1
                RECURRENCE-ID:20260304T100000Z
                DTSTART:20260321T100000Z
                END:VEVENT
                """,
            days: [20, 21]
        ),
        Row(
            name: "days of a month, all day, over a change of the clock",
            body: """
                BEGIN:VEVENT
                UID:1
                DTSTART;VALUE=DATE:20260328
                DTEND;VALUE=DATE:20260330
                RRULE:FREQ=WEEKLY;COUNT=2
                EXDATE;VALUE=DATE:20260404
                END:VEVENT
                """,
            days: [28, 29]
        ),
        Row(
            name: "a task that repeats by its start",
            body: """
                BEGIN:VTODO
                UID:1
                DTSTART:20260302T100000Z
                DUE:20260302T110000Z
                RRULE:FREQ=WEEKLY;COUNT=2
                END:VTODO
                """,
            days: [2, 9]
        ),
        Row(
            name: "a task that repeats by when it's due",
            body: "BEGIN:VTODO\nUID:1\nDUE:20260302T100000Z\nRRULE:FREQ=WEEKLY;COUNT=2\nEND:VTODO",
            days: [2, 9]
        ),
        Row(
            name: "two masters with one UID",
            body: daily + "END:VEVENT\nBEGIN:VEVENT\nUID:1\nDTSTART:20260305T100000Z\nEND:VEVENT",
            days: [2, 5]
        ),
        Row(
            name: "no start left",
            body: daily + "EXDATE:20260302T100000Z\nEND:VEVENT",
            days: []
        ),
    ]

    @Test("A repeating event is found on its days and on no others", arguments: rows)
    func days(row: Row) throws {
        let kind = row.body.contains("VTODO") ? "VTODO" : "VEVENT"
        let parsed = try object(row.body)
        var found: Set<Int> = []
        for day in 1...31 {
            var context = reportContext()
            let next = day == 31 ? "20260401" : "202603\(day < 9 ? "0" : "")\(day + 1)"
            let filter = try timeFilter(
                kind,
                "202603\(day < 10 ? "0" : "")\(day)T000000Z",
                "\(next)T000000Z"
            )
            if try filter.matches(parsed, &context) { found.insert(day) }
        }
        #expect(found == row.days)
    }

    func timeFilter(_ kind: String, _ start: String, _ end: String) throws -> CalendarFilter {
        try CalendarFilter(
            element(
                """
                <filter><comp-filter name="VCALENDAR"><comp-filter name="\(kind)">
                <time-range start="\(start)" end="\(end)"/></comp-filter></comp-filter></filter>
                """
            )
        )
    }

    @Test("Floating times and dates are read in the zone of the query")
    func floating() throws {
        let fiveEast = Zone(id: ZoneID("Five"), offsetSeconds: 5 * 3_600)
        let rows = [
            ("DTSTART:20260310T100000\nDURATION:PT1H", "20260310T050000Z", "20260310T060000Z"),
            (
                "DTSTART:20260301T100000\nDURATION:PT1H\nRRULE:FREQ=DAILY", "20260310T050000Z",
                "20260310T060000Z"
            ),
            ("DTSTART;VALUE=DATE:20260310", "20260309T190000Z", "20260309T200000Z"),
            // The zone is unknown.
            (
                "DTSTART;TZID=Nowhere:20260310T100000\nDURATION:PT1H", "20260310T050000Z",
                "20260310T060000Z"
            ),
        ]
        for (lines, start, end) in rows {
            let filter = try timeFilter("VEVENT", start, end)
            let event = try object("BEGIN:VEVENT\nUID:1\n\(lines)\nEND:VEVENT")
            var there = reportContext(floating: fiveEast)
            var here = reportContext()
            #expect(try filter.matches(event, &there), "\(lines)")
            #expect(try !filter.matches(event, &here), "\(lines)")
        }
    }

    @Test("A zone that the object describes is used if its name is unknown")
    func ownZone() throws {
        let text = StandardObjects.calendar(
            "BEGIN:VEVENT\nUID:1\nDTSTART;TZID=US/Eastern:20060702T100000\nDURATION:PT1H\nEND:VEVENT"
        )
        let parsed = try #require(ParsedObject(text))
        var context = reportContext()
        // Daylight saving time is four hours behind UTC.
        let filter = try timeFilter("VEVENT", "20060702T140000Z", "20060702T150000Z")
        #expect(try filter.matches(parsed, &context))
        let other = try timeFilter("VEVENT", "20060702T150000Z", "20060702T160000Z")
        #expect(try !other.matches(parsed, &context))
    }

    struct AlarmRow: Sendable {
        let alarm: String
        let start: String
        let end: String
        let expected: Bool
    }

    @Test(
        "Alarms are found when they go off",
        arguments: [
            // A day before, by the clock: the event is at 9:00 in summer, the alarm in winter.
            AlarmRow(
                alarm: "TRIGGER:-P1D",
                start: "20260328T080000Z",
                end: "20260328T080001Z",
                expected: true
            ),
            AlarmRow(
                alarm: "TRIGGER:-PT24H",
                start: "20260328T070000Z",
                end: "20260328T070001Z",
                expected: true
            ),
            AlarmRow(
                alarm: "TRIGGER;RELATED=END:PT0S",
                start: "20260329T080000Z",
                end: "20260329T080001Z",
                expected: true
            ),
            AlarmRow(
                alarm: "TRIGGER;VALUE=DATE-TIME:19760401T005545Z",
                start: "19760401T000000Z",
                end: "19760402T000000Z",
                expected: true
            ),
            AlarmRow(
                alarm: "TRIGGER:PT0S\nREPEAT:2\nDURATION:PT1H",
                start: "20260405T085959Z",
                end: "20260405T090001Z",
                expected: true
            ),
            AlarmRow(
                alarm: "TRIGGER:PT0S\nREPEAT:2\nDURATION:PT1H",
                start: "20260405T093000Z",
                end: "20260405T100000Z",
                expected: false
            ),
            AlarmRow(
                alarm: "ACTION:DISPLAY",
                start: "20000101T000000Z",
                end: "21000101T000000Z",
                expected: false
            ),
        ]
    )
    func alarms(row: AlarmRow) throws {
        let event = try object(
            """
            BEGIN:VEVENT
            UID:1
            DTSTART;TZID=Europe/Berlin:20260329T090000
            DURATION:PT1H
            RRULE:FREQ=WEEKLY
            BEGIN:VALARM
            \(row.alarm)
            END:VALARM
            END:VEVENT
            """
        )
        let filter = try CalendarFilter(
            element(
                """
                <filter><comp-filter name="VCALENDAR"><comp-filter name="VEVENT">
                <comp-filter name="VALARM"><time-range start="\(row.start)" end="\(row.end)"/>
                </comp-filter></comp-filter></comp-filter></filter>
                """
            )
        )
        var context = reportContext()
        #expect(try filter.matches(event, &context) == row.expected)
    }
}
