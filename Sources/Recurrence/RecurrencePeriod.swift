public import CivilTime

/// An RDATE value that has its own end (RFC 5545 section 3.3.9).
public struct RecurrencePeriod: Hashable, Sendable {
    /// When it starts.
    public let start: CalendarTime
    /// When it ends.
    public let end: CalendarTime

    /// Makes a period; if it's written with a duration, pass the end that results.
    public init(start: CalendarTime, end: CalendarTime) {
        self.start = start
        self.end = end
    }
}
