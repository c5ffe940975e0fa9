import CivilTime
import Testing

@Suite("Zones")
struct ZoneTests {
    // The expected values are from Python's zoneinfo.
    @Test(
        "Offsets and abbreviations are right long after the last listed transition",
        arguments: [
            ("Europe/Berlin", "20900115T120000Z", 3_600, "CET"),
            ("Europe/Berlin", "20900715T120000Z", 7_200, "CEST"),
            ("Europe/Berlin", "19000101T000000Z", 3_600, "CET"),
            ("Europe/Berlin", "19650701T000000Z", 3_600, "CET"),
            ("America/New_York", "20900115T120000Z", -18_000, "EST"),
            ("America/New_York", "20900715T120000Z", -14_400, "EDT"),
            ("America/New_York", "19000101T000000Z", -18_000, "EST"),
            ("America/New_York", "19650701T000000Z", -14_400, "EDT"),
            ("Australia/Lord_Howe", "20900115T120000Z", 39_600, "+11"),
            ("Australia/Lord_Howe", "20900715T120000Z", 37_800, "+1030"),
            ("Europe/Dublin", "20900115T120000Z", 0, "GMT"),
            ("Europe/Dublin", "20900715T120000Z", 3_600, "IST"),
            ("America/Santiago", "20900115T120000Z", -10_800, "-03"),
            ("America/Santiago", "20900715T120000Z", -14_400, "-04"),
            ("Pacific/Apia", "20900115T120000Z", 46_800, "+13"),
            ("Pacific/Apia", "20900715T120000Z", 46_800, "+13"),
            ("Asia/Kolkata", "20900115T120000Z", 19_800, "IST"),
            ("Asia/Kolkata", "20900715T120000Z", 19_800, "IST"),
            ("Pacific/Chatham", "20900115T120000Z", 49_500, "+1345"),
            ("Pacific/Chatham", "20900715T120000Z", 45_900, "+1245"),
        ]
    )
    func offsets(name: String, instant: String, offset: Int, abbreviation: String) throws {
        let zone = try ZoneFile.zone(name)
        let instant = try #require(Instant(instant))
        #expect(zone.offsetSeconds(at: instant) == offset)
        #expect(zone.abbreviation(at: instant) == abbreviation)
    }

    /// A clock time and its one or two instants; the first is RFC 5545's choice.
    struct Meaning: Sendable {
        let zone: String
        let clock: String
        let kind: String
        let instants: [String]
    }

    @Test(
        "Skipped and repeated times are told apart",
        arguments: [
            Meaning(
                zone: "Europe/Berlin",
                clock: "20260329T020000",
                kind: "gap",
                instants: ["20260329T010000Z", "20260329T000000Z"]
            ),
            Meaning(
                zone: "Europe/Berlin",
                clock: "20260329T025959",
                kind: "gap",
                instants: ["20260329T015959Z", "20260329T005959Z"]
            ),
            Meaning(
                zone: "Europe/Berlin",
                clock: "20260329T030000",
                kind: "unique",
                instants: ["20260329T010000Z"]
            ),
            Meaning(
                zone: "Europe/Berlin",
                clock: "20261025T020000",
                kind: "fold",
                instants: ["20261025T000000Z", "20261025T010000Z"]
            ),
            Meaning(
                zone: "Europe/Berlin",
                clock: "20261025T030000",
                kind: "unique",
                instants: ["20261025T020000Z"]
            ),
            Meaning(
                zone: "Europe/Berlin",
                clock: "20900326T023000",
                kind: "gap",
                instants: ["20900326T013000Z", "20900326T003000Z"]
            ),
            Meaning(
                zone: "America/New_York",
                clock: "20260308T023000",
                kind: "gap",
                instants: ["20260308T073000Z", "20260308T063000Z"]
            ),
            Meaning(
                zone: "America/New_York",
                clock: "20261101T013000",
                kind: "fold",
                instants: ["20261101T053000Z", "20261101T063000Z"]
            ),
            Meaning(
                zone: "Australia/Lord_Howe",
                clock: "20261004T021500",
                kind: "gap",
                instants: ["20261003T154500Z", "20261003T151500Z"]
            ),
            Meaning(
                zone: "Australia/Lord_Howe",
                clock: "20260405T014500",
                kind: "fold",
                instants: ["20260404T144500Z", "20260404T151500Z"]
            ),
            Meaning(
                zone: "Pacific/Apia",
                clock: "20111230T120000",
                kind: "gap",
                instants: ["20111230T220000Z", "20111229T220000Z"]
            ),
            Meaning(
                zone: "America/Sao_Paulo",
                clock: "20181104T000000",
                kind: "gap",
                instants: ["20181104T030000Z", "20181104T020000Z"]
            ),
            Meaning(
                zone: "Pacific/Apia",
                clock: "20111229T235959",
                kind: "unique",
                instants: ["20111230T095959Z"]
            ),
            Meaning(
                zone: "Pacific/Apia",
                clock: "20111231T000000",
                kind: "unique",
                instants: ["20111230T100000Z"]
            ),
            Meaning(
                zone: "Pacific/Kwajalein",
                clock: "19930821T120000",
                kind: "gap",
                instants: ["19930822T000000Z", "19930821T000000Z"]
            ),
            Meaning(
                zone: "Pacific/Kwajalein",
                clock: "19930822T000000",
                kind: "unique",
                instants: ["19930821T120000Z"]
            ),
            Meaning(
                zone: "Europe/Dublin",
                clock: "20260329T013000",
                kind: "gap",
                instants: ["20260329T013000Z", "20260329T003000Z"]
            ),
            Meaning(
                zone: "Europe/Dublin",
                clock: "20261025T013000",
                kind: "fold",
                instants: ["20261025T003000Z", "20261025T013000Z"]
            ),
            Meaning(
                zone: "Europe/Dublin",
                clock: "20881031T013000",
                kind: "fold",
                instants: ["20881031T003000Z", "20881031T013000Z"]
            ),
            Meaning(
                zone: "Africa/Casablanca",
                clock: "20250223T023000",
                kind: "fold",
                instants: ["20250223T013000Z", "20250223T023000Z"]
            ),
            Meaning(
                zone: "Africa/Casablanca",
                clock: "20250406T023000",
                kind: "gap",
                instants: ["20250406T023000Z", "20250406T013000Z"]
            ),
        ]
    )
    func resolution(row: Meaning) throws {
        let zone = try ZoneFile.zone(row.zone)
        let civil = try #require(CivilDateTime(row.clock))
        let found: (kind: String, instants: [Instant]) =
            switch zone.resolve(civil) {
            case .unique(let instant): ("unique", [instant])
            case .gap(let before, let after): ("gap", [before, after])
            case .fold(let first, let second): ("fold", [first, second])
            }
        #expect(found.kind == row.kind)
        #expect(found.instants.map(\.basicText) == row.instants)
        #expect(zone.instant(of: civil).basicText == row.instants[0])
        #expect(zone.instant(of: civil, choosing: .earlier) == found.instants.min())
        #expect(zone.instant(of: civil, choosing: .later) == found.instants.max())
        #expect(zone.instant(of: civil, choosing: .offsetAfter) == found.instants.last)
    }

    /// Found by the fuzzer: the second of three instants was returned as the last.
    @Test("For a time shown three times, the first and the last instant are returned")
    func shownThrice() throws {
        let changes = [(0, -10_800), (10_800, -14_400)].map { seconds, offset in
            Zone.Transition(
                instant: Instant(secondsSinceEpoch: seconds),
                offsetSeconds: offset,
                abbreviation: ""
            )
        }
        let zone = Zone(id: ZoneID("Own"), transitions: changes, initialOffsetSeconds: 23_400)
        let clock = try #require(CivilDateTime("19691231T230000"))
        let first = Instant(secondsSinceEpoch: -27_000)
        let last = Instant(secondsSinceEpoch: 10_800)
        #expect(zone.resolve(clock) == .fold(first: first, second: last))
        #expect(zone.civil(at: Instant(secondsSinceEpoch: 7_200)) == clock)
        #expect(zone.instant(of: clock) == first)
        #expect(zone.instant(of: clock, choosing: .later) == last)
    }

    @Test(
        "Every half hour of two years is later than the one before, unless the clock skips it",
        arguments: ["Europe/Berlin", "Australia/Lord_Howe", "Pacific/Apia", "America/Nuuk", "UTC"]
    )
    func order(name: String) throws {
        let zone = try ZoneFile.zone(name)
        for start in ["20110101T000000", "20880101T000000"] {
            var civil = try #require(CivilDateTime(start))
            var previous = Instant.distantPast
            for _ in 0..<(365 * 96) {
                switch zone.resolve(civil) {
                case .unique(let instant), .fold(let instant, _):
                    #expect(previous < instant)
                    previous = instant
                case .gap: break
                }
                civil = civil.adding(seconds: 1_800)
            }
        }
    }

    @Test("A zone made from transitions keeps the last one, or follows its rule")
    func listed() throws {
        let change = try #require(Instant("20200101T000000Z"))
        let transition = Zone.Transition(
            instant: change,
            offsetSeconds: 3_600,
            abbreviation: "CET"
        )
        let plain = Zone(id: ZoneID("Own"), transitions: [transition], initialOffsetSeconds: 5_400)
        #expect(plain.offsetSeconds(at: change.adding(seconds: -1)) == 5_400)
        #expect(plain.abbreviation(at: change.adding(seconds: -1)) == "+0130")
        #expect(plain.offsetSeconds(at: .distantFuture) == 3_600)
        let ruled = Zone(
            id: ZoneID("Own"),
            transitions: [transition],
            tail: PosixRule("CET-1CEST,M3.5.0,M10.5.0/3")
        )
        #expect(ruled.offsetSeconds(at: .distantPast) == 3_600)
        #expect(ruled.offsetSeconds(at: try #require(Instant("20500701T000000Z"))) == 7_200)
    }

    @Test("A time that is skipped but shown some hours later is not a gap")
    func setBackSoon() throws {
        let noon = try #require(Instant("20260101T120000Z"))
        let zone = Zone(
            id: ZoneID("Own"),
            transitions: [
                Zone.Transition(instant: noon, offsetSeconds: 18_000, abbreviation: "FIVE"),
                Zone.Transition(
                    instant: noon.adding(seconds: 3_600),
                    offsetSeconds: 3_600,
                    abbreviation: "ONE"
                ),
            ],
            initialOffsetSeconds: 0
        )
        let civil = try #require(CivilDateTime("20260101T143000"))
        #expect(zone.resolve(civil) == .unique(try #require(Instant("20260101T133000Z"))))
        let skipped = try #require(CivilDateTime("20260101T123000"))
        #expect(
            zone.resolve(skipped)
                == .gap(
                    before: try #require(Instant("20260101T123000Z")),
                    after: try #require(Instant("20260101T073000Z"))
                )
        )
    }

    @Test("The next transition is found in the list and by the rule")
    func nextTransition() throws {
        let berlin = try ZoneFile.zone("Europe/Berlin")
        let listed = berlin.nextTransition(after: try #require(Instant("19800101T000000Z")))
        #expect(listed?.instant.basicText == "19800406T010000Z")
        let ruled = berlin.nextTransition(after: try #require(Instant("20900101T000000Z")))
        #expect(ruled?.instant.basicText == "20900326T010000Z")
        #expect(ruled?.abbreviation == "CEST")
        #expect(Zone.utc.nextTransition(after: .distantPast) == nil)
    }
}
