import CivilTime
import ICalendar
import Testing

@Suite("Times")
struct TimeTests {
    @Test(
        "A property's time is read",
        arguments: [
            ("DTSTART;VALUE=DATE:20260105", "date 2026-01-05"),
            ("DTSTART:20260105", "date 2026-01-05"),
            ("DTSTART;VALUE=DATE:20260105T000000", "date 2026-01-05"),
            ("DTSTART;TZID=Europe/Berlin;VALUE=DATE:20260105", "date 2026-01-05"),
            ("DTSTART:20260105T090000", "floating 2026-01-05T09:00:00"),
            ("DTSTART;TZID=:20260105T090000", "floating 2026-01-05T09:00:00"),
            ("DTSTART: 20260105T090000 ", "floating 2026-01-05T09:00:00"),
            ("DTSTART:20260105T090000Z", "utc 2026-01-05T09:00:00"),
            ("DTSTART;TZID=Europe/Berlin:20260105T090000Z", "utc 2026-01-05T09:00:00"),
            ("DTSTART;TZID=Europe/Berlin:20260105T090000", "Europe/Berlin 2026-01-05T09:00:00"),
            (
                "DTSTART;TZID=\"W. Europe Standard Time\":20260105T090000",
                "W. Europe Standard Time 2026-01-05T09:00:00"
            ),
            (
                "DTSTART;TZID=(UTC+01:00) Amsterdam, Berlin:20260105T090000",
                "(UTC+01:00) Amsterdam, Berlin 2026-01-05T09:00:00"
            ),
            ("DTSTART:20261231T235960", "floating 2026-12-31T23:59:59"),
            ("RDATE;VALUE=PERIOD:20260105T090000Z/PT1H", "utc 2026-01-05T09:00:00"),
            ("DTSTART:20261305T090000", nil),
            ("DTSTART:20260229", nil),
            ("DTSTART:20260105T250000", nil),
            ("DTSTART:", nil),
            ("DTSTART:tomorrow", nil),
            ("DTSTART:20260105T090000+0100", "utc 2026-01-05T08:00:00"),
        ] as [(String, String?)]
    )
    func time(line: String, expected: String?) {
        #expect(readProperty(line)?.time.map { described($0) } == expected)
    }

    private func described(_ time: CalendarTime) -> String {
        switch time {
        case .date(let date): "date " + date.text
        case .floating(let civil): "floating " + civil.text
        case .utc(let instant): "utc " + instant.civilUTC.text
        case .zoned(let civil, let zone): zone.name + " " + civil.text
        }
    }

    @Test(
        "A time is written in iCalendar's form",
        arguments: [
            ("DTSTART;VALUE=DATE:20260105"), "DTSTART:20260105T090000", "DTSTART:20260105T090000Z",
            "DTSTART;TZID=Europe/Berlin:20260105T090000",
            "DTSTART;TZID=\"(UTC+01:00) Amsterdam, Berlin\":20260105T090000",
        ]
    )
    func writing(line: String) throws {
        let time = try #require(readProperty(line)?.time)
        #expect(String(decoding: Property.time("DTSTART", time).raw, as: UTF8.self) == line)
    }

    @Test("Lists of times are read and written")
    func lists() throws {
        let line = "EXDATE;TZID=Europe/Berlin:20260105T090000,20260106T090000,20260107T090000"
        let times = try #require(readProperty(line)).times
        #expect(times.count == 3)
        #expect(String(decoding: Property.times("EXDATE", times).raw, as: UTF8.self) == line)
        #expect(readProperty("EXDATE:20260105,never,20260107")?.times.count == 2)
    }

    @Test(
        "Durations are read and written",
        arguments: [
            ("P1D", 1, 0, "P1D"), ("P2W", 14, 0, "P2W"), ("PT1H", 0, 3_600, "PT1H"),
            ("P1DT2H3M4S", 1, 7_384, "P1DT2H3M4S"), ("-PT15M", 0, -900, "-PT15M"),
            ("+PT15M", 0, 900, "PT15M"), ("PT0S", 0, 0, "PT0S"), ("P7D", 7, 0, "P1W"),
            ("PT90M", 0, 5_400, "PT1H30M"), ("-P0DT0H30M0S", 0, -1_800, "-PT30M"),
            ("p1dt1s", 1, 1, "P1DT1S"), ("P1W2D", 9, 0, "P9D"), ("-P1DT1H", -1, -3_600, "-P1DT1H"),
            ("P3652059D", 3_652_059, 0, "P3652059D"),
        ]
    )
    func duration(text: String, days: Int, seconds: Int, written: String) throws {
        let duration = try #require(CalendarDuration(text))
        #expect(duration.days == days)
        #expect(duration.seconds == seconds)
        #expect(duration.text == written)
    }

    @Test(
        "Invalid durations are rejected",
        arguments: [
            "", "P", "PT", "P1", "1D", "P1H", "PT1D", "P1DT", "PT1M1H", "P1D1D", "PT1S1", "P-1D",
            "P3652060D", "P99999999999D", "PT9999999999H", " P1D", "P1M", "P1Y",
        ]
    )
    func noDuration(text: String) {
        #expect(CalendarDuration(text) == nil)
    }

    @Test("The parts of a duration have the same sign")
    func mixedSigns() {
        #expect(CalendarDuration(days: 1, seconds: -1) == nil)
        #expect(CalendarDuration(days: -1, seconds: -1)?.isNegative == true)
    }
}
