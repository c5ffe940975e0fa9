internal import CivilTime

/// An occurrence before it is put into words: when, and what the clock shows.
struct Moment: Sendable {
    let instant: Int64
    /// The days since 1970 and the second of the day that the clock shows.
    let day: Int32
    let second: Int32
}

extension Moment {
    init(instant: Instant, civil: CivilDateTime) {
        self.instant = instant.secondsSinceEpoch
        day = Int32(truncatingIfNeeded: civil.date.daysSinceEpoch)
        second = Int32(truncatingIfNeeded: civil.time.secondsSinceMidnight)
    }
}
