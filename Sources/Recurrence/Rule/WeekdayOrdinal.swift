public import CivilTime

/// A weekday in BYDAY: every one in the period, or the n-th from its start or end.
public struct WeekdayOrdinal: Hashable, Sendable {
    /// Which one: 1 to 53 from the start, -1 to -53 from the end, 0 for every one.
    public let ordinal: Int
    /// The day of the week.
    public let weekday: Weekday

    /// Makes a value of BYDAY; ordinals beyond ±53 aren't refused but never match.
    public init(ordinal: Int = 0, weekday: Weekday) {
        self.ordinal = ordinal
        self.weekday = weekday
    }
}
