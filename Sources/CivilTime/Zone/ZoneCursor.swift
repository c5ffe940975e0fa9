/// A reader of one zone that remembers the last answer.
///
/// Times asked in order mostly lie in the same stretch between two changes; then an answer costs
/// two comparisons. Copying a cursor copies what it remembers.
public struct ZoneCursor: Sendable {
    /// The zone it reads.
    public let zone: Zone
    /// Clock times in this range are unique and have `offset`.
    private var clockStart: Int64 = .max
    private var clockEnd: Int64 = .min
    private var offset: Int64 = 0

    /// Makes a reader that remembers nothing yet.
    public init(_ zone: Zone) {
        self.zone = zone
    }

    /// The instant of a wall-clock time, read as ``Zone/Choice/rfc5545`` says.
    public mutating func instant(of civil: CivilDateTime) -> Instant {
        instant(ofClock: civil.secondsSinceEpoch)
    }

    /// The instant of a wall clock given in seconds since 1970-01-01T00:00:00 of that clock.
    public mutating func instant(ofClock clock: Int64) -> Instant {
        read(clock: clock).instant
    }

    /// The instant of a wall clock in seconds, and whether the clock skips that time.
    ///
    /// Later clock times have later instants, but for skipped ones: those come at or after the
    /// instants of the clock times that follow the gap. Times beyond the years 1 to 9999 are moved
    /// to the nearest bound.
    public mutating func read(clock: Int64) -> (instant: Instant, isSkipped: Bool) {
        if clock >= clockStart, clock < clockEnd {
            return (Instant(secondsSinceEpoch: clock - offset), false)
        }
        let lowest = CivilDateTime(secondsSinceEpoch: .min).secondsSinceEpoch
        let bounded = min(max(clock, lowest), CivilDateTime.endOfTime)
        let (resolution, span) = zone.resolve(clock: bounded)
        if let span { remember(span) }
        switch resolution {
        case .unique(let instant): return (instant, false)
        case .gap(let before, _): return (before, true)
        case .fold(let first, _): return (first, false)
        }
    }

    /// A clock time, in seconds, such that all earlier ones have instants before `instant`.
    ///
    /// It is what the clock shows then, or some hours less shortly after a change.
    public func clockFloor(of instant: Instant) -> Int64 {
        let seconds = instant.secondsSinceEpoch
        let span = zone.table.span(at: seconds)
        // A skipped time is read at most one gap later, and no gap is wider than two offsets.
        let reach = Limits.offsetSecondsMax * 2
        let isSettled = span.start == .min || seconds - span.start >= reach
        return seconds.clampedAdding(Int64(span.offset) - (isSettled ? 0 : reach))
    }

    /// Keeps the part of a stretch that no neighbour's clock can reach into.
    private mutating func remember(_ span: ZoneSpan) {
        let reach = Limits.offsetSecondsMax * 2
        clockStart = span.start == .min ? .min : span.clockStart + reach
        clockEnd = span.end == .max ? .max : span.clockEnd - reach
        offset = Int64(span.offset)
    }
}

extension Int64 {
    /// The sum, or the nearest bound when it does not fit.
    fileprivate func clampedAdding(_ other: Int64) -> Int64 {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? (other < 0 ? .min : .max) : sum
    }
}
