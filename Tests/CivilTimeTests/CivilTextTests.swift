import CivilTime
import Testing

@Suite("Dates and times as text")
struct CivilTextTests {
    @Test(
        "Dates are read in both forms",
        arguments: [("2026-11-21", "20261121"), ("0001-01-01", "00010101")]
    )
    func dates(extended: String, basic: String) {
        #expect(CivilDate(extended)?.basicText == basic)
        #expect(CivilDate(basic)?.text == extended)
    }

    @Test(
        "Invalid dates are rejected",
        arguments: [
            "", "2026", "2026-11", "2026-1121", "202611-21", "2026-11-21 ", "20261131",
            "2026-11-21T", "２０２６1121", "-2026-11-21", "2026112",
        ]
    )
    func notDates(text: String) {
        #expect(CivilDate(text) == nil)
        #expect(CivilDate(ascii: Array(text.utf8)[...]) == nil)
    }

    @Test(
        "Date-times are read in their forms",
        arguments: [
            ("2026-11-21T09:00", "20261121T090000"), ("2026-11-21T09:00:30", "20261121T090030"),
            ("20261121T235959", "20261121T235959"), ("20261121T235960", "20261121T235959"),
        ]
    )
    func dateTimes(text: String, basic: String) {
        #expect(CivilDateTime(text)?.basicText == basic)
        #expect(CivilDateTime(ascii: Array(text.utf8)[...])?.basicText == basic)
    }

    @Test(
        "Invalid date-times are rejected",
        arguments: [
            "20261121", "20261121T", "20261121T09", "20261121T0900", "20261121T240000",
            "20261121T096000", "20261121T090061", "20261121T090000Z", "20261121 090000",
        ]
    )
    func notDateTimes(text: String) {
        #expect(CivilDateTime(text) == nil)
    }

    @Test("Instants are written with Z")
    func instants() throws {
        let instant = try #require(Instant("20261121T090000Z"))
        #expect(instant.secondsSinceEpoch == 1_795_251_600)
        #expect(instant.basicText == "20261121T090000Z")
        #expect(instant.text == "2026-11-21T09:00:00Z")
        #expect(Instant("20261121T090000") == nil)
    }

    @Test("Times outside the years 1 to 9999 are clamped")
    func clamping() {
        #expect(Instant.distantPast.civilUTC.text == "0001-01-01T00:00:00")
        #expect(Instant.distantFuture.civilUTC.text == "9999-12-31T23:59:59")
        #expect(Instant.distantFuture.adding(seconds: 1) == .distantFuture)
        #expect(Instant.distantPast.adding(seconds: -1) == .distantPast)
        let epoch = CivilDateTime(secondsSinceEpoch: 0)
        #expect(epoch.adding(seconds: -1).text == "1969-12-31T23:59:59")
        #expect(epoch.adding(seconds: Int.max).text == "9999-12-31T23:59:59")
        #expect(epoch.adding(seconds: Int.min).text == "0001-01-01T00:00:00")
    }

    @Test("Replacing the date and time keeps the kind of time")
    func replacing() throws {
        let civil = try #require(CivilDateTime("20261121T090000"))
        let berlin = ZoneID("Europe/Berlin")
        let other = CivilDateTime(secondsSinceEpoch: 0)
        #expect(CalendarTime.date(other.date).replacingCivil(civil) == .date(civil.date))
        #expect(CalendarTime.floating(other).replacingCivil(civil) == .floating(civil))
        #expect(CalendarTime.zoned(other, berlin).replacingCivil(civil) == .zoned(civil, berlin))
        let utc = CalendarTime.utc(Instant(secondsSinceEpoch: 0)).replacingCivil(civil)
        #expect(utc == .utc(Instant(secondsSinceEpoch: civil.secondsSinceEpoch)))
        #expect(utc.civil == civil)
        #expect(utc.zoneID == .utc)
    }
}
