/// A reader of one zone that remembers its last answer.
///
/// Consecutive lookups mostly fall between the same two transitions, and then cost two comparisons.
/// Copying a cursor copies what it remembers.
public struct ZoneCursor: Sendable {
    /// The zone to look times up in.
    public let zone: Zone
    /// Clock times from `clockStart` up to `clockEnd` are unique and have `offset`.
    private var clockStart: Int64 = .max
    private var clockEnd: Int64 = .min
    private var offset: Int64 = 0

    /// Makes a cursor that remembers nothing yet.
    public init(_ zone: Zone) {
        self.zone = zone
    }

    /// The instant of a wall-clock time, read as ``Zone/Choice/rfc5545`` says.
    public mutating func instant(of civil: CivilDateTime) -> Instant {
        instant(ofClock: civil.secondsSinceEpoch)
    }

    /// The instant of a clock time in seconds since 1970-01-01T00:00:00 on that clock.
    public mutating func instant(ofClock clock: Int64) -> Instant {
        read(clock: clock).instant
    }

    /// The instant of a clock time in seconds, and whether the clock skips that time.
    ///
    /// Later clock times have later instants, except skipped ones: their instants are at or after
    /// those of the clock times that follow the gap. Times outside the years 1 to 9999 are clamped.
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

    /// A clock time, in seconds, before which all clock times have instants before `instant`.
    ///
    /// It is the clock time at `instant`, or some hours earlier shortly after a transition.
    public func clockFloor(of instant: Instant) -> Int64 {
        let seconds = instant.secondsSinceEpoch
        let span = zone.table.span(at: seconds)
        // A skipped time is read at most one gap later, and no gap is wider than two offsets.
        let reach = Limits.offsetSecondsMax * 2
        let isSettled = span.start == .min || seconds - span.start >= reach
        return seconds.clampedAdding(Int64(span.offset) - (isSettled ? 0 : reach))
    }

    /// Remembers the part of a span that no neighbouring span's clock overlaps.
    private mutating func remember(_ span: ZoneSpan) {
        let reach = Limits.offsetSecondsMax * 2
        clockStart = span.start == .min ? .min : span.clockStart + reach
        clockEnd = span.end == .max ? .max : span.clockEnd - reach
        offset = Int64(span.offset)
    }
}

extension Int64 {
    /// The sum, clamped to the bounds of `Int64`.
    fileprivate func clampedAdding(_ other: Int64) -> Int64 {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? (other < 0 ? .min : .max) : sum
    }
}
