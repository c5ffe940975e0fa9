import ICalendar
import Testing

@Suite("RFC violations that are read anyway")
struct StrictTests {
    @Test("A strict check reports each violation with its line, and drops nothing")
    func strict() throws {
        let octets = try fixture("ics/strict.ics")
        let messages = CalendarFile.problems(in: octets, isStrict: true).map {
            "\($0.line): \($0.message)"
        }
        let expected = [
            "1: VCALENDAR without PRODID",
            "7: rule by the hour",
            "9: VEVENT without DTSTAMP",
            "12: DTSTART for the second time, the first one counts",
            "14: DTEND and DURATION together, DTEND counts",
            "15: PRIORITY with a value that is not allowed",
            "16: STATUS with spaces around it",
            "17: VALARM without TRIGGER",
            "25: DUE that cannot be read",
            "26: STATUS with a value that is not allowed",
            "32: rule that the RFC does not allow, followed all the same: X-FOO is not known",
            "33: RRULE not in the form of RFC 5545",
            "34: rule that the RFC does not allow, followed all the same: BYDAY cannot be used",
        ]
        #expect(messages.count == expected.count, "\(messages)")
        for (message, expected) in zip(messages, expected) {
            #expect(message.hasPrefix(expected))
            #expect(message.hasSuffix(message.hasPrefix("33") ? ", repaired" : ", kept"))
        }
    }

    @Test("A file has the same problems in pieces as at once")
    func pieces() throws {
        let octets = try fixture("ics/strict.ics")
        var survey = CalendarSurvey()
        survey.take(octets)
        survey.finish()
        var objects = CalendarObjects(survey, isStrict: true)
        let count = (objects.take(octets) + objects.finish()).count
        #expect(count == 4)
        #expect(objects.problems == CalendarFile.problems(in: octets, isStrict: true))
    }

    @Test("An import reports only what was ignored")
    func lenient() throws {
        let contents = CalendarFile.read(try fixture("ics/strict.ics"))
        #expect(contents.problems.map { $0.line } == [7, 32, 33])
        let events = contents.objects.map { $0.events.first?.component }
        #expect(events.map { $0?.rules.count } == [1, 0, nil, 3])
        #expect(events[1]?.first(.status).map { EventStatus($0) } == .cancelled)
        #expect(events[3]?.rules[1].interval == 2)
    }

    @Test(
        "Dates beside a start with a time, or the reverse, and invalid values are reported",
        arguments: [
            ("DTSTART:20260105T090000Z", "EXDATE;VALUE=DATE:20260106", "EXDATE and DTSTART"),
            ("DTSTART:20260105T090000Z", "RDATE;VALUE=DATE:20260106", "RDATE and DTSTART"),
            (
                "DTSTART;VALUE=DATE:20260105", "EXDATE;TZID=Europe/Berlin:20260106T000000",
                "EXDATE and DTSTART"
            ),
            (
                "DTSTART;VALUE=DATE:20260105", "RRULE:FREQ=DAILY;UNTIL=20260106T000000Z",
                "UNTIL and DTSTART"
            ),
            ("DTSTART;VALUE=DATE:20260105", "GEO:12\\;12", "GEO that cannot be read"),
            ("DTSTART;VALUE=DATE:20260105", "SUMMARY:a\u{0B}b", "SUMMARY with control characters"),
            ("DTSTART;VALUE=DATE:20260105", "X-A:\u{7F}", "X-A with control characters"),
        ]
    )
    func forms(start: String, line: String, expected: String) throws {
        let octets = calendarOctets([
            "VERSION:2.0", "PRODID:x", "BEGIN:VEVENT", "UID:1", "DTSTAMP:20260101T000000Z", start,
            line, "END:VEVENT",
        ])
        let problems = CalendarFile.problems(in: octets, isStrict: true)
        let problem = try #require(problems.first)
        #expect(problems.count == 1 && problem.line == 8 && problem.outcome == .kept)
        #expect(problem.message.hasPrefix(expected))
        #expect(CalendarFile.problems(in: octets) == [])
    }

    @Test("A RECURRENCE-ID that is a time in a series of dates is reported")
    func formOfIdentity() {
        func problems(_ identity: String) -> [Problem.Kind] {
            let octets = calendarOctets([
                "VERSION:2.0", "PRODID:x", "BEGIN:VEVENT", "UID:1", "DTSTAMP:20260101T000000Z",
                identity, "DTSTART;VALUE=DATE:20260107", "END:VEVENT", "BEGIN:VEVENT", "UID:1",
                "DTSTAMP:20260101T000000Z", "DTSTART;VALUE=DATE:20260105", "RRULE:FREQ=DAILY",
                "END:VEVENT",
            ])
            return CalendarFile.problems(in: octets, isStrict: true).map { $0.kind }
        }
        let expected = Problem.Kind.mixedType(property: "RECURRENCE-ID")
        #expect(problems("RECURRENCE-ID;TZID=Europe/Berlin:20260106T000000") == [expected])
        #expect(problems("RECURRENCE-ID;VALUE=DATE:20260106") == [])
    }

    @Test(
        "Valid properties are not reported",
        arguments: [
            "PRIORITY:9", "PRIORITY:0", "STATUS:tentative", "SEQUENCE:2", "TRANSP:OPAQUE",
            "DURATION:PT1H", "DESCRIPTION:a\tb", "GEO:12;12", "CREATED:20260101T000000Z",
            "RRULE:FREQ=HOURLY",
        ]
    )
    func sound(line: String) {
        let octets = calendarOctets([
            "VERSION:2.0", "PRODID:x", "BEGIN:VEVENT", "UID:1", "DTSTAMP:20260101T000000Z",
            "DTSTART:20260105T090000", line, "END:VEVENT",
        ])
        #expect(CalendarFile.problems(in: octets, isStrict: true) == [])
    }
}
