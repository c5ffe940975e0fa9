/// A day of the week, numbered as in ISO 8601: Monday is 1, Sunday is 7.
public enum Weekday: UInt8, CaseIterable, Hashable, Sendable {
    /// The first day of an ISO week.
    case monday = 1
    /// The day after Monday.
    case tuesday
    /// The day after Tuesday.
    case wednesday
    /// The day after Wednesday.
    case thursday
    /// The day after Thursday.
    case friday
    /// The day after Friday.
    case saturday
    /// The last day of an ISO week.
    case sunday

    /// The weekday `days` later, or earlier if `days` is negative.
    public func adding(days: Int) -> Weekday {
        let shifted = (Int(rawValue) - 1 + days % 7 + 7) % 7
        return Weekday(zeroBased: shifted)
    }

    /// How many days, 0 to 6, have passed since the latest `other`.
    public func days(after other: Weekday) -> Int {
        (Int(rawValue) - Int(other.rawValue) + 7) % 7
    }

    /// The weekday counted from Monday = 0; `number` must be 0 to 6.
    init(zeroBased number: Int) {
        self = Weekday(rawValue: UInt8(truncatingIfNeeded: number + 1)) ?? .monday
    }
}
