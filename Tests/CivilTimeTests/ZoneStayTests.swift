import CivilTime
import Testing

@Suite("Stays in other zones")
struct ZoneStayTests {
    /// Berlin, with the stays that the lines tell.
    private func berlin(_ lines: String...) throws -> Zone {
        try ZoneFile.zone("Europe/Berlin").travelling(
            lines.map { line in
                let parts = line.split(separator: " ").map { String($0) }
                let first = try #require(CivilDate(parts[1]))
                let last = try #require(CivilDate(parts[2]))
                return ZoneStay(in: try ZoneFile.zone(parts[0]), on: first...last)
            }
        )
    }

    private func shown(_ instant: String, in zone: Zone) throws -> String {
        let instant = try #require(Instant(instant))
        return "\(zone.civil(at: instant).text) \(zone.id(at: instant).name)"
    }

    @Test(
        "The last evening at home and the last evening away are whole",
        arguments: [
            ("20260302T225959Z", "2026-03-02T23:59:59 Europe/Berlin"),
            ("20260302T230000Z", "2026-03-03T08:00:00 Asia/Tokyo"),
            ("20260310T145959Z", "2026-03-10T23:59:59 Asia/Tokyo"),
            ("20260310T150000Z", "2026-03-10T16:00:00 Europe/Berlin"),
            ("19000715T120000Z", "1900-07-15T13:00:00 Europe/Berlin"),
            ("20260715T120000Z", "2026-07-15T14:00:00 Europe/Berlin"),
            ("20900715T120000Z", "2090-07-15T14:00:00 Europe/Berlin"),
        ]
    )
    func tokyo(instant: String, expected: String) throws {
        let zone = try berlin("Asia/Tokyo 2026-03-03 2026-03-10")
        #expect(try shown(instant, in: zone) == expected)
        #expect(zone.id == ZoneID("Europe/Berlin"))
    }

    @Test(
        "The clocks change where the traveller is",
        arguments: [
            // New York on 8 March, and not Berlin on 29 March.
            ("20260308T065959Z", "2026-03-08T01:59:59 America/New_York"),
            ("20260308T070000Z", "2026-03-08T03:00:00 America/New_York"),
            ("20260329T010000Z", "2026-03-28T21:00:00 America/New_York"),
            ("20260402T120000Z", "2026-04-02T14:00:00 Europe/Berlin"),
        ]
    )
    func newYork(instant: String, expected: String) throws {
        let zone = try berlin("America/New_York 2026-03-05 2026-03-31")
        #expect(try shown(instant, in: zone) == expected)
    }

    @Test(
        "One stay follows another without a way home",
        arguments: [
            ("20260305T145959Z", "2026-03-05T23:59:59 Asia/Tokyo"),
            ("20260305T150000Z", "2026-03-05T05:00:00 Pacific/Honolulu"),
            ("20260309T100000Z", "2026-03-09T11:00:00 Europe/Berlin"),
        ]
    )
    func onward(instant: String, expected: String) throws {
        for last in ["2026-03-05", "2026-03-07"] {
            let zone = try berlin(
                "Pacific/Honolulu 2026-03-06 2026-03-08",
                "Asia/Tokyo 2026-03-03 \(last)"
            )
            #expect(try shown(instant, in: zone) == expected)
        }
    }

    @Test("Skipped hours of an arrival lead to the morning there")
    func skippedMidnight() throws {
        let zone = try berlin("Asia/Tokyo 2026-03-03 2026-03-10")
        let midnight = try #require(CivilDateTime("20260303T000000"))
        #expect(zone.instant(of: midnight) == Instant("20260302T230000Z"))
    }

    @Test("Every hour of the year is found again by what the clock shows")
    func everyHour() throws {
        let zone = try berlin(
            "America/New_York 2026-03-05 2026-03-12",
            "Asia/Tokyo 2026-06-01 2026-06-30",
            "Pacific/Kiritimati 2026-10-20 2026-10-31"
        )
        let start = try #require(Instant("20260101T000000Z"))
        for hour in 0..<8_760 {
            let instant = start.adding(seconds: Int64(hour) * 3_600)
            switch zone.resolve(zone.civil(at: instant)) {
            case .unique(let found): #expect(found == instant)
            case .fold(let first, let second): #expect(first == instant || second == instant)
            case .gap: Issue.record("\(instant.basicText) is shown, and skipped")
            }
        }
    }

    @Test("Of more than 100 stays the first 100 are used")
    func limit() throws {
        func zone(_ count: Int) throws -> Zone {
            let tokyo = try ZoneFile.zone("Asia/Tokyo")
            let first = try #require(CivilDate("2026-01-01"))
            return try ZoneFile.zone("Europe/Berlin").travelling(
                (0..<count).map { number in
                    let day = first.adding(days: number * 3)
                    return ZoneStay(in: tokyo, on: day...day)
                }
            )
        }
        // The 100th stay is on 25 October.
        let noon = try #require(Instant("20261025T030000Z"))
        #expect(try zone(100).id(at: noon).name == "Asia/Tokyo")
        #expect(try zone(101).id(at: noon.adding(seconds: 3 * 86_400)).name == "Europe/Berlin")
    }
}
