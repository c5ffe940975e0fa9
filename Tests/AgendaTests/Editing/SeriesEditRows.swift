import Agenda

extension SeriesEditTests {
    static let changes = [
        Row(
            what:
                "an exception in UTC moves along, even if its UTC date differs from the local one",
            event: """
                DTSTART;TZID=America/New_York:20261103T200000
                DTEND;TZID=America/New_York:20261103T210000
                RRULE:FREQ=WEEKLY;COUNT=3
                EXDATE:20261111T010000Z
                SUMMARY:Choir
                """,
            zone: "America/New_York",
            day: "2026-11-03",
            scope: .all,
            start: "2026-11-03T20:30",
            end: "2026-11-03T21:30",
            from: "2026-11-01",
            to: "2026-12-01",
            expected: [
                "2026-11-03T20:30 2026-11-03T21:30 Choir",
                "2026-11-17T20:30 2026-11-17T21:30 Choir",
            ]
        ),
        Row(
            what:
                "an UNTIL in UTC stays on its day, even if its UTC date differs from the local one",
            event: """
                DTSTART;TZID=America/New_York:20261103T200000
                DTEND;TZID=America/New_York:20261103T210000
                RRULE:FREQ=DAILY;UNTIL=20261105T010000Z
                SUMMARY:Choir
                """,
            zone: "America/New_York",
            day: "2026-11-03",
            scope: .all,
            start: "2026-11-03T00:00",
            end: "2026-11-04T00:00",
            isAllDay: true,
            from: "2026-11-01",
            to: "2026-12-01",
            expected: ["2026-11-03 2026-11-03 Choir", "2026-11-04 2026-11-04 Choir"]
        ),
        Row(
            what: "COUNT includes a start that the rule doesn't match, and a split keeps the total",
            event: """
                DTSTART:20260310T150000Z
                RRULE:FREQ=WEEKLY;BYDAY=WE;COUNT=4
                SUMMARY:Run
                """,
            day: "2026-03-18",
            scope: .following,
            title: "Walk",
            from: "2026-03-01",
            to: "2026-06-01",
            expected: [
                "2026-03-10T16:00 2026-03-10T16:00 Run", "2026-03-11T16:00 2026-03-11T16:00 Run",
                "2026-03-18T16:00 2026-03-18T16:00 Walk", "2026-03-25T16:00 2026-03-25T16:00 Walk",
            ]
        ),
        Row(
            what: "a series split at an extra date keeps its weekday",
            event: """
                DTSTART;TZID=Europe/Berlin:20261103T090000
                RRULE:FREQ=WEEKLY;COUNT=3
                RDATE;TZID=Europe/Berlin:20261112T090000
                SUMMARY:Run
                """,
            day: "2026-11-12",
            scope: .following,
            title: "Walk",
            from: "2026-11-01",
            to: "2026-12-31",
            expected: [
                "2026-11-03T09:00 2026-11-03T09:00 Run", "2026-11-10T09:00 2026-11-10T09:00 Run",
                "2026-11-12T09:00 2026-11-12T09:00 Walk", "2026-11-17T09:00 2026-11-17T09:00 Walk",
            ]
        ),
        Row(
            what: "an unchanged start in a DST gap doesn't move the series",
            event: """
                DTSTART;TZID=Europe/Berlin:20260328T023000
                DTEND;TZID=Europe/Berlin:20260328T030000
                RRULE:FREQ=DAILY;COUNT=3
                SUMMARY:Backup
                """,
            day: "2026-03-29",
            scope: .all,
            start: "2026-03-29T03:30",
            end: "2026-03-29T04:15",
            from: "2026-03-01",
            to: "2026-04-30",
            expected: [
                "2026-03-28T02:30 2026-03-28T03:15 Backup",
                "2026-03-29T03:30 2026-03-29T04:15 Backup",
                "2026-03-30T02:30 2026-03-30T03:15 Backup",
            ]
        ),
        Row(
            what: "a move keeps the length of the series, not that of a night with a clock change",
            event: """
                DTSTART;TZID=Europe/Berlin:20261023T220000
                DURATION:PT8H
                RRULE:FREQ=DAILY;COUNT=2
                SUMMARY:Watch
                """,
            day: "2026-10-25",
            scope: .all,
            start: "2026-10-24T22:30",
            from: "2026-10-01",
            to: "2026-10-24",
            expected: ["2026-10-23T22:30 2026-10-24T06:30 Watch"]
        ),
        Row(
            what: "editing all from an override changes it and moves the others by as much",
            event: """
                DTSTART:20260310T140000Z
                DTEND:20260310T150000Z
                RRULE:FREQ=DAILY;COUNT=3
                SUMMARY:Talk
                --
                RECURRENCE-ID:20260311T140000Z
                DTSTART:20260311T170000Z
                DTEND:20260311T190000Z
                SUMMARY:Long talk
                """,
            day: "2026-03-11",
            scope: .all,
            title: "Speech",
            start: "2026-03-11T18:30",
            from: "2026-03-01",
            to: "2026-04-01",
            expected: [
                "2026-03-10T15:30 2026-03-10T16:30 Speech",
                "2026-03-11T18:30 2026-03-11T20:30 Speech",
                "2026-03-12T15:30 2026-03-12T16:30 Speech",
            ]
        ),
        Row(
            what: "editing all from an override in another zone leaves the series in its own",
            event: """
                DTSTART;TZID=Europe/Berlin:20260310T150000
                DTEND;TZID=Europe/Berlin:20260310T160000
                RRULE:FREQ=DAILY;COUNT=3
                SUMMARY:Talk
                --
                RECURRENCE-ID;TZID=Europe/Berlin:20260311T150000
                DTSTART;TZID=America/New_York:20260311T120000
                DTEND;TZID=America/New_York:20260311T130000
                SUMMARY:Talk
                """,
            day: "2026-03-11",
            scope: .all,
            start: "2026-03-11T17:30",
            end: "2026-03-11T18:30",
            from: "2026-03-01",
            to: "2026-04-01",
            expected: [
                "2026-03-10T15:30 2026-03-10T16:30 Talk", "2026-03-11T17:30 2026-03-11T18:30 Talk",
                "2026-03-12T15:30 2026-03-12T16:30 Talk",
            ]
        ),
        Row(
            what: "an override whose RECURRENCE-ID is a date can be edited",
            event: """
                DTSTART;TZID=Europe/Berlin:20260310T150000
                RRULE:FREQ=DAILY;COUNT=2
                SUMMARY:Talk
                --
                RECURRENCE-ID;VALUE=DATE:20260311
                DTSTART;TZID=Europe/Berlin:20260311T180000
                SUMMARY:Late talk
                """,
            day: "2026-03-11",
            scope: .this,
            title: "Later talk",
            from: "2026-03-01",
            to: "2026-04-01",
            expected: [
                "2026-03-10T15:00 2026-03-10T15:00 Talk",
                "2026-03-11T18:00 2026-03-11T18:00 Later talk",
            ]
        ),
        Row(
            what: "an override whose RECURRENCE-ID has no zone can be edited",
            event: """
                DTSTART;TZID=Europe/Berlin:20260310T150000
                RRULE:FREQ=DAILY;COUNT=2
                SUMMARY:Talk
                --
                RECURRENCE-ID:20260311T150000
                DTSTART;TZID=Europe/Berlin:20260311T180000
                SUMMARY:Late talk
                """,
            day: "2026-03-11",
            scope: .this,
            title: "Later talk",
            from: "2026-03-01",
            to: "2026-04-01",
            expected: [
                "2026-03-10T15:00 2026-03-10T15:00 Talk",
                "2026-03-11T18:00 2026-03-11T18:00 Later talk",
            ]
        ),
        Row(
            what: "an event of 300 years can be moved by 100 years",
            event: "DTSTART:19000101T000000Z\nDTEND:22000101T000000Z\nSUMMARY:Era",
            zone: "Asia/Tokyo",
            day: "2026-03-11",
            scope: .all,
            start: "2000-01-01T09:00",
            from: "2026-03-01",
            to: "2026-04-01",
            expected: ["2000-01-01T09:00 2300-01-01T09:00 Era"]
        ),
    ]

    static let deletions = [
        Row(
            what: "one of several overrides without a master is deleted alone",
            event: """
                RECURRENCE-ID:20260310T140000Z
                DTSTART:20260310T140000Z
                SUMMARY:One
                --
                RECURRENCE-ID:20260312T140000Z
                DTSTART:20260312T140000Z
                SUMMARY:Two
                """,
            day: "2026-03-12",
            scope: .this,
            from: "2026-03-01",
            to: "2026-04-01",
            expected: ["2026-03-10T15:00 2026-03-10T15:00 One"]
        ),
        Row(
            what: "deleting an override whose RECURRENCE-ID is a date deletes the occurrence too",
            event: """
                DTSTART;TZID=Europe/Berlin:20260310T150000
                RRULE:FREQ=DAILY;COUNT=2
                SUMMARY:Talk
                --
                RECURRENCE-ID;VALUE=DATE:20260311
                DTSTART;TZID=Europe/Berlin:20260311T180000
                SUMMARY:Late talk
                """,
            day: "2026-03-11",
            scope: .this,
            from: "2026-03-01",
            to: "2026-04-01",
            expected: ["2026-03-10T15:00 2026-03-10T15:00 Talk"]
        ),
    ]
}
