internal import CivilTime

/// An occurrence in plain numbers, as the engine passes it on before making an ``Occurrence``.
struct Moment: Sendable {
    /// Seconds since the epoch.
    let instant: Int64
    /// The day on the clock of the series, counted from 1970-01-01.
    let day: Int32
    /// The second of that day on the same clock.
    let second: Int32
}

extension Moment {
    init(instant: Instant, civil: CivilDateTime) {
        self.instant = instant.secondsSinceEpoch
        day = Int32(truncatingIfNeeded: civil.date.daysSinceEpoch)
        second = Int32(truncatingIfNeeded: civil.time.secondsSinceMidnight)
    }
}
