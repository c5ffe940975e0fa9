public import CivilTime

/// One start of a series.
public struct Occurrence: Hashable, Sendable {
    /// The start as the rule or the RDATE says it; in a clock gap the skipped wall-clock time.
    public let time: CalendarTime
    /// When that is.
    public let instant: Instant

    /// Joins the two.
    public init(time: CalendarTime, instant: Instant) {
        self.time = time
        self.instant = instant
    }
}
