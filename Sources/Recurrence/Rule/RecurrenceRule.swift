public import CivilTime

/// A recurrence rule, the value of RRULE (RFC 5545 section 3.3.10).
///
/// On its own it gives no dates: those depend on a start too, see ``RecurrenceSet``. List values
/// that are out of bounds never match.
public struct RecurrenceRule: Hashable, Sendable {
    /// When a rule stops.
    public enum End: Hashable, Sendable {
        /// Never.
        case never
        /// After that many occurrences, including those that exceptions remove.
        case count(Int)
        /// After the last occurrence at or before that time.
        case until(CalendarTime)
    }

    /// What to do with a day that a month or year doesn't have: SKIP (RFC 7529 section 4.1).
    public enum Skip: UInt8, CaseIterable, Hashable, Sendable {
        /// It's left out, as RFC 5545 says.
        case omit
        /// It becomes the last day before it: 31 April is 30 April.
        case backward
        /// It becomes the first day after it: 31 April is 1 May.
        case forward
    }

    /// The period the rule steps by.
    public var frequency: Frequency
    /// INTERVAL, at least 1: the rule uses every n-th period.
    public var interval: Int
    /// When the rule stops.
    public var end: End
    /// BYSECOND, 0 to 60; 60 is read as 59, as no clock here has leap seconds.
    public var bySecond: [Int]
    /// BYMINUTE, 0 to 59.
    public var byMinute: [Int]
    /// BYHOUR, 0 to 23.
    public var byHour: [Int]
    /// BYDAY; ordinals count only in monthly rules and in yearly ones without BYWEEKNO.
    public var byDay: [WeekdayOrdinal]
    /// BYMONTHDAY, 1 to 31, or -1 to -31 from the month's end.
    public var byMonthDay: [Int]
    /// BYYEARDAY, 1 to 366, or -1 to -366 from the year's end.
    public var byYearDay: [Int]
    /// BYWEEKNO, 1 to 53, or -1 to -53 from the week-year's end.
    public var byWeekNumber: [Int]
    /// BYMONTH, 1 to 12.
    public var byMonth: [Int]
    /// BYSETPOS, 1 to 366, or -1 to -366 from the end of each period's occurrences.
    public var bySetPosition: [Int]
    /// WKST, the first day of a week.
    public var weekStart: Weekday
    /// SKIP; it has an effect only in monthly rules and in yearly ones without BYWEEKNO.
    public var skip: Skip

    /// Makes a rule from its parts; an interval below 1 counts as 1.
    public init(
        frequency: Frequency,
        interval: Int = 1,
        end: End = .never,
        byDay: [WeekdayOrdinal] = [],
        byMonthDay: [Int] = [],
        byMonth: [Int] = [],
        bySecond: [Int] = [],
        byMinute: [Int] = [],
        byHour: [Int] = [],
        byYearDay: [Int] = [],
        byWeekNumber: [Int] = [],
        bySetPosition: [Int] = [],
        weekStart: Weekday = .monday,
        skip: Skip = .omit
    ) {
        self.frequency = frequency
        self.interval = max(1, interval)
        self.end = end
        self.bySecond = bySecond
        self.byMinute = byMinute
        self.byHour = byHour
        self.byDay = byDay
        self.byMonthDay = byMonthDay
        self.byYearDay = byYearDay
        self.byWeekNumber = byWeekNumber
        self.byMonth = byMonth
        self.bySetPosition = bySetPosition
        self.weekStart = weekStart
        self.skip = skip
    }
}
