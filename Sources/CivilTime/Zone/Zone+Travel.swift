/// Some days on which a traveller's clock shows another zone.
public struct ZoneStay: Sendable {
    /// The zone of the clock on these days.
    public let zone: Zone
    /// The days, both included.
    public let days: ClosedRange<CivilDate>

    /// Makes a stay from its parts.
    public init(in zone: Zone, on days: ClosedRange<CivilDate>) {
        self.zone = zone
        self.days = days
    }
}

extension Zone {
    /// The zone of somebody who lives here and stays elsewhere for some days.
    ///
    /// A stay begins and ends at midnight by the clock of the place that is left, so the last day
    /// in each place is whole. The hours that the journey skips or repeats come right after that
    /// midnight.
    ///
    /// - Parameter stays: The stays in any order; only the first 100 are used. A stay that begins
    ///   before another has ended cuts the other short.
    /// - Returns: A zone of the same name; ``id(at:)`` tells in which zone the traveller is.
    public func travelling(_ stays: [ZoneStay]) -> Zone {
        guard !stays.isEmpty else { return self }
        let legs = legs(stays.prefix(Limits.staysMax))
        var transitions: [Transition] = []
        for (index, leg) in legs.enumerated() {
            let next = index + 1 < legs.count ? legs[index + 1].start : leg.zone.startOfTail
            if index > 0 { transitions.append(leg.zone.localTime(from: leg.start)) }
            var instant = leg.start
            while let change = leg.zone.nextTransition(after: instant), change.instant < next,
                transitions.count < Limits.transitionsMax
            {
                transitions.append(change)
                instant = change.instant
            }
        }
        let travelled = Zone(
            id: id,
            transitions: transitions,
            initialOffsetSeconds: offsetSeconds(at: .dawn),
            initialAbbreviation: abbreviation(at: .dawn),
            tail: table.tail
        )
        return Zone(id: id, table: ZoneTable(travelled.table, legs: legs.map { $0.name }))
    }

    /// The name of the zone that the clock shows at an instant: this one's, or that of a stay.
    public func id(at instant: Instant) -> ZoneID {
        table.legs.last { $0.start <= instant }?.id ?? id
    }

    /// A traveller's itinerary: home, a stay, home or the next stay, and so on.
    private func legs(_ stays: some Sequence<ZoneStay>) -> [Leg] {
        var legs = [Leg(start: .dawn, zone: self)]
        var last: CivilDate?
        for stay in stays.sorted(by: { $0.days.lowerBound < $1.days.lowerBound }) {
            // If no day lies between two stays, the traveller doesn't go home in between.
            if let last, stay.days.lowerBound <= last.adding(days: 1) { legs.removeLast() }
            append(stay.zone, on: stay.days.lowerBound, to: &legs)
            append(self, on: stay.days.upperBound.adding(days: 1), to: &legs)
            last = stay.days.upperBound
        }
        return legs
    }

    /// Adds a leg that begins at the midnight before a day, by the clock of the previous leg.
    private func append(_ zone: Zone, on day: CivilDate, to legs: inout [Leg]) {
        let before = legs[legs.count - 1]
        let midnight = before.zone.instant(of: CivilDateTime(date: day, time: .midnight))
        legs.append(Leg(start: max(before.start, midnight), zone: zone))
    }

    private func localTime(from instant: Instant) -> Transition {
        Transition(
            instant: instant,
            offsetSeconds: offsetSeconds(at: instant),
            abbreviation: abbreviation(at: instant)
        )
    }

    /// The instant after which only the zone's rule gives its transitions.
    private var startOfTail: Instant {
        guard table.tail != nil else { return .distantFuture }
        return Instant(secondsSinceEpoch: table.starts.last ?? .min).adding(seconds: 1)
    }
}

extension Instant {
    /// The start of the year 1, before any transition.
    fileprivate static let dawn = Zone.utc.instant(of: CivilDateTime(date: .min, time: .midnight))
}

/// One leg of a traveller's itinerary, spent in one zone.
private struct Leg {
    let start: Instant
    let zone: Zone

    var name: ZoneTable.Leg { ZoneTable.Leg(start: start, id: zone.id) }
}
