/// The limits of this module.
enum Limits {
    /// The most octets a rule's text may have; all lists written out in full need about 6,000.
    static let ruleLengthMax = 16_384
    /// The most values in one BY list; the longest sensible one is BYYEARDAY with 366 of each sign.
    static let listLengthMax = 1_000
    /// The largest INTERVAL and COUNT; more than enough for each second of a century.
    static let numberMax = 0x7FFF_FFFF
    /// The days after which the Gregorian calendar repeats, including weekdays: 400 years.
    static let cycleDays = 146_097
    /// The years after which the Gregorian calendar repeats, including weekdays.
    static let cycleYears = 400
    /// The most periods that are walked in advance to find where a COUNT ends; later ones are
    /// counted when they're needed.
    static let countedPeriodsMax = 16_384
    /// More times than any period has: the longest week-year has 371 days of 86,400 seconds.
    static let candidatesMax = 400 * 86_400
    /// The largest COUNT of an hourly, minutely or secondly rule that is counted period by period;
    /// a larger one is counted day by day.
    static let countWalkedMax = 4_096
    /// The most days that are walked in advance to find where a COUNT ends; later ones are counted
    /// when they're needed.
    static let countedDaysMax = 65_536
    /// The largest INTERVAL for which ``DayCounter`` remembers how many times a day has.
    static let countedShiftsMax: Int64 = 1_440
    /// The most occurrences in a row that exception rules may remove.
    ///
    /// After one more the series ends: exception rules that remove everything for that long usually
    /// do so for ever.
    static let excludedInARowMax = 1_000_000
    /// The most exceptions that are skipped one by one; after that, the iterator seeks to the next
    /// occurrence.
    static let exceptionStepsMax = 32
    /// The most steps of one iterator over a series that anybody may have written.
    ///
    /// Most need about ten steps, or one for each period of the window. The longest search that makes
    /// sense, for a weekday on 29 February, looks through 40 years.
    static let stepsMax = 2_048
    /// The most steps that preparing a rule that anybody may have written may take.
    ///
    /// The COUNT of a monthly rule over twenty years needs 240.
    static let preparationStepsMax = 256
    /// The most times of day that a rule that anybody may have written may name: one each minute.
    static let timesOfDayMax = 1_440
    /// How many hours, minutes or seconds of a day can be looked at for one step.
    static let unitsPerStep: Int64 = 64
}
