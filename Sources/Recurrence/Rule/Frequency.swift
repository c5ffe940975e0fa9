/// The period a rule repeats by, from the shortest to the longest (RFC 5545 section 3.3.10).
public enum Frequency: UInt8, CaseIterable, Hashable, Sendable {
    /// Each second.
    case secondly
    /// Each minute.
    case minutely
    /// Each hour.
    case hourly
    /// Each day.
    case daily
    /// Each week, which starts on the rule's `weekStart`.
    case weekly
    /// Each month.
    case monthly
    /// Each year; each week-year when the rule has BYWEEKNO.
    case yearly
}

extension Frequency: Comparable {
    /// Whether the left period is the shorter one.
    public static func < (left: Frequency, right: Frequency) -> Bool {
        left.rawValue < right.rawValue
    }
}
