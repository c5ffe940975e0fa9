import CivilTime

extension FuzzTarget {
    /// TZif files: a zone that was read answers every question, and its answers agree.
    static let tzif = FuzzTarget(
        name: "tzif",
        dictionary: [
            "TZif", "TZif2", "TZif3", "TZif4", "\n\n", "\nUTC0\n", "\nCET-1CEST,M3.5.0,M10.5.0/3\n",
            "\nIST-1GMT0,M10.5.0,M3.5.0/1\n", "\n<-02>2<-01>,M3.5.0/-1,M10.5.0/0\n",
            "\nXXX3EDT4,0/0,J365/23\n", "\nAAA-24:00:01BBB,J60/167:59:59,365/-167\n", "UTC\0",
            "LMT\0",
            "\0\0\0\u{1}", "\0\0\0\0",
        ]
    ) { octets throws(Finding) in
        var outcome = Outcome()
        let zone: Zone
        do throws(TZifError) {
            zone = try Zone(id: ZoneID("Fuzzed"), tzif: octets)
        } catch {
            outcome.add("\(error)")
            return outcome.value
        }
        try ZoneCheck(zone).run(&outcome)
        return outcome.value
    }
}

/// Properties that hold for every zone, whatever file it comes from.
struct ZoneCheck {
    private let zone: Zone
    private let first = Instant(secondsSinceEpoch: -3_000_000_000)
    private let last = Instant(secondsSinceEpoch: 5_000_000_000)

    init(_ zone: Zone) {
        self.zone = zone
    }

    func run(_ outcome: inout Outcome) throws(Finding) {
        for instant in [.distantPast, first, Instant(secondsSinceEpoch: 0), last, .distantFuture] {
            try check(instant)
            outcome.add(zone.offsetSeconds(at: instant) / 900)
        }
        var instant = first
        var count = 0
        while let next = zone.nextTransition(after: instant), count < 64, next.instant < last {
            try Finding.require(next.instant > instant, "the next change is not after \(instant)")
            for seconds in [-1, 0, 1, 3_600] as [Int64] {
                try check(next.instant.adding(seconds: seconds))
            }
            instant = next.instant
            count += 1
        }
        outcome.add(count)
    }

    /// Round trip: an instant's clock time must mean that instant, alone or as one of two.
    private func check(_ instant: Instant) throws(Finding) {
        let civil = zone.civil(at: instant)
        _ = zone.abbreviation(at: instant)
        let isClamped = abs(instant.secondsSinceEpoch / 2) > 100_000_000_000
        switch zone.resolve(civil) {
        case .unique(let found):
            try Finding.require(isClamped || found == instant, "\(instant) is \(found)")
        case .fold(let one, let two):
            try Finding.require(one < two, "\(one) is not before \(two)")
            // No real zone shows a time three times; here the outer two instants are returned.
            try Finding.require(isClamped || (one...two).contains(instant), "\(instant): fold")
        case .gap:
            try Finding.require(isClamped, "\(instant) shows a skipped time, \(civil.text)")
        }
    }
}
