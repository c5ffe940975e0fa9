public import CivilTime

/// A weekday in BYDAY: every one of the period, or the n-th from its start or end.
public struct WeekdayOrdinal: Hashable, Sendable {
    /// Which one: 1 to 53 from the start, -1 to -53 from the end, 0 for every one.
    public let ordinal: Int
    /// The day of the week.
    public let weekday: Weekday

    /// Joins the two; an ordinal that no period has makes a rule match nothing.
    public init(ordinal: Int = 0, weekday: Weekday) {
        self.ordinal = ordinal
        self.weekday = weekday
    }
}
