public import CivilTime

/// A value of RDATE with an end of its own (RFC 5545 section 3.3.9).
public struct RecurrencePeriod: Hashable, Sendable {
    /// When it starts.
    public let start: CalendarTime
    /// When it ends.
    public let end: CalendarTime

    /// Joins the two; a period that is written with a duration ends that much later.
    public init(start: CalendarTime, end: CalendarTime) {
        self.start = start
        self.end = end
    }
}
