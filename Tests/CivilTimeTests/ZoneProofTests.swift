import CivilTime
import Foundation
import Testing

/// Compares every zone of tzdata with the C library, from 1900 to 2100.
///
/// `make test` checks every 30 days between transitions. `make zones` sets `ZONE_STEP_HOURS` to
/// check more often.
@Suite("Zones against the C library", .serialized)
struct ZoneProofTests {
    private static let from: Int64 = -2_208_988_800
    private static let to: Int64 = 4_102_444_800

    private static let stepSeconds: Int64 = {
        let hours = ProcessInfo.processInfo.environment["ZONE_STEP_HOURS"].flatMap { Int64($0) }
        return (hours ?? 720) * 3_600
    }()

    /// One name for each distinct file.
    private static func zoneNames() throws -> (all: Int, distinct: [String]) {
        let paths = FileManager.default.subpaths(atPath: ZoneFile.folder) ?? []
        var seen: Set<Data> = []
        var distinct: [String] = []
        var count = 0
        for path in paths.sorted() {
            // Skip `right`, which counts leap seconds, and `posix`, which repeats the rest.
            if path.hasPrefix("right/") || path.hasPrefix("posix/") { continue }
            guard let data = FileManager.default.contents(atPath: ZoneFile.folder + path),
                data.starts(with: Array("TZif".utf8))
            else { continue }
            count += 1
            if seen.insert(data).inserted { distinct.append(path) }
        }
        return (count, distinct)
    }

    @Test("Every zone agrees with the C library, at each change and between them")
    func everyZone() throws {
        let (all, distinct) = try Self.zoneNames()
        #expect(all >= 400)
        var tally = ZoneProof.Tally()
        for name in distinct {
            let zone = try ZoneFile.zone(name)
            SystemClock.within(name) { clock in
                var proof = ZoneProof(zone: zone, clock: clock, tally: tally)
                proof.checkBetween(from: Self.from, to: Self.to, stepSeconds: Self.stepSeconds)
                proof.checkChanges(from: Self.from, to: Self.to)
                tally = proof.tally
            }
        }
        for difference in tally.differences.prefix(20) { Issue.record("\(difference)") }
        #expect(tally.differences.isEmpty, "\(tally.differences.count) differences")
        #expect(tally.changes > 30_000)
        print(
            "\(all) zone names, \(distinct.count) different zones, \(tally.changes) changes, "
                + "\(tally.instants) instants, \(tally.clockTimes) clock times, of these "
                + "\(tally.skipped) skipped and \(tally.repeated) repeated"
        )
    }
}

/// Compares one zone with the C library.
struct ZoneProof {
    /// How much was checked, and what differed.
    struct Tally {
        var changes = 0
        var instants = 0
        var clockTimes = 0
        var skipped = 0
        var repeated = 0
        var differences: [String] = []
    }

    let zone: Zone
    let clock: SystemClock
    var tally: Tally

    /// Checks regular instants, to find transitions that only the C library knows.
    mutating func checkBetween(from: Int64, to: Int64, stepSeconds: Int64) {
        for seconds in stride(from: from, to: to, by: Int64.Stride(stepSeconds)) {
            tally.instants += 1
            let offset = zone.offsetSeconds(at: Instant(secondsSinceEpoch: seconds))
            if offset != clock.offsetSeconds(at: seconds) { differ(seconds, "offset \(offset)") }
        }
    }

    /// Checks the seconds around every transition, in both directions.
    mutating func checkChanges(from: Int64, to: Int64) {
        var instant = Instant(secondsSinceEpoch: from)
        while let change = zone.nextTransition(after: instant),
            change.instant.secondsSinceEpoch < to
        {
            let seconds = change.instant.secondsSinceEpoch
            tally.changes += 1
            for second in (seconds - 1)...(seconds + 1) { checkInstant(second) }
            let before = Int64(zone.offsetSeconds(at: Instant(secondsSinceEpoch: seconds - 1)))
            let after = Int64(change.offsetSeconds)
            for second in (seconds - 1)...(seconds + 1) {
                checkClockTime(second + before, offsets: [before, after])
                if after != before { checkClockTime(second + after, offsets: [before, after]) }
            }
            instant = change.instant
        }
    }

    private mutating func checkInstant(_ seconds: Int64) {
        tally.instants += 1
        let instant = Instant(secondsSinceEpoch: seconds)
        let expected = clock.reading(at: seconds)
        let offset = zone.offsetSeconds(at: instant)
        if offset != expected.offsetSeconds { differ(seconds, "offset \(offset)") }
        let name = zone.abbreviation(at: instant)
        if name != expected.abbreviation {
            differ(seconds, "\(name), not \(expected.abbreviation)")
        }
        let civil = zone.civil(at: instant).secondsSinceEpoch
        if civil != seconds + Int64(offset) { differ(seconds, "clock \(civil)") }
    }

    /// A clock time must mean exactly the instants at which the C library's clock shows it.
    private mutating func checkClockTime(_ clockTime: Int64, offsets: [Int64]) {
        tally.clockTimes += 1
        let candidates = Set(offsets.map { clockTime - $0 }).sorted()
        let shown = candidates.filter { Int64(clock.offsetSeconds(at: $0)) + $0 == clockTime }
        let civil = CivilDateTime(secondsSinceEpoch: clockTime)
        let chosen = clock.instant(ofClock: clockTime, isSummer: nil)
        switch zone.resolve(civil) {
        case .unique(let instant):
            let seconds = instant.secondsSinceEpoch
            if shown != [seconds] { differ(clockTime, "unique \(seconds), not \(shown)") }
            if chosen != seconds { differ(clockTime, "unique \(seconds), mktime \(chosen)") }
        case .gap(let before, let after):
            tally.skipped += 1
            let found = [after.secondsSinceEpoch, before.secondsSinceEpoch]
            if !shown.isEmpty { differ(clockTime, "skipped, but shown at \(shown)") }
            if found != candidates { differ(clockTime, "gap \(found), not \(candidates)") }
            if !found.contains(chosen) { differ(clockTime, "gap \(found), mktime \(chosen)") }
        case .fold(let first, let second):
            tally.repeated += 1
            let found = [first.secondsSinceEpoch, second.secondsSinceEpoch]
            if shown != found { differ(clockTime, "fold \(found), not \(shown)") }
            checkFold(clockTime, found)
        }
    }

    /// Where summer time tells the two instants apart, asks mktime for each of them.
    private mutating func checkFold(_ clockTime: Int64, _ found: [Int64]) {
        let isSummer = found.map { clock.reading(at: $0).isSummer }
        for (seconds, flag) in zip(found, isSummer) where isSummer[0] != isSummer[1] {
            let made = clock.instant(ofClock: clockTime, isSummer: flag)
            if made != seconds { differ(clockTime, "fold \(seconds), mktime \(made)") }
        }
    }

    private mutating func differ(_ seconds: Int64, _ what: String) {
        tally.differences.append("\(zone.id.name) at \(seconds): \(what)")
    }
}
