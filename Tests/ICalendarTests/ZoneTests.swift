import CivilTime
import ICalendar
import Testing

@Suite("Time zones of files")
struct ZoneTests {
    private func readZone(_ lines: [String], known: ZoneCatalogue? = nil) -> Zone? {
        let text = octets(["BEGIN:VTIMEZONE"] + lines + ["END:VTIMEZONE"])
        return CalendarText.parse(text).components.first?.zone(known: known)
    }

    private func observance(_ name: String, _ lines: [String]) -> [String] {
        ["BEGIN:\(name)"] + lines + ["END:\(name)"]
    }

    private func hours(_ zone: Zone, _ utc: String) throws -> Double {
        let civil = try #require(CivilDateTime(utc))
        let instant = Instant(secondsSinceEpoch: civil.secondsSinceEpoch)
        return Double(zone.offsetSeconds(at: instant)) / 3_600
    }

    private func outlook(_ summer: String, _ winter: String) -> [String] {
        ["TZID:Odd"]
            + observance(
                "STANDARD",
                ["DTSTART:16011028T030000", winter, "TZOFFSETFROM:+0200", "TZOFFSETTO:+0100"]
            )
            + observance(
                "DAYLIGHT",
                ["DTSTART:16010325T020000", summer, "TZOFFSETFROM:+0100", "TZOFFSETTO:+0200"]
            )
    }

    @Test(
        "Yearly rules hold for ever",
        arguments: [
            ("RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU", "RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU"),
            (
                "RRULE:FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=25,26,27,28,29,30,31;BYDAY=SU",
                "RRULE:FREQ=YEARLY;BYMONTH=10;BYMONTHDAY=25,26,27,28,29,30,31;BYDAY=SU"
            ),
        ]
    )
    func yearly(summer: String, winter: String) throws {
        let zone = try #require(readZone(outlook(summer, winter)))
        #expect(try hours(zone, "1950-01-15T00:00:00") == 1)
        #expect(try hours(zone, "2026-03-29T00:59:59") == 1)
        #expect(try hours(zone, "2026-03-29T01:00:00") == 2)
        #expect(try hours(zone, "2026-10-25T00:59:59") == 2)
        #expect(try hours(zone, "2026-10-25T01:00:00") == 1)
        #expect(try hours(zone, "2199-07-01T00:00:00") == 2)
        #expect(try hours(zone, "2199-12-01T00:00:00") == 1)
    }

    @Test("A rule that POSIX can express holds after 2200 too")
    func posixTail() throws {
        let lines = outlook(
            "RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU",
            "RRULE:FREQ=YEARLY;BYMONTH=11;BYMONTHDAY=1,2,3,4,5,6,7;BYDAY=SU"
        )
        let zone = try #require(readZone(lines))
        #expect(try hours(zone, "5000-07-01T00:00:00") == 2)
        #expect(try hours(zone, "5000-12-01T00:00:00") == 1)
        #expect(try hours(zone, "2026-03-08T00:59:59") == 1)
        #expect(try hours(zone, "2026-03-08T01:00:00") == 2)
        #expect(try hours(zone, "2026-11-01T01:00:00") == 1)
    }

    /// A rule for each half of the year, in forms that files have.
    struct Halves: Sendable, CustomTestStringConvertible {
        let summer: String
        let winter: String
        /// The days of two changes in this century and two in 4826, computed with Python.
        let days: [String]

        var testDescription: String { summer }
    }

    @Test(
        "A rule of any shape holds for ever",
        arguments: [
            Halves(
                summer: "FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=2,3,4,5,6,7,8;BYDAY=SU",
                winter: "FREQ=YEARLY;BYMONTH=10;BYDAY=-2SU",
                days: ["20260308", "20261018", "48260308", "48261018"]
            ),
            Halves(
                summer: "FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=31",
                winter: "FREQ=YEARLY;BYMONTH=10;BYMONTHDAY=1",
                days: ["20260331", "20261001", "48260331", "48261001"]
            ),
            Halves(
                summer: "FREQ=YEARLY;BYDAY=13SU",
                winter: "FREQ=YEARLY;BYWEEKNO=43;BYDAY=SU",
                days: ["20260329", "20261025", "48260329", "48261025"]
            ),
            Halves(
                summer: "FREQ=YEARLY;BYYEARDAY=-276",
                winter: "FREQ=MONTHLY;INTERVAL=12;BYDAY=-1SU",
                days: ["20260331", "20261025", "48260331", "48261025"]
            ),
            Halves(
                summer: "FREQ=YEARLY;INTERVAL=3;BYMONTH=3;BYDAY=-1SU",
                winter: "FREQ=YEARLY;INTERVAL=3;BYMONTH=10;BYDAY=-1SU",
                days: ["20240331", "20241027", "48260329", "48261025"]
            ),
        ]
    )
    func anyShape(row: Halves) throws {
        let zone = try #require(readZone(outlook("RRULE:" + row.summer, "RRULE:" + row.winter)))
        for (index, day) in row.days.enumerated() {
            let date = try #require(CivilDate(day))
            let time = try #require(TimeOfDay(hour: 1, minute: 0))
            let change = CivilDateTime(date: date, time: time).secondsSinceEpoch
            let before = zone.offsetSeconds(at: Instant(secondsSinceEpoch: change - 1))
            let after = zone.offsetSeconds(at: Instant(secondsSinceEpoch: change))
            let isSummer = index % 2 == 0
            #expect(before == (isSummer ? 3_600 : 7_200), "\(day)")
            #expect(after == (isSummer ? 7_200 : 3_600), "\(day)")
        }
    }

    @Test("After its last listed cycle a rule gives the same changes as in the cycle before")
    func cycle() throws {
        let lines = outlook("RRULE:FREQ=YEARLY;BYDAY=13SU", "RRULE:FREQ=YEARLY;BYDAY=-10SU")
        let zone = try #require(readZone(lines))
        var instant = try #require(Instant("16500101T000000Z"))
        let cycleDays: Int64 = 146_097
        var count = 0
        while let change = zone.nextTransition(after: instant), count < 14_000 {
            for cycles in 1...8 as ClosedRange<Int64> {
                let later = change.instant.adding(seconds: cycles * cycleDays * 86_400)
                guard later.secondsSinceEpoch < 250_000_000_000 else { continue }
                let before = zone.nextTransition(after: later.adding(seconds: -1))
                #expect(before?.instant == later)
                #expect(before?.offsetSeconds == change.offsetSeconds)
            }
            instant = change.instant
            count += 1
            if count == 800 { instant = instant.adding(seconds: 9 * 400 * 365 * 86_400) }
        }
        // Two changes a year, up to the last one in 9999.
        #expect(count > 800)
        #expect(instant.civilUTC.date.year == 9_999)
    }

    @Test("Rules with an end, lists of dates and names are read")
    func history() throws {
        let lines =
            ["TZID:Old"]
            + observance(
                "DAYLIGHT",
                [
                    "DTSTART:19800406T020000", "RDATE:19810405T020000,19820404T020000",
                    "TZOFFSETFROM:+0530", "TZOFFSETTO:+0630", "TZNAME:SUM",
                ]
            )
            + observance(
                "STANDARD",
                [
                    "DTSTART:19800928T030000", "TZOFFSETFROM:+0630", "TZOFFSETTO:+0530",
                    "RRULE:FREQ=YEARLY;UNTIL=19820925T203000Z;BYMONTH=9;BYDAY=-1SU", "TZNAME:WIN",
                ]
            )
        let zone = try #require(readZone(lines))
        #expect(try hours(zone, "1979-07-01T00:00:00") == 5.5)
        #expect(try hours(zone, "1980-07-01T00:00:00") == 6.5)
        #expect(try hours(zone, "1981-07-01T00:00:00") == 6.5)
        #expect(try hours(zone, "1981-12-01T00:00:00") == 5.5)
        #expect(try hours(zone, "1982-07-01T00:00:00") == 6.5)
        #expect(try hours(zone, "1982-09-25T20:29:59") == 6.5)
        #expect(try hours(zone, "1982-09-25T20:30:00") == 5.5)
        #expect(try hours(zone, "2026-07-01T00:00:00") == 5.5)
        let summer = Instant(secondsSinceEpoch: 331_257_600)
        #expect(zone.abbreviation(at: summer) == "SUM")
    }

    @Test(
        "One observance without a rule is a fixed offset",
        arguments: [
            ("+0545", 5.75), ("-0330", -3.5), ("+000000", 0), ("-00:30", nil), ("5", nil),
        ] as [(String, Double?)]
    )
    func fixed(offset: String, expected: Double?) throws {
        let lines = observance(
            "STANDARD",
            ["DTSTART:16010101T000000", "TZOFFSETFROM:\(offset)", "TZOFFSETTO:\(offset)"]
        )
        let zone = readZone(["TZID:Customized Time Zone"] + lines)
        #expect(try zone.map { try hours($0, "2026-01-01T00:00:00") } == expected)
    }

    @Test("A known zone is preferred to its description")
    func known() throws {
        var catalogue = ZoneCatalogue()
        catalogue.add(Zone(id: ZoneID("Europe/Berlin"), offsetSeconds: 7_200))
        let lines = observance(
            "STANDARD",
            ["DTSTART:16010101T000000", "TZOFFSETFROM:+0500", "TZOFFSETTO:+0500"]
        )
        let names = [
            ["TZID:Europe/Berlin"], ["TZID:W. Europe Standard Time"],
            ["TZID:Odd", "X-LIC-LOCATION:Europe/Berlin"],
            ["TZID:/freeassociation.sourceforge.net/Europe/Berlin"],
        ]
        for name in names {
            let zone = try #require(readZone(name + lines, known: catalogue))
            #expect(try hours(zone, "2026-01-01T00:00:00") == 2, "\(name)")
        }
        let other = try #require(readZone(["TZID:Odd"] + lines, known: catalogue))
        #expect(try hours(other, "2026-01-01T00:00:00") == 5)
    }

    @Test(
        "An incomplete VTIMEZONE isn't a zone",
        arguments: [
            [], ["TZID:X"], ["BEGIN:STANDARD", "DTSTART:16010101T000000", "END:STANDARD"],
        ] as [[String]]
    )
    func none(lines: [String]) {
        #expect(readZone(lines) == nil)
    }

    @Test("A zone in a hostile file is read in bounded time")
    func hostile() throws {
        let rules = Array(repeating: "RRULE:FREQ=YEARLY;BYMONTH=1,2,3,4,5,6;BYDAY=1SU", count: 500)
        let lines = (0..<200).flatMap { _ in
            observance(
                "STANDARD",
                ["DTSTART:00010101T000000", "TZOFFSETFROM:+0500", "TZOFFSETTO:+0600"] + rules
            )
        }
        #expect(readZone(["TZID:X"] + lines) != nil)
    }
}
