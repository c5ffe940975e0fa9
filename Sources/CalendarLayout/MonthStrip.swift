public import CivilTime

/// The endless month: all weeks from 1900 to 2200 in one strip, numbered from 0.
///
/// Positions are computed from week numbers and back, so a view never has to measure anything.
public struct MonthStrip: Hashable, Sendable {
    /// The first day of the years the strip shows.
    public static let firstDate = CivilDate.clamping(year: 1900, month: 1, day: 1)
    /// The last day of the years the strip shows.
    public static let lastDate = CivilDate.clamping(year: 2200, month: 12, day: 31)

    /// The weekday that rows start with.
    public let firstWeekday: Weekday
    /// The first day of row 0.
    public let origin: CivilDate
    /// How many rows there are.
    public let weekCount: Int

    /// Makes the strip whose rows start with a weekday.
    public init(firstWeekday: Weekday) {
        self.firstWeekday = firstWeekday
        origin = Self.firstDate.startOfWeek(firstWeekday)
        weekCount = Self.lastDate.days(since: origin) / 7 + 1
    }

    /// The row that contains a date; dates outside the strip give its first or last row.
    public func week(of date: CivilDate) -> Int {
        let days = date.days(since: origin)
        return min(max(0, days < 0 ? -1 : days / 7), weekCount - 1)
    }

    /// The first day of a row.
    public func firstDate(ofWeek week: Int) -> CivilDate {
        origin.adding(days: week * 7)
    }

    /// The distance of a row from the top of the strip, in the unit of `rowHeight`.
    public func top(ofWeek week: Int, rowHeight: Double) -> Double {
        Double(week) * rowHeight
    }

    /// The row at a distance from the top of the strip.
    public func week(at top: Double, rowHeight: Double) -> Int {
        guard rowHeight > 0 else { return 0 }
        return min(max(0, Int((top / rowHeight).rounded(.down))), weekCount - 1)
    }
}

extension CivilDate {
    /// Makes a date from parts known to be valid; if they are not, the earliest date.
    static func clamping(year: Int, month: Int, day: Int) -> CivilDate {
        CivilDate(year: year, month: month, day: day) ?? .min
    }
}
