import CivilTime
import Testing

@testable import ICalendar

@Suite("Lines in other forms than RFC 5545's")
struct OtherFormsTests {
    /// The lines of an event as they're written after they were read, without what is around them.
    private func rewritten(_ lines: [String]) -> [String] {
        let octets = octets(["BEGIN:VEVENT", "UID:1"] + lines + ["END:VEVENT"])
        let text = String(
            decoding: CalendarText.write(CalendarText.parse(octets).components),
            as: UTF8.self
        )
        let unfolded = text.replacing("\r\n ", with: "")
        return unfolded.split(separator: "\r\n").map(String.init).filter {
            !["BEGIN:VEVENT", "UID:1", "END:VEVENT"].contains($0)
        }
    }

    @Test(
        "A time in any form is read, and written in the form of the RFC",
        arguments: [
            ("DTSTART:20260824T154000-0500", "DTSTART:20260824T204000Z"),
            ("DTSTART:20260824T154000+02:00", "DTSTART:20260824T134000Z"),
            ("DTSTART:20260824T154000+02", "DTSTART:20260824T134000Z"),
            ("DTSTART:2026-08-24T15:40:00+05:30", "DTSTART:20260824T101000Z"),
            ("DTSTART;TZID=Europe/Berlin:20260824T154000-0500", "DTSTART:20260824T204000Z"),
            ("DTSTART:20260824T000000+0000", "DTSTART:20260824T000000Z"),
            ("DTSTART:20260824T1540Z", "DTSTART:20260824T154000Z"),
            ("DTSTART:20260824T1540", "DTSTART:20260824T154000"),
            (
                "DTSTART;TZID=Europe/Berlin:20260824T1540",
                "DTSTART;TZID=Europe/Berlin:20260824T154000"
            ),
            ("DTSTART:20260824T154000.123Z", "DTSTART:20260824T154000Z"),
            ("DTSTART:20260824T154000,5", "DTSTART:20260824T154000"),
            ("DTSTART:2026-08-24T15:40:00.000Z", "DTSTART:20260824T154000Z"),
            ("DTSTART:2026-08-24 15:40", "DTSTART:20260824T154000"),
            ("DTSTART:20260824t154000z", "DTSTART:20260824T154000Z"),
            ("DTSTART: 20260824T154000Z ", "DTSTART:20260824T154000Z"),
            ("DTSTART:20260824T154000 Z", "DTSTART:20260824T154000Z"),
            ("DTSTART:20260824T240000", "DTSTART:20260825T000000"),
            ("DTSTART:20261231T240000Z", "DTSTART:20270101T000000Z"),
            ("DTSTART:20260824T2400", "DTSTART:20260825T000000"),
            ("DTSTART;VALUE=DATE:20260302T200000", "DTSTART:20260302T200000"),
            (
                "DTSTART;VALUE=DATE;TZID=Europe/Berlin:20260302T200000",
                "DTSTART;TZID=Europe/Berlin:20260302T200000"
            ),
            ("DTSTART;VALUE=DATE:20260302T200000Z", "DTSTART:20260302T200000Z"),
            ("DTSTART;VALUE=DATE:20260302T000000", "DTSTART;VALUE=DATE:20260302"),
            ("DTSTART;VALUE=DATE:2026-03-02", "DTSTART;VALUE=DATE:20260302"),
            ("DTSTART:2026-03-02", "DTSTART;VALUE=DATE:20260302"),
            ("DTSTART:20260302", "DTSTART:20260302"),
            ("DTSTART;X-A=\"b:c\";VALUE=DATE: 20260302", "DTSTART;VALUE=DATE;X-A=\"b:c\":20260302"),
            ("RECURRENCE-ID:2026-08-24T15:40:00Z", "RECURRENCE-ID:20260824T154000Z"),
            ("DTSTAMP:2026-08-24T15:40:00Z", "DTSTAMP:20260824T154000Z"),
            ("CREATED:20260824T154000+0200", "CREATED:20260824T134000Z"),
        ]
    )
    func times(line: String, expected: String) {
        #expect(rewritten([line]) == [expected])
        #expect(rewritten([expected]) == [expected])
    }

    @Test(
        "Text that isn't a time stays as it was",
        arguments: [
            "DTSTART:tomorrow", "DTSTART:20261301", "DTSTART:20260824T250000",
            "DTSTART:20260824T240001", "DTSTART:20260824T154000+9", "DTSTART:20260824T1",
            "DTSTART:20260824X", "DTSTART:",
        ]
    )
    func noTimes(line: String) {
        #expect(rewritten([line]) == [line])
    }

    @Test(
        "A list is read without blanks and commas too many, and each kind of time gets a line",
        arguments: [
            (
                "EXDATE: 20260302T090000Z, 20260303T090000Z,,",
                ["EXDATE:20260302T090000Z,20260303T090000Z"]
            ),
            (
                "EXDATE;TZID=Europe/Berlin:,20260302T090000 ,20260303T090000",
                ["EXDATE;TZID=Europe/Berlin:20260302T090000,20260303T090000"]
            ),
            ("EXDATE:20260302,20260303", ["EXDATE:20260302,20260303"]),
            (
                "EXDATE;VALUE=DATE:20260302,20260303T090000",
                ["EXDATE;VALUE=DATE:20260302", "EXDATE:20260303T090000"]
            ),
            (
                "EXDATE;TZID=Europe/Berlin:20260302T090000,20260303T0900Z",
                ["EXDATE;TZID=Europe/Berlin:20260302T090000", "EXDATE:20260303T090000Z"]
            ),
            (
                "EXDATE:20260302T090000Z;20260303T090000Z",
                ["EXDATE:20260302T090000Z,20260303T090000Z"]
            ),
            ("EXDATE:20260302T090000Z,soon", ["EXDATE:20260302T090000Z,soon"]),
            ("EXDATE:20260302T090000Z, soon", ["EXDATE:20260302T090000Z", "EXDATE:soon"]),
            ("RDATE:20260302T0900Z", ["RDATE:20260302T090000Z"]),
            (
                "RDATE;VALUE=PERIOD:20260302T0900Z/PT1H , 20260303T090000Z/20260303T1000Z",
                ["RDATE;VALUE=PERIOD:20260302T090000Z/PT1H,20260303T090000Z/20260303T100000Z"]
            ),
            ("EXDATE:", []),
            ("EXDATE: ,", []),
        ]
    )
    func lists(line: String, expected: [String]) {
        #expect(rewritten([line]) == expected)
        #expect(rewritten(expected) == expected)
    }

    @Test(
        "A duration in any form is read, and written in the form of the RFC",
        arguments: [
            ("P1DT", "P1D"), ("PT0DT0H10M0S", "PT10M"), ("pt1h", "PT1H"), ("P1H", "PT1H"),
            ("P30M", "PT30M"), ("PT1H T30M", "PT1H30M"), ("PT1M1H", "PT1H1M"),
            ("PT90.5S", "PT1M30S"),
            (" PT15M ", "PT15M"), ("P1W", "P1W"), ("PT0S", "PT0S"), ("P0D", "P0D"),
            ("PT1H30M", "PT1H30M"), ("P1DT2H", "P1DT2H"),
        ]
    )
    func durations(value: String, expected: String) {
        let lines = ["DTSTART:20260824T154000Z", "DURATION:"]
        #expect(rewritten([lines[0], lines[1] + value]) == [lines[0], lines[1] + expected])
    }

    @Test(
        "A trigger in any form is read, and written in the form of the RFC",
        arguments: [
            ("TRIGGER:-PT0DT0H10M0S", "TRIGGER:-PT10M"),
            ("TRIGGER:PT-15M", "TRIGGER:-PT15M"),
            ("TRIGGER:P-1D", "TRIGGER:-P1D"),
            ("TRIGGER;RELATED=END:-P1DT", "TRIGGER;RELATED=END:-P1D"),
            (
                "TRIGGER;VALUE=DATE-TIME:2026-08-24T15:40:00Z",
                "TRIGGER;VALUE=DATE-TIME:20260824T154000Z"
            ),
            ("TRIGGER:-PT15M", "TRIGGER:-PT15M"),
            ("TRIGGER:soon", "TRIGGER:soon"),
        ]
    )
    func triggers(line: String, expected: String) {
        let lines = { ["BEGIN:VALARM", "ACTION:DISPLAY", $0, "END:VALARM"] }
        #expect(rewritten(lines(line)) == lines(expected))
    }

    @Test(
        "A good start beside an unusable end keeps the event, with the usual length",
        arguments: [
            ("DTSTART:20260415T110000Z", "DTEND:later", "DTEND:20260415T120000Z"),
            (
                "DTSTART;TZID=Europe/Berlin:20260415T110000", "DTEND:",
                "DTEND;TZID=Europe/Berlin:20260415T120000"
            ),
            ("DTSTART;VALUE=DATE:20260415", "DTEND:20269999", "DTEND;VALUE=DATE:20260416"),
            ("DTSTART:20260415T110000Z", "DURATION:-PT30M", "DURATION:PT1H"),
            ("DTSTART:20260415T110000Z", "DURATION:an hour", "DURATION:PT1H"),
            ("DTSTART:20260415T110000Z", "DURATION:P1Y", "DURATION:PT1H"),
            ("DTSTART;VALUE=DATE:20260415", "DURATION:-P1D", "DURATION:P1D"),
        ]
    )
    func unusableEnds(start: String, end: String, expected: String) {
        #expect(rewritten([start, end]) == [start, expected])
        let octets = calendarOctets(["BEGIN:VEVENT", "UID:1", start, end, "END:VEVENT"])
        let contents = CalendarFile.read(octets)
        let name = String(end.prefix { $0 != ":" })
        #expect(contents.objects.count == 1)
        #expect(contents.problems.map(\.kind) == [.unusableEnd(property: name)])
        #expect(contents.problems.map(\.line) == [5])
    }

    @Test("A usable DURATION beside an unusable DTEND counts")
    func durationBesideUnusableEnd() {
        #expect(
            rewritten(["DTSTART:20260415T110000Z", "DTEND:x", "DURATION:PT2H"])
                == ["DTSTART:20260415T110000Z", "DURATION:PT2H"]
        )
    }

    @Test(
        "A rule is read without blanks and commas too many, and what says nothing",
        arguments: [
            ("FREQ=WEEKLY; BYDAY=MO, TU ,", "FREQ=WEEKLY;BYDAY=MO,TU"),
            (" FREQ=WEEKLY;;BYDAY=,MO,,TU;", "FREQ=WEEKLY;BYDAY=MO,TU"),
            ("FREQ = WEEKLY ; COUNT = 3", "FREQ=WEEKLY;COUNT=3"),
            (":FREQ=DAILY;COUNT=2", "FREQ=DAILY;COUNT=2"),
            ("RRULE:FREQ=DAILY;COUNT=2", "FREQ=DAILY;COUNT=2"),
            ("FREQ=DAILY;COUNT=0", "FREQ=DAILY"),
            ("FREQ=DAILY;COUNT=-1;INTERVAL=2", "FREQ=DAILY;INTERVAL=2"),
            ("FREQ=DAILY;INTERVAL=0", "FREQ=DAILY"),
            ("FREQ=DAILY;UNTIL=;COUNT=", "FREQ=DAILY"),
            ("FREQ=DAILY;COUNT=0;UNTIL=20260501T000000Z", "FREQ=DAILY;UNTIL=20260501T000000Z"),
            ("FREQ=DAILY;UNTIL=2026-05-01T00:00:00Z", "FREQ=DAILY;UNTIL=20260501T000000Z"),
            ("FREQ=DAILY;UNTIL=20260501T000000+0200", "FREQ=DAILY;UNTIL=20260430T220000Z"),
            ("FREQ=DAILY;UNTIL=20260501T000000.000Z", "FREQ=DAILY;UNTIL=20260501T000000Z"),
            ("FREQ=DAILY;X-A= 1;COUNT=2", "FREQ=DAILY;X-A= 1;COUNT=2"),
            ("FREQ=FORTNIGHTLY; COUNT=3", "FREQ=FORTNIGHTLY;COUNT=3"),
            ("FREQ=MONTHLY;BYDAY=1 MO,-1 FR", "FREQ=MONTHLY;BYDAY=1MO,-1FR"),
            ("FREQ=MONTHLY;BYMONTHDAY=-1", "FREQ=MONTHLY;BYMONTHDAY=-1"),
            ("COUNT=3;FREQ=DAILY", "COUNT=3;FREQ=DAILY"),
        ]
    )
    func rules(value: String, expected: String) {
        let start = "DTSTART:20260415T110000Z"
        #expect(rewritten([start, "RRULE:" + value]) == [start, "RRULE:" + expected])
        #expect(rewritten([start, "EXRULE:" + value]) == [start, "EXRULE:" + expected])
    }

    @Test(
        "Of COUNT and UNTIL the one that ends the rule first counts",
        arguments: [
            ("FREQ=DAILY;COUNT=3;UNTIL=20260501T000000Z", "FREQ=DAILY;COUNT=3"),
            ("FREQ=DAILY;COUNT=30;UNTIL=20260501T000000Z", "FREQ=DAILY;UNTIL=20260501T000000Z"),
            ("UNTIL=20260501T000000Z;FREQ=WEEKLY;COUNT=2", "FREQ=WEEKLY;COUNT=2"),
            ("FREQ=DAILY;COUNT=3;UNTIL=20260417", "FREQ=DAILY;COUNT=3"),
            ("FREQ=DAILY;COUNT=4;UNTIL=20260417", "FREQ=DAILY;UNTIL=20260417"),
            ("FREQ=DAILY;COUNT=3;UNTIL=20260417T105959Z", "FREQ=DAILY;UNTIL=20260417T105959Z"),
            ("FREQ=DAILY;UNTIL=20260414T000000Z;COUNT=1", "FREQ=DAILY;UNTIL=20260414T000000Z"),
        ]
    )
    func countAndUntil(value: String, expected: String) {
        let start = "DTSTART:20260415T110000Z"
        #expect(rewritten([start, "RRULE:" + value]) == [start, "RRULE:" + expected])
        let octets = calendarOctets(
            ["BEGIN:VEVENT", "UID:1", start, "RRULE:" + value, "END:VEVENT"]
        )
        #expect(CalendarFile.problems(in: octets).first?.kind == .countAndUntil)
    }

    @Test(
        "A rule of vCalendar 1.0 is read in the words of RFC 5545",
        arguments: [
            ("D1 #3", "FREQ=DAILY;COUNT=3"),
            ("D2 #0", "FREQ=DAILY;INTERVAL=2"),
            ("D1", "FREQ=DAILY;COUNT=2"),
            ("D1 20260501T000000Z", "FREQ=DAILY;UNTIL=20260501T000000Z"),
            ("D1 0900 1500 #4", "FREQ=DAILY;BYHOUR=9,15;BYMINUTE=0;COUNT=4"),
            ("W2 TU TH #4", "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,TH;COUNT=4"),
            ("W1 #10", "FREQ=WEEKLY;COUNT=10"),
            ("w1 mo #0", "FREQ=WEEKLY;BYDAY=MO"),
            ("MP1 1+ TU #3", "FREQ=MONTHLY;BYDAY=1TU;COUNT=3"),
            ("MP2 1+ 1- FR #3", "FREQ=MONTHLY;INTERVAL=2;BYDAY=1FR,-1FR;COUNT=3"),
            ("MP1 1+$ SU MO 2- TU #0", "FREQ=MONTHLY;BYDAY=1SU,1MO,-2TU"),
            ("MP1 #12", "FREQ=MONTHLY;BYDAY=3WE;COUNT=12"),
            ("MD1 15 #2", "FREQ=MONTHLY;BYMONTHDAY=15;COUNT=2"),
            ("MD1 7 14- LD #5", "FREQ=MONTHLY;BYMONTHDAY=7,-14,-1;COUNT=5"),
            ("MD1 #0", "FREQ=MONTHLY"),
            ("YM1 #3", "FREQ=YEARLY;COUNT=3"),
            ("YM2 6 12 #5", "FREQ=YEARLY;INTERVAL=2;BYMONTH=6,12;COUNT=5"),
            ("YD1 1 100 200 #4", "FREQ=YEARLY;BYYEARDAY=1,100,200;COUNT=4"),
            ("YD1 #0", "FREQ=YEARLY"),
            ("M30 #4", "FREQ=MINUTELY;INTERVAL=30;COUNT=4"),
            // Rules within rules have no words.
            ("MP6 1+ MO #5 D2 #5", "MP6 1+ MO #5 D2 #5"),
            ("D0 #3", "D0 #3"),
            ("W1 XX #3", "W1 XX #3"),
            ("MP1 TU #3", "MP1 TU #3"),
        ]
    )
    func olderRules(value: String, expected: String) {
        let start = "DTSTART:20260415T110000Z"
        #expect(rewritten([start, "RRULE:" + value]) == [start, "RRULE:" + expected])
    }

    @Test(
        "Quoted-printable is decoded wherever it stands",
        arguments: [
            (
                "SUMMARY;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:=50=69=63=6B =C3=BC=70",
                "SUMMARY:Pick üp"
            ),
            ("SUMMARY;QUOTED-PRINTABLE:a=3Db=2C c", "SUMMARY:a=b\\, c"),
            ("SUMMARY;CHARSET=ISO-8859-1;ENCODING=quoted-printable:Gr=FC=DFe", "SUMMARY:Grüße"),
            ("SUMMARY;ENCODING=QUOTED-PRINTABLE;CHARSET=ISO-8859-2:=B1=E6", "SUMMARY:ąć"),
            ("SUMMARY;ENCODING=QUOTED-PRINTABLE;CHARSET=windows-1251:=CF=F0=E8", "SUMMARY:При"),
            ("SUMMARY;ENCODING=QUOTED-PRINTABLE:caf=E9", "SUMMARY:café"),
            (
                "DESCRIPTION;LANGUAGE=de;ENCODING=QUOTED-PRINTABLE:eins=0D=0Azwei=0Adrei",
                "DESCRIPTION;LANGUAGE=de:eins\\nzwei\\ndrei"
            ),
            ("LOCATION;ENCODING=QUOTED-PRINTABLE:A\\, B=3B C", "LOCATION:A\\, B\\; C"),
            ("X-NOTE;ENCODING=QUOTED-PRINTABLE:=41", "X-NOTE:A"),
            ("CATEGORIES;ENCODING=QUOTED-PRINTABLE:=C3=A4,b", "CATEGORIES:ä,b"),
            (
                "ATTENDEE;CN=QUOTED-PRINTABLE-fan:mailto:a=40b",
                "ATTENDEE;CN=QUOTED-PRINTABLE-fan:mailto:a=40b"
            ),
            ("SUMMARY:=41", "SUMMARY:=41"),
        ]
    )
    func quotedPrintable(line: String, expected: String) {
        #expect(rewritten([line]) == [expected])
    }

    @Test("A quoted-printable line continues after a soft line break, but not into another line")
    func softBreaks() {
        let encoded = "DESCRIPTION;ENCODING=QUOTED-PRINTABLE:"
        #expect(
            rewritten([encoded + "eins=20=", "zwei=", "drei", "LOCATION:x"]) == [
                "DESCRIPTION:eins zweidrei", "LOCATION:x",
            ]
        )
        #expect(
            rewritten([encoded + "eins=", "LOCATION:x"]) == ["DESCRIPTION:eins", "LOCATION:x"]
        )
        #expect(rewritten([encoded + "eins="]) == ["DESCRIPTION:eins"])
        #expect(rewritten([encoded + "a=C3=", " =BC"]) == ["DESCRIPTION:aü"])
        let cut = CalendarText.parse("BEGIN:VCALENDAR\r\n" + encoded + "eins=")
        #expect(cut.components.first?.first(.description)?.textValue == "eins")
    }

    @Test("An event from midnight to midnight that Microsoft marks as one of whole days is one")
    func wholeDays() {
        let mark = "X-MICROSOFT-CDO-ALLDAYEVENT:TRUE"
        #expect(
            rewritten([
                "DTSTART;TZID=Europe/Berlin:20260415T000000",
                "DTEND;TZID=Europe/Berlin:20260416T000000",
                "EXDATE;TZID=Europe/Berlin:20260422T000000", mark,
            ]) == [
                "DTSTART;VALUE=DATE:20260415", "DTEND;VALUE=DATE:20260416",
                "EXDATE;VALUE=DATE:20260422", mark,
            ]
        )
        #expect(
            rewritten(["DTSTART:20260415T000000Z", mark]) == ["DTSTART;VALUE=DATE:20260415", mark]
        )
        #expect(
            rewritten(["DTSTART:20260415T000000Z", "DTEND:20260415T000000Z", mark]) == [
                "DTSTART;VALUE=DATE:20260415", "DTEND;VALUE=DATE:20260416", mark,
            ]
        )
        let timed = ["DTSTART:20260415T090000Z", "DTEND:20260416T000000Z", mark]
        #expect(rewritten(timed) == timed)
        let unmarked = [
            "DTSTART:20260415T000000Z", "DTEND:20260416T000000Z",
            "X-MICROSOFT-CDO-ALLDAYEVENT:FALSE",
        ]
        #expect(rewritten(unmarked) == unmarked)
    }

    @Test("The alarms of vCalendar 1.0 become alarms")
    func olderAlarms() {
        #expect(
            rewritten([
                "DTSTART:20260415T110000", "SUMMARY:Tea", "DALARM:20260415T104500;;;Boil water",
                "AALARM:20260415T103000",
            ]) == [
                "DTSTART:20260415T110000", "SUMMARY:Tea",
                "BEGIN:VALARM", "ACTION:DISPLAY", "DESCRIPTION:Boil water", "TRIGGER:-PT15M",
                "END:VALARM",
                "BEGIN:VALARM", "ACTION:DISPLAY", "DESCRIPTION:Tea", "TRIGGER:-PT30M", "END:VALARM",
            ]
        )
    }

    @Test("Each repair is noted with its line and its event")
    func notes() {
        let result = CalendarText.parse(
            calendarOctets([
                "BEGIN:VEVENT", "UID:1", "SUMMARY:Tea", "DTSTART:2026-04-15T11:00:00Z",
                "BEGIN:VALARM", "TRIGGER:P-1D", "END:VALARM", "END:VEVENT",
            ])
        )
        #expect(
            result.problems.map(\.kind) == [
                .otherForm(property: "DTSTART"), .otherForm(property: "TRIGGER"),
            ]
        )
        #expect(result.problems.map(\.line) == [5, 7])
        #expect(result.problems.allSatisfy { $0.event?.title == "Tea" && $0.outcome == .repaired })
        #expect(
            result.problems.first?.message == "DTSTART not in the form of RFC 5545, repaired"
        )
    }

    @Test(
        "A declared charset is that of the lines which aren't in UTF-8",
        arguments: [
            ("iso-8859-2", [0xB1, 0xE6], "ąć"), ("windows-1251", [0xCF, 0xF0], "Пр"),
            ("\"ISO-8859-15\"", [0xA4], "€"), ("koi8-r", [0xC1], "а"),
            ("iso-8859-1", [0xFC], "ü"), ("utf-8", [0xC3, 0xBC], "ü"), ("utf-8", [0xFC], "ü"),
            ("iso-8859-2", [0xC3, 0xBC], "ü"), ("no-such-charset", [0xE9], "é"),
        ] as [(String, [UInt8], String)]
    )
    func declaredCharsets(name: String, text: [UInt8], expected: String) {
        let file =
            octets(["BEGIN:VCALENDAR", "BEGIN:VEVENT", "UID:1", "DTSTART:20260415T110000Z"])
            + Array("SUMMARY:".utf8) + text + octets(["", "END:VEVENT", "END:VCALENDAR"])
        let charset = Charset(name)
        let parsed = CalendarText.parse(file, charset: charset).components.first?
            .components.first?.first(.summary)?.textValue
        #expect(parsed == expected)
        var survey = CalendarSurvey(charset: charset)
        survey.take(file)
        survey.finish()
        var reader = CalendarObjects(survey)
        let objects = reader.take(file) + reader.finish()
        #expect(objects.first?.events.first?.summary == expected)
        #expect(reader.problems.isEmpty == (name != "utf-8" || text.count == 2) || charset == nil)
    }

    @Test("A line's own CHARSET applies to it, and isn't written with text in UTF-8")
    func ownCharset() {
        let file =
            Array("BEGIN:VEVENT\r\nSUMMARY;CHARSET=ISO-8859-2:".utf8) + [0xB1]
            + Array("\r\nEND:VEVENT\r\n".utf8)
        let summary = CalendarText.parse(file).components.first?.first(.summary)
        #expect(summary.map { String(decoding: $0.raw, as: UTF8.self) } == "SUMMARY:ą")
    }

    @Test("Many lines to be rewritten take time in proportion to their number, and stay bounded")
    func floods() {
        let rules = Array(
            repeating: "RRULE:FREQ=MINUTELY;COUNT=9999;UNTIL=20990101T000000Z",
            count: 5_000
        )
        let alarms = Array(repeating: "DALARM:20260415T104500", count: 5_000)
        let octets = eventOctets(rules + alarms)
        let event = CalendarText.parse(octets).components.first?.components.first
        #expect(event?.all(.recurrenceRule).first?.rawValue == "FREQ=MINUTELY;COUNT=9999")
        #expect(
            event?.all(.recurrenceRule).last?.rawValue == "FREQ=MINUTELY;UNTIL=20990101T000000Z"
        )
        #expect(event?.components.count == Limits.olderAlarmsMax)
        let parts = Array(repeating: String(repeating: "=41", count: 20) + "=", count: 10_000)
        let text = eventOctets(["SUMMARY;ENCODING=QUOTED-PRINTABLE:="] + parts + ["a"])
        let summary = CalendarText.parse(text).components.first?.components.first?.first(.summary)
        #expect(summary?.rawValue.utf8.count == 200_001)
    }
}
