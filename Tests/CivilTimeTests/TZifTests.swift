import CivilTime
import Testing

@Suite("TZif files")
struct TZifTests {
    @Test("A truncated file is an error, never a crash")
    func truncated() throws {
        let octets = try ZoneFile.octets("Europe/Berlin")
        for length in 0..<octets.count {
            #expect(throws: TZifError.self) {
                try Zone(id: ZoneID("Cut"), tzif: Array(octets[..<length]))
            }
        }
    }

    @Test("A file with any one byte changed never crashes")
    func changed() throws {
        let octets = try ZoneFile.octets("America/New_York")
        for index in octets.indices {
            for value in [0, 0x7F, 0x80, 0xFF] as [UInt8] {
                var broken = octets
                broken[index] = value
                guard let zone = try? Zone(id: ZoneID("Odd"), tzif: broken) else { continue }
                for seconds in [-5_000_000_000, 0, 2_000_000_000, 4_000_000_000] as [Int64] {
                    let civil = zone.civil(at: Instant(secondsSinceEpoch: seconds))
                    _ = zone.resolve(civil)
                }
            }
        }
    }

    /// A change to a valid file, and the expected error.
    struct Damage: Sendable {
        let name: String
        /// Negative indices count from the second header: -1 is its first byte.
        let index: Int
        let value: UInt8
        let error: TZifError
    }

    @Test(
        "Each fault has its own error",
        arguments: [
            Damage(name: "magic", index: 0, value: 0x55, error: .notTZif),
            Damage(name: "version 1", index: 4, value: 0, error: .unsupportedVersion),
            Damage(name: "leap seconds", index: -32, value: 1, error: .leapSeconds),
            Damage(name: "count", index: 32, value: 0x10, error: .truncated),
        ]
    )
    func faults(damage: Damage) throws {
        var octets = try ZoneFile.octets("UTC")
        let header = try #require(
            octets.indices.last { octets[$0...].starts(with: Array("TZif".utf8)) }
        )
        let index = damage.index < 0 ? header - damage.index - 1 : damage.index
        octets[index] = damage.value
        #expect(throws: damage.error) { try Zone(id: ZoneID(damage.name), tzif: octets) }
    }

    @Test("A broken footer rule, or one far too long, is an error")
    func footers() throws {
        let octets = try ZoneFile.octets("UTC")
        let broken = octets.dropLast(2) + [0x21, 0x0A]
        #expect(throws: TZifError.invalidFooter) {
            try Zone(id: ZoneID("X"), tzif: [UInt8](broken))
        }
        let long = octets + [UInt8](repeating: 0, count: 70_000)
        #expect(throws: TZifError.tooLarge) { try Zone(id: ZoneID("X"), tzif: long) }
    }

    @Test(
        "POSIX rules are read in every form",
        arguments: [
            "UTC0", "CET-1CEST,M3.5.0,M10.5.0/3", "<+0330>-3:30", "EST5EDT,M3.2.0,M11.1.0",
            "IST-1GMT0,M10.5.0,M3.5.0/1", "<-02>2<-01>,M3.5.0/-1,M10.5.0/0",
            "XXX3EDT4,0/0,J365/23", "AAA-24:00:01BBB,J60/167:59:59,365/-167",
        ]
    )
    func rules(text: String) {
        #expect(PosixRule(text) != nil)
    }

    @Test(
        "Invalid POSIX rules are rejected",
        arguments: [
            "", "CET", "C-1", "CET-1CEST", "CET-1CEST,M3.5.0", "CET-1CEST,M13.5.0,M10.5.0",
            "CET-1CEST,M3.6.0,M10.5.0", "CET-1CEST,M3.5.7,M10.5.0", "CET-1CEST,J0,J365",
            "CET-1CEST,366,J365", "CET-25", "<CET-1", "CET-1 ", "CET-1CEST,M3.5.0,M10.5.0/168",
            "CET-99999999999999999999",
        ]
    )
    func notRules(text: String) {
        #expect(PosixRule(text) == nil)
    }

    @Test("Summer time all year round is a single span")
    func permanentSummer() throws {
        let rule = try #require(PosixRule("XXX3EDT4,0/0,J365/23"))
        let zone = Zone(id: ZoneID("Own"), transitions: [], tail: rule)
        var civil = try #require(CivilDateTime("20301230T000000"))
        for _ in 0..<96 {
            #expect(zone.offsetSeconds(at: zone.instant(of: civil)) == -14_400)
            if case .unique = zone.resolve(civil) {} else { Issue.record("\(civil.text)") }
            civil = civil.adding(seconds: 1_800)
        }
    }

    /// Found by the fuzzer: around New Year the first was read with an offset 12 hours off.
    @Test(
        "Overlapping changes of two years at New Year are taken in chronological order",
        arguments: [
            "XXX12ETT24,365/0,J365/3", "XXX12EDT24,365/0,J365/3", "AAA0BBB,J365/167,0/0",
            "AAA-24BBB,365/167,J1/-167", "XXX3EDT4,0/0,J365/23", "CET-1CEST,M3.5.0,M10.5.0/3",
            "XXX3EDT4,0/0,J365/6", "XXX2EDT24,0/0,J365/3", "XXX4EDT24,0/0,J365/3",
        ]
    )
    func overlapAtNewYear(text: String) throws {
        let rule = try #require(PosixRule(text))
        let zone = Zone(id: ZoneID("Own"), transitions: [], tail: rule)
        // Each hour of the two weeks around New Year, for years near leap years and between them.
        for year in 1_999...2_005 {
            let newYear = try #require(CivilDate(year: year, month: 1, day: 1))
            let first = Int64(newYear.adding(days: -14).daysSinceEpoch) * 86_400
            for hour in 0..<Int64(28 * 24) {
                let instant = Instant(secondsSinceEpoch: first + hour * 3_600)
                let next = zone.nextTransition(after: instant)
                #expect(next.map { $0.instant > instant } ?? true)
                switch zone.resolve(zone.civil(at: instant)) {
                case .unique(let found): #expect(found == instant)
                case .fold(let one, let two): #expect((one...two).contains(instant))
                case .gap: Issue.record("\(instant.text) shows a skipped time")
                }
                let stretch = zone.stretch(at: instant)
                let clock = zone.civil(at: instant).secondsSinceEpoch
                if stretch.contains(clock: clock) {
                    #expect(clock - stretch.offsetSeconds == instant.secondsSinceEpoch)
                }
            }
        }
    }
}
